"""How fans are drawn: veils and signs of single hexes, and the area that a base sees, with smooth edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainterPath, QPen, QPolygonF

from fairground.core.grid.layout import SQRT3, Orientation
from fairground.core.pictures.colours import FAN_HINDERED, FAN_VEIL, GOLD, INK, PAPER
from fairground.core.pictures.display_list import Circle, Group, PathShape, Polygon
from fairground.core.pictures.fan_drawing import BEYOND, BLOCKED, LOOKS
from fairground.core.pictures.plan import line
from fairground.core.pictures.tiles import TILE_SIZE
from fairground.editor.canvas.item_painter import smooth

if TYPE_CHECKING:
    from fairground.core.grid.layout import Layout
    from fairground.core.pictures.display_list import Command, Item, Point
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.jobs.sight import Rings, SeenArea

_EDGE, _RING = 1.2, 1.6
#: The opacity of the hatch.
_HATCHED = 0.55


def paint_area(frame: Frame, area: SeenArea, *, over: bool) -> None:
    """Draw the veil, over a fill only its hatch, and a ring around the base."""
    painter, camera = frame.painter, frame.camera
    with smooth(painter):
        hidden = _path(camera, area.hidden)
        ratio = camera.ratio
        if not over:
            for path, look in ((hidden, LOOKS[BLOCKED - 1]), (_path(camera, area.beyond), LOOKS[BEYOND - 1])):
                fill = QColor(look.fill)
                fill.setAlphaF(look.opacity)
                painter.fillPath(path, fill)
        lines = QColor(FAN_VEIL)
        lines.setAlphaF(_HATCHED)
        brush = QBrush(lines, Qt.BrushStyle.BDiagPattern)
        painter.setBrushOrigin(QPointF(-camera.left % 8, -camera.top % 8))
        painter.fillPath(hidden, brush)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        edge = _path(camera, area.seen)
        for colour, width in ((PAPER, 2.2 * _EDGE), (FAN_VEIL, _EDGE)):
            painter.setPen(QPen(QColor(colour), width * ratio, j=Qt.PenJoinStyle.RoundJoin))
            painter.drawPath(edge)
        across, down = camera.scale
        middle = QPointF(*camera.to_view(area.x, area.y))
        for colour, width in ((PAPER, 3.2 * _RING), (INK, 2 * _RING), (GOLD, _RING)):
            painter.setPen(QPen(QColor(colour), width * ratio))
            more = 3.0 * ratio
            painter.drawEllipse(middle, area.radius * across + more, area.radius * down + more)


def _path(camera: Camera, rings: Rings) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    across, down = camera.scale
    for ring in rings:
        points = ring * (across, down) - (camera.left, camera.top)
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points.tolist()]))
        path.closeSubpath()
    return path


_LINE_WIDTH, _LINE_OPACITY = 0.5, 0.5
_DOT, _DOTS_AWAY = 0.95, 0.52


def veil(layout: Layout, hexagon: tuple[Point, ...], *, lines: int, over: bool = False) -> tuple[Item, ...]:
    """Return a veiled hex with ``lines`` hatch lines from one hex to the next.

    The lines continue from hex to hex. Over a fill they are dark with a light margin, and there is no veil.
    """
    along = (1.5 * TILE_SIZE, SQRT3 / 2 * TILE_SIZE)
    across = (0.0, SQRT3 * TILE_SIZE)
    if layout.orientation is not Orientation.FLAT:
        along, across = along[::-1], across[::-1]
    commands: list[Command] = []
    for k in range(-lines, lines):
        share = (k + 0.5) / lines
        x, y = across[0] * share, across[1] * share
        commands += line(((x - along[0], y - along[1]), (x + along[0], y + along[1])))
    if over:
        hatch = tuple(commands)
        return (
            PathShape(hatch, stroke=PAPER, width=3 * _LINE_WIDTH, opacity=_LINE_OPACITY),
            PathShape(hatch, stroke=FAN_VEIL, width=1.6 * _LINE_WIDTH, opacity=0.85),
        )
    look = LOOKS[BLOCKED - 1]
    ground = Polygon(hexagon, fill=look.fill, opacity=look.opacity)
    if not lines:
        return (ground,)
    return ground, PathShape(tuple(commands), stroke=PAPER, width=_LINE_WIDTH, opacity=_LINE_OPACITY)


def dots(hexagon: tuple[Point, ...], *, many: bool) -> tuple[Item, ...]:
    """Return the dots of a hex that is seen but hindered; only one if hexes are small."""
    if not many:
        return (Circle(0.0, 0.0, 2.6, fill=FAN_HINDERED, opacity=0.85),)
    places = [(0.0, 0.0), *((x * _DOTS_AWAY, y * _DOTS_AWAY) for x, y in hexagon)]
    discs = tuple(Circle(x, y, _DOT, fill=FAN_HINDERED, stroke=PAPER, width=0.35) for x, y in places)
    return (Group(discs, opacity=0.9),)
