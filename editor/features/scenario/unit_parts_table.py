"""A table of the parts of a large unit: name, place on its base and size, in inches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from fairground.core.scenario.parts import INCH_DECIMALS, MAX_TITLE, UnitPart
from fairground.editor.app.texts import tr
from fairground.editor.widgets.basics import tool_button
from fairground.editor.widgets.inch_fields import inch_text

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAME, _ACROSS, _DOWN, _SIZE = range(4)
#: How large a new part is, in inches, and the greatest length that a file can have.
_USUAL, _MOST = 0.5, 1_000.0


class PartsTable(QWidget):
    """A row for each part; every change gives all parts anew."""

    #: The parts, a tuple of ``UnitPart``.
    entered = Signal(object)
    #: A sentence: why what was typed is not taken over; empty when it is.
    faulty = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[UnitPart, ...] = ()
        self.table = QTableWidget(0, 4, self)
        self.table.setAccessibleName(tr("Parts of the unit"))
        for column, (title, tip) in enumerate(
            (
                (tr("Name"), tr("What the part is called")),
                ("→", tr("Inches to the right of the middle of the base")),
                ("↓", tr("Inches down from the middle of the base")),
                ("⌀", tr("Diameter of the part in inches")),
            )
        ):
            header = QTableWidgetItem(title)
            header.setToolTip(tip)
            self.table.setHorizontalHeaderItem(column, header)
        # The numbers that the map shows at the parts.
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        across = self.table.horizontalHeader()
        across.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        across.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        self.table.setTabKeyNavigation(False)
        self.table.cellChanged.connect(self._typed)
        self.add = tool_button("add", tr("Add a part"), self)
        self.add.clicked.connect(self._add)
        self.remove = tool_button("delete", tr("Remove the part"), self)
        self.remove.clicked.connect(self._remove)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.addWidget(self.add)
        buttons.addWidget(self.remove)
        buttons.addStretch(1)
        column_layout = QVBoxLayout(self)
        column_layout.setContentsMargins(0, 0, 0, 0)
        column_layout.setSpacing(2)
        column_layout.addLayout(buttons)
        column_layout.addWidget(self.table)
        self.setFocusProxy(self.table)
        self._show(())

    def show_parts(self, parts: Sequence[UnitPart]) -> None:
        """Show the parts of a unit."""
        # The header takes its time to say how high it is, and most units have no parts.
        if tuple(parts) != self._parts:
            self._show(parts)

    def _show(self, parts: Sequence[UnitPart]) -> None:
        self._parts = tuple(parts)
        blocked = self.table.blockSignals(True)  # Qt's signature
        self.table.setRowCount(len(parts))
        for row, part in enumerate(parts):
            for column, text in enumerate((part.name, *map(inch_text, (*part.at, part.base)))):
                item = self.table.item(row, column)
                if item is None:
                    item = QTableWidgetItem()
                    self.table.setItem(row, column, item)
                item.setText(text)
                if column != _NAME:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.table.blockSignals(blocked)
        self.table.setVisible(bool(parts))
        self.remove.setEnabled(bool(parts))
        high = self.table.horizontalHeader().sizeHint().height() + 2 * self.table.frameWidth()
        self.table.setFixedHeight(high + sum(self.table.rowHeight(row) for row in range(len(parts))) + 2)

    def _typed(self, row: int, column: int) -> None:
        item = self.table.item(row, column)
        if item is None or row >= len(self._parts):
            return
        part, text = self._parts[row], item.text().strip()
        if column == _NAME:
            if not 0 < len(text) <= MAX_TITLE:
                self._refuse(tr("A part has a name."))
                return
            self._give(row, replace(part, name=text))
            return
        try:
            value = round(float(text.removesuffix("″").replace(",", ".")), INCH_DECIMALS)
        except ValueError:
            self._refuse(tr("{text!r} is no number of inches.").format(text=text))
            return
        if not (0 if column == _SIZE else -_MOST) <= value <= _MOST:
            self._refuse(tr("{text} is too far, or less than nothing.").format(text=inch_text(value)))
            return
        across, down = part.at
        self._give(
            row,
            {
                _ACROSS: replace(part, at=(value, down)),
                _DOWN: replace(part, at=(across, value)),
                _SIZE: replace(part, base=value),
            }[column],
        )

    def _refuse(self, sentence: str) -> None:
        self._show(self._parts)
        self.faulty.emit(sentence)

    def _give(self, row: int, part: UnitPart) -> None:
        self.faulty.emit("")
        self.entered.emit((*self._parts[:row], part, *self._parts[row + 1 :]))

    def _add(self) -> None:
        taken = {part.name for part in self._parts}
        names = (tr("part {n}").format(n=n) for n in range(1, len(taken) + 2))
        self.entered.emit((*self._parts, UnitPart(next(it for it in names if it not in taken), base=_USUAL)))

    def _remove(self) -> None:
        row = self.table.currentRow()
        row = row if 0 <= row < len(self._parts) else len(self._parts) - 1
        self.entered.emit((*self._parts[:row], *self._parts[row + 1 :]))
