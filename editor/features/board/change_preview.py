"""What a board would become, as a map, or a sentence in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QLabel, QSizePolicy, QStackedWidget, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.app.theme import is_dark
from fairground.editor.canvas.canvas import Canvas
from fairground.editor.canvas.layers import LayerModel
from fairground.editor.document.document import Document

if TYPE_CHECKING:
    from fairground.editor.features.board.job import Changed

#: Of larger boards, what stays is not outlined: that would take longer than the map itself.
_MOST = 40_000


class ChangePreview(QStackedWidget):
    """Shows one board at a time; wheel and middle button zoom and move it as in the editor.

    Where hexes are new, the outline is that of the old board in it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(QSize(320, 260))
        self._document: Document | None = None
        self.canvas: Canvas | None = None
        self._told = QLabel("", self)
        self._told.setWordWrap(True)
        self._told.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._told.setTextFormat(Qt.TextFormat.PlainText)
        self._told.setMargin(24)
        self.addWidget(self._told)

    @property
    def told(self) -> str:
        """What stands in the place of the map; empty while there is one."""
        return "" if self.currentWidget() is self.canvas else self._told.text()

    def tell(self, text: str) -> None:
        """Say something in the place of the map."""
        self._told.setText(text)
        self.setCurrentWidget(self._told)

    def show_change(self, changed: Changed) -> None:
        """Show the board that a change comes to; it must have come to one."""
        scenario = changed.scenario
        if scenario is None:
            return
        before, self._document = self._document, Document(scenario, parent=self)
        if self.canvas is None:
            self.canvas = Canvas(self._document, LayerModel(self), self)
            self.canvas.setAccessibleName(tr("The board as it would be"))
            self.canvas.set_dark(is_dark())
            self.addWidget(self.canvas)
        else:
            self.canvas.set_document(self._document)
        if before is not None:
            before.deleteLater()
        self.setCurrentWidget(self.canvas)
        board = scenario.board
        if changed.added is not None and changed.added.any() and board.terrain.size <= _MOST:
            self.canvas.set_selection(board.marked(~board.void & ~changed.added))
        # The map has its size only when the dialog has its own.
        QTimer.singleShot(0, self.canvas, self.canvas.fit)
