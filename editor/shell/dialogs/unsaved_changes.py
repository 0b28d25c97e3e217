"""Dialogs about files: problems on opening, a failed save, a file changed by another program, unsaved changes."""

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
    """Lists problems with their lines. It is accepted to open the readable part as a copy."""

    def __init__(
        self,
        message: str,
        findings: Sequence[Finding],
        *,
        readable: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("The file has problems"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(640, 360 if findings else 140)
        text = QLabel(message, self)
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


class _Question(QMessageBox):
    """Asks one question with an explanation, both as plain text; Escape cancels."""

    def __init__(self, title: str, question: str, explanation: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setIcon(QMessageBox.Icon.NoIcon)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(question)
        self.setInformativeText(explanation)
        self.cancel = self.addButton(QMessageBox.StandardButton.Cancel)
        self.setEscapeButton(self.cancel)


class OverwriteChoice(StrEnum):
    """The answers to ``ChangedOutsideDialog``."""

    OVERWRITE = "overwrite"
    SAVE_AS = "save as"
    CANCEL = "cancel"


class ChangedOutsideDialog(_Question):
    """Asks before a save overwrites what another program wrote."""

    #: An ``OverwriteChoice``.
    decided = Signal(object)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Changed by another program"),
            tr("Overwrite {title}?").format(title=title),
            tr(
                "Another program or editor has changed this file since you opened it. Those changes would "
                "be lost."
            ),
            parent,
        )
        self.overwrite = self.addButton(tr("Overwrite"), QMessageBox.ButtonRole.DestructiveRole)
        self.save_as = self.addButton(tr("Save as…"), QMessageBox.ButtonRole.AcceptRole)
        self.setDefaultButton(self.save_as)
        self.finished.connect(self._answer)

    def _answer(self, _result: int) -> None:
        answers = {self.overwrite: OverwriteChoice.OVERWRITE, self.save_as: OverwriteChoice.SAVE_AS}
        clicked = self.clickedButton()
        self.decided.emit(
            next((it for button, it in answers.items() if button is clicked), OverwriteChoice.CANCEL)
        )


class NotSavedDialog(_Question):
    """Reports a failed save, and offers to save elsewhere."""

    #: The document is to be saved as another file.
    elsewhere = Signal()

    def __init__(self, reason: str, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Not saved"),
            f"{reason.removesuffix('.')}.",
            tr("Your changes are still in the editor. Save them to another file."),
            parent,
        )
        self.save_as = self.addButton(tr("Save as…"), QMessageBox.ButtonRole.AcceptRole)
        self.setDefaultButton(self.save_as)
        self.finished.connect(self._answer)

    def _answer(self, _result: int) -> None:
        if self.clickedButton() is self.save_as:
            self.elsewhere.emit()


class UnsavedChoice(StrEnum):
    """The answers to ``UnsavedDialog``."""

    SAVE = "save"
    DISCARD = "discard"
    CANCEL = "cancel"


class UnsavedDialog(_Question):
    """Asks whether to save before the document is closed."""

    #: An ``UnsavedChoice``.
    decided = Signal(object)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Unsaved changes"),
            tr("Save the changes to {title}?").format(title=title),
            tr("Unsaved changes will be lost."),
            parent,
        )
        self.setDefaultButton(self.addButton(QMessageBox.StandardButton.Save))
        self.addButton(QMessageBox.StandardButton.Discard)
        self.finished.connect(self._answer)

    def _answer(self, result: int) -> None:
        answers = {
            int(QMessageBox.StandardButton.Save): UnsavedChoice.SAVE,
            int(QMessageBox.StandardButton.Discard): UnsavedChoice.DISCARD,
        }
        self.decided.emit(answers.get(result, UnsavedChoice.CANCEL))
