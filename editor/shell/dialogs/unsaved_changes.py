"""What to do with changes that are not saved.

A save that failed: why, and the offer of another place.
What to do when a save would overwrite what somebody else has written to the file.
What is wrong with a file that cannot be opened, and what can be done all the same.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QMessageBox, QVBoxLayout, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.widgets.problem_list import ProblemList

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.finding import Finding


class FileProblemsDialog(QDialog):
    """A list of problems with their lines. It is accepted when what could be read is to be opened as a copy."""

    def __init__(
        self, told: str, findings: Sequence[Finding], *, readable: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("The file has problems"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(640, 360 if findings else 140)
        text = QLabel(told, self)
        text.setWordWrap(True)
        text.setTextFormat(Qt.TextFormat.PlainText)
        self.problems = ProblemList(self)
        self.problems.show_findings(findings)
        self.problems.setVisible(bool(findings))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(text)
        layout.addWidget(self.problems, 1)
        if readable:
            hint = QLabel(
                tr(
                    "The file itself is unchanged. You can open the readable parts as a copy and save it "
                    "under another name."
                ),
                self,
            )
            hint.setWordWrap(True)
            layout.addWidget(hint)
            self.copy = buttons.addButton(tr("Open as a copy"), QDialogButtonBox.ButtonRole.AcceptRole)
            self.copy.clicked.connect(self.accept)
        layout.addWidget(buttons)


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
        self.setWindowTitle(tr("Changed by another program"))
        self.setIcon(QMessageBox.Icon.NoIcon)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(tr("Overwrite {title}?").format(title=title))
        self.setInformativeText(
            tr(
                "Another program or editor has changed this file since you opened it. Those changes would "
                "be lost."
            )
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
        self.setInformativeText(tr("Your changes are still open. Save them to another file."))
        self.save_as = self.addButton(tr("Save as…"), QMessageBox.ButtonRole.AcceptRole)
        self.cancel = self.addButton(QMessageBox.StandardButton.Cancel)
        self.setDefaultButton(self.save_as)
        self.setEscapeButton(self.cancel)
        self.finished.connect(self._answer)

    def _answer(self, _result: int) -> None:
        if self.clickedButton() is self.save_as:
            self.elsewhere.emit()


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
        self.setInformativeText(tr("Unsaved changes will be lost."))
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
