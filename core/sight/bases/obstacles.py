"""Obstacles between bases: touching hexes of a terrain as polygons in inches (rule BV-10), and lines clear of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import shapely

from fairground.core.grid.hexes import DIRECTIONS
from fairground.core.grid.polygons import hexes_to_region
from fairground.core.rules.terrain import HardCover
from fairground.core.scenario.arrays import groups
from fairground.core.scenario.inches import inches_a_size

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray
    from shapely import MultiPolygon, Polygon
    from shapely.geometry.base import BaseGeometry

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules.terrain import InTheWay
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.bases.discs import Pair

    Points = NDArray[np.float64]
    Numbers = NDArray[np.float64]

#: The depth to which a line may enter an obstacle and still only touch it, in inches.
DEPTH: Final = 9e-10
#: The lower bound of 1 plus the cosine between neighbouring edges, for spikes.
_SPIKE: Final = 1e-6


class Walls(NamedTuple):
    """The edges of polygons from ``starts`` to ``ends``, and moved inwards by ``DEPTH``; arrays ``[n, 2]``."""

    starts: Points
    ends: Points
    inner_starts: Points
    inner_ends: Points

    def where(self, chosen: NDArray[np.bool_]) -> Walls:
        """Return some of the edges."""
        return Walls(*(points[chosen] for points in self))

    def moved(self, by: tuple[float, float], turn: tuple[float, float]) -> Walls:
        """Return the edges moved, then rotated as ``turned_back`` does."""
        return Walls(*(turned_back(points + by, turn) for points in self))


def turned_back(points: Points, turn: tuple[float, float]) -> Points:
    """Return points in the frame whose first axis is the unit vector ``turn``."""
    cos, sin = turn
    rotated: Points = points @ np.array([[cos, -sin], [sin, cos]])
    return rotated


def walls_of(shapes: Iterable[BaseGeometry]) -> Walls:
    """Return the edges of the union of some shapes."""
    whole = shapely.orient_polygons(shapely.remove_repeated_points(shapely.union_all(list(shapes))))
    rings = shapely.get_rings(shapely.get_parts(whole))
    points, ring = shapely.get_coordinates(rings, return_index=True)
    # The last point of a ring repeats its first.
    closing = np.append(ring[1:] != ring[:-1], True) if ring.size else np.zeros(0, np.bool_)
    starts, ends = points[~closing], points[1:][~closing[:-1]]
    ring = ring[~closing]
    first = np.searchsorted(ring, ring, "left")
    last = np.searchsorted(ring, ring, "right") - 1
    place = np.arange(ring.size)
    before = np.where(place == first, last, place - 1)
    after = np.where(place == last, first, place + 1)
    along = ends - starts
    along /= np.hypot(along[:, :1], along[:, 1:])
    inwards = np.stack(
        [-along[:, 1], along[:, 0]], axis=1
    )  # outer rings run so that the inside is on this hand
    cos = (inwards * inwards[before]).sum(axis=1, keepdims=True)
    inner = starts + DEPTH * (inwards + inwards[before]) / np.maximum(1 + cos, _SPIKE)
    return Walls(starts, ends, inner, inner[after])


def inside(points: Points, starts: Points, ends: Points) -> NDArray[np.bool_]:
    """Return which points are inside the polygons with these edges; on an edge, either."""
    x, y = points[:, :1], points[:, 1:]
    (x1, y1), (x2, y2) = starts.T, ends.T
    with np.errstate(divide="ignore", invalid="ignore"):
        crossed = ((y1 > y) != (y2 > y)) & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
    odd: NDArray[np.bool_] = crossed.sum(axis=1) % 2 == 1
    return odd


@dataclass(frozen=True, eq=False)
class TerrainOutline:
    """Connected hexes of one kind of terrain or effect; ``mask`` has the shape ``[rows, columns]``."""

    board: Board
    kind: str
    mask: NDArray[np.bool_]

    @cached_property
    def hexes(self) -> frozenset[Hex]:
        """The hexes."""
        return self.board.hexes_of(self.mask)

    @cached_property
    def region(self) -> Polygon | MultiPolygon:
        """The area of its hexes, in inches."""
        return region_of(self.board, self.mask)

    def holds(self, at: Hex) -> bool:
        """Whether a hex is one of them; hexes off the board never are."""
        return self.board.contains(at) and bool(self.mask[self.board.cell(at)])


def region_of(board: Board, mask: NDArray[np.bool_]) -> Polygon | MultiPolygon:
    """Return the area of some hexes, in inches from the centre of A1."""
    return hexes_to_region(board.hexes_of(mask), board.layout, size=inches_a_size(board))


def outlines_of(board: Board, kind: str, mask: NDArray[np.bool_]) -> Iterator[TerrainOutline]:
    """Yield the connected outlines of the hexes of a kind."""
    number = np.full(mask.shape, -1, np.int64)
    count = int(mask.sum())
    number[mask] = np.arange(count)
    row, column = np.nonzero(mask)
    q, r = board.layout.from_offset_arrays(column, row)
    first, second = [], []
    for step in DIRECTIONS[:3]:
        there_column, there_row = board.layout.to_offset_arrays(q + step.q, r + step.r)
        within = (
            (there_column >= 0) & (there_column < board.columns) & (there_row >= 0) & (there_row < board.rows)
        )
        here, there = number[mask][within], number[there_row[within], there_column[within]]
        first.append(here[there >= 0])
        second.append(there[there >= 0])
    group = groups(count, np.concatenate(first), np.concatenate(second))
    for least in np.unique(group).tolist():
        connected = np.zeros(mask.shape, np.bool_)
        connected[row[group == least], column[group == least]] = True
        yield TerrainOutline(board, kind, connected)


class Shelterer(NamedTuple):
    """Terrain that gives hard cover, its edges, and whether only to units that touch it."""

    outline: TerrainOutline
    walls: Walls
    contact: bool


class Obstacles:
    """The terrain that affects sight from base to base, in one state of a scenario; create a new one after a change.

    Terrain and effects with ``blocks_sight`` block at any height (rule BV-11). Hexside features have no extent, and do not.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.board = board = scenario.board
        rules = scenario.rules
        void = board.void
        blocking: list[TerrainOutline] = []
        layers: tuple[tuple[dict[str, InTheWay], object], ...] = (
            ({**rules.terrain}, board.where_terrain),
            ({**rules.effects}, board.where_effect),
        )
        for kinds, where in layers:
            for kind, it in kinds.items():
                if it.blocks_sight and callable(where):
                    blocking += outlines_of(board, kind, where(kind) & ~void)
        #: The outlines that block.
        self.blocking = tuple(blocking)
        #: The outlines that give hard cover (rule BV-06).
        self.shelters = tuple(
            Shelterer(outline, walls_of([outline.region]), it.hard_cover is HardCover.CONTACT)
            for kind, it in rules.terrain.items()
            if it.hard_cover is not HardCover.NONE
            for outline in outlines_of(board, kind, board.where_terrain(kind) & ~void)
        )
        self._walls: dict[frozenset[int], Walls] = {}

    @cached_property
    def table(self) -> Polygon | MultiPolygon:
        """The area of the whole table, in inches."""
        return region_of(self.board, ~self.board.void)

    def walls(self, *held: Hex) -> Walls:
        """Return the edges of what blocks bases in some hexes: outlines that hold one of them do not (rule BV-10)."""
        holding = self._holding(*held)
        if holding not in self._walls:
            self._walls[holding] = walls_of([region_of(self.board, self._mask(holding))])
        return self._walls[holding]

    def ground(self, *held: Hex) -> Polygon | MultiPolygon:
        """Return the area of the hexes that do not block bases in some hexes."""
        return region_of(self.board, ~self._mask(self._holding(*held)) & ~self.board.void)

    def _holding(self, *held: Hex) -> frozenset[int]:
        """Return the numbers of the blocking outlines that hold one of some hexes."""
        return frozenset(
            number for number, outline in enumerate(self.blocking) if any(map(outline.holds, held))
        )

    def _mask(self, without: frozenset[int]) -> NDArray[np.bool_]:
        """Return the hexes of the blocking outlines, without some of these."""
        mask = np.zeros(self.board.terrain.shape, np.bool_)
        for number, outline in enumerate(self.blocking):
            if number not in without:
                mask |= outline.mask
        return mask


