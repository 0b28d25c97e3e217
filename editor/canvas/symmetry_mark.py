"""The axis or the centre of a symmetry on the canvas: a dashed line, or a sign of its order."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPen, QPolygonF

from fairground.core.grid.symmetry import axis_step, fixed_place
from fairground.core.pictures.colours import INK, PAPER
from fairground.editor.canvas.item_painter import smooth

if TYPE_CHECKING:
    from fairground.core.grid.symmetry import Symmetry
    from fairground.editor.canvas.frame import Frame

#: Colour, width and dash of the strokes of an axis, the lowest first, in logical pixels.
_STROKES: tuple[tuple[str, float, float, tuple[float, ...]], ...] = (
    (PAPER, 3.4, 0.8, ()),
    (INK, 1.3, 0.95, (9.0, 4.0, 2.0, 4.0)),
)
#: How far an axis extends beyond the board, in hexes.
_BEYOND = 1.0
#: The radius of the sign of a centre: at most so many logical pixels, and so many hexes.
_RADIUS, _SHARE = 9.0, 0.2


class SymmetryMark:
    """Draws ``symmetry``, unless it is None."""

    def __init__(self) -> None:
        self.symmetry: Symmetry | None = None

    def paint(self, frame: Frame) -> None:
        """Draw it."""
        if self.symmetry is None:
            return
        painter = frame.painter
        with smooth(painter):
            if self.symmetry.mirrored:
                self._axis(frame, self.symmetry)
            else:
                self._centre(frame, self.symmetry)

    def _axis(self, frame: Frame, symmetry: Symmetry) -> None:
        """Draw the line of a mirror over the board and a little beyond."""
        camera = frame.camera
        place_q, place_r = map(float, fixed_place(symmetry))
        step = axis_step(symmetry)
        x, y = camera.layout.to_point(place_q, place_r)
        dx, dy = camera.layout.to_point(step.q, step.r)
        left, top, right, bottom = camera.extent()
        bounds = ((left, right, x, dx), (top, bottom, y, dy))
        spans = [
            sorted(((low - _BEYOND - at) / along, (high + _BEYOND - at) / along))
            for low, high, at, along in bounds
            if abs(along) > 1e-9
        ]
        first, last = max(start for start, _ in spans), min(end for _, end in spans)
        if first >= last:
            return
        line = QLineF(
            QPointF(*camera.to_view(x + first * dx, y + first * dy)),
            QPointF(*camera.to_view(x + last * dx, y + last * dy)),
        )
        for colour, width, opacity, dash in _STROKES:
            pen = QPen(QColor(colour), width * camera.ratio)
            if dash:
                pen.setDashPattern([length / width for length in dash])
            frame.painter.setOpacity(opacity)
            frame.painter.setPen(pen)
            frame.painter.drawLine(line)

    def _centre(self, frame: Frame, symmetry: Symmetry) -> None:
        """Draw the sign that crystallographers use: a lens for half turns, a triangle, a hexagon, in a ring."""
        camera, painter = frame.camera, frame.painter
        middle = QPointF(*camera.to_view(*camera.layout.to_point(*map(float, fixed_place(symmetry)))))
        order, ratio = symmetry.order or 2, camera.ratio
        radius = min(_RADIUS, _SHARE * frame.pitch) * ratio
        if order == 2:
            corners = [(0.38, 0.0), (0.0, -1.0), (-0.38, 0.0), (0.0, 1.0)]
        else:
            angles = [2 * math.pi * i / order for i in range(order)]
            corners = [(math.sin(it), -math.cos(it)) for it in angles]
        sign = QPolygonF([middle + QPointF(x, y) * radius for x, y in corners])
        ring = 1.55 * radius
        painter.setOpacity(0.9)
        painter.setPen(QPen(QColor(INK), 1.4 * ratio))
        painter.setBrush(QColor(PAPER))
        painter.drawEllipse(middle, ring, ring)
        painter.setOpacity(1.0)
        painter.setBrush(QColor(INK))
        painter.setPen(QPen(QColor(INK), 1.0, j=Qt.PenJoinStyle.RoundJoin))
        painter.drawPolygon(sign)
        painter.setPen(QPen(QColor(PAPER), 1.0))
        painter.setBrush(QColor(PAPER))
        painter.drawEllipse(middle, radius / 6, radius / 6)
