"""A list of sides, zones, objectives or units, each in a line with its sign and the worst finding about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from fairground.core.finding import Severity
from fairground.editor.app.icons import icon
from fairground.editor.app.theme import colours
from fairground.editor.widgets.side_signs import side_sign

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PySide6.QtWidgets import QWidget

    from fairground.core.finding import Finding

_RANKS = {severity: rank for rank, severity in enumerate(Severity)}
#: How many rows are seen at once; the rest scrolls, so that the form is near.
_ROWS = 5


class PartsList(QListWidget):
    """Draws a row anew only when it says something else.

    ``say`` returns the words for a part, and the place of the side whose sign stands before it, -1 for nobody's.
    """

    def __init__(self, title: str, say: Callable[[Any], tuple[str, int]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        self.setIconSize(QSize(16, 16))
        self._say = say
        self._shown: Sequence[Any] = ()
        self._findings: dict[int, list[Finding]] = {}

    @property
    def shown(self) -> Sequence[Any]:
        """The parts that the rows show, in their order."""
        return self._shown

    def findings_at(self, row: int | None) -> Sequence[Finding]:
        """Return what is wrong with the part of a row."""
        return () if row is None else self._findings.get(row, ())

    def forget_findings(self) -> None:
        """Know of nothing that is wrong; to be followed by :meth:`show_parts`."""
        self._findings = {}

    def show_parts(self, parts: Sequence[Any], *, anew: bool) -> None:
        """Show parts: in all rows ``anew``, or in those alone that have another part than before."""
        blocked = self.blockSignals(True)  # Qt's signature
        while self.count() > len(parts):
            self.takeItem(self.count() - 1)
        while self.count() < len(parts):
            self.addItem(QListWidgetItem())
        before, self._shown = self._shown, parts
        for row, part in enumerate(parts):
            # Parts are replaced whole, so that the same part says the same.
            if anew or row >= len(before) or before[row] is not part:
                self._show_row(row)
        self.blockSignals(blocked)
        if parts:
            high = self.sizeHintForRow(0) * min(len(parts), _ROWS) + 2 * self.frameWidth() + 2
            self.setFixedHeight(high)
        self.setVisible(bool(parts))

    def show_findings(self, findings: Iterable[tuple[int, Finding]]) -> None:
        """Tell what is wrong with the parts, by their rows."""
        before, self._findings = self._findings, {}
        for row, finding in findings:
            self._findings.setdefault(row, []).append(finding)
        after = self._findings
        for row in before.keys() | after.keys():
            if before.get(row) != after.get(row) and row < self.count():
                self._show_row(row)

    def mark(self, row: int | None) -> None:
        """Mark the row of the chosen part, without a signal."""
        blocked = self.blockSignals(True)  # Qt's signature
        self.setCurrentRow(-1 if row is None else row)
        self.blockSignals(blocked)

    def _show_row(self, row: int) -> None:
        item, (text, side) = self.item(row), self._say(self._shown[row])
        findings = self.findings_at(row)
        worst = min((it.severity for it in findings), key=_RANKS.__getitem__, default=None)
        item.setText(text)
        item.setToolTip("\n".join((text, *(it.message for it in findings))))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{text} ({worst.value})" if worst else text)
        item.setIcon(icon(worst.value, colours().of(worst)) if worst else side_sign(side))
