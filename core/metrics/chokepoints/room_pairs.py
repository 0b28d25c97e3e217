"""Pairs of rooms that meet, for looking at all of them at once."""

from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from fairground.core.metrics.chokepoints.basins import Basins

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
