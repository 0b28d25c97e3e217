"""The options of the tracing image tool: opacity, pixels per hex, and buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QToolButton, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.widgets.number_fields import DecimalField

if TYPE_CHECKING:
    from collections.abc import Sequence


class UnderlayOptions(QWidget):
    """Opacity and scale of the tracing image; disabled without one."""

    #: The opacity, from 0 to 1.
    opacity_chosen = Signal(float)
    #: The pixels of the image from hex to hex.
    pitch_chosen = Signal(float)

    def __init__(self, buttons: Sequence[QToolButton], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.opacity = QSlider(Qt.Orientation.Horizontal, self)
        self.opacity.setRange(5, 100)
        self.opacity.setFixedWidth(110)
        self.opacity.setAccessibleName(tr("Opacity of the tracing image"))
        self.opacity.setToolTip(tr("Opacity of the tracing image"))
        self.opacity.valueChanged.connect(lambda value: self.opacity_chosen.emit(value / 100))
        self.pitch = DecimalField(self)
        self.pitch.setRange(0.5, 5000)
        self.pitch.setDecimals(2)
        self.pitch.setSuffix(tr(" px"))
        self.pitch.setAccessibleName(tr("Pixels per hex"))
        self.pitch.setToolTip(tr("Pixels in the image from the centre of one hex to the next"))
        self.pitch.valueChanged.connect(self.pitch_chosen)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for widget in (
            *buttons,
            QLabel(tr("Opacity"), self),
            self.opacity,
            QLabel(tr("Pixels per hex"), self),
            self.pitch,
        ):
            layout.addWidget(widget)
        self.show_values(None)

    def show_values(self, values: tuple[float, float] | None) -> None:
        """Show opacity and pixels per hex; None for no image."""
        for widget in (self.opacity, self.pitch):
            widget.setEnabled(values is not None)
        if values is None:
            return
        with QSignalBlocker(self.opacity), QSignalBlocker(self.pitch):
            self.opacity.setValue(round(values[0] * 100))
            self.pitch.setSingleStep(max(values[1] / 200, 0.01))
            self.pitch.setValue(values[1])
