"""Narrow passages: where a board's ground is narrow between two rooms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.analysis.basins import basins, peaks, saddles
from fairground.core.analysis.clearance import field
from fairground.core.analysis.cuts import node_cut
from fairground.core.movement.links import adjacency

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.analysis.basins import Saddle
    from fairground.core.analysis.clearance import Field
    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.steps import Steps

    Ints = NDArray[np.int64]

#: What a hex counts for in the line across a passage, and how much more at most for lying nearer one room than the
#: other: a line is as short as can be, and of the shortest ones in the middle.
_HEX: Final = 1000
_ASIDE: Final = 9


@dataclass(frozen=True, slots=True)
class Passage:
    """A narrow passage: the hexes of a line across it where it is narrowest, the middle one of several such lines."""

    hexes: frozenset[Hex]

    @property
    def width(self) -> int:
        """How many hexes the line has; where rocks stand in it, those beside them together."""
        return len(self.hexes)


def passages(steps: Steps) -> tuple[Passage, ...]:
    """Return the narrow passages of a board for a mover, the narrowest first, those of a width row by row.

    They lie between rooms, wide places of ``basins.SMALLEST`` hexes or more, and are at most half as wide as the
    narrower of the two rooms at its widest. What bounds them are the board's edge, hexes that the mover cannot be in
    and hexsides that it cannot cross both ways, small clumps of those left out (see ``clearance``). A long corridor is
    one passage, and a corridor without a room at either end is none.
    """
    columns = steps.shape[1]
    lines = sorted(_Rooms(field(steps)).lines(), key=lambda it: (len(it), it))
    return tuple(
        Passage(frozenset(steps.layout.from_offset(node % columns, node // columns) for node in line))
        for line in lines
    )


class _Rooms:
    """The rooms of a ground, and the lines that divide them."""

    def __init__(self, ground: Field) -> None:
        from scipy.sparse.csgraph import connected_components  # noqa: PLC0415  # slow to import

        self._ground = ground
        self._room = basins(ground)
        in_lakes = ground.unbound & ground.lakes
        for direction in range(6):
            in_lakes[direction] &= ground.lakes[ground.neighbours[direction]]
        self._lake = connected_components(adjacency(ground.neighbours, in_lakes), directed=False)[1]

    def lines(self) -> list[list[int]]:
        """Return the hexes of each line, in order.

        Rooms that are not twice as wide as what divides them are joined first, each with one other at a time, until
        there are none of them left: what divides the others may be another line then.
        """
        known: dict[tuple[int, int], list[list[int]]] = {}
        while True:
            fresh = [it for it in saddles(self._ground, self._room) if it[1:] not in known]
            for saddle, lines in zip(fresh, self._lines(fresh), strict=True):
                known[saddle.one, saddle.other] = lines
            tops = peaks(self._ground, self._room).tolist()
            open_ends = []
            for (one, other), lines in known.items():
                width, (low, high) = max(map(len, lines), default=0), sorted((tops[one], tops[other]))
                # With a clearance of n a room is 2n - 1 hexes across.
                if 2 * width > 2 * low - 1:
                    open_ends.append((-width, low, high, one, other))
            if not open_ends:
                return [line for lines in known.values() for line in lines]
            taken: set[int] = set()
            for *_, one, other in sorted(open_ends):
                if taken.isdisjoint((one, other)):
                    taken |= {one, other}
                    self._room[self._room == other] = one
            known = {pair: lines for pair, lines in known.items() if taken.isdisjoint(pair)}

    def _lines(self, between: list[Saddle]) -> list[list[list[int]]]:
        """Return the lines of each pair of rooms: the fewest hexes that separate what is wider than the saddle in them.

        All pairs are cut at once: what is looked at for one has nothing to do with that for another.
        """
        from scipy.sparse import csr_array  # noqa: PLC0415  # slow to import
        from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415

        if not between:
            return []
        pairs = _Pairs(self._ground, self._room, between)
        gaps = self._gaps(pairs)
        at, end = pairs.beside(gaps, self._ground.crossed)
        place = np.searchsorted(gaps, end)
        inner = np.append(gaps, -1)[place] == end
        wide, first = pairs.wide(end), pairs.in_first(end)
        # One more node is what is wide in the first room of all pairs, and one what is in the second.
        start, goal = len(gaps), len(gaps) + 1
        into, out = at[wide & first], at[wide & ~first]
        tails = np.concatenate([np.full(len(into), start), at[inner], out])
        heads = np.concatenate([into, place[inner], np.full(len(out), goal)])
        graph = csr_array((np.ones(len(tails)), (tails, heads)), shape=(goal + 1, goal + 1))
        far = [dijkstra(*it, unweighted=True) for it in ((graph, True, start), (graph.T, True, goal))]
        aside = abs(np.minimum(far[0], goal) - np.minimum(far[1], goal))
        weights = (_HEX + np.minimum(aside, _ASIDE)).astype(np.int32)
        nodes = np.arange(goal + 1)
        found = gaps[node_cut((tails, heads), nodes == start, nodes == goal, weights).near_start]
        pair, node = pairs.parts(found)
        bounds = np.searchsorted(pair, np.arange(len(between) + 1))
        return [self._parted(it.tolist()) for it in np.split(node, bounds)[1:-1]]

    def _gaps(self, pairs: _Pairs) -> Ints:
        """Return the hexes between what is wide in two rooms, as keys (``_Pairs``), in order.

        They are all that no hex beside what is wide keeps from where the rooms meet. Of each way from one room to the
        other that is at least the part from the last hex beside what is wide in the first to the first such hex of the
        second, so what separates these separates all.
        """
        crossed = self._ground.crossed
        direction, start = np.nonzero(crossed)
        end = self._ground.neighbours[direction, start]
        meeting = self._room[start] != self._room[end]
        pair, there = pairs.of(self._room[start[meeting]], self._room[end[meeting]])
        ends = pairs.key(pair, start[meeting][there])
        known = fresh = first = np.unique(ends[~pairs.wide(ends)])
        while len(fresh):
            at, beside = pairs.beside(fresh, crossed)
            wide = pairs.wide(beside)
            # A way may meet the other room as it leaves what is wide: from there it goes on.
            shut = np.zeros(len(fresh), np.bool_)
            shut[at[wide]] = fresh is not first
            fresh = np.setdiff1d(beside[~wide & ~shut[at]], known)
            known = np.union1d(known, fresh)
        return known

    def _parted(self, nodes: list[int]) -> list[list[int]]:
        """Return hexes that divide two rooms as lines: those that touch, or the same lake, are of one."""
        beside = {node: set(self._ground.neighbours[:, node].tolist()) for node in nodes}
        lakes = {
            node: {int(self._lake[it]) for it in beside[node] if self._ground.lakes[it]} for node in nodes
        }
        found: list[list[int]] = []
        waiting = set(nodes)
        while waiting:
            line = [min(waiting)]
            waiting -= {line[0]}
            for at in line:
                more = {it for it in waiting if it in beside[at] or not lakes[it].isdisjoint(lakes[at])}
                waiting -= more
                line += sorted(more)
            found.append(sorted(line))
        return found


class _Pairs:
    """Pairs of rooms; a hex of a pair is one number, its *key*: the number of the pair times all hexes, and the hex."""

    def __init__(self, ground: Field, room: NDArray[np.int32], between: list[Saddle]) -> None:
        self._ground = ground
        self._room = room.astype(np.int64)
        self._clearance, self._one, self._other = np.array(between, np.int64).T
        self._rooms = int(room.max()) + 1

    def key(self, pair: Ints, node: Ints) -> Ints:
        """Return the keys of hexes."""
        return pair * len(self._room) + node

    def parts(self, key: Ints) -> tuple[Ints, Ints]:
        """Return the pairs and the hexes that keys stand for."""
        return np.divmod(key, len(self._room))

    def of(self, one: NDArray[np.int32], other: NDArray[np.int32]) -> tuple[Ints, NDArray[np.bool_]]:
        """Return the pairs that rooms make, in either order, where they make one, and where they do."""
        own = self._one * self._rooms + self._other
        order = np.argsort(own)
        asked = np.minimum(one, other).astype(np.int64) * self._rooms + np.maximum(one, other)
        place = np.minimum(np.searchsorted(own[order], asked), len(own) - 1)
        there = own[order][place] == asked
        return order[place[there]], there

    def beside(self, key: Ints, crossed: NDArray[np.bool_]) -> tuple[Ints, Ints]:
        """Return the steps from hexes to others of the same pair: the places of the first in ``key``, keys of the others."""
        pair, node = self.parts(key)
        direction, at = np.nonzero(crossed[:, node])
        end = self._ground.neighbours[direction, node[at]]
        inside = (self._room[end] == self._one[pair[at]]) | (self._room[end] == self._other[pair[at]])
        at = at[inside]
        return at, self.key(pair[at], end[inside])

    def wide(self, key: Ints) -> NDArray[np.bool_]:
        """Return which hexes have more clearance than there is between the two rooms."""
        pair, node = self.parts(key)
        found: NDArray[np.bool_] = self._ground.clearance[node] > self._clearance[pair]
        return found

    def in_first(self, key: Ints) -> NDArray[np.bool_]:
        """Return which hexes are in the first room of their pair."""
        pair, node = self.parts(key)
        found: NDArray[np.bool_] = self._room[node] == self._one[pair]
        return found
