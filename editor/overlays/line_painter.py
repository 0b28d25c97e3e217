"""A line of sight on the canvas: solid as far as it is clear, broken from what blocks it on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from fairground.core.grid.hexsides import Hexside, corner
from fairground.core.pictures.colours import INK, PAPER
from fairground.core.pictures.display_list import Circle
from fairground.core.pictures.fan_overlay import origin_ring
from fairground.editor.canvas.item_painter import paint_items
from fairground.editor.canvas.parts_painter import paint_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.display_list import Item
    from fairground.core.sight.verdict import Sight
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.frame import Frame

CLEAR, BLOCKED = "#12466b", "#b3121d"
_NEAR = 1e-6
#: Parts of the target's sign, in mm on a hex of 11.
_TARGET = (
    Circle(0.0, 0.0, 3.0, stroke=PAPER, width=1.9),
    Circle(0.0, 0.0, 3.0, stroke=INK, width=1.0),
    Circle(0.0, 0.0, 1.0, fill=INK),
)


def paint_sight(frame: Frame, sight: Sight) -> None:
    """Draw a verdict: hexes crossed, those beside stretches along hexsides, the line, its ends, and what blocks it."""
    painter = frame.painter
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(1.0)
    drawing = _Drawing(painter, frame.camera, frame.scale.art.unit, sight)
    drawing.draw_line()
    if frame.camera.is_near:
        # Places keep their names; the ends and what blocks say more than a letter that they cover.
        paint_names(frame)
    drawing.draw_signs()
    painter.restore()


def clear_share(sight: Sight, camera: Camera) -> float:
    """Return how much of a line is clear, from 0 to 1: as far as the first of what blocks it."""
    if not sight.blocked_by:
        return 1.0
    start, end = QPointF(*camera.centre(sight.start)), QPointF(*camera.centre(sight.end))
    way = end - start
    length = QPointF.dotProduct(way, way)
    if not length:
        return 0.0
    points = [QPointF(*at) - start for at in _points(camera, sight.blocked_by[0])]
    along = [QPointF.dotProduct(it, way) / length for it in points]
    aside = [(it.x() * way.y() - it.y() * way.x()) / length for it in points]
    shares = []
    for i in range(len(points) if len(points) > 2 else 1):
        a, b = i, (i + 1) % len(points)
        if abs(aside[a]) < _NEAR and abs(aside[b]) < _NEAR:
            shares += [along[a], along[b]]
        elif aside[a] * aside[b] <= _NEAR**2:
            share = aside[a] / (aside[a] - aside[b])
            shares.append(along[a] + share * (along[b] - along[a]))
    # What does not meet the line lies beside it: as far as it is near.
    return min(max(min(shares, default=min(along)), 0.0), 1.0)


def _points(camera: Camera, at: Hex | Hexside) -> list[tuple[float, float]]:
    """Return the pixels of the corners of a hex, or of the ends of a hexside."""
    if isinstance(at, Hexside):
        return list(camera.side(at))
    return [camera.to_view(*camera.layout.corner_point(corner(at, index))) for index in range(6)]


class _Drawing:
    """One line being drawn; ``unit`` is device pixels a mm on a hex of 11."""

    def __init__(self, painter: QPainter, camera: Camera, unit: float, sight: Sight) -> None:
        self._painter = painter
        self._camera = camera
        self._sight = sight
        self._unit = unit
        at, middle = sight.start, QPointF(*camera.centre(sight.start))
        #: From the centre of a hex to its corners: the same for all of them.
        self._corners = [QPointF(*it) - middle for it in _points(camera, at)]
        self._ends = middle, QPointF(*camera.centre(sight.end))
        # Small maps have thin lines, but never thinner than can be seen.
        self._pen_unit = min(max(unit, 1.5 * camera.ratio), 3.2 * camera.ratio)

    def draw_line(self) -> None:
        """Draw the line, the hexes along it, and outlines around what blocks it."""
        sight = self._sight
        for at in sight.line.crossed:
            self._hexagon(at, CLEAR, 0.5, fill=0.35)
        for it in sight.line.stretches:
            for at in (it.left, it.right):
                self._hexagon(at, CLEAR, 0.8, dotted=True)
        for it in sight.line.stretches:
            self._doubled(it.side)
        for blocker in sight.blocked_by:
            self._outlined(blocker)
        start, end = self._ends
        if start != end:
            self._line(start, end)

    def draw_signs(self) -> None:
        """Draw the ends, and a cross on what blocks."""
        sight, (start, end) = self._sight, self._ends
        for blocker in sight.blocked_by:
            self._crossed_out(blocker)
        self._items(origin_ring(0.0, 0.0, 0.62), start)
        if start != end:
            self._items(_TARGET, end)

    def _line(self, start: QPointF, end: QPointF) -> None:
        middle = start + (end - start) * clear_share(self._sight, self._camera)
        self._stroke([(start, end)], PAPER, 2.4)
        self._stroke([(start, middle)], CLEAR, 1.25)
        if middle != end:
            self._stroke([(middle, end)], BLOCKED, 1.25, dash=(2.2, 1.7))

    def _outlined(self, at: Hex | Hexside) -> None:
        if isinstance(at, Hexside):
            one, other = (QPointF(*it) for it in self._camera.side(at))
            ends = [(one, other)]
        else:
            points = self._shrunk(at, 0.93)
            ends = [(points[i - 1], points[i]) for i in range(len(points))]
        for colour, width in ((PAPER, 2.5), (BLOCKED, 1.4)):
            self._stroke(ends, colour, width)

    def _crossed_out(self, at: Hex | Hexside) -> None:
        if isinstance(at, Hexside):
            one, other = (QPointF(*it) for it in self._camera.side(at))
            middle, r = (one + other) / 2, 2.0 * self._pen_unit
        else:
            middle, r = QPointF(*self._camera.centre(at)), 2.7 * self._pen_unit
        falling, rising = QPointF(r, r), QPointF(r, -r)
        cross = [(middle - it, middle + it) for it in (falling, rising)]
        for colour, width in ((PAPER, 2.5), (BLOCKED, 1.4)):
            self._stroke(cross, colour, width)

    def _doubled(self, side: Hexside) -> None:
        one, other = (QPointF(*it) for it in self._camera.side(side))
        normal = QLineF(one, other).normalVector().unitVector()
        shift = (normal.p2() - normal.p1()) * 1.7 * self._pen_unit
        for colour, width in ((PAPER, 1.4), (CLEAR, 0.7)):
            self._stroke([(one + shift, other + shift), (one - shift, other - shift)], colour, width)

    def _hexagon(
        self, at: Hex, colour: str, width: float, *, fill: float = 0.0, dotted: bool = False
    ) -> None:
        shape = QPolygonF(self._shrunk(at, 0.88))
        ground = QColor(PAPER)
        ground.setAlphaF(fill)
        self._painter.setBrush(ground)
        for ink, wide, opacity in ((PAPER, width + 0.7, 0.8), (colour, width, 1.0)):
            pen = self._pen(ink, wide)
            if dotted and ink == colour:
                pen.setDashPattern([0.01, 2.4])
            self._painter.setOpacity(opacity)
            self._painter.setPen(pen)
            self._painter.drawPolygon(shape)
            self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setOpacity(1.0)

    def _shrunk(self, at: Hex, share: float) -> list[QPointF]:
        """Return the corners of a hex, moved towards its centre."""
        middle = QPointF(*self._camera.centre(at))
        return [middle + it * share for it in self._corners]

    def _stroke(
        self, lines: list[tuple[QPointF, QPointF]], colour: str, width: float, *, dash: tuple[float, ...] = ()
    ) -> None:
        pen = self._pen(colour, width)
        if dash:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern(list(dash))
        self._painter.setPen(pen)
        self._painter.drawLines([QLineF(*ends) for ends in lines])

    def _pen(self, colour: str, width: float) -> QPen:
        return QPen(
            QColor(colour), width * self._pen_unit, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin
        )

    def _items(self, items: Iterable[Item], at: QPointF) -> None:
        scale = max(self._unit, 0.9 * self._camera.ratio)
        self._painter.save()
        self._painter.translate(at)
        self._painter.scale(scale, scale)
        paint_items(self._painter, items)
        self._painter.restore()
