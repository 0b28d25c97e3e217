"""Fields for numbers, whose digits begin where the text of other fields does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLineEdit, QWidget

#: How far the digits are moved to the right, in pixels: style sheets cannot, they leave the padding of such fields out.
_INDENT = 6


class NumberField(QSpinBox):
    """A field for a whole number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _indent(self.lineEdit())


class DecimalField(QDoubleSpinBox):
    """A field for a number with decimals."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _indent(self.lineEdit())


def _indent(line: QLineEdit) -> None:
    line.setTextMargins(_INDENT, 0, 0, 0)
