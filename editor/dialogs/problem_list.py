"""Findings about a file as a list with lines, for dialogs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from fairground.editor.theme import colours
from fairground.editor.window.icons import icon

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.finding import Finding


class ProblemList(QListWidget):
    """One line a finding: its place, and what is wrong; what would mend it is in the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Problems")
        self.setWordWrap(True)
        self.setAlternatingRowColors(True)

    def show_findings(self, findings: Iterable[Finding]) -> None:
        """Show other findings."""
        self.clear()
        look = colours()
        for it in findings:
            place = it.place
            where = [place.file or "", f"line {place.line}" if place.line else "", place.hex or ""]
            head = ", ".join(part for part in where if part)
            text = f"{head}: {it.message}" if head else it.message
            item = QListWidgetItem(icon(it.severity.value, look.of(it.severity)), text, self)
            item.setToolTip(it.fix or it.message)

    def texts(self) -> list[str]:
        """Return the lines."""
        return [self.item(at).text() for at in range(self.count())]
