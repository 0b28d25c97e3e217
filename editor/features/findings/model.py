"""The findings as a table model, the filter above the table, and where findings are on the board."""

from __future__ import annotations

from enum import IntEnum
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QWidget

from fairground.core.errors import FairgroundError
from fairground.core.finding import Severity
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.labels_and_buttons import ElidedLabel, tool_button

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtCore import QSettings

    from fairground.core.finding import Finding
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.features.findings.quick_fixes import QuickFix


_HIDDEN = "findings/hidden"
_PLURALS = {
    Severity.ERROR: tr("errors"),
    Severity.WARNING: tr("warnings"),
    Severity.ADVICE: tr("advice"),
}


class FindingsFilter(QWidget):
    """The title of the findings panel: a button with a count for each severity, and a filter text.

    Hidden severities are remembered; text and selection are not, since they would hide findings in a later session.
    """

    #: The filter changed.
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings: QSettings | None = None
        #: Returns whether a finding is about a selected hex.
        self.is_selected: Callable[[Finding], bool] = lambda _finding: True
        self.title = ElidedLabel(tr("Findings"), self)
        self.severities: dict[Severity, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 1, 6, 1)
        row.setSpacing(3)
        row.addWidget(self.title, 1)
        for severity in Severity:
            button = tool_button(
                severity.value, tr("Show {plurals}").format(plurals=_PLURALS[severity]), self, checkable=True
            )
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setProperty("iconName", None)  # it has the colour of its severity, not the text's
            button.setIconSize(QSize(14, 14))
            button.setChecked(True)
            button.toggled.connect(self._switched)
            self.severities[severity] = button
            row.addWidget(button)
        self.selected = tool_button(
            "select", tr("Show findings for the selected hexes only"), self, checkable=True
        )
        self.selected.setIconSize(QSize(14, 14))
        self.selected.toggled.connect(lambda _on: self.changed.emit())
        self.text = QLineEdit(self)
        self.text.setPlaceholderText(tr("Filter"))
        self.text.setAccessibleName(tr("Filter text"))
        self.text.setToolTip(tr("Show only findings with this text in the hex, message, code or rule"))
        self.text.setClearButtonEnabled(True)
        self.text.setMaximumWidth(170)
        self.text.textChanged.connect(lambda _text: self.changed.emit())
        row.addWidget(self.selected)
        row.addWidget(self.text, 1)
        self.count(())

    def remember_in(self, settings: QSettings) -> None:
        """Restore the hidden severities, and remember them from now on."""
        stored = settings.value(_HIDDEN, [])
        hidden = {str(it) for it in (stored if isinstance(stored, list) else [stored])}
        for severity, button in self.severities.items():
            button.setChecked(severity.value not in hidden)
        self._settings = settings

    def count(self, findings: Iterable[Finding]) -> None:
        """Show the number of findings of each severity, hidden ones included."""
        counts = dict.fromkeys(Severity, 0)
        for finding in findings:
            counts[finding.severity] += 1
        for severity, button in self.severities.items():
            button.setText(str(counts[severity]))
            state = tr("shown") if button.isChecked() else tr("hidden")
            button.setAccessibleName(f"{_PLURALS[severity].capitalize()}: {counts[severity]}, {state}")
            tip = tr("Hide {plurals}") if button.isChecked() else tr("Show {plurals}")
            button.setToolTip(tip.format(plurals=_PLURALS[severity]))
        self.redraw()

    def redraw(self) -> None:
        """Redraw the icons in the colours of the theme."""
        for severity, button in self.severities.items():
            button.setIcon(icon(severity.value, colours().of(severity)))

    def pick(self, findings: list[Finding]) -> list[Finding]:
        """Return the findings that pass the filter."""
        words = self.text.text().casefold().split()
        return [
            it
            for it in findings
            if self.severities[it.severity].isChecked()
            and all(word in _text(it) for word in words)
            and (not self.selected.isChecked() or self.is_selected(it))
        ]

    def clear(self) -> None:
        """Show all findings."""
        for button in self.severities.values():
            button.setChecked(True)
        self.selected.setChecked(False)
        self.text.clear()

    def _switched(self, _on: bool) -> None:  # noqa: FBT001  # slot of a signal
        if self._settings is not None:
            hidden = [it.value for it, button in self.severities.items() if not button.isChecked()]
            self._settings.setValue(_HIDDEN, hidden)
        self.changed.emit()


