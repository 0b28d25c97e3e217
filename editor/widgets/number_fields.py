"""Fields for numbers, inches, points of a table, and the size of a board.

A typed number is signalled when it is entered, not with each digit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QLabel, QSizePolicy, QSpinBox, QVBoxLayout, QWidget

from fairground.core.scenario.board import MAX_SIDE
from fairground.core.scenario.parts import INCH_DECIMALS
from fairground.editor.app.texts import tr
from fairground.editor.widgets.labels_and_buttons import soft_label

if TYPE_CHECKING:
    from collections.abc import Callable


class SizeFields(QWidget):
    """The columns and rows of a board, with ``remark`` below them."""

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
        spin.setKeyboardTracking(True)  # the preview follows each digit
        spin.setValue(value)
        spin.setAccessibleName(name)
        spin.setMinimumWidth(80)
        spin.valueChanged.connect(self.changed)
        return spin


#: The step of the arrows of a field, in inches.
_STEP = 0.25
#: The width of a number of six characters, in pixels.
_NARROW = 70
#: Larger than any board, in inches.
_FARTHEST = 100_000.0


def inch_text(value: float) -> str:
    """Return a number of inches without trailing zeros."""
    text = f"{value:.{INCH_DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class PointField(QWidget):
    """Two numbers of inches: to the right and down."""

    #: The typed numbers.
    entered = Signal(float, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.across, self.down = (InchBox(self, least=-_FARTHEST, most=_FARTHEST) for _ in range(2))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for box, sign, name in (
            (self.across, "→", tr("Inches to the right of the centre of A1")),
            (self.down, "↓", tr("Inches below the centre of A1")),
        ):
            box.setAccessibleName(name)
            box.setToolTip(name)
            box.valueChanged.connect(lambda _: self.entered.emit(self.across.value(), self.down.value()))
            row.addWidget(QLabel(sign, self))
            row.addWidget(box, 1)
        self.setFocusProxy(self.across)

    def show_point(self, across: float, down: float) -> None:
        """Show a point."""
        for box, value in ((self.across, across), (self.down, down)):
            blocked = box.blockSignals(True)  # Qt's signature
            box.setValue(value)
            box.blockSignals(blocked)


#: The indent of the digits, in pixels; style sheets ignore the padding of such fields.
_INDENT = 6
#: The width of the arrows and edges of a field, in pixels.
_ARROWS = 30


class NumberField(QSpinBox):
    """A field for a whole number, with an optional unit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counted: Callable[[int], str] | None = None
        self.setKeyboardTracking(False)  # Qt's signature
        self.lineEdit().setTextMargins(_INDENT, 0, 0, 0)
        self.valueChanged.connect(self._name_counted)

    def count(self, counted: Callable[[int], str]) -> None:
        """Show the unit that ``counted`` returns for a number: ``1 point``, ``2 points``."""
        self._counted = counted
        self._name_counted()

    def setValue(self, value: int) -> None:  # Qt's name
        """Show another number with its unit, even while signals are blocked."""
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
        self.lineEdit().setTextMargins(_INDENT, 0, 0, 0)


def narrow_field(parent: QWidget, least: int, most: int, value: int, *, room_for: str) -> NumberField:
    """Let a panel make a field as narrow as a text and the arrows, and return it."""
    field = NumberField(parent)
    field.setRange(least, most)
    field.setValue(value)
    field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    field.setMinimumWidth(field.fontMetrics().horizontalAdvance(room_for) + _ARROWS)
    return field


class InchBox(DecimalField):
    """A number of inches without trailing zeros; its least value may stand for none, with its own text."""

    def __init__(self, parent: QWidget | None = None, *, least: float = 0.0, most: float = 0.0) -> None:
        super().__init__(parent)
        # With a decimal point, as in files, in every language.
        self.setLocale(QLocale.c())
        self.setDecimals(INCH_DECIMALS)
        self.setSingleStep(_STEP)
        self.setSuffix("″")
        self.setRange(least, most)
        # As narrow as a panel: the size hint is that of the longest number.
        self.setMinimumWidth(_NARROW)

    def textFromValue(self, value: float) -> str:
        """Return a value without trailing zeros."""
        return inch_text(value)
