"""Basins of the clearance by watershed, with all ties, so that the result doesn't depend on the board's orientation."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS
from fairground.core.movement.areas import adjacency, both_ways

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from fairground.core.movement.board_steps import Steps

    Ints = NDArray[np.int64]

#: The greatest extent of a lake in hexes: a building, pond, knoll or stretch of fence. Larger obstacles are a detour of a
#: turn's move for most units, and so a bound of the ground.
LAKE: Final = 4


class ClearanceField(NamedTuple):
    """The ground of a mover and its bounds; hexes are numbered ``row * columns + column``.

    ``open`` are the hexes that the mover can be in, ``lakes`` those of small obstacles. ``crossed``, ``[6, hexes]``, are the
    hexsides that can be crossed both ways, and ``unbound`` these and the hexsides of lakes. ``clearance`` is the distance in
    hexes from the nearest bound: 1 beside it, 0 where the mover can't be, except in lakes.
    """

    neighbours: NDArray[np.int32]
    open: NDArray[np.bool_]
    lakes: NDArray[np.bool_]
    crossed: NDArray[np.bool_]
    unbound: NDArray[np.bool_]
    clearance: NDArray[np.int32]


def field(steps: Steps) -> ClearanceField:
    """Return the ground of a mover."""
    from scipy.sparse.csgraph import dijkstra

    neighbours, inside = steps.neighbours, steps.open.ravel()
    crossed = both_ways(steps)
    of_lakes = _lakes(steps, ~crossed)
    lakes = of_lakes.all(axis=0) & ~inside
    unbound = (crossed | of_lakes) & (neighbours >= 0)
    beside = (inside | lakes) & ~unbound.all(axis=0)
    graph = adjacency(neighbours, unbound)
    far = dijkstra(graph, indices=np.flatnonzero(beside), unweighted=True, min_only=True)
    clearance = np.where((inside | lakes) & np.isfinite(far), far + 1, 0).astype(np.int32)
    return ClearanceField(neighbours, inside, lakes, crossed, unbound, clearance)


def _lakes(steps: Steps, blocked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the blocked hexsides of lakes; both are ``[6, hexes]``."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    corners, (q3, r3) = _corners(steps)
    # Hexside d lies between corners d - 1 and d.
    first, second = np.roll(corners, 1, axis=0)[blocked], corners[blocked]
    count = q3.size
    links = coo_array((np.ones(len(first), np.bool_), (first, second)), shape=(count, count))
    clumps, clump = connected_components(links.tocsr(), directed=False)
    touched = np.zeros(count, np.bool_)
    touched[first] = touched[second] = True
    of, q3, r3 = clump[touched], q3[touched], r3[touched]
    reach = np.zeros(clumps, np.int64)
    for axis in (q3, r3, -q3 - r3):
        low, high = np.full(clumps, np.iinfo(np.int64).max), np.full(clumps, np.iinfo(np.int64).min)
        np.minimum.at(low, of, axis)
        np.maximum.at(high, of, axis)
        reach[of] = np.maximum(reach[of], high[of] - low[of])
    # In thirds of a hex: one hex spans four, each further one three more.
    small = reach <= 3 * LAKE + 1
    small[clump[second[(steps.neighbours < 0)[blocked]]]] = False
    of_lakes: NDArray[np.bool_] = blocked & small[clump[corners]]
    return of_lakes


def _corners(steps: Steps) -> tuple[NDArray[np.int64], tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Return the numbers of all hexes' corners, ``[6, hexes]``, and the position of each number, in thirds of q and r.

    Corner d is between directions d and d + 1. A hex owns corners 0 and 1; the others belong to its neighbours in directions
    3, 4 and 5, which may be off the board.
    """
    rows, columns = steps.shape
    q, r = (it.ravel() for it in steps.layout.axial_arrays(columns, rows))
    number = np.empty((6, q.size), np.int64)
    place = np.zeros((2, 2 * (rows + 2) * (columns + 2)), np.int64)
    for corner, owner in enumerate((None, None, 3, 4, 4, 5)):
        step = DIRECTIONS[owner] if owner is not None else None
        at_q, at_r = (q, r) if step is None else (q + step.q, r + step.r)
        column, row = steps.layout.to_offset_arrays(at_q, at_r)
        number[corner] = 2 * ((row + 1) * (columns + 2) + column + 1) + corner % 2
        one, other = DIRECTIONS[corner], DIRECTIONS[(corner + 1) % 6]
        place[0, number[corner]] = 3 * q + one.q + other.q
        place[1, number[corner]] = 3 * r + one.r + other.r
    return number, (place[0], place[1])