def _text(finding: Finding) -> str:
    parts = (
        finding.place.hex,
        finding.place.hex_name,
        finding.place.file,
        finding.message,
        finding.code,
        finding.rule,
    )
    return " ".join(part for part in parts if part).casefold()


Index = QModelIndex | QPersistentModelIndex
_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


class Column(IntEnum):
    """The columns."""

    SEVERITY = 0
    HEX = 1
    MESSAGE = 2
    FIX = 3
    CODE = 4


_DATA_ROLES = frozenset(
    (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.DecorationRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
    )
)


class FindingsModel(QAbstractTableModel):
    """The findings as table rows: errors, warnings, advice, each in the order of the validation."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.findings: list[Finding] = []
        #: The key that applies the fix of the current finding, for tooltips; empty for none.
        self.fix_key = ""
        self._fixes: dict[int, QuickFix | None] = {}
        self._quick_fix: Callable[[Finding], QuickFix | None] = lambda _finding: None

    def show(self, findings: list[Finding], quick_fix: Callable[[Finding], QuickFix | None]) -> None:
        """Show other findings; ``quick_fix`` is called when a row becomes visible, since it may scan the board."""
        self.beginResetModel()
        self.findings = sorted(findings, key=lambda it: _RANKS[it.severity])
        self._fixes = {}
        self._quick_fix = quick_fix
        self.endResetModel()

    def fix(self, row: int) -> QuickFix | None:
        """Return the quick fix of a row; None for none."""
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
        """Return the data of a cell for a role."""
        if role not in _DATA_ROLES:
            return None  # at once: each cell that is painted is asked for seven roles
        finding, column = self.findings[index.row()], Column(index.column())
        if column is Column.FIX:
            # The table computes it when it paints the row.
            fix = self._fixes.get(index.row())
            return _of_fix(fix, role, self.fix_key) if fix else None
        return _of_finding(finding, column, role)


def _placed(finding: Finding) -> str:
    """Return the message, after file and line if it has them: ``mine.yaml, line 7: ...``."""
    file, line = finding.place.file, finding.place.line
    parts = (PurePath(file).name if file else "", tr("line {line}").format(line=line) if line else "")
    where = ", ".join(part for part in parts if part)
    return f"{where}: {finding.message}" if where else finding.message


def _of_finding(finding: Finding, column: Column, role: int) -> object:
    match role:
        case Qt.ItemDataRole.DisplayRole:
            texts = {
                Column.HEX: finding.place.hex_name or finding.place.hex or "",
                Column.MESSAGE: _placed(finding),
            }
            return texts.get(column, finding.code if column is Column.CODE else "")
        case Qt.ItemDataRole.DecorationRole if column is Column.SEVERITY:
            return icon(finding.severity.value, colours().of(finding.severity))
        case Qt.ItemDataRole.ToolTipRole:
            rule = finding.rule and tr("Rule {rule}").format(rule=finding.rule)
            hex_ = finding.place.hex_name if column is Column.HEX else None
            return "\n".join(filter(None, (finding.place.file, hex_, finding.message, finding.fix, rule)))
        case Qt.ItemDataRole.AccessibleTextRole if column is Column.SEVERITY:
            return finding.severity.value
        case _:
            return None


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


def place_of(scenario: Scenario, finding: Finding) -> Hex | None:
    """Return the hex of a finding, or the first hex of its unit, zone or objective; None for no place on the board."""
    board, place = scenario.board, finding.place
    try:
        if place.hex is not None:
            return board.parse(place.hex)
        match place.path:
            case ("units", int(index), *_):
                unit = scenario.units[index]
                return unit.hex if board.contains(unit.hex) else None
            case (("zones" | "objectives") as name, int(index), *_):
                hexes = board.hexes_of(getattr(scenario, name)[index].shape.mask(board))
                return min(hexes, key=board.cell, default=None)
            case _:
                return None
    except (FairgroundError, IndexError):  # the scenario has changed since the validation
        return None


def marks(findings: Iterable[Finding]) -> dict[str, Severity]:
    """Return the worst severity of the findings of each hex, by its label."""
    worst: dict[str, Severity] = {}
    for finding in findings:
        label = finding.place.hex
        if label is not None and (label not in worst or _RANKS[finding.severity] < _RANKS[worst[label]]):
            worst[label] = finding.severity
    return worst
