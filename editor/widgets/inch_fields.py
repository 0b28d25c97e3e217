"""Fields for inches: a length, and a point of the table."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from fairground.core.scenario.parts import INCH_DECIMALS
from fairground.editor.app.texts import tr
from fairground.editor.widgets.number_fields import DecimalField

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
            box.setToolTip(tr("{what} from the middle of A1").format(what=name))
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
