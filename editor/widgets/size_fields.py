"""How many columns and rows a board has, as two fields beside each other."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from fairground.core.scenario.board import MAX_SIDE
from fairground.editor.app.texts import tr
from fairground.editor.widgets.basics import soft_label
from fairground.editor.widgets.number_fields import NumberField


class SizeFields(QWidget):
    """Columns by rows, each from 1 to what a board can have; ``remark`` says more below them."""

    changed = Signal()

    def __init__(self, size: tuple[int, int], remark: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.columns, self.rows = self._spin(tr("Columns"), size[0]), self._spin(tr("Rows"), size[1])
        row = QHBoxLayout()
        row.addWidget(self.columns)
        row.addWidget(QLabel(tr("by"), self))
        row.addWidget(self.rows)
        row.addStretch(1)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(2)
        lines.addLayout(row)
        lines.addWidget(soft_label(remark, self))

    @property
    def size_chosen(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.columns.value(), self.rows.value()

    def _spin(self, name: str, value: int) -> NumberField:
        spin = NumberField(self)
        spin.setRange(1, MAX_SIDE)
        spin.setKeyboardTracking(True)  # the picture follows each digit
        spin.setValue(value)
        spin.setAccessibleName(name)
        spin.setMinimumWidth(80)
        spin.valueChanged.connect(self.changed)
        return spin
