"""The findings as a table model: severity, hex, message, code, and whether there is a quick fix."""

from __future__ import annotations

from enum import IntEnum
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from fairground.core.finding import Severity
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.editor.features.findings.quick_fixes import QuickFix

Index = QModelIndex | QPersistentModelIndex
_ORDER = {severity: rank for rank, severity in enumerate(Severity)}


class Column(IntEnum):
    """The columns."""

    SEVERITY = 0
    HEX = 1
    MESSAGE = 2
    FIX = 3
    CODE = 4


class FindingsModel(QAbstractTableModel):
    """Errors first, then warnings, then advice; within a severity in the order of the validator."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.findings: list[Finding] = []
        #: The key that applies the fix of the current finding, for tooltips; empty for none.
        self.fix_key = ""
        self._fixes: dict[int, QuickFix | None] = {}
        self._quick_fix: Callable[[Finding], QuickFix | None] = lambda _finding: None

    def show(self, findings: list[Finding], quick_fix: Callable[[Finding], QuickFix | None]) -> None:
        """Show other findings; ``quick_fix`` is asked when a row is seen, since it may have to look at the board."""
        self.beginResetModel()
        self.findings = sorted(findings, key=lambda it: _ORDER[it.severity])
        self._fixes = {}
        self._quick_fix = quick_fix
        self.endResetModel()

    def fix(self, row: int) -> QuickFix | None:
        """Return the quick fix for a row; None when there is none."""
        if row not in self._fixes:
            self._fixes[row] = self._quick_fix(self.findings[row])
        return self._fixes[row]

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of findings."""
        return 0 if parent is not None and parent.isValid() else len(self.findings)

    def columnCount(self, parent: Index | None = None) -> int:
        """Return the number of columns."""
        return 0 if parent is not None and parent.isValid() else len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401  # Qt's own type
        """Return the titles of the columns."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return ("", tr("Hex"), tr("Finding"), "", tr("Code"))[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401  # Qt's own type
        """Return what a role of a cell holds."""
        finding, column = self.findings[index.row()], Column(index.column())
        if column is Column.FIX:
            fix = self.fix(index.row())
            return _of_fix(fix, role, self.fix_key) if fix else None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                texts = {Column.HEX: finding.place.hex or "", Column.MESSAGE: _placed(finding)}
                return texts.get(column, finding.code if column is Column.CODE else "")
            case Qt.ItemDataRole.DecorationRole if column is Column.SEVERITY:
                return icon(finding.severity.value, colours().of(finding.severity))
            case Qt.ItemDataRole.ToolTipRole:
                rule = finding.rule and tr("Rule {rule}").format(rule=finding.rule)
                return "\n".join(filter(None, (finding.place.file, finding.message, finding.fix, rule)))
            case Qt.ItemDataRole.AccessibleTextRole if column is Column.SEVERITY:
                return finding.severity.value
            case _:
                return None


def _placed(finding: Finding) -> str:
    """Return the message, after the line that it is about where that is one of a file: ``mine.yaml, line 7: ...``."""
    file, line = finding.place.file, finding.place.line
    parts = (PurePath(file).name if file else "", tr("line {line}").format(line=line) if line else "")
    where = ", ".join(part for part in parts if part)
    return f"{where}: {finding.message}" if where else finding.message


def _of_fix(fix: QuickFix, role: int, key: str) -> object:
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return fix.title
        case Qt.ItemDataRole.DecorationRole:
            return icon("fix", colours().accent)
        case Qt.ItemDataRole.ToolTipRole:
            return f"{fix.title} ({key})" if key else fix.title
        case _:
            return None
