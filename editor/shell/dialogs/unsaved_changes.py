"""What to do with changes that are not saved."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from fairground.editor.app.texts import tr


class UnsavedChoice(StrEnum):
    """The answers."""

    SAVE = "save"
    DISCARD = "discard"
    CANCEL = "cancel"


class UnsavedDialog(QMessageBox):
    """Asks once and says what was chosen; Escape cancels."""

    #: A ``UnsavedChoice``.
    decided = Signal(object)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Unsaved changes"))
        self.setIcon(QMessageBox.Icon.NoIcon)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(tr("Save the changes to {title}?").format(title=title))
        self.setInformativeText(tr("What is not saved is gone when the scenario is closed."))
        kinds = QMessageBox.StandardButton
        self.setStandardButtons(kinds.Save | kinds.Discard | kinds.Cancel)
        self.setDefaultButton(kinds.Save)
        self.setEscapeButton(kinds.Cancel)
        self.finished.connect(self._answer)

    def _answer(self, result: int) -> None:
        answers = {
            int(QMessageBox.StandardButton.Save): UnsavedChoice.SAVE,
            int(QMessageBox.StandardButton.Discard): UnsavedChoice.DISCARD,
        }
        self.decided.emit(answers.get(result, UnsavedChoice.CANCEL))
