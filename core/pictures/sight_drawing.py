"""A line of sight: solid as far as it is clear, broken beyond what blocks it, with what it meets on the way."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Self

from fairground.core.grid.hexes import Hex
from fairground.core.pictures.board_overlay import placed
from fairground.core.pictures.colours import INK, PAPER, SIGHT_BLOCKED, SIGHT_CLEAR, SIGHT_LIGHT
from fairground.core.pictures.display_list import Cap, Circle, Group, Join, Layer, PathShape, Polygon
from fairground.core.pictures.legend import GROUND, LegendItem, LegendSection
from fairground.core.pictures.path_drawing import START
from fairground.core.pictures.plan import line
from fairground.core.text.wording import hex_count, signed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.pictures.display_list import Command, Item, Point
    from fairground.core.pictures.options import PictureOptions
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.line.verdict import SightVerdict

# In mm on a hex of 11: the line, its dashes where it is blocked, and how far a line runs beside a hexside.
WIDTH, HALO, DASH = 1.15, 2.3, (2.6, 2.0)
_APART = 1.5
_DOTS = (0.01, 1.9)
#: Outlines of crossed and of blocking hexes, as shares of the hex.
MET, OUTLINED = 0.9, 0.94
#: The arms of a cross, in line widths, on a hex and on a hexside.
CROSS_ON_HEX, CROSS_ON_SIDE = 2.5, 1.8
_NEAR = 1e-6
_BLOCKS = (PAPER, 2.4), (SIGHT_BLOCKED, 1.4)
#: The end of the line, around (0, 0).
TARGET = (
    Circle(0.0, 0.0, 3.0, stroke=PAPER, width=1.9),
    Circle(0.0, 0.0, 3.0, stroke=INK, width=1.0),
    Circle(0.0, 0.0, 1.0, fill=INK),
)


@dataclass(frozen=True, slots=True)
class SightDrawing:
    """The verdict on a line, drawn."""

    sight: SightVerdict

    @classmethod
    def chosen(cls, scenario: Scenario, options: PictureOptions) -> Self | None:
        """Return the line of sight between two hexes."""
        if options.line is None:
            return None
        from fairground.core.sight.line.verdict import sight

        return cls(sight(scenario, *options.line, options.heights))

    def under(self, scene: Scene) -> list[Layer]:
        """Return a little light on the hexes crossed."""
        places = [place for at in self.sight.line.crossed if (place := scene.plan.place_of(at)) is not None]
        items = tuple(Polygon(scene.plan.outline(place), fill=PAPER, opacity=SIGHT_LIGHT) for place in places)
        return [Layer("sight-hexes", "Line of sight: hexes crossed", items)]

    def over(self, scene: Scene) -> list[Layer]:
        """Return the line with the hexes that it meets."""
        ends = scene.plan.place_of(self.sight.start), scene.plan.place_of(self.sight.end)
        if ends[0] is None or ends[1] is None:
            return []
        start, end = (ends[0].x, ends[0].y), (ends[1].x, ends[1].y)
        unit, blocks = scene.plan.unit, self.sight.blocked_by
        share = clear_share(start, end, _points(scene, blocks[0])) if blocks else 1.0
        items = [
            *self._met(scene),
            *self._stretches(scene),
            *_drawn(start, end, share, unit),
            *self._blockers(scene),
            *placed(START, *start, unit),
            *placed(TARGET, *end, unit),
        ]
        return [Layer("sight", "Line of sight", tuple(items))]

    def _met(self, scene: Scene) -> Iterator[Item]:
        """Yield a thin outline in each crossed hex, and a dotted one in hexes beside the line."""
        beside = [at for it in self.sight.line.stretches for at in (it.left, it.right)]
        for name, hexes in (("crossed", self.sight.line.crossed), ("beside", beside)):
            for at in hexes:
                if (place := scene.plan.place_of(at)) is not None:
                    outline = scene.plan.hexagon(place.x, place.y, scene.plan.size * MET)
                    items = met(outline, scene.plan.unit, dotted=name == "beside")
                    data = (("sight", name), ("label", scene.scenario.board.label(at)))
                    yield Group(tuple(items), data=data)

    def _stretches(self, scene: Scene) -> Iterator[Item]:
        """Yield a line on either side of each hexside that the line runs along."""
        for it in self.sight.line.stretches:
            one, other = (scene.plan.corner_point(at) for at in it.side.corners)
            yield from along((one, other), scene.plan.unit)

    def _blockers(self, scene: Scene) -> Iterator[Item]:
        for at in self.sight.blocked_by:
            points = _points(scene, at)
            middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
            name = scene.scenario.board.hex_name(at if isinstance(at, Hex) else at.hex)
            yield Group(
                (
                    *outlined(points, scene.plan.unit),
                    *cross(middle, scene.plan.unit, is_side=len(points) == 2),
                ),
                data=(("sight", "blocks"), ("label", name)),
            )

    def section(self) -> LegendSection:
        """Return the verdict and the meaning of the marks."""
        return LegendSection("Line of sight", tuple(self._entries()))

    def _entries(self) -> Iterator[LegendItem]:
        it = self.sight
        names = it.board.hex_name(it.start), it.board.hex_name(it.end)
        title = f"{names[0]} to {names[1]}: {'clear' if it.clear else 'blocked'}"
        amounts = [
            f"{word} {signed(amount.to)}, other direction {signed(amount.back)}"
            for word, amount in (("hindrance", it.hindrance), ("cover", it.cover))
            if any(amount)
        ]
        hexes = hex_count(it.distance)
        yield LegendItem(partial(_line_sample, it.clear), title, "; ".join([hexes, *amounts]))
        if it.line.crossed:
            yield LegendItem(partial(_hex_sample, ()), "hex crossed by the line")
        if it.line.stretches:
            yield LegendItem(
                partial(_hex_sample, _DOTS), "hex beside the line", "where it runs along a hexside"
            )
        if it.blocked_by:
            yield LegendItem(_block_sample, "blocks the line")


def _points(scene: Scene, at: Hex | Hexside) -> tuple[Point, ...]:
    """Return the corners of a hex, just inside its border, or of a hexside, also off the board."""
    if isinstance(at, Hex):
        x, y = scene.plan.layout.centre(at, size=scene.plan.size)
        return scene.plan.hexagon(
            x + scene.plan.origin[0], y + scene.plan.origin[1], scene.plan.size * OUTLINED
        )
    one, other = at.corners
    return scene.plan.corner_point(one), scene.plan.corner_point(other)


def clear_share(start: Point, end: Point, blocker: Sequence[Point]) -> float:
    """Return the share of a line, from 0 to 1, up to a blocking hex or hexside, given by its corners.

    For a blocker beside the line, its nearest corner counts.
    """
    (x, y), (across, down) = start, (end[0] - start[0], end[1] - start[1])
    length = across**2 + down**2
    if not length:
        return 0.0
    along = [((u - x) * across + (v - y) * down) / length for u, v in blocker]
    aside = [((u - x) * down - (v - y) * across) / length for u, v in blocker]
    shares = []
    for i in range(len(blocker) if len(blocker) > 2 else 1):
        a, b = i, (i + 1) % len(blocker)
        if abs(aside[a]) < _NEAR and abs(aside[b]) < _NEAR:
            shares += [along[a], along[b]]
        elif aside[a] * aside[b] <= _NEAR**2:
            share = aside[a] / (aside[a] - aside[b])
            shares.append(along[a] + share * (along[b] - along[a]))
    nearest = min((round(abs(off), 6), at) for off, at in zip(aside, along, strict=True))[1]
    return min(max(min(shares, default=nearest), 0.0), 1.0)


def met(outline: Sequence[Point], width: float, *, dotted: bool) -> list[Item]:
    """Return the outline of a hex crossed by the line, or a dotted one beside it; ``width`` is the unit of lines."""
    points, dash = tuple(outline), tuple(length * width for length in _DOTS) if dotted else ()
    return [
        Polygon(points, stroke=PAPER, width=1.1 * width, join=Join.ROUND, opacity=0.8),
        Polygon(
            points,
            stroke=SIGHT_CLEAR,
            width=(0.9 if dotted else 0.5) * width,
            dash=dash,
            cap=Cap.ROUND,
            join=Join.ROUND,
        ),
    ]


def along(side: tuple[Point, Point], width: float) -> Iterator[Item]:
    """Yield the lines on either side of a hexside that the line runs along."""
    (ax, ay), (bx, by) = side
    share = _APART * width / math.hypot(bx - ax, by - ay)
    nx, ny = (ay - by) * share, (bx - ax) * share
    for sign in (1, -1):
        ends = line(((ax + sign * nx, ay + sign * ny), (bx + sign * nx, by + sign * ny)))
        yield PathShape(ends, stroke=PAPER, width=1.3 * width, cap=Cap.ROUND, opacity=0.9)
        yield PathShape(ends, stroke=SIGHT_CLEAR, width=0.6 * width, cap=Cap.ROUND)


def outlined(points: Sequence[Point], width: float) -> list[Item]:
    """Return the outline of a hex that blocks, or the line of a hexside."""
    return _blocking(line(points, closed=len(points) > 2), width)


def cross(at: Point, width: float, *, is_side: bool) -> list[Item]:
    """Return the cross on a blocker."""
    return _blocking(_arms(*at, (CROSS_ON_SIDE if is_side else CROSS_ON_HEX) * width), width)


def _blocking(path: tuple[Command, ...], width: float) -> list[Item]:
    return [
        PathShape(path, stroke=colour, width=wide * width, cap=Cap.ROUND, join=Join.ROUND)
        for colour, wide in _BLOCKS
    ]


def _drawn(start: Point, end: Point, share: float, unit: float) -> Iterator[Item]:
    (ax, ay), (bx, by) = start, end
    middle = ax + (bx - ax) * share, ay + (by - ay) * share
    yield PathShape(line((start, end)), stroke=PAPER, width=HALO * unit, cap=Cap.ROUND, opacity=0.9)
    if share > 0:
        yield PathShape(line((start, middle)), stroke=SIGHT_CLEAR, width=WIDTH * unit, cap=Cap.ROUND)
    if share < 1:
        dash = tuple(length * unit for length in DASH)
        yield PathShape(line((middle, end)), stroke=SIGHT_BLOCKED, width=WIDTH * unit, dash=dash)


def _arms(x: float, y: float, r: float) -> tuple[Command, ...]:
    return (*line(((x - r, y - r), (x + r, y + r))), *line(((x - r, y + r), (x + r, y - r))))


def _line_sample(clear: bool, scene: Scene, x: float, y: float, size: float) -> list[Item]:  # noqa: ARG001, FBT001  # bound by partial, by place
    unit = size / 6.5
    return list(_drawn((x - size, y), (x + size, y), 1.0 if clear else 0.45, unit))


def _hex_sample(dash: tuple[float, ...], scene: Scene, x: float, y: float, size: float) -> list[Item]:
    unit = size / 11
    outline = scene.plan.hexagon(x, y, size * 0.9)
    return [
        Polygon(scene.plan.hexagon(x, y, size), fill=GROUND),
        Polygon(
            outline,
            stroke=SIGHT_CLEAR,
            width=(1.4 if dash else 0.8) * unit,
            dash=tuple(length * unit * 1.6 for length in dash),
            cap=Cap.ROUND,
        ),
    ]


def _block_sample(scene: Scene, x: float, y: float, size: float) -> list[Item]:
    outline = line(scene.plan.hexagon(x, y, size * 0.92), closed=True)
    return [
        PathShape(path, stroke=SIGHT_BLOCKED, width=0.16 * size, cap=Cap.ROUND, join=Join.ROUND)
        for path in (outline, _arms(x, y, 0.33 * size))
    ]
