"""Whether some line from one disc to another crosses no wall: a decision, not a sample (rule BV-01); and the area so visible.

A free line can be moved until two contacts stop it: a corner of a wall, the point where a wall enters a disc, or the edge
of a disc. So it is enough to check the lines tangent to both discs, and those that turn about a corner or such a point
(``sweep``; compare Suri and O'Rourke, 1986, for the weak visibility region of a convex set).

A free line from a point can be turned, with its far end on the disc, until it touches the edge of the disc or a corner of a
wall. So the area is the union of the points along the tangents of the disc, on both sides, and those behind each corner on
the free lines from the disc through it (Suri and O'Rourke, 1986, for polygons).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple, cast

import numpy as np
import shapely

from fairground.core.sight.bases.discs import Pair, common_point
from fairground.core.sight.bases.obstacles import DEPTH, clear_of, first_certified, inside
from fairground.core.sight.bases.sweep import free_turns, meeting, outside, turns_behind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.sight.bases.discs import Disc
    from fairground.core.sight.bases.obstacles import Walls

    Points = NDArray[np.float64]
    from collections.abc import Iterator

    from shapely import MultiPolygon, Polygon
    from shapely.geometry.base import BaseGeometry

    Numbers = NDArray[np.float64]

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


#: The grid of the area's coordinates, in inches, so that its parts join without gaps.
_GRID: Final = 1e-7
#: The number of corners of a disc's edge.
_CORNERS: Final = 64


def seen_region(disc: Disc, walls: Walls, ground: BaseGeometry) -> Polygon | MultiPolygon:
    """Return the points of ``ground`` with a free line from a disc, to 1e-6 inch; its edge is drawn with 64 corners."""
    left, top, right, bottom = shapely.box(*ground.bounds).union(shapely.Point(disc.x, disc.y)).bounds
    far = disc.radius + 1
    # A frame around everything, so that every line meets something.
    corners = shapely.get_coordinates(
        shapely.box(left - far, top - far, right + far, bottom + far, ccw=True)
    )[:4]
    starts = np.concatenate([walls.inner_starts, corners])
    ends = np.concatenate([walls.inner_ends, np.roll(corners, -1, axis=0)])
    starts, ends = outside([((disc.x, disc.y), disc.radius)], starts, ends)
    rings = [
        *_behind_corners(disc, walls, starts, ends),
        *(ring for hand in (1, -1) for ring in _along_the_edge(disc, hand, walls, starts, ends)),
    ]
    parts = [shapely.Polygon(ring) for ring in rings]
    if disc.radius:
        parts.append(shapely.Point(disc.x, disc.y).buffer(disc.radius, quad_segs=_CORNERS // 4))
    whole = shapely.union_all(shapely.make_valid(parts), grid_size=_GRID)
    free = shapely.intersection(whole, ground, grid_size=_GRID)
    areas = [it for it in shapely.get_parts(free) if isinstance(it, shapely.Polygon)]
    return cast("Polygon | MultiPolygon", shapely.union_all(areas))


def _behind_corners(disc: Disc, walls: Walls, starts: Points, ends: Points) -> Iterator[Points]:
    """Yield the areas behind corners, on the free lines from the disc through them, as rings of points."""
    for at, middle, low, high in zip(*turns_behind(disc, walls, starts, ends), strict=True):
        yield _wedge(at, middle, float(low), float(high), starts, ends)


def _wedge(at: Points, middle: Points, low: float, high: float, starts: Points, ends: Points) -> Points:
    """Return the area visible from a point between two slopes against a direction, as a ring."""
    across = np.array([-middle[1], middle[0]])
    (x1, y1), (x2, y2) = ((it @ np.stack([middle, across], axis=1)).T for it in (starts - at, ends - at))
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = np.concatenate([(y1 / x1)[x1 > 0], (y2 / x2)[x2 > 0]])
    slopes = np.unique(np.concatenate([[low, high], slopes[(slopes > low) & (slopes < high)]]))
    if slopes.size < 2:
        slopes = np.array([low, high])
    mids = (slopes[:-1] + slopes[1:])[:, None] / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (mids * x1 - y1) / ((y2 - y1) - mids * (x2 - x1))
        ahead = x1 + share * (x2 - x1)
        ahead[~((share >= 0) & (share <= 1) & (ahead > 0))] = np.inf
    first = ahead.argmin(axis=1)
    edges = x1[first], y1[first], x2[first], y2[first]
    near, far = meeting(*edges, slopes[:-1]), meeting(*edges, slopes[1:])
    x = np.stack([near, far], axis=1).ravel()
    y = np.stack([near * slopes[:-1], far * slopes[1:]], axis=1).ravel()
    points = at + x[:, None] * middle + y[:, None] * across
    return np.concatenate([[at], points])


def _along_the_edge(disc: Disc, hand: int, walls: Walls, starts: Points, ends: Points) -> Iterator[Points]:
    """Yield the areas along the tangents of a disc on one side, as rings of points."""
    centre = np.array([disc.x, disc.y])
    off = np.concatenate([starts, ends]) - centre
    far = np.hypot(off[:, 0], off[:, 1])
    with np.errstate(divide="ignore", invalid="ignore"):
        touch = np.arctan2(off[:, 1], off[:, 0]) - hand * np.arccos(np.minimum(disc.radius / far, 1.0))
    turn = 2 * math.pi
    every = np.unique(np.concatenate([touch % turn, np.arange(_CORNERS) * turn / _CORNERS, [turn]]))
    mids = (every[:-1] + every[1:]) / 2
    hits = _first_hits(centre, disc.radius, hand, mids, starts, ends)
    entered = inside(_rim(centre, disc.radius, mids), walls.inner_starts, walls.inner_ends)
    for place in np.flatnonzero(~entered).tolist():
        angles = every[place : place + 2]
        edge = starts[hits[place]], ends[hits[place]]
        touching = _rim(centre, disc.radius, angles)
        (near, last) = (
            _on_edge(point, hand * np.array([-math.sin(angle), math.cos(angle)]), *edge)
            for point, angle in zip(touching, angles.tolist(), strict=True)
        )
        yield np.array([touching[0], near, last, touching[1]])


def _rim(centre: Points, radius: float, angles: Numbers) -> Points:
    return centre + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _first_hits(
    centre: Points, radius: float, hand: int, angles: Numbers, starts: Points, ends: Points
) -> NDArray[np.int64]:
    """Return the edge that each tangent of a disc meets first."""
    begin = _rim(centre, radius, angles)[:, None]
    along = hand * np.stack([-np.sin(angles), np.cos(angles)], axis=1)[:, None]
    edge, off = (ends - starts)[None], starts[None] - begin
    with np.errstate(divide="ignore", invalid="ignore"):
        area = along[..., 0] * edge[..., 1] - along[..., 1] * edge[..., 0]
        far = (off[..., 0] * edge[..., 1] - off[..., 1] * edge[..., 0]) / area
        share = (off[..., 0] * along[..., 1] - off[..., 1] * along[..., 0]) / area
    far[~((share >= 0) & (share <= 1) & (far >= 0))] = np.inf
    nearest: NDArray[np.int64] = far.argmin(axis=1)
    return nearest


def _on_edge(at: Points, along: Points, start: Points, end: Points) -> Points:
    """Return where a line meets an edge, despite rounding."""
    edge, off = end - start, start - at
    area = along[0] * edge[1] - along[1] * edge[0]
    share = (off[0] * along[1] - off[1] * along[0]) / area if area else 0.0
    point: Points = start + min(max(share, 0.0), 1.0) * edge
    return point