#: The distance a clear line keeps, in inches: more than the rounding error of coordinates, much less than ``DEPTH``.
MARGIN: Final = 1e-11


def clear_of(segments: Points, starts: Points, ends: Points) -> NDArray[np.bool_]:
    """Return segments ``[n, 2, 2]`` certain to be clear of all edges ``[m, 2]``; others may be clear too."""
    long = np.maximum(np.hypot(*(segments[:, 1] - segments[:, 0]).T), 1e-300)[:, None]
    along = (segments[:, 1] - segments[:, 0]) / long
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    edges = (ends - starts) / np.hypot(*(ends - starts).T)[:, None]
    normals = np.stack([-edges[:, 1], edges[:, 0]], axis=1)
    p, q = segments[:, 0], segments[:, 1]

    def past(one: Numbers, other: Numbers, limit: Numbers) -> NDArray[np.bool_]:
        """Return whether both numbers are below 0, or both above a limit, by the margin."""
        low, high = np.minimum(one, other), np.maximum(one, other)
        return np.logical_or(high < -MARGIN, low > limit + MARGIN)

    nothing = np.zeros(1)
    own = (across * p).sum(1, keepdims=True)
    edge = (normals * starts).sum(1)
    begin = (along * p).sum(1, keepdims=True)
    clear = np.logical_or.reduce(
        [
            past(across @ starts.T - own, across @ ends.T - own, nothing),
            past(p @ normals.T - edge, q @ normals.T - edge, nothing),
            past(along @ starts.T - begin, along @ ends.T - begin, long),
        ]
    )
    clear_of_all: NDArray[np.bool_] = clear.all(1)
    return clear_of_all


def first_certified(pair: Pair, segments: Points, near: Walls, every: Walls) -> int | None:
    """Return the first segment that is free despite rounding, with ends inside the discs; None if there is none."""
    good = clear_of(segments, near.starts, near.ends)
    for end, (centre, radius) in enumerate(zip(pair.centres, (pair.first, pair.second), strict=True)):
        off = segments[:, end] - centre
        good &= np.hypot(off[:, 0], off[:, 1]) <= (radius - MARGIN if radius > MARGIN else 0.0)
    for place in np.flatnonzero(good).tolist():
        if not inside(segments[place, :1], every.starts, every.ends)[0]:
            return int(place)
    return None
