"""The preview of a map in a dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QSizePolicy, QStackedWidget, QWidget

from fairground.editor.app.theme import is_dark

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.document.document import Document


class MapPreview(QStackedWidget):
    """Shows one map at a time, which can be zoomed and moved as in the editor, or a message in its place."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.document: Document | None = None
        self.canvas: Canvas | None = None
        self._message = QLabel("", self)
        self._message.setWordWrap(True)
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self._message.setMargin(24)
        self.addWidget(self._message)

    @property
    def message(self) -> str:
        """The message in place of the map; empty while there is a map."""
        return "" if self.currentWidget() is self.canvas else self._message.text()

    def show_message(self, text: str) -> None:
        """Show a message in place of the map."""
        self._message.setText(text)
        self.setCurrentWidget(self._message)

    def show_map(self, scenario: Scenario) -> None:
        """Show a map."""
        # Loaded when used, since a dialog may open before the first map.
        from fairground.editor.canvas.canvas import Canvas
        from fairground.editor.canvas.layers import LayerModel
        from fairground.editor.document.document import Document

        before, self.document = self.document, Document(scenario, parent=self)
        if self.canvas is None:
            self.canvas = Canvas(self.document, LayerModel(self), self)
            self.canvas.setAccessibleName(self._name)
            self.canvas.set_dark(is_dark())
            self.addWidget(self.canvas)
        else:
            self.canvas.set_document(self.document)
        if before is not None:
            before.deleteLater()
        self.setCurrentWidget(self.canvas)
        # After the dialog has got its size.
        QTimer.singleShot(0, self.canvas, self.canvas.fit)
