"""Hints for who opens a map for the first time: three at most, and never again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from fairground.editor.texts import tr
from fairground.editor.window.widgets import tool_button

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

    from fairground.editor.window.keymap import Keymap

SEEN = "hints/seen"
#: What is said, and the actions whose keys stand in it.
_PAINT = tr("Left button: first terrain. Right button: second. Wheel: zoom. Space and drag: move the map.")
_KEYS = tr(
    "Arrow keys move a cursor on the map, space paints there. {} finds any command, {} shows all keys."
)
_CHECK = tr(
    "What is wrong with the map is listed below while you work: {} goes from finding to finding, {} mends."
)
_HINTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (_PAINT, ()),
    (_KEYS, ("go.command", "help.keys")),
    (_CHECK, ("finding.next", "finding.fix")),
)


class Hints(QFrame):
    """A line under the map with one hint at a time; each is shown once in the life of the settings."""

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
        self.close_all = tool_button("close", tr("Show no more hints"), self)
        self.close_all.clicked.connect(self._end)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 8, 4)
        row.addWidget(self.count)
        row.addWidget(self.label, 1)
        row.addWidget(self.next)
        row.addWidget(self.close_all)
        self._at = self._seen
        self.setHidden(self._at >= len(_HINTS))
        self._show()

    @property
    def text(self) -> str:
        """What is said; empty when nothing is."""
        return "" if self.isHidden() else self.label.text()

    @property
    def _seen(self) -> int:
        stored = str(self._settings.value(SEEN, 0))
        return int(stored) if stored.isdecimal() else 0

    def _show(self) -> None:
        if self._at >= len(_HINTS):
            return
        text, actions = _HINTS[self._at]
        self.label.setText(text.format(*(self._keymap.actions[name].shown_key for name in actions)))
        self.count.setText(tr("Hint {at} of {count}").format(at=self._at + 1, count=len(_HINTS)))
        self.next.setText(tr("Next hint") if self._at + 1 < len(_HINTS) else tr("Done"))

    def _go_on(self) -> None:
        self._at += 1
        self._settings.setValue(SEEN, self._at)
        self._show()
        if self._at >= len(_HINTS):
            self._end()

    def _end(self) -> None:
        self._settings.setValue(SEEN, len(_HINTS))
        self.hide()
        self.finished.emit()
