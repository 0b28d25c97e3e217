"""Narrow passages between rooms: basins that are wide and large enough, with the others joined to adjacent ones."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.metrics.chokepoints.basins import WIDEST_SADDLE, field, watershed
from fairground.core.metrics.chokepoints.cuts import node_cut
from fairground.core.movement.areas import adjacency

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.chokepoints.basins import Basins, ClearanceField
    from fairground.core.movement.board_steps import Steps

    Ints = NDArray[np.int64]


class RoomPairs:
    """Pairs of rooms; the *key* of a hex of a pair is the number of the pair times the number of hexes, plus the hex."""

    def __init__(self, rooms: Basins, between: Mapping[tuple[int, int], int]) -> None:
        self._rooms = rooms
        self._field = rooms.field
        self._number = {pair: i for i, pair in enumerate(between)}
        self._saddle = np.array(list(between.values()), np.int64)
        # The sets of rooms with the first room of a pair, and with the second: sorted keys of a pair and a set.
        with_room: dict[int, list[int]] = {}
        for number, owners in enumerate(rooms.owners):
            for room in owners:
                with_room.setdefault(room, []).append(number)
        self._sets = len(rooms.owners) + 1
        self._first, self._second = (
            np.array(
                [i * self._sets + it for i, pair in enumerate(between) for it in with_room[pair[end]]],
                np.int64,
            )
            for end in (0, 1)
        )

    def key(self, pair: Ints, node: Ints) -> Ints:
        """Return the keys of hexes."""
        return pair * len(self._rooms.owner) + node

    def parts(self, key: Ints) -> tuple[Ints, Ints]:
        """Return the pairs and the hexes of keys."""
        return np.divmod(key, len(self._rooms.owner))

    def meeting(self, start: Ints, end: NDArray[np.int32]) -> Ints:
        """Return the keys of the starts of steps from one room of a pair to the other, either way."""
        owner, shared = self._rooms.owner, self._rooms.shared
        met = (owner[start] >= 0) & (owner[end] >= 0)
        met &= (owner[start] != owner[end]) | shared[start]
        start, both = start[met], owner[start[met]] * self._sets + owner[end[met]]
        order = np.argsort(both, kind="stable")
        start, both = start[order], both[order]
        kinds, first = np.unique(both, return_index=True)
        found = [np.zeros(0, np.int64)]
        bounds = pairwise([*first.tolist(), len(start)])
        for kind, (low, high) in zip(kinds.tolist(), bounds, strict=True):
            one, other = (self._rooms.owners[it] for it in divmod(kind, self._sets))
            pairs = {self._number.get((min(it), max(it))) for it in product(one, other) if it[0] != it[1]}
            found += [pair * len(owner) + start[low:high] for pair in pairs if pair is not None]
        return np.unique(np.concatenate(found))

    def beside(self, key: Ints, crossed: NDArray[np.bool_]) -> tuple[Ints, Ints]:
        """Return the steps from hexes to others of the same pair: indices in ``key``, and the keys of the others."""
        pair, node = self.parts(key)
        direction, at = np.nonzero(crossed[:, node])
        found = self.key(pair[at], self._field.neighbours[direction, node[at]].astype(np.int64))
        inside = self.in_first(found) | self._have(self._second, found)
        return at[inside], found[inside]

    def wide(self, key: Ints) -> NDArray[np.bool_]:
        """Return the hexes that are deeper than the saddle between the two rooms."""
        pair, node = self.parts(key)
        found: NDArray[np.bool_] = self._rooms.depth[node] > self._saddle[pair]
        return found

    def in_first(self, key: Ints) -> NDArray[np.bool_]:
        """Return the hexes in the first room of their pair."""
        return self._have(self._first, key)

    def _have(self, sets: Ints, key: Ints) -> NDArray[np.bool_]:
        pair, node = self.parts(key)
        asked = pair * self._sets + self._rooms.owner[node]
        found: NDArray[np.bool_] = np.append(sets, -1)[np.searchsorted(sets, asked)] == asked
        return found


#: The fewest hexes of a room.
SMALLEST: Final = 10
#: The least peak of a room, in multiples of the depth of its saddles.
WIDER: Final = 2


def rooms(field: ClearanceField) -> Basins:
    """Return the rooms of the ground.

    A room has ``SMALLEST`` hexes and a peak ``WIDER`` times the depth of its saddles; one without neighbours may be smaller.
    """
    found = watershed(field)
    for level in range(WIDEST_SADDLE, 0, -1):
        meetings = _meetings(found, level)
        wide = {basin for basin, peak in found.peaks().items() if peak >= WIDER * level}
        found = found.joined(_absorbed(meetings, wide), level)
        # Join adjacent small rooms; if the result is still small, join it to larger ones.
        meetings = _meetings(found, level)
        small = {basin for basin, size in found.sizes().items() if size < SMALLEST}
        together = [it for it in groups(meetings, small) if len(it) > 1]
        found = found.joined({basin: (min(it),) for it in together for basin in it}, level)
        large = {basin for basin, size in found.sizes().items() if size >= SMALLEST}
        found = found.joined(_absorbed(_meetings(found, level), large), level)
    return found


def groups(meetings: Mapping[int, Iterable[int]], among: set[int]) -> list[set[int]]:
    """Return the connected groups among some basins."""
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(among)
    graph.add_edges_from((one, other) for one in among for other in among & set(meetings.get(one, ())))
    return list(nx.connected_components(graph))


def _meetings(basins: Basins, level: int) -> dict[int, set[int]]:
    """Return the neighbours of each basin over saddles of at least this depth."""
    found: dict[int, set[int]] = {}
    for (one, other), depth in basins.saddles().items():
        if depth >= level:
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return found


def _absorbed(meetings: Mapping[int, set[int]], strong: set[int]) -> dict[int, set[int]]:
    """Return the nearest strong basins of each weak one; connected weak basins without a strong neighbour become one."""
    into: dict[int, set[int]] = {}
    last = {basin: {basin} for basin in strong if basin in meetings}
    while last:
        fresh: dict[int, set[int]] = {}
        for basin, goes_to in last.items():
            for other in meetings[basin] - strong - into.keys():
                fresh.setdefault(other, set()).update(goes_to)
        into |= fresh
        last = fresh
    for group in groups(meetings, meetings.keys() - strong - into.keys()):
        into |= {basin: {min(group)} for basin in group}
    return into


#: The weight of a hex in a line across a passage, and the greatest penalty for being off the middle: the shortest line
#: wins, and of several the one in the middle.
_HEX: Final = 1000
_ASIDE: Final = 9


@dataclass(frozen=True, slots=True)
class Passage:
    """A narrow passage: a line of hexes across its narrowest place, in the middle.

    ``width`` is the number of hexes of the line, on both sides of any obstacles in it. If several lines are equally good, as in
    a corridor of two hexes, ``hexes`` has the outermost two; if these don't touch, each is a passage of its own.
    """

    hexes: frozenset[Hex]
    width: int


class _Line(NamedTuple):
    """A line across as sorted nodes, and how many of them close the passage."""

    width: int
    nodes: tuple[int, ...]


def passages(steps: Steps) -> tuple[Passage, ...]:
    """Return the narrow passages of a board for a mover, narrowest first, then row by row.

    They connect rooms, wide places of at least ``SMALLEST`` hexes, and are at most half as wide as the narrower room at its
    widest. Bounds are the board's edge, hexes that the mover can't be in and hexsides that it can't cross both ways, except
    small clumps (see ``ClearanceField``). A long corridor is one passage; a corridor without a room at both ends is none.
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
    """The rooms of a board, and the lines that divide them."""

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

        First joins rooms that aren't twice as wide as their dividing lines, widest opening first, until none is left; the
        other lines may change by that.
        """
        known: dict[tuple[int, int], list[_Line]] = {}
        while True:
            fresh = {pair: depth for pair, depth in self._rooms.saddles().items() if pair not in known}
            known.update(zip(fresh, self._lines(fresh), strict=True))
            peaks = self._rooms.peaks()
            # The widest openings first, then those of the lowest rooms.
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

        They are the fewest hexes that separate the parts of the rooms deeper than the saddle. The pairs are independent, and
        are cut all at once.
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
        # Two more nodes: the wide parts of the first rooms of all pairs, and of the second.
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
        """Return the hexes between the wide parts of two rooms, as sorted keys (``RoomPairs``).

        They are those connected to where the rooms meet without passing a hex beside a wide part. That includes, of every
        path between the rooms, the part between the wide ones, so a cut of these hexes separates the rooms.
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
            # A path may meet the other room as it leaves a wide part, and continue from there.
            shut = np.zeros(len(fresh), np.bool_)
            shut[at[wide]] = fresh is not first
            # Only the last two rims, and closed hexes, can be met again.
            fresh = np.setdiff1d(beside[~wide & ~shut[at]], np.concatenate(found[-2:]))
        return np.unique(np.concatenate(found))

    def _parted(self, near_first: set[int], near_second: set[int]) -> list[_Line]:
        """Return the hexes of two minimum cuts as lines: hexes that touch each other or the same lake are one line."""
        import networkx as nx

        nodes = near_first | near_second
        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(nodes)
        for node in nodes:
            for beside in self._ground.neighbours[:, node].tolist():
                if beside in nodes:
                    graph.add_edge(node, beside)
                if self._ground.lakes[beside]:
                    # Negative nodes are lakes.
                    graph.add_edge(node, -1 - int(self._lake[beside]))
        lines = (nodes & line for line in nx.connected_components(graph))
        return [
            _Line(max(len(near_first & line), len(near_second & line)), tuple(sorted(line))) for line in lines
        ]