#: The greatest clearance that divides basins: 2 is three or four hexes across. Five hexes aren't narrow for a dozen units.
WIDEST_SADDLE: Final = 2


@dataclass(frozen=True, eq=False)
class Basins:
    """The basins of each hex of the ground.

    ``owners`` are sets of basins, and ``owner`` is the number of the set of each hex, -1 for none. ``depth`` is the clearance
    of a hex; for hexes of several basins at most that of the saddles between them.
    """

    field: ClearanceField
    owners: tuple[tuple[int, ...], ...]
    owner: Ints
    depth: Ints

    @property
    def shared(self) -> NDArray[np.bool_]:
        """The hexes of several basins."""
        return np.array([*(len(it) > 1 for it in self.owners), False], np.bool_)[self.owner]

    def sizes(self) -> dict[int, int]:
        """Return the number of open hexes of each basin, including shared ones."""
        counts = np.bincount(self.owner[self.field.open & (self.owner >= 0)], minlength=len(self.owners))
        found = dict.fromkeys((basin for it in self.owners for basin in it), 0)
        for basins, count in zip(self.owners, counts.tolist(), strict=True):
            for basin in basins:
                found[basin] += count
        return found

    def peaks(self) -> dict[int, int]:
        """Return the greatest depth in each basin."""
        deepest = np.zeros(len(self.owners), np.int64)
        ground = self.owner >= 0
        np.maximum.at(deepest, self.owner[ground], self.depth[ground])
        found: dict[int, int] = {}
        for basins, depth in zip(self.owners, deepest.tolist(), strict=True):
            for basin in basins:
                found[basin] = max(found.get(basin, 0), depth)
        return found

    def saddles(self) -> dict[tuple[int, int], int]:
        """Return the depth of the highest saddle between every two adjacent basins, the lower number first."""
        # The other three directions are the same hexsides.
        direction, start = np.nonzero(self.field.unbound[:3])
        end = self.field.neighbours[direction, start]
        shared = np.flatnonzero(self.shared)
        one = np.concatenate([self.owner[start], self.owner[shared]])
        other = np.concatenate([self.owner[end], self.owner[shared]])
        depth = np.concatenate([np.minimum(self.depth[start], self.depth[end]), self.depth[shared]])
        met = (one >= 0) & (other >= 0)
        met[: len(start)] &= one[: len(start)] != other[: len(start)]
        pairs, place = np.unique(one[met] * len(self.owners) + other[met], return_inverse=True)
        highest = np.zeros(len(pairs), np.int64)
        np.maximum.at(highest, place, depth[met])
        found: dict[tuple[int, int], int] = {}
        for pair, height in zip(pairs.tolist(), highest.tolist(), strict=True):
            first, second = divmod(pair, len(self.owners))
            for a, b in product(self.owners[first], self.owners[second]):
                if a != b:
                    key = min(a, b), max(a, b)
                    found[key] = max(found.get(key, 0), height)
        return found

    def joined(self, into: Mapping[int, Iterable[int]], level: int | None = None) -> Basins:
        """Return the basins with some joined ``into`` others, over saddles of depth ``level``; each of several others gets all of it."""
        sets = _Sets()
        number = np.array(
            [*(sets.number(new for old in it for new in into.get(old, (old,))) for it in self.owners), -1],
            np.int64,
        )
        changed = np.array([*(not into.keys().isdisjoint(it) for it in self.owners), False], np.bool_)
        result = Basins(self.field, sets.all(), number[self.owner], self.depth)
        shared = result.shared
        depth = np.where(shared, self.depth, self.field.clearance)
        if level is not None:
            depth = np.where(shared & changed[self.owner], np.minimum(depth, level), depth)
        return Basins(self.field, result.owners, result.owner, depth)


