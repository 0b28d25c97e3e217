"""The signs of a line of sight on the hexes and hexsides that it meets: what it crosses, runs beside, and is blocked by.

All are in mm around the middle of a hex of 11. ``width`` is a unit of the lines, which never grow as thin as the hexes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fairground.core.pictures.colours import INK, PAPER
from fairground.core.pictures.display_list import Cap, Circle, Join, PathShape, Polygon
from fairground.core.pictures.plan import line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.pictures.display_list import Item, Point

CLEAR, BLOCKED = "#12466b", "#b3121d"
#: The end that is looked at.
TARGET = (
    Circle(0.0, 0.0, 3.0, stroke=PAPER, width=1.9),
    Circle(0.0, 0.0, 3.0, stroke=INK, width=1.0),
    Circle(0.0, 0.0, 1.0, fill=INK),
)
#: What blocks: a margin of paper, then the colour; how wide each is.
_BLOCKS = (PAPER, 2.5), (BLOCKED, 1.4)
_MET = 0.88
_OUTLINE = 0.93


def crossed(hexagon: Sequence[Point], width: float) -> tuple[Item, ...]:
    """Return the outline of a hex that the line crosses, a little lighter inside."""
    points = _shrunk(hexagon, _MET)
    return (
        Polygon(points, fill=PAPER, opacity=0.28),
        Polygon(points, stroke=PAPER, width=1.2 * width, join=Join.ROUND, opacity=0.8),
        Polygon(points, stroke=CLEAR, width=0.5 * width, join=Join.ROUND),
    )


def beside(hexagon: Sequence[Point], width: float) -> tuple[Item, ...]:
    """Return the dotted outline of a hex beside a stretch of the line along a hexside."""
    points, wide = _shrunk(hexagon, _MET), 0.8 * width
    return (
        Polygon(points, stroke=PAPER, width=1.5 * width, join=Join.ROUND, opacity=0.8),
        Polygon(
            points, stroke=CLEAR, width=wide, dash=(0.01 * wide, 2.4 * wide), cap=Cap.ROUND, join=Join.ROUND
        ),
    )


def along(side: tuple[Point, Point], width: float) -> tuple[Item, ...]:
    """Return the two lines on either side of a hexside that the line runs along."""
    (x, y), (u, v) = side
    share = 1.7 * width / math.hypot(u - x, v - y)
    dx, dy = share * (v - y), share * (x - u)
    lines = tuple(
        step for way in (-1, 1) for step in line(((x + way * dx, y + way * dy), (u + way * dx, v + way * dy)))
    )
    return tuple(
        PathShape(lines, stroke=colour, width=wide * width, cap=Cap.ROUND)
        for colour, wide in ((PAPER, 1.4), (CLEAR, 0.7))
    )


def outlined(hexagon: Sequence[Point], width: float) -> tuple[Item, ...]:
    """Return the outline of a hex that blocks."""
    points = _shrunk(hexagon, _OUTLINE)
    return tuple(
        Polygon(points, stroke=colour, width=wide * width, join=Join.ROUND) for colour, wide in _BLOCKS
    )


def outlined_side(side: tuple[Point, Point], width: float) -> tuple[Item, ...]:
    """Return the outline of a hexside that blocks."""
    return tuple(
        PathShape(line(side), stroke=colour, width=wide * width, cap=Cap.ROUND) for colour, wide in _BLOCKS
    )


def cross(at: Point, radius: float, width: float) -> tuple[Item, ...]:
    """Return the cross on what blocks."""
    (x, y), r = at, radius * width
    arms = tuple(step for way in (-1, 1) for step in line(((x - r, y - way * r), (x + r, y + way * r))))
    return tuple(
        PathShape(arms, stroke=colour, width=wide * width, cap=Cap.ROUND) for colour, wide in _BLOCKS
    )


def _shrunk(hexagon: Sequence[Point], share: float) -> tuple[Point, ...]:
    return tuple((share * x, share * y) for x, y in hexagon)
