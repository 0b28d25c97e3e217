"""A line of sight on the canvas: solid as far as it is clear, dashed from the first hex or hexside that blocks it."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPen

from fairground.core.grid.hexsides import Hexside, corner
from fairground.core.pictures import sight_drawing as signs
from fairground.core.pictures.colours import PAPER, SIGHT_BLOCKED, SIGHT_CLEAR, SIGHT_LIGHT
from fairground.core.pictures.display_list import Polygon
from fairground.core.pictures.path_drawing import START
from fairground.editor.canvas.item_painter import paint_items, smooth
from fairground.editor.canvas.map_items_painter import paint_names
from fairground.editor.canvas.sprites import Sprite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.display_list import Item, Point
    from fairground.core.sight.line.verdict import SightVerdict
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.frame import Frame

#: The least distance of crosses, in widths of a line.
_CROSS = 2 * signs.CROSS_ON_HEX + 2.5


def paint_sight(frame: Frame, sight: SightVerdict) -> None:
    """Draw a verdict: hexes that the line crosses or runs beside, the line, its ends, and crosses where it is blocked."""
    painter = frame.painter
    with smooth(painter):
        drawing = _Drawing(frame, sight)
        drawing.draw_line()
        if frame.camera.is_near:
            # Only the ends and the crosses may cover the names of places.
            paint_names(frame)
        drawing.draw_signs()


def clear_share_in(sight: SightVerdict, camera: Camera) -> float:
    """Return the share of a line that is clear in a view."""
    if not sight.blocked_by:
        return 1.0
    ends = camera.centre(sight.start), camera.centre(sight.end)
    return signs.clear_share(*ends, _points(camera, sight.blocked_by[0]))


def apart(points: Sequence[tuple[float, float]], least: float) -> list[int]:
    """Return the indices of points that are at least ``least`` apart from the previous one, in order."""
    chosen: list[int] = []
    for at, (x, y) in enumerate(points):
        if not chosen or math.hypot(x - points[chosen[-1]][0], y - points[chosen[-1]][1]) >= least:
            chosen.append(at)
    return chosen


def _by_kind(blocks: Iterable[Hex | Hexside]) -> tuple[list[Hexside], list[Hex]]:
    both = list(blocks)
    return [it for it in both if isinstance(it, Hexside)], [it for it in both if not isinstance(it, Hexside)]


def _middle(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _points(camera: Camera, at: Hex | Hexside) -> list[tuple[float, float]]:
    """Return the pixels of the corners of a hex, or of the ends of a hexside."""
    if isinstance(at, Hexside):
        return list(camera.side(at))
    return [camera.to_view(*camera.layout.corner_point(corner(at, index))) for index in range(6)]


class _Drawing:
    """Draws one line; its signs are sprites, since it may meet hundreds of hexes."""

    def __init__(self, frame: Frame, sight: SightVerdict) -> None:
        self._frame, self._camera, self._painter = frame, frame.camera, frame.painter
        self._sight = sight
        #: Device pixels a mm on a hex of 11.
        self._unit = frame.scale.art.unit
        self._hexagon = frame.scale.art.stage.hexagon()
        self._ends = QPointF(*self._camera.centre(sight.start)), QPointF(*self._camera.centre(sight.end))
        # Small maps have thin lines, but never too thin to see.
        self._pen_unit = min(max(self._unit, 1.5 * self._camera.ratio), 3.2 * self._camera.ratio)

    def draw_line(self) -> None:
        sight, stretches, (start, end) = self._sight, self._sight.line.stretches, self._ends
        light = Polygon(self._hexagon, fill=PAPER, opacity=SIGHT_LIGHT)
        self._stamp("light", lambda _: (light,), sight.line.crossed)
        met = _shrunk(self._hexagon, signs.MET)
        self._stamp("crossed", partial(signs.met, met, dotted=False), sight.line.crossed)
        hexes = [at for it in stretches for at in (it.left, it.right)]
        self._stamp("beside", partial(signs.met, met, dotted=True), hexes)
        self._stamp_sides("along", signs.along, [it.side for it in stretches])
        sides, hexes = _by_kind(self._sight.blocked_by)
        self._stamp_sides("outlined side", signs.outlined, sides)
        self._stamp("outlined", partial(signs.outlined, _shrunk(self._hexagon, signs.OUTLINED)), hexes)
        if start != end:
            self._line(start, end)

    def draw_signs(self) -> None:
        # Of crosses that would overlap, only the first is drawn.
        start, end = self._ends
        blocks = self._sight.blocked_by
        middles = [_middle(_points(self._camera, it)) for it in blocks]
        sides, hexes = _by_kind(blocks[at] for at in apart(middles, _CROSS * self._pen_unit))
        self._stamp("cross", partial(signs.cross, (0.0, 0.0), is_side=False), hexes)
        self._stamp_sides("cross on a side", _cross_on_side, sides)
        self._items(START, start)
        if start != end:
            self._items(signs.TARGET, end)

    def _line(self, start: QPointF, end: QPointF) -> None:
        middle = start + (end - start) * clear_share_in(self._sight, self._camera)
        self._stroke(start, end, PAPER, signs.HALO)
        self._stroke(start, middle, SIGHT_CLEAR, signs.WIDTH)
        if middle != end:
            dash = tuple(length / signs.WIDTH for length in signs.DASH)
            self._stroke(middle, end, SIGHT_BLOCKED, signs.WIDTH, dash=dash)

    def _stamp(self, name: str, make: Callable[[float], Iterable[Item]], hexes: Iterable[Hex]) -> None:
        """Draw a sign on hexes; ``make`` gets the width of lines, in mm."""
        places = np.array([self._camera.layout.to_offset(at) for at in hexes], np.int64)
        if not len(places):
            return
        sheet = self._frame.scale.sheet
        index = sheet.index(("sight", name), lambda: Sprite(tuple(make(self._pen_unit / self._unit))))
        sheet.stamp(self._painter, index, self._camera.centres(places[:, 0], places[:, 1]))

    def _stamp_sides(
        self,
        name: str,
        make: Callable[[tuple[Point, Point], float], Iterable[Item]],
        sides: Iterable[Hexside],
    ) -> None:
        by_direction: dict[int, list[Hex]] = {}
        for side in sides:
            by_direction.setdefault(side.direction, []).append(side.hex)
        for direction, hexes in by_direction.items():
            ends = self._frame.scale.art.stage.side(direction)
            self._stamp(f"{name} {direction}", partial(make, ends), hexes)

    def _stroke(
        self, start: QPointF, end: QPointF, colour: str, width: float, *, dash: tuple[float, ...] = ()
    ) -> None:
        pen = QPen(
            QColor(colour), width * self._pen_unit, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin
        )
        if dash:
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setDashPattern(list(dash))
        self._painter.setPen(pen)
        self._painter.drawLine(QLineF(start, end))

    def _items(self, items: Iterable[Item], at: QPointF) -> None:
        scale = max(self._unit, 0.9 * self._camera.ratio)
        self._painter.save()
        self._painter.translate(at)
        self._painter.scale(scale, scale)
        paint_items(self._painter, items)
        self._painter.restore()


def _cross_on_side(side: tuple[Point, Point], width: float) -> list[Item]:
    (x, y), (u, v) = side
    return signs.cross(((x + u) / 2, (y + v) / 2), width, is_side=True)


def _shrunk(hexagon: Iterable[Point], share: float) -> tuple[Point, ...]:
    return tuple((share * x, share * y) for x, y in hexagon)
