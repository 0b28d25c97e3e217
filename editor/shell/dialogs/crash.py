"""The report of an internal error, to copy."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours


class CrashDialog(QDialog):
    """Shows the log of an error; further errors are added below."""

    def __init__(self, log: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Something went wrong"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(680, 420)
        sign = QLabel(self)
        sign.setPixmap(pixmap("error", 32, colour=colours().error, ratio=self.devicePixelRatioF()))
        title = QLabel(tr("Fairground ran into an internal error."), self)
        title.setProperty("strong", True)  # Qt's signature
        text = QLabel(
            tr(
                "Your work is safe in the recovery journal. You can continue; it's a good idea to save under "
                "another name."
            ),
            self,
        )
        text.setWordWrap(True)
        self.log = QPlainTextEdit(log, self)
        self.log.setReadOnly(True)
        self.log.setAccessibleName(tr("Log"))
        self.log.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        buttons = QDialogButtonBox(self)
        self.copy = buttons.addButton(tr("Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.log.toPlainText()))
        self.go_on = buttons.addButton(tr("Continue"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.go_on.clicked.connect(self.accept)
        self.go_on.setDefault(True)
        layout = QVBoxLayout(self)
        layout.addWidget(sign)
        layout.addWidget(title)
        layout.addWidget(text)
        layout.addWidget(self.log, 1)
        layout.addWidget(buttons)

    def add(self, log: str) -> None:
        """Add another error."""
        self.log.appendPlainText(f"\n{log}")
