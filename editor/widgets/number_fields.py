"""Fields for numbers, whose digits begin where the text of other fields does.

A typed number is news when it is entered, not with each digit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDoubleSpinBox, QSizePolicy, QSpinBox

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QLineEdit, QWidget

#: How far the digits are moved to the right, in pixels: style sheets cannot, they leave the padding of such fields out.
_INDENT = 6
#: What the arrows and edges of a field take, in pixels.
_ARROWS = 30


class NumberField(QSpinBox):
    """A field for a whole number; what is counted may follow it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counted: Callable[[int], str] | None = None
        self.setKeyboardTracking(False)  # Qt's signature
        _indent(self.lineEdit())
        self.valueChanged.connect(self._name_counted)

    def count(self, counted: Callable[[int], str]) -> None:
        """Have what ``counted`` returns for a number follow it: ``1 point``, ``2 points``."""
        self._counted = counted
        self._name_counted()

    def setValue(self, value: int) -> None:  # Qt's name
        """Show another number; what is counted goes with it, whether anybody is told or not."""
        super().setValue(value)
        self._name_counted()

    def _name_counted(self, _value: int = 0) -> None:
        if self._counted is not None:
            self.setSuffix(f" {self._counted(self.value())}")


class DecimalField(QDoubleSpinBox):
    """A field for a number with decimals."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setKeyboardTracking(False)  # Qt's signature
        _indent(self.lineEdit())


def narrow_field(parent: QWidget, least: int, most: int, value: int, *, room_for: str) -> NumberField:
    """Return a field in a panel, which may make it as narrow as a text and the arrows."""
    found = NumberField(parent)
    found.setRange(least, most)
    found.setValue(value)
    found.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    found.setMinimumWidth(found.fontMetrics().horizontalAdvance(room_for) + _ARROWS)
    return found


def _indent(line: QLineEdit) -> None:
    line.setTextMargins(_INDENT, 0, 0, 0)
