"""The box in the inspector that the designer's note of the selected hex is written in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from fairground.core.grid.labels import LabelStyle, label
from fairground.core.scenario.board import MAX_NOTE
from fairground.editor.app.texts import tr
from fairground.editor.widgets.basics import heading

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario

_LINES = 4


class NoteBox(QWidget):
    """Shows and takes the note of one hex; leaving it, also with Ctrl+Return, writes the note; Escape does not."""

    #: A ``Hex`` and its note from now on; empty for nothing.
    written = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hex: Hex | None = None
        self._known = ""
        self._heading = heading(tr("Note"), self)
        self.text = _Text(self)
        self.text.left.connect(self.commit)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        layout.addWidget(self._heading)
        layout.addWidget(self.text)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()

    def show_hex(self, scenario: Scenario | None, at: Hex | None, style: LabelStyle) -> None:
        """Show the note of a hex of the board, or nothing for None; what is being typed on another hex is written."""
        if at != self._hex:
            self.commit()
        board = scenario.board if scenario else None
        self._hex = at if board is not None and at is not None and board.contains(at) else None
        self.setVisible(self._hex is not None)
        if board is None or self._hex is None:
            return
        name = label(*board.layout.to_offset(self._hex), style)
        self._heading.setText(tr("Note on {name}").format(name=name))
        self.text.setAccessibleName(tr("Note on {name}").format(name=name))
        note = board.notes.get(self._hex, "")
        if note != self._known or not self.text.hasFocus():
            self._known = note
            if self.text.toPlainText() != note:
                self.text.setPlainText(note)

    def commit(self) -> None:
        """Write what was typed, if it is news."""
        typed = self.text.toPlainText()
        if self._hex is not None and typed.strip() != self._known:
            self._known = typed.strip()
            self.written.emit(self._hex, typed[:MAX_NOTE])


class _Text(QPlainTextEdit):
    """A few lines, which Tab leaves."""

    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setAccessibleName(tr("Note"))
        self.setPlaceholderText(tr("For the designer's eyes alone"))
        self.setToolTip(
            tr("A note on the hex, shown in the editor only; Ctrl+Return writes it, Escape leaves it")
        )
        self.setFixedHeight(round(self.fontMetrics().lineSpacing() * _LINES + 12))

    def focusOutEvent(self, event: QFocusEvent) -> None:  # Qt's name
        """Write the note when the work goes on elsewhere."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()
