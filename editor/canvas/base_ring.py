"""The ring around the base of the unit that is worked on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from fairground.editor.canvas.overlays import CHOSEN

if TYPE_CHECKING:
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.frame import Frame

#: From the edge of the base to the ring, in logical pixels.
_OFF = 3.0


class BaseRing(NamedTuple):
    """A place and a radius, in sizes of a hex."""

    x: float
    y: float
    radius: float

    def rect(self, camera: Camera) -> QRect:
        """Return the device pixels that it is drawn in."""
        more = (_OFF + 4.0) * camera.ratio
        return self._box(camera).adjusted(-more, -more, more, more).toAlignedRect()

    def paint(self, frame: Frame) -> None:
        """Draw it in the style of what is chosen."""
        painter, ratio = frame.painter, frame.camera.ratio
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        off = _OFF * ratio
        box = self._box(frame.camera).adjusted(-off, -off, off, off)
        for colour, width, opacity, dash in CHOSEN.strokes:
            ink = QColor(colour)
            ink.setAlphaF(opacity)
            pen = QPen(ink, width * ratio)
            if dash:
                pen.setDashPattern([it / width for it in dash])
            painter.setPen(pen)
            painter.drawEllipse(box)
        painter.restore()

    def _box(self, camera: Camera) -> QRectF:
        across, down = camera.scale
        middle = QPointF(*camera.to_view(self.x, self.y))
        box = QRectF(0.0, 0.0, 2 * self.radius * across, 2 * self.radius * down)
        box.moveCenter(middle)
        return box
