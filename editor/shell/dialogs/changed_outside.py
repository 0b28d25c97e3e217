"""What to do when a save would overwrite what somebody else has written to the file."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from fairground.editor.app.texts import tr


class OverwriteChoice(StrEnum):
    """The answers."""

    OVERWRITE = "overwrite"
    SAVE_AS = "save as"
    CANCEL = "cancel"


class ChangedOutsideDialog(QMessageBox):
    """Asks before each such save and says what was chosen; Escape cancels."""

    #: A ``OverwriteChoice``.
    decided = Signal(object)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Changed outside"))
        self.setIcon(QMessageBox.Icon.NoIcon)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(tr("Overwrite {title}?").format(title=title))
        self.setInformativeText(
            tr("Another program, or another editor, has changed the file since. What it wrote would be lost.")
        )
        roles = QMessageBox.ButtonRole
        self.overwrite = self.addButton(tr("Overwrite"), roles.DestructiveRole)
        self.save_as = self.addButton(tr("Save as…"), roles.AcceptRole)
        self.cancel = self.addButton(QMessageBox.StandardButton.Cancel)
        self.setDefaultButton(self.save_as)
        self.setEscapeButton(self.cancel)
        self.finished.connect(self._answer)

    def _answer(self, _result: int) -> None:
        answers = {self.overwrite: OverwriteChoice.OVERWRITE, self.save_as: OverwriteChoice.SAVE_AS}
        clicked = self.clickedButton()
        self.decided.emit(
            next((it for button, it in answers.items() if button is clicked), OverwriteChoice.CANCEL)
        )
