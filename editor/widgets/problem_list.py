"""Findings about a file as a list with lines, for dialogs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.finding import Finding


class ProblemList(QListWidget):
    """One line for each finding, with its place; the fix is in the tooltip."""

    #: The ``Finding`` that was clicked or activated.
    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Problems"))
        self.setWordWrap(True)
        self.setAlternatingRowColors(True)
        self._findings: list[Finding] = []
        self.itemClicked.connect(self._choose)
        self.itemActivated.connect(self._choose)

    def show_findings(self, findings: Iterable[Finding]) -> None:
        """Show other findings."""
        self.clear()
        self._findings = list(findings)
        look = colours()
        for it in self._findings:
            text = placed_message(it)
            item = QListWidgetItem(icon(it.severity.value, look.of(it.severity)), text, self)
            item.setToolTip(it.fix or it.message)

    def texts(self) -> list[str]:
        """Return the lines."""
        return [self.item(at).text() for at in range(self.count())]

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(self._findings[self.row(item)])


def placed_message(finding: Finding) -> str:
    """Return the message of a finding after its file, line and hex: ``line 5, C4: ...``."""
    place = finding.place
    where = [
        place.file or "",
        tr("line {line}").format(line=place.line) if place.line else "",
        place.hex or "",
    ]
    head = ", ".join(part for part in where if part)
    return f"{head}: {finding.message}" if head else finding.message
