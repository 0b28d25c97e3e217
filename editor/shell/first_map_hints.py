"""Five hints for the first map that a user opens, which follow what the user does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.document.events import CellsChanged, FieldChanged, watch
from fairground.editor.widgets.labels_and_buttons import tool_button

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

    from fairground.editor.app.actions import Actions, Keymap
    from fairground.editor.document.document import Document
    from fairground.editor.tools.tool_state import ToolState

#: The ids of the hints that were done or skipped, and the number of hints that older versions had shown.
DONE, SEEN = "hints/done", "hints/seen"
_PAINT = tr("Click a terrain in the palette, then paint with it. {} undoes a stroke.")
_LOOK = tr(
    "Use the wheel to zoom, hold Space and drag to move the map, or move the cursor with the arrow keys. {} "
    "finds any command, and {} shows all keys."
)
_SYMMETRY = tr(
    "Choose a symmetry at the right end of the bar above the map to repeat every stroke symmetrically. {} "
    "switches to the next symmetry."
)
_ZONES = tr(
    "Paint where each side deploys: {} selects the zone tool, {} adds a zone. Fairness compares these zones."
)
_CHECK = tr(
    "The Findings panel below the map lists problems as you work: {} goes to the next one, {} fixes it. {} "
    "shows what the hex under the pointer sees, {} shows how fair the map is."
)


class _Hint(NamedTuple):
    """A text, the actions whose keys it names, the tools that it is about, and what the user does to have done it.

    That is ``painted``, a field of the scenario, an option of the tools, or an action.
    """

    id: str
    text: str
    actions: tuple[str, ...]
    tools: tuple[str, ...]
    done_by: tuple[str, ...]


_HINTS = (
    _Hint("paint", _PAINT, ("edit.undo",), ("brush", "fill", "eraser"), ("painted",)),
    _Hint("look", _LOOK, ("go.command", "help.keys"), (), ("go.command", "help.keys")),
    _Hint("symmetry", _SYMMETRY, ("symmetry.next",), (), ("symmetry", "edit.make-symmetric")),
    _Hint("zones", _ZONES, ("tool.zones", "zone.new"), ("zones",), ("zones",)),
    _Hint(
        "check",
        _CHECK,
        ("finding.next", "finding.fix", "overlay.fan", "view.fairness"),
        ("sight", "path"),
        ("finding.next", "finding.fix", "overlay.fan", "overlay.exposure", "overlay.reach", "view.fairness"),
    ),
)


class Hints(QFrame):
    """A line under the map with one hint at a time, until the user has done or skipped all of them.

    A tool brings the hint about it to the front.
    """

    #: The last hint is gone.
    finished = Signal()

    def __init__(self, keymap: Keymap, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAccessibleName(tr("Hint"))
        self._keymap, self._settings = keymap, settings
        self._document: Document | None = None
        self.label = QLabel(self)
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.count = QLabel(self)
        self.count.setProperty("soft", True)  # Qt's signature
        self.next = QPushButton(tr("Next hint"), self)
        self.next.clicked.connect(self._skip)
        self.close_all = tool_button("close", tr("Don't show hints"), self)
        self.close_all.clicked.connect(self._end)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 8, 4)
        row.addWidget(self.count)
        row.addWidget(self.label, 1)
        row.addWidget(self.next)
        row.addWidget(self.close_all)
        self._done = _stored(settings)
        self._tool = ""
        self.setHidden(self._current is None)
        self.refresh()

    @property
    def text(self) -> str:
        """The hint; empty while hidden."""
        return "" if self.isHidden() else self.label.text()

    def follow(self, actions: Actions, state: ToolState) -> None:
        """Notice what the user does with actions and options; call this once."""
        for name in {it for hint in _HINTS for it in hint.done_by if it in set(actions)}:
            actions.on(name, partial(self._did, name))
        state.changed.connect(self._did)

    def set_document(self, document: Document | None) -> None:
        """Notice the edits of another document."""
        self._document = watch(self._document, document, self._changed)

    def take_tool(self, name: str) -> None:
        """Show the hint about a tool, if it is not done; hide it in a what-if, which explains itself."""
        self._tool = name
        self.setHidden(self._current is None)
        self.refresh()

    def refresh(self) -> None:
        """Show the hint with the current keys."""
        hint = self._current
        if hint is None:
            return
        keys = (self._keymap.actions[name].shown_key for name in hint.actions)
        self.label.setText(hint.text.format(*keys))
        place = tr("Hint {at} of {count}").format(at=_HINTS.index(hint) + 1, count=len(_HINTS))
        self.count.setText(place)
        self.next.setText(tr("Next hint") if len(self._left) > 1 else tr("Done"))

    @property
    def _left(self) -> list[_Hint]:
        return [hint for hint in _HINTS if hint.id not in self._done]

    @property
    def _current(self) -> _Hint | None:
        """The hint about the tool in hand, or the first that is left; None in a what-if."""
        left = self._left if self._tool != "what-if" else []
        return next((hint for hint in left if self._tool in hint.tools), left[0] if left else None)

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged):
            self._did(event.field)
        elif isinstance(event, CellsChanged):
            self._did("painted")

    def _did(self, what: str) -> None:
        if not self.isHidden():
            self._mark({hint.id for hint in _HINTS if what in hint.done_by})

    def _skip(self) -> None:
        if self._current is not None:
            self._mark({self._current.id})

    def _mark(self, done: set[str]) -> None:
        if done <= self._done:
            return
        self._done |= done
        self._settings.setValue(DONE, ",".join(hint.id for hint in _HINTS if hint.id in self._done))
        self.refresh()
        if not self._left:
            self._end()

    def _end(self) -> None:
        self._done = {hint.id for hint in _HINTS}
        self._settings.setValue(DONE, ",".join(hint.id for hint in _HINTS))
        self.hide()
        self.finished.emit()


def _stored(settings: QSettings) -> set[str]:
    """Return the ids of the hints that are done; all where an older version had shown its three."""
    stored = settings.value(DONE, "")
    names = stored if isinstance(stored, list) else str(stored).split(",")
    seen = str(settings.value(SEEN, 0))
    shown = int(seen) if seen.isdecimal() and len(seen) < 3 else 0
    old = [hint.id for hint in _HINTS[: len(_HINTS) if shown > 2 else shown]]
    return {hint.id for hint in _HINTS} & {*map(str, names), *old}
