"""A save that failed: why, and the offer of another place."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from fairground.editor.app.texts import tr


class NotSavedDialog(QMessageBox):
    """Tells once; Escape leaves the document as it is, open and unsaved."""

    #: The document is to be saved as another file.
    elsewhere = Signal()

    def __init__(self, reason: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Not saved"))
        self.setIcon(QMessageBox.Icon.NoIcon)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(f"{reason.removesuffix('.')}.")
        self.setInformativeText(tr("Nothing is lost: what is open can be saved as another file."))
        self.save_as = self.addButton(tr("Save as…"), QMessageBox.ButtonRole.AcceptRole)
        self.cancel = self.addButton(QMessageBox.StandardButton.Cancel)
        self.setDefaultButton(self.save_as)
        self.setEscapeButton(self.cancel)
        self.finished.connect(self._answer)

    def _answer(self, _result: int) -> None:
        if self.clickedButton() is self.save_as:
            self.elsewhere.emit()
