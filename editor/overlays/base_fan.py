"""The fan of a base on the canvas: a veil over what it does not see, with smooth edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from fairground.core.pictures.colours import GOLD, INK, PAPER
from fairground.core.pictures.fan_overlay import BEYOND, BLOCKED, LOOKS, VEIL

if TYPE_CHECKING:
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.jobs.sight import Rings, SeenArea

_EDGE, _RING = 1.2, 1.6
#: How strong the hatch is over the veil.
_HATCHED = 0.55


def paint_area(frame: Frame, area: SeenArea, *, over: bool) -> None:
    """Draw the veil, a hatch with the colour alone where a fill lies below, and a ring around the base."""
    painter, camera = frame.painter, frame.camera
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    hidden = _path(camera, area.hidden)
    ratio = camera.ratio
    if not over:
        for path, look in ((hidden, LOOKS[BLOCKED - 1]), (_path(camera, area.beyond), LOOKS[BEYOND - 1])):
            fill = QColor(look.fill)
            fill.setAlphaF(look.opacity)
            painter.fillPath(path, fill)
    lines = QColor(VEIL)
    lines.setAlphaF(_HATCHED)
    brush = QBrush(lines, Qt.BrushStyle.BDiagPattern)
    painter.setBrushOrigin(QPointF(-camera.left % 8, -camera.top % 8))
    painter.fillPath(hidden, brush)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    edge = _path(camera, area.seen)
    for colour, width in ((PAPER, 2.2 * _EDGE), (VEIL, _EDGE)):
        painter.setPen(QPen(QColor(colour), width * ratio, j=Qt.PenJoinStyle.RoundJoin))
        painter.drawPath(edge)
    across, down = camera.scale
    middle = QPointF(*camera.to_view(area.x, area.y))
    for colour, width in ((PAPER, 3.2 * _RING), (INK, 2 * _RING), (GOLD, _RING)):
        painter.setPen(QPen(QColor(colour), width * ratio))
        more = 3.0 * ratio
        painter.drawEllipse(middle, area.radius * across + more, area.radius * down + more)
    painter.restore()


def _path(camera: Camera, rings: Rings) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    across, down = camera.scale
    for ring in rings:
        points = ring * (across, down) - (camera.left, camera.top)
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points.tolist()]))
        path.closeSubpath()
    return path
