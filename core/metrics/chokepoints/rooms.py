"""Rooms: basins that are wide and large enough, with the others joined to those they meet."""

from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.metrics.chokepoints.basins import WIDEST_SADDLE, watershed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from fairground.core.metrics.chokepoints.basins import Basins, ClearanceField

    Ints = NDArray[np.int64]


class RoomPairs:
    """Pairs of rooms; a hex of a pair is one number, its *key*: the number of the pair times all hexes, and the hex."""

    def __init__(self, rooms: Basins, between: Mapping[tuple[int, int], int]) -> None:
        self._rooms = rooms
        self._field = rooms.field
        self._number = {pair: i for i, pair in enumerate(between)}
        self._saddle = np.array(list(between.values()), np.int64)
        # Which sets of rooms have the first room of a pair, and which the second: keys of a pair and a set, in order.
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
        """Return the pairs and the hexes that keys stand for."""
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
        """Return the steps from hexes to others of the same pair: the places of the first in ``key``, keys of the others."""
        pair, node = self.parts(key)
        direction, at = np.nonzero(crossed[:, node])
        found = self.key(pair[at], self._field.neighbours[direction, node[at]].astype(np.int64))
        inside = self.in_first(found) | self._have(self._second, found)
        return at[inside], found[inside]

    def wide(self, key: Ints) -> NDArray[np.bool_]:
        """Return which hexes are deeper than the saddle between the two rooms."""
        pair, node = self.parts(key)
        found: NDArray[np.bool_] = self._rooms.depth[node] > self._saddle[pair]
        return found

    def in_first(self, key: Ints) -> NDArray[np.bool_]:
        """Return which hexes are in the first room of their pair."""
        return self._have(self._first, key)

    def _have(self, sets: Ints, key: Ints) -> NDArray[np.bool_]:
        pair, node = self.parts(key)
        asked = pair * self._sets + self._rooms.owner[node]
        found: NDArray[np.bool_] = np.append(sets, -1)[np.searchsorted(sets, asked)] == asked
        return found


#: The fewest hexes of a room: a few units can stand in it.
SMALLEST: Final = 10
#: How many times the clearance of the saddle a room must have somewhere.
WIDER: Final = 2


def rooms(field: ClearanceField) -> Basins:
    """Return the basins of the ground that are rooms.

    A room reaches ``WIDER`` times the depth of every saddle that leads out of it, and has ``SMALLEST`` hexes; one that
    meets no other may be smaller.
    """
    found = watershed(field)
    for level in range(WIDEST_SADDLE, 0, -1):
        meetings = _meetings(found, level)
        wide = {basin for basin, peak in found.peaks().items() if peak >= WIDER * level}
        found = found.joined(_absorbed(meetings, wide), level)
        # Small rooms that meet are one; where that is small still, it goes to the larger ones.
        meetings = _meetings(found, level)
        small = {basin for basin, size in found.sizes().items() if size < SMALLEST}
        together = [it for it in groups(meetings, small) if len(it) > 1]
        found = found.joined({basin: (min(it),) for it in together for basin in it}, level)
        large = {basin for basin, size in found.sizes().items() if size >= SMALLEST}
        found = found.joined(_absorbed(_meetings(found, level), large), level)
    return found


def groups(meetings: Mapping[int, Iterable[int]], among: set[int]) -> list[set[int]]:
    """Return the groups of basins, among some, that are connected."""
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(among)
    graph.add_edges_from((one, other) for one in among for other in among & set(meetings.get(one, ())))
    return list(nx.connected_components(graph))


def _meetings(basins: Basins, level: int) -> dict[int, set[int]]:
    """Return the basins that each meets at saddles of some depth or more."""
    found: dict[int, set[int]] = {}
    for (one, other), depth in basins.saddles().items():
        if depth >= level:
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return found


def _absorbed(meetings: Mapping[int, set[int]], strong: set[int]) -> dict[int, set[int]]:
    """Return the nearest strong basins of each weak one; weak basins without a way to a strong one become one."""
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
