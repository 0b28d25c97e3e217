"""Help > About Fairground, with versions and licences, and the log of an internal error: what a report of a problem needs."""

from __future__ import annotations

import platform
import re
from importlib import metadata
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.app.icons import pixmap
from fairground.editor.app.paths import log_file
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.labels_and_buttons import heading, open_at

if TYPE_CHECKING:
    from collections.abc import Iterator


class AboutDialog(QDialog):
    """Shows the version of Fairground and its libraries, with their licences."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Fairground"))
        open_at(self, 520, 460)
        program = metadata.metadata("fairground")
        title = QLabel(tr("Fairground {version}").format(version=program["Version"]), self)
        title.setProperty("strong", True)  # Qt's signature
        licence = QLabel(tr("Licence: {licence}").format(licence=licence_of(program)), self)
        self.libraries = QListWidget(self)
        self.libraries.setAccessibleName(tr("Libraries"))
        self.libraries.addItems([*library_lines()])
        report = QLabel(
            tr("Report problems to the people who gave you Fairground; include the log ({path}).").format(
                path=log_file()
            ),
            self,
        )
        report.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.close)
        self.copy = buttons.addButton(tr("Copy system details"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.setToolTip(tr("Copy the versions of Fairground, Python, Qt and the system"))
        self.copy.setAutoDefault(False)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(system_facts()))
        layout = QVBoxLayout(self)
        for widget in (title, licence, heading(tr("Libraries"), self), self.libraries, report, buttons):
            layout.addWidget(widget)
        layout.setStretchFactor(self.libraries, 1)


def licence_of(package: metadata.PackageMetadata) -> str:
    """Return the licence that a package names, in one line."""
    facts = package.json
    classified = [line for line in facts.get("classifier", ()) if line.startswith("License :: ")]
    stated = facts.get("license_expression") or ", ".join(line.rpartition(" :: ")[2] for line in classified)
    return str(stated or facts.get("license") or tr("unknown")).strip().splitlines()[0]


def library_lines() -> Iterator[str]:
    """Yield name, version and licence of the installed libraries that Fairground requires, by name."""
    names = {re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in metadata.requires("fairground") or ()}
    for name in sorted(names, key=str.casefold):
        try:
            library = metadata.metadata(name)
        except metadata.PackageNotFoundError:
            continue
        yield f"{library['Name']} {library['Version']}: {licence_of(library)}"


def system_facts() -> str:
    """Return the versions that a report of a problem needs, one a line."""
    facts = {
        "Fairground": metadata.version("fairground"),
        "Python": platform.python_version(),
        "Qt": qVersion(),
        "System": platform.platform(),
        "Screen": QGuiApplication.platformName(),
        "Log": log_file(),
    }
    return "\n".join(f"{name}: {value}" for name, value in facts.items())


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
