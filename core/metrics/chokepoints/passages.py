"""Narrow passages: where a board's ground is narrow between two rooms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.metrics.chokepoints.basins import field
from fairground.core.metrics.chokepoints.cuts import node_cut
from fairground.core.metrics.chokepoints.rooms import RoomPairs, groups, rooms
from fairground.core.movement.areas import adjacency

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.chokepoints.basins import ClearanceField
    from fairground.core.movement.board_steps import Steps

    Ints = NDArray[np.int64]

#: What a hex counts for in the line across a passage, and how much more at most for lying nearer one room than the
#: other: a line is as short as can be, and of the shortest ones in the middle.
_HEX: Final = 1000
_ASIDE: Final = 9


@dataclass(frozen=True, slots=True)
class Passage:
    """A narrow passage: the hexes of a line across it where it is narrowest, in the middle of it.

    ``width`` is how many hexes the line has; where rocks stand in it, those beside them together. Of several lines that
    are as short and as near the middle, as in a corridor of two hexes, ``hexes`` has the outermost two. Where these do
    not touch, each is a passage by itself.
    """

    hexes: frozenset[Hex]
    width: int


class _Line(NamedTuple):
    """A line across as nodes in order, and how many of them close the way."""

    width: int
    nodes: tuple[int, ...]


def passages(steps: Steps) -> tuple[Passage, ...]:
    """Return the narrow passages of a board for a mover, the narrowest first, those of a width row by row.

    They lie between rooms, wide places of ``rooms.SMALLEST`` hexes or more, and are at most half as wide as the
    narrower of the two rooms at its widest. What bounds them are the board's edge, hexes that the mover cannot be in
    and hexsides that it cannot cross both ways, small clumps of those left out (see ``clearance``). A long corridor is
    one passage, and a corridor without a room at either end is none. A board that is turned or mirrored has the same.
    """
    columns = steps.shape[1]
    return tuple(
        Passage(
            frozenset(steps.layout.from_offset(node % columns, node // columns) for node in line.nodes),
            line.width,
        )
        for line in sorted(_Passages(field(steps)).lines())
    )


class _Passages:
    """The rooms of a ground, and the lines that divide them."""

    def __init__(self, ground: ClearanceField) -> None:
        from scipy.sparse.csgraph import connected_components

        self._ground = ground
        self._rooms = rooms(ground)
        in_lakes = ground.unbound & ground.lakes
        for direction in range(6):
            in_lakes[direction] &= ground.lakes[ground.neighbours[direction]]
        self._lake = connected_components(adjacency(ground.neighbours, in_lakes), directed=False)[1]

    def lines(self) -> set[_Line]:
        """Return all lines.

        Rooms that are not twice as wide as what divides them are joined first, those with the widest opening of all
        that they have, until there are none of them left: what divides the others may be another line then.
        """
        known: dict[tuple[int, int], list[_Line]] = {}
        while True:
            fresh = {pair: depth for pair, depth in self._rooms.saddles().items() if pair not in known}
            known.update(zip(fresh, self._lines(fresh), strict=True))
            peaks = self._rooms.peaks()
            # The most open first, then those of the lowest rooms.
            openness: dict[tuple[int, int], tuple[int, ...]] = {}
            for pair, lines in known.items():
                width = max((it.width for it in lines), default=0)
                low, high = sorted(peaks[it] for it in pair)
                # With a clearance of n a room is 2n - 1 hexes across.
                if 2 * width > 2 * low - 1:
                    openness[pair] = (-width, low, high)
            if not openness:
                return {line for lines in known.values() for line in lines}
            first: dict[int, tuple[int, ...]] = {}
            for pair, key in openness.items():
                for room in pair:
                    first[room] = min(first.get(room, key), key)
            meetings: dict[int, set[int]] = {}
            for (one, other), key in openness.items():
                if first[one] == first[other] == key:
                    meetings.setdefault(one, set()).add(other)
                    meetings.setdefault(other, set()).add(one)
            joined = {room: (min(it),) for it in groups(meetings, set(meetings)) for room in it}
            self._rooms = self._rooms.joined(joined)
            known = {pair: lines for pair, lines in known.items() if joined.keys().isdisjoint(pair)}

    def _lines(self, between: Mapping[tuple[int, int], int]) -> list[list[_Line]]:
        """Return the lines of each pair of rooms, given with the depth of the saddle between them.

        They are the fewest hexes that separate what is deeper than the saddle in the two. All pairs are cut at once: what
        is looked at for one has nothing to do with that for another.
        """
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import dijkstra

        if not between:
            return []
        pairs = RoomPairs(self._rooms, between)
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
        cut = node_cut((tails, heads), nodes == start, nodes == goal, weights)
        bounds = np.arange(len(between) + 1)
        near: list[list[list[int]]] = []
        for found in (gaps[cut.near_start], gaps[cut.near_end]):
            pair, node = pairs.parts(found)
            near.append([it.tolist() for it in np.split(node, np.searchsorted(pair, bounds))[1:-1]])
        return [self._parted(set(one), set(other)) for one, other in zip(*near, strict=True)]

    def _gaps(self, pairs: RoomPairs) -> Ints:
        """Return the hexes between what is wide in two rooms, as keys (``RoomPairs``), in order.

        They are all that no hex beside what is wide keeps from where the rooms meet. Of each way from one room to the
        other that is at least the part from the last hex beside what is wide in the first to the first such hex of the
        second, so what separates these separates all.
        """
        crossed = self._ground.crossed
        direction, start = np.nonzero(crossed)
        ends = pairs.meeting(start, self._ground.neighbours[direction, start])
        fresh = first = ends[~pairs.wide(ends)]
        found = [first[:0]]
        while len(fresh):
            found.append(fresh)
            at, beside = pairs.beside(fresh, crossed)
            wide = pairs.wide(beside)
            # A way may meet the other room as it leaves what is wide: from there it goes on.
            shut = np.zeros(len(fresh), np.bool_)
            shut[at[wide]] = fresh is not first
            # Behind lie the last two rims alone, and hexes that are shut, from which one does not go on again.
            fresh = np.setdiff1d(beside[~wide & ~shut[at]], np.concatenate(found[-2:]))
        return np.unique(np.concatenate(found))

    def _parted(self, near_first: set[int], near_second: set[int]) -> list[_Line]:
        """Return the hexes of two shortest cuts between rooms as lines: hexes that touch, or the same lake, are of one."""
        import networkx as nx

        nodes = near_first | near_second
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(nodes)
        for node in nodes:
            for beside in self._ground.neighbours[:, node].tolist():
                if beside in nodes:
                    graph.add_edge(node, beside)
                if self._ground.lakes[beside]:
                    # Nodes below 0 are lakes.
                    graph.add_edge(node, -1 - int(self._lake[beside]))
        lines = (nodes & line for line in nx.connected_components(graph))
        return [
            _Line(max(len(near_first & line), len(near_second & line)), tuple(sorted(line))) for line in lines
        ]