class _Sets:
    """Sets of basins, numbered from 0."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, ...], int] = {}
        self._sets: list[tuple[int, ...]] = []

    def all(self) -> tuple[tuple[int, ...], ...]:
        """Return the sets, by number."""
        return tuple(self._sets)

    def number(self, basins: Iterable[int]) -> int:
        """Return the number of a set, adding it if it is new."""
        key = tuple(sorted(set(basins)))
        if key not in self._numbers:
            self._numbers[key] = len(self._sets)
            self._sets.append(key)
        return self._numbers[key]

    def union(self, numbers: Iterable[int]) -> int:
        """Return the number of the union of some sets."""
        return self.number(basin for it in numbers for basin in self._sets[it])


def watershed(field: ClearanceField) -> Basins:
    """Return the basins of the ground.

    Each hex leads to all neighbours with more clearance, and on level ground toward all nearest hexes that have one. A
    connected area with more clearance than ``WIDEST_SADDLE`` is one basin.
    """
    from scipy.sparse.csgraph import connected_components, dijkstra

    clearance, neighbours = field.clearance, field.neighbours
    around = np.where(field.unbound, clearance[neighbours], 0)
    sets = _Sets()
    owner = np.full(len(clearance), -1, np.int64)
    basins = 0

    def found(level: NDArray[np.bool_], fresh: NDArray[np.bool_]) -> None:
        """Give each fresh area of level ground a basin of its own."""
        nonlocal basins
        _, stretch = connected_components(
            adjacency(neighbours, field.unbound & level & level[neighbours]), directed=False
        )
        stretches, place = np.unique(stretch[fresh], return_inverse=True)
        numbers = np.array([sets.number((basins + i,)) for i in range(len(stretches))], np.int64)
        basins += len(stretches)
        owner[fresh] = numbers[place]

    high = clearance > WIDEST_SADDLE
    found(high, high)
    for height in range(WIDEST_SADDLE, 0, -1):
        here = clearance == height
        upward = field.unbound & (around > height) & here
        level = field.unbound & (around == height) & here
        rising = np.flatnonzero(upward.any(axis=0))
        _follow(neighbours, owner, sets, rising, upward[:, rising])
        far = dijkstra(adjacency(neighbours, level), indices=rising, unweighted=True, min_only=True)
        flat = np.flatnonzero(here & np.isfinite(far) & (far > 0))
        flat = flat[np.argsort(far[flat], kind="stable")]
        bounds = np.flatnonzero(np.diff(far[flat])) + 1
        for nodes in np.split(flat, bounds) if len(flat) else ():
            nearer = level[:, nodes] & (far[neighbours[:, nodes]] < far[nodes])
            _follow(neighbours, owner, sets, nodes, nearer)
        found(here, here & ~np.isfinite(far))
    return Basins(field, sets.all(), owner, clearance.astype(np.int64))


def _follow(
    neighbours: NDArray[np.int32], owner: Ints, sets: _Sets, nodes: Ints, to: NDArray[np.bool_]
) -> None:
    """Set the owners of nodes to those of the neighbours they lead ``to``, ``[6, nodes]``."""
    of_others = owner[neighbours[:, nodes]]
    low = np.where(to, of_others, np.iinfo(np.int64).max).min(axis=0, initial=np.iinfo(np.int64).max)
    high = np.where(to, of_others, -1).max(axis=0, initial=-1)
    owner[nodes] = low
    for at in np.flatnonzero(low != high).tolist():
        owner[nodes[at]] = sets.union(of_others[to[:, at], at].tolist())
