"""Fields for numbers, whose digits begin where the text of other fields does.

A typed number is news when it is entered, not with each digit.
Fields for inches: a length, and a point of the table.
How many columns and rows a board has, as two fields beside each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QLabel, QSizePolicy, QSpinBox, QVBoxLayout, QWidget

from fairground.core.scenario.board import MAX_SIDE
from fairground.core.scenario.parts import INCH_DECIMALS
from fairground.editor.app.texts import tr
from fairground.editor.widgets.basics import soft_label

if TYPE_CHECKING:
    from collections.abc import Callable


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


#: How far an arrow of a field goes, in inches.
_STEP = 0.25
#: Room for a number of six letters, in pixels.
_NARROW = 70
#: Farther than any board reaches.
_FARTHEST = 100_000.0


def inch_text(value: float) -> str:
    """Return a number of inches with as many decimals as it takes."""
    text = f"{value:.{INCH_DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class PointField(QWidget):
    """Two numbers of inches: to the right and down."""

    #: The two numbers as they were typed.
    entered = Signal(float, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.across, self.down = (InchBox(self, least=-_FARTHEST, most=_FARTHEST) for _ in range(2))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for box, sign, name in (
            (self.across, "→", tr("Inches to the right")),
            (self.down, "↓", tr("Inches down")),
        ):
            box.setAccessibleName(name)
            box.setToolTip(tr("{what} from the centre of A1").format(what=name))
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
        self.lineEdit().setTextMargins(_INDENT, 0, 0, 0)
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
        self.lineEdit().setTextMargins(_INDENT, 0, 0, 0)


def narrow_field(parent: QWidget, least: int, most: int, value: int, *, room_for: str) -> NumberField:
    """Return a field in a panel, which may make it as narrow as a text and the arrows."""
    found = NumberField(parent)
    found.setRange(least, most)
    found.setValue(value)
    found.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    found.setMinimumWidth(found.fontMetrics().horizontalAdvance(room_for) + _ARROWS)
    return found


class InchBox(DecimalField):
    """A number of inches, with as many decimals as it takes; its least value may stand for none, with a text of its own."""

    def __init__(self, parent: QWidget | None = None, *, least: float = 0.0, most: float = 0.0) -> None:
        super().__init__(parent)
        # Files have points, whatever the language of the system has.
        self.setLocale(QLocale.c())
        self.setDecimals(INCH_DECIMALS)
        self.setSingleStep(_STEP)
        self.setSuffix("″")
        self.setRange(least, most)
        # As narrow as a panel: the hint of its size is that of the longest number.
        self.setMinimumWidth(_NARROW)

    def textFromValue(self, value: float) -> str:
        """Return a value without the zeros at its end."""
        return inch_text(value)
