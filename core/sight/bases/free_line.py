"""Whether some line from one disc to another crosses no wall: a decision, not a sample (rule BV-01).

A free line can be moved until two contacts stop it: a corner of a wall, the point where a wall enters a disc, or the edge
of a disc. So it is enough to check the lines tangent to both discs, and those that turn about a corner or such a point
(``sweep``; compare Suri and O'Rourke, 1986, for the weak visibility region of a convex set).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.sight.bases.discs import Pair, common_point
from fairground.core.sight.bases.obstacles import DEPTH, clear_of, first_certified, inside
from fairground.core.sight.bases.sweep import free_turns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.sight.bases.discs import Disc
    from fairground.core.sight.bases.obstacles import Walls

    Points = NDArray[np.float64]

#: The first candidates: where they cut the discs, in radii off the line between the centres.
_AT_START: Final = (0, 0.9, -0.9, 0.5, -0.5, 0.9, -0.9, 0, 0)
_AT_END: Final = (0, 0.9, -0.9, 0.5, -0.5, -0.9, 0.9, 0.9, -0.9)
#: The number of widest turns to move off their corners, and the distances in inches, to avoid touching.
_TURNS: Final = 4
_MOVES: Final = (1e-2, 1e-4, 1e-6, 1e-8)
#: Where such lines end, as a share of the way from the middle of their chord to the edge of a disc.
_INWARDS: Final = 0.999


class FreeLine(NamedTuple):
    """A line from one base to another that crosses no obstacle, in inches.

    If ``exact``, it touches none either and begins and ends inside the bases; otherwise all this holds to 1e-9 inch.
    """

    start: tuple[float, float]
    end: tuple[float, float]
    exact: bool


def free_line(first: Disc, second: Disc, walls: Walls) -> FreeLine | None:
    """Return a free line from a point of one disc to a point of another; None if there is none.

    Lines may touch corners, run along edges, and enter walls by less than 1e-9 inch: a truly free line is always found.
    Discs that share a free point see each other by a line of no length.
    """
    pair = Pair.of(first, second)
    every = walls.moved((-pair.middle[0], -pair.middle[1]), pair.along)
    near = every.where(pair.between(every.starts, every.ends, 4 * DEPTH))
    if 2 * pair.half <= pair.first + pair.second + DEPTH:
        point = common_point(pair, near, every)
        if point is not None:
            return _line(pair, (first, second), np.array([point.at, point.at]), exact=point.clear)
    else:
        straight = _across(pair)
        place = first_certified(pair, straight, near, every)
        if place is not None:
            return _line(pair, (first, second), straight[place], exact=True)
    return _searched(pair, (first, second), near, every)


def _across(pair: Pair) -> Points:
    """Return the first candidates, between points on the diameters across the axis of the discs."""
    heights = np.array([_AT_START, _AT_END]).T * np.array([pair.first, pair.second])
    along = np.broadcast_to([x for x, _ in pair.centres], heights.shape)
    return np.stack([along, heights], axis=2)


def _searched(pair: Pair, discs: tuple[Disc, Disc], near: Walls, every: Walls) -> FreeLine | None:
    """Return the best of the lines that touch something; None if none is free."""
    for turned in free_turns(pair, near):
        directions = turned.directions()
        touching = _shortest(pair, turned.points, directions, 1.0)
        free = np.flatnonzero(~_within(touching, every))
        if free.size:
            best = free[:_TURNS]
            tried = _beside(pair, turned.points[best], directions[best])
            place = first_certified(pair, tried, near, every)
            if place is not None:
                return _line(pair, discs, tried[place], exact=True)
            return _line(pair, discs, touching[free[0]], exact=False)
    touching = pair.tangents()
    touching = touching[clear_of(touching, near.inner_starts, near.inner_ends)]
    free = np.flatnonzero(~_within(touching, every))
    return _line(pair, discs, touching[free[0]], exact=False) if free.size else None


def _within(segments: Points, every: Walls) -> NDArray[np.bool_]:
    """Return which of some segments that cross no wall are inside an obstacle."""
    return inside(segments.mean(axis=1), every.inner_starts, every.inner_ends)


def _beside(pair: Pair, points: Points, directions: Points) -> Points:
    """Return lines through points moved slightly to either side, the furthest first."""
    across = np.stack([-directions[:, 1], directions[:, 0]], axis=1)
    moved = [points + distance * side * across for distance in _MOVES for side in (1, -1)]
    return _shortest(pair, np.concatenate(moved), np.tile(directions, (2 * len(_MOVES), 1)), _INWARDS)


def _shortest(pair: Pair, points: Points, directions: Points, share: float) -> Points:
    """Return the segments of lines between the discs; if one misses a disc, to the nearest point."""
    ends = []
    for centre, radius, sign in zip(pair.centres, (pair.first, pair.second), (1, -1), strict=True):
        off = points - centre
        foot = points - (off * directions).sum(1, keepdims=True) * directions
        far = ((foot - centre) ** 2).sum(1, keepdims=True)
        ends.append(foot + sign * share * np.sqrt(np.maximum(radius * radius - far, 0)) * directions)
    return np.stack(ends, axis=1)


def _line(pair: Pair, discs: tuple[Disc, Disc], segment: Points, *, exact: bool) -> FreeLine:
    """Transform a segment of the discs' frame to the plane; a disc of radius 0 is met exactly."""
    ends = [
        (disc.x, disc.y) if disc.radius == 0 else (float(x), float(y))
        for disc, (x, y) in zip(discs, pair.plane(segment), strict=True)
    ]
    return FreeLine(ends[0], ends[1], exact)
