"""The line that a place name is written in, over its hex on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QLineEdit

from fairground.core.scenario.parts import MAX_TITLE
from fairground.editor.app.texts import tr
from fairground.editor.widgets.field_keys import OWN_KEYS

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QKeyEvent

    from fairground.core.grid.hexes import Hex
    from fairground.editor.canvas.canvas import Canvas

_LEAST, _ROOM = 140, 26


class NameBox(QLineEdit):
    """Opens over a hex; Return and leaving it write the name, Escape does not."""

    #: A ``Hex`` and what it is called from now on; empty for nothing.
    written = Signal(object, str)

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._hex: Hex | None = None
        self.setMaxLength(MAX_TITLE)
        self.setProperty(OWN_KEYS, True)  # Qt's signature
        self.setAccessibleName(tr("Place name"))
        self.setPlaceholderText(tr("place name"))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.textChanged.connect(self._fit)
        self.returnPressed.connect(self.commit)
        canvas.zoom_changed.connect(self.commit)
        self.hide()

    def open(self, at: Hex, name: str) -> None:
        """Write the name of a hex."""
        self.commit()
        self._hex = at
        self.setText(name)
        self.setToolTip(tr("Return saves the name, Escape cancels; leave it empty to remove the name"))
        self._fit()
        self.selectAll()
        self.show()
        self.raise_()
        self.setFocus()

    def commit(self, _news: object = None) -> None:
        """Write what was typed, if anything is being typed."""
        at = self._hex
        if at is not None:
            self._close()
            self.written.emit(at, self.text())

    def drop(self) -> None:
        """Leave the name as it was."""
        if self._hex is not None:
            self._close()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt's name
        """Give up with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.drop()
            event.accept()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # Qt's name
        """Write the name when the work goes on elsewhere."""
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.commit()

    def _close(self) -> None:
        self._hex = None
        had_focus = self.hasFocus()
        self.hide()
        if had_focus:
            self._canvas.setFocus()

    def _fit(self, _text: str = "") -> None:
        """Be as wide as the name, in the middle of its hex and within the map."""
        if self._hex is None:
            return
        wide = max(self.fontMetrics().horizontalAdvance(self.text()) + _ROOM, _LEAST)
        self.resize(min(wide, self._canvas.width()), self.sizeHint().height())
        at = self._canvas.point_of(self._hex).toPoint() - QPoint(self.width() // 2, self.height() // 2)
        room = self._canvas.rect().bottomRight() - QPoint(self.width(), self.height())
        self.move(min(max(at.x(), 0), max(room.x(), 0)), min(max(at.y(), 0), max(room.y(), 0)))
