"""A line of sight: solid as far as it is clear, broken beyond what blocks it, with what it meets on the way."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import shapely

from fairground.core.grid.hexes import Hex
from fairground.core.pictures.colours import INK, PAPER
from fairground.core.pictures.display_list import Cap, Circle, Group, Join, Layer, PathShape, Polygon
from fairground.core.pictures.fan_overlay import origin_ring, signed
from fairground.core.pictures.legend import LegendItem, LegendSection
from fairground.core.pictures.plan import line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.pictures.display_list import Item, Point
    from fairground.core.pictures.scene import Scene
    from fairground.core.sight.line.verdict import SightVerdict

_CLEAR, _BLOCKED = "#12466b", "#b3121d"
# In mm on a hex of 11.
_WIDTH, _HALO, _APART = 1.15, 2.3, 1.5
_DASH = (2.6, 2.0)


@dataclass(frozen=True, slots=True)
class SightOverlay:
    """The verdict on a line, drawn."""

    sight: SightVerdict

    def under(self, scene: Scene) -> list[Layer]:
        """Return a little light on the hexes crossed."""
        places = [place for at in self.sight.line.crossed if (place := scene.plan.place_of(at)) is not None]
        items = tuple(Polygon(scene.plan.outline(place), fill=PAPER, opacity=0.4) for place in places)
        return [Layer("sight-hexes", "Line of sight: hexes crossed", items)]

    def over(self, scene: Scene) -> list[Layer]:
        """Return the line with the hexes that it meets."""
        ends = scene.plan.place_of(self.sight.start), scene.plan.place_of(self.sight.end)
        if ends[0] is None or ends[1] is None:
            return []
        start, end = (ends[0].x, ends[0].y), (ends[1].x, ends[1].y)
        unit = scene.plan.unit
        items = [
            *self._met(scene),
            *self._stretches(scene),
            *_drawn(start, end, self._clear_share(scene, start, end), unit),
            *self._blockers(scene),
            *origin_ring(*start, unit * 0.62),
            *_target(*end, unit),
        ]
        return [Layer("sight", "Line of sight", tuple(items))]

    def _met(self, scene: Scene) -> Iterator[Item]:
        """Yield a thin outline in each hex crossed, and a dotted one in those beside the line."""
        crossed = self.sight.line.crossed
        beside = [at for it in self.sight.line.stretches for at in (it.left, it.right)]
        unit = scene.plan.unit
        for hexes, dash in ((crossed, ()), (beside, (0.01, 1.9))):
            for at in hexes:
                place = scene.plan.place_of(at)
                if place is None:
                    continue
                outline = scene.plan.hexagon(place.x, place.y, scene.plan.size * 0.9)
                name = "crossed" if not dash else "beside"
                data = (("sight", name), ("label", scene.scenario.board.label(at)))
                dashes = tuple(length * unit for length in dash)
                yield Group(
                    (
                        Polygon(outline, stroke=PAPER, width=1.1 * unit, join=Join.ROUND, opacity=0.8),
                        Polygon(
                            outline,
                            stroke=_CLEAR,
                            width=(0.9 if dash else 0.5) * unit,
                            dash=dashes,
                            cap=Cap.ROUND,
                            join=Join.ROUND,
                        ),
                    ),
                    data=data,
                )

    def _stretches(self, scene: Scene) -> Iterator[Item]:
        """Yield a line on either side of each hexside that the line runs along."""
        unit = scene.plan.unit
        for it in self.sight.line.stretches:
            (ax, ay), (bx, by) = (scene.plan.corner_point(at) for at in it.side.corners)
            length = math.hypot(bx - ax, by - ay)
            nx, ny = (ay - by) / length * _APART * unit, (bx - ax) / length * _APART * unit
            for sign in (1, -1):
                side = line(((ax + sign * nx, ay + sign * ny), (bx + sign * nx, by + sign * ny)))
                yield PathShape(side, stroke=PAPER, width=1.3 * unit, cap=Cap.ROUND, opacity=0.9)
                yield PathShape(side, stroke=_CLEAR, width=0.6 * unit, cap=Cap.ROUND)

    def _clear_share(self, scene: Scene, start: Point, end: Point) -> float:
        """Return how much of the line is clear, from 0 to 1: as far as the first of what blocks."""
        if not self.sight.blocked_by:
            return 1.0
        whole = shapely.LineString([start, end])
        first = _shape(scene, self.sight.blocked_by[0])
        return float(whole.project(shapely.Point(*_nearest(whole, first)), normalized=True))

    def _blockers(self, scene: Scene) -> Iterator[Item]:
        unit = scene.plan.unit
        for at in self.sight.blocked_by:
            points = _points(scene, at)
            x = sum(point[0] for point in points) / len(points)
            y = sum(point[1] for point in points) / len(points)
            outline = line(points, closed=len(points) > 2)
            cross = _cross(x, y, (2.5 if len(points) > 2 else 1.8) * unit)
            name = scene.scenario.board.place_name(at if isinstance(at, Hex) else at.hex)
            yield Group(
                tuple(
                    PathShape(path, stroke=colour, width=width * unit, cap=Cap.ROUND, join=Join.ROUND)
                    for path in (outline, cross)
                    for colour, width in ((PAPER, 2.4), (_BLOCKED, 1.4))
                ),
                data=(("sight", "blocks"), ("label", name)),
            )

    def section(self) -> LegendSection:
        """Return the verdict, and what the marks mean."""
        return LegendSection("Line of sight", tuple(self._entries()))

    def _entries(self) -> Iterator[LegendItem]:
        it = self.sight
        names = it.board.place_name(it.start), it.board.place_name(it.end)
        title = f"{names[0]} to {names[1]}: {'clear' if it.clear else 'blocked'}"
        amounts = [
            f"{word} {signed(amount.to)}, back {signed(amount.back)}"
            for word, amount in (("hindrance", it.hindrance), ("cover", it.cover))
            if any(amount)
        ]
        hexes = f"{it.distance} hex{'es' if it.distance != 1 else ''}"
        yield LegendItem(partial(_line_sample, it.clear), title, "; ".join([hexes, *amounts]))
        if it.line.crossed:
            yield LegendItem(partial(_hex_sample, ()), "hex that the line crosses")
        if it.line.stretches:
            yield LegendItem(
                partial(_hex_sample, (0.01, 1.9)), "hex beside it", "where it runs along a hexside"
            )
        if it.blocked_by:
            yield LegendItem(_block_sample, "what blocks it")


def _shape(scene: Scene, at: Hex | Hexside) -> shapely.Geometry:
    points = _points(scene, at)
    return shapely.Polygon(points) if len(points) > 2 else shapely.LineString(points)


def _points(scene: Scene, at: Hex | Hexside) -> tuple[Point, ...]:
    """Return the corners of a hex, just inside its border, or of a hexside; either may lie off the board."""
    if isinstance(at, Hex):
        x, y = scene.plan.layout.centre(at, size=scene.plan.size)
        return scene.plan.hexagon(x + scene.plan.origin[0], y + scene.plan.origin[1], scene.plan.size * 0.94)
    one, other = at.corners
    return scene.plan.corner_point(one), scene.plan.corner_point(other)


def _nearest(whole: shapely.LineString, shape: shapely.Geometry) -> Point:
    """Return where a line first meets a shape, or where it passes nearest to it."""
    met = whole.intersection(shape)
    if met.is_empty:
        found = shapely.shortest_line(whole, shape).coords[0]
        return found[0], found[1]
    start = shapely.Point(whole.coords[0])
    points = shapely.get_coordinates(met).tolist()
    x, y = min(points, key=lambda at: start.distance(shapely.Point(at)))
    return x, y


def _drawn(start: Point, end: Point, share: float, unit: float) -> Iterator[Item]:
    (ax, ay), (bx, by) = start, end
    middle = ax + (bx - ax) * share, ay + (by - ay) * share
    yield PathShape(line((start, end)), stroke=PAPER, width=_HALO * unit, cap=Cap.ROUND, opacity=0.9)
    if share > 0:
        yield PathShape(line((start, middle)), stroke=_CLEAR, width=_WIDTH * unit, cap=Cap.ROUND)
    if share < 1:
        dash = tuple(length * unit for length in _DASH)
        yield PathShape(line((middle, end)), stroke=_BLOCKED, width=_WIDTH * unit, dash=dash)


def _cross(x: float, y: float, r: float) -> tuple[tuple[str, tuple[float, ...]], ...]:
    return (*line(((x - r, y - r), (x + r, y + r))), *line(((x - r, y + r), (x + r, y - r))))


def _target(x: float, y: float, unit: float) -> list[Item]:
    return [
        Circle(x, y, 3.0 * unit, stroke=PAPER, width=1.9 * unit),
        Circle(x, y, 3.0 * unit, stroke=INK, width=1.0 * unit),
        Circle(x, y, 1.0 * unit, fill=INK),
    ]


def _line_sample(clear: bool, scene: Scene, x: float, y: float, size: float) -> list[Item]:  # noqa: ARG001, FBT001  # bound by partial, by place
    unit = size / 6.5
    return list(_drawn((x - size, y), (x + size, y), 1.0 if clear else 0.45, unit))


def _hex_sample(dash: tuple[float, ...], scene: Scene, x: float, y: float, size: float) -> list[Item]:
    unit = size / 11
    outline = scene.plan.hexagon(x, y, size * 0.9)
    return [
        Polygon(scene.plan.hexagon(x, y, size), fill="#efe7d2"),
        Polygon(
            outline,
            stroke=_CLEAR,
            width=(1.4 if dash else 0.8) * unit,
            dash=tuple(length * unit * 1.6 for length in dash),
            cap=Cap.ROUND,
        ),
    ]


def _block_sample(scene: Scene, x: float, y: float, size: float) -> list[Item]:
    outline = line(scene.plan.hexagon(x, y, size * 0.92), closed=True)
    return [
        PathShape(path, stroke=_BLOCKED, width=0.16 * size, cap=Cap.ROUND, join=Join.ROUND)
        for path in (outline, _cross(x, y, 0.33 * size))
    ]
