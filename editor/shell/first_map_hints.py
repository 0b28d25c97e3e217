"""Three hints for the first map that a user opens."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.widgets.labels_and_buttons import tool_button

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

    from fairground.editor.app.actions import Keymap

SEEN = "hints/seen"
_PAINT = tr("Click a terrain in the palette, then paint with it. {} undoes a stroke.")
_KEYS = tr(
    "Use the wheel to zoom, hold Space and drag to move the map, or steer a cursor with the arrow keys. {} "
    "finds any command, {} shows all keys."
)
_CHECK = tr(
    "The Findings panel below the map lists problems as you work: {} goes to the next one, {} fixes it."
)


class _Hint(NamedTuple):
    """A text, the actions whose keys it names, and the tool that it is about, if any."""

    text: str
    actions: tuple[str, ...]
    tool: str = ""


_HINTS = (
    _Hint(_PAINT, ("edit.undo",), "brush"),
    _Hint(_KEYS, ("go.command", "help.keys")),
    _Hint(_CHECK, ("finding.next", "finding.fix")),
)


class Hints(QFrame):
    """A line under the map with one hint at a time; each is shown once.

    A hint about a tool goes when the user takes another tool.
    """

    #: The last hint is gone.
    finished = Signal()

    def __init__(self, keymap: Keymap, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAccessibleName(tr("Hint"))
        self._keymap, self._settings = keymap, settings
        self.label = QLabel(self)
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.count = QLabel(self)
        self.count.setProperty("soft", True)  # Qt's signature
        self.next = QPushButton(tr("Next hint"), self)
        self.next.clicked.connect(self._go_on)
        self.close_all = tool_button("close", tr("Don't show hints"), self)
        self.close_all.clicked.connect(self._end)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 8, 4)
        row.addWidget(self.count)
        row.addWidget(self.label, 1)
        row.addWidget(self.next)
        row.addWidget(self.close_all)
        self._at = self._seen
        self.setHidden(self._at >= len(_HINTS))
        self.refresh()

    @property
    def text(self) -> str:
        """The hint; empty while hidden."""
        return "" if self.isHidden() else self.label.text()

    def take_tool(self, name: str) -> None:
        """Skip a hint about another tool."""
        if not self.isHidden() and _HINTS[self._at].tool not in ("", name):
            self._go_on()

    @property
    def _seen(self) -> int:
        stored = str(self._settings.value(SEEN, 0))
        return int(stored) if stored.isdecimal() else 0

    def refresh(self) -> None:
        """Show the hint with the current keys."""
        if self._at >= len(_HINTS):
            return
        hint = _HINTS[self._at]
        self.label.setText(hint.text.format(*(self._keymap.actions[name].shown_key for name in hint.actions)))
        self.count.setText(tr("Hint {at} of {count}").format(at=self._at + 1, count=len(_HINTS)))
        self.next.setText(tr("Next hint") if self._at + 1 < len(_HINTS) else tr("Done"))

    def _go_on(self) -> None:
        self._at += 1
        self._settings.setValue(SEEN, self._at)
        self.refresh()
        if self._at >= len(_HINTS):
            self._end()

    def _end(self) -> None:
        self._settings.setValue(SEEN, len(_HINTS))
        self.hide()
        self.finished.emit()
