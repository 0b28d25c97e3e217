"""What is wrong with a file that cannot be opened, and what can be done all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

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
                    "The file itself stays as it is. What could be read can be opened as a copy, to be saved under another "
                    "name."
                ),
                self,
            )
            hint.setWordWrap(True)
            layout.addWidget(hint)
            self.copy = buttons.addButton(tr("Open as a copy"), QDialogButtonBox.ButtonRole.AcceptRole)
            self.copy.clicked.connect(self.accept)
        layout.addWidget(buttons)
