"""A list of sides, zones, objectives or units, each with a sign and its worst finding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from fairground.core.finding import Severity
from fairground.editor.app.icons import icon
from fairground.editor.app.theme import colours
from fairground.editor.widgets.signs import side_sign

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PySide6.QtWidgets import QWidget

    from fairground.core.finding import Finding

_RANKS = {severity: rank for rank, severity in enumerate(Severity)}
#: The number of rows visible at once.
_ROWS = 5


class PartsList(QListWidget):
    """Updates only the rows that have changed.

    ``describe`` returns the text of a part, and the index of the side whose sign is shown before it, -1 for none.
    """

    def __init__(self, title: str, describe: Callable[[Any], tuple[str, int]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        self.setIconSize(QSize(16, 16))
        self._describe = describe
        self._shown: Sequence[Any] = ()
        self._findings: dict[int, list[Finding]] = {}

    @property
    def shown(self) -> Sequence[Any]:
        """The parts in the order of the rows."""
        return self._shown

    def findings_at(self, row: int | None) -> Sequence[Finding]:
        """Return the findings of a row."""
        return () if row is None else self._findings.get(row, ())

    def forget_findings(self) -> None:
        """Forget the findings, before :meth:`show_parts`."""
        self._findings = {}

    def show_parts(self, parts: Sequence[Any], *, all_rows: bool) -> None:
        """Show parts, and update all rows or only those whose part has changed."""
        with QSignalBlocker(self):
            while self.count() > len(parts):
                self.takeItem(self.count() - 1)
            while self.count() < len(parts):
                self.addItem(QListWidgetItem())
            before, self._shown = self._shown, parts
            for row, part in enumerate(parts):
                # Parts are immutable: the same part has the same text.
                if all_rows or row >= len(before) or before[row] is not part:
                    self._show_row(row)
        if parts:
            high = self.sizeHintForRow(0) * min(len(parts), _ROWS) + 2 * self.frameWidth() + 2
            self.setFixedHeight(high)
        self.setVisible(bool(parts))

    def show_findings(self, findings: Iterable[tuple[int, Finding]]) -> None:
        """Show findings by row."""
        before, self._findings = self._findings, {}
        for row, finding in findings:
            self._findings.setdefault(row, []).append(finding)
        after = self._findings
        for row in before.keys() | after.keys():
            if before.get(row) != after.get(row) and row < self.count():
                self._show_row(row)

    def mark(self, row: int | None) -> None:
        """Select a row without a signal."""
        with QSignalBlocker(self):
            self.setCurrentRow(-1 if row is None else row)

    def _show_row(self, row: int) -> None:
        item, (text, side) = self.item(row), self._describe(self._shown[row])
        findings = self.findings_at(row)
        worst = min((it.severity for it in findings), key=_RANKS.__getitem__, default=None)
        item.setText(text)
        item.setToolTip("\n".join((text, *(it.message for it in findings))))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{text} ({worst.value})" if worst else text)
        item.setIcon(icon(worst.value, colours().of(worst)) if worst else side_sign(side))
