"""Basins: a board's ground in the rooms that a person would see, divided where it is narrow.

They are the watershed of the clearance, as if water ran from everywhere to the widest places: each peak of clearance
has a basin, and where two basins meet, the clearance of the saddle between them says how narrow it is there. Basins
that are small, or hardly wider than the saddle to the next, are no rooms by themselves and join that one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.movement.links import adjacency

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.analysis.clearance import Field

#: The fewest hexes of a room: a few units can stand in it.
SMALLEST: Final = 10
#: The greatest clearance of a saddle that divides rooms. At 2 there are three or four hexes across; where five units go
#: side by side it is not narrow for a game with a dozen of them, however wide it is elsewhere.
WIDEST_SADDLE: Final = 2
#: How many times the clearance of the saddle a room must have somewhere.
WIDER: Final = 2


class Saddle(NamedTuple):
    """Where two basins meet: the greatest clearance there, and the basins, the one with the lower number first."""

    clearance: int
    one: int
    other: int


def basins(field: Field) -> NDArray[np.int32]:
    """Return the room of each hex: numbers from 0, -1 where there is no ground; a place a hex."""
    basin = _watershed(field)
    sizes = np.bincount(basin[field.open & (basin >= 0)], minlength=int(basin.max(initial=-1)) + 1)
    room = _joined(saddles(field, basin), peaks(field, basin).tolist(), sizes.tolist())
    return np.append(np.array(room, np.int32), np.int32(-1))[basin]


def peaks(field: Field, basin: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the greatest clearance in each basin."""
    found = np.zeros(int(basin.max(initial=-1)) + 1, np.int32)
    ground = basin >= 0
    np.maximum.at(found, basin[ground], field.clearance[ground])
    return found


def saddles(field: Field, basin: NDArray[np.int32]) -> list[Saddle]:
    """Return the highest saddle between each two basins that meet, the highest of all first."""
    direction, start = np.nonzero(field.unbound[:3])  # the other three are the same from their other ends
    end = field.neighbours[direction, start]
    meeting = basin[start] != basin[end]
    start, end = start[meeting], end[meeting]
    height = np.minimum(field.clearance[start], field.clearance[end])
    ends = np.sort(np.stack([basin[start], basin[end]], axis=1), axis=1)
    told = np.unique(np.column_stack([-height, ends]), axis=0).tolist()
    highest: dict[tuple[int, int], int] = {}
    for below, one, other in told:
        highest.setdefault((one, other), -below)
    return [Saddle(clearance, *pair) for pair, clearance in highest.items()]


def _watershed(field: Field) -> NDArray[np.int32]:
    """Return the basin of each hex: numbers from 0, -1 without ground."""
    from scipy.sparse.csgraph import connected_components, dijkstra  # noqa: PLC0415  # slow to import

    clearance, neighbours = field.clearance, field.neighbours
    around = np.where(field.unbound, clearance[neighbours], 0)
    rising = np.flatnonzero(around.max(axis=0) > clearance)
    # From a hex one goes to the neighbour with the most clearance; on level ground toward the nearest hex that has one.
    level = adjacency(neighbours, field.unbound & (around == clearance))
    _, before, _ = dijkstra(level, indices=rising, unweighted=True, min_only=True, return_predecessors=True)
    own = np.arange(len(clearance))
    upward = np.where(before >= 0, before, own)
    upward[rising] = neighbours[around.argmax(axis=0)[rising], rising]
    # Level ground without any is a peak, all of it.
    ground = clearance > 0
    peak = np.flatnonzero((upward == own) & ground)
    _, plateau = connected_components(level, directed=False)
    _, first, where = np.unique(plateau[peak], return_index=True, return_inverse=True)
    upward[peak] = peak[first[where]]
    while not np.array_equal(further := upward[upward], upward):
        upward = further
    found = np.full(len(upward), -1, np.int32)
    found[ground] = np.unique(upward[ground], return_inverse=True)[1]
    return found


def _joined(meetings: list[Saddle], tops: list[int], sizes: list[int]) -> list[int]:
    """Return the room of each basin, numbered from 0; saddles come with the highest first."""
    room = list(range(len(tops)))

    def room_of(basin: int) -> int:
        while room[basin] != basin:
            room[basin] = room[room[basin]]
            basin = room[basin]
        return basin

    for saddle in meetings:
        one, other = room_of(saddle.one), room_of(saddle.other)
        if one == other:
            continue
        narrow = saddle.clearance <= WIDEST_SADDLE and saddle.clearance * WIDER <= min(tops[one], tops[other])
        if narrow and min(sizes[one], sizes[other]) >= SMALLEST:
            continue
        room[other] = one
        sizes[one] += sizes[other]
        tops[one] = max(tops[one], tops[other])
    roots = [room_of(it) for it in range(len(room))]
    number = {root: i for i, root in enumerate(sorted(set(roots)))}
    return [number[root] for root in roots]
