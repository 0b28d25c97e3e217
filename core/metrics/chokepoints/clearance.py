"""Clearance: how far a hex lies from what bounds the ground it is on.

What bounds it are the hexsides that cannot be crossed both ways: those of hexes that the mover cannot be in, cliffs,
the board's edge. They hang together at their corners in clumps. A small clump within the board, a *lake*, bounds
nothing: one walks around it, and were it counted, ground with rocks strewn over it would be all passages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS
from fairground.core.movement.links import adjacency, both_ways

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.movement.steps import Steps

#: How far across a lake is at most, in hexes: a building, a pond, a knoll, a stretch of fence. What reaches further is
#: a detour of a turn's move for most units, and the ground beside it is the side of something.
LAKE: Final = 4


class ClearanceField(NamedTuple):
    """The ground as its bounds leave it; places are hexes, ``row * columns + column``.

    ``open`` are the hexes that the mover can be in, ``lakes`` those of lakes. ``crossed`` says, ``[6, hexes]``, between
    which hexes and their ``neighbours`` there are steps both ways, ``unbound`` between which there is no bound: the same,
    and the hexsides of lakes. ``clearance`` is the distance in hexes from what lies behind the nearest bound, by such
    hexsides: 1 beside it, 0 where the mover cannot be, lakes aside.
    """

    neighbours: NDArray[np.int32]
    open: NDArray[np.bool_]
    lakes: NDArray[np.bool_]
    crossed: NDArray[np.bool_]
    unbound: NDArray[np.bool_]
    clearance: NDArray[np.int32]


def field(steps: Steps) -> ClearanceField:
    """Return the ground of a mover."""
    from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415  # slow to import

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
    """Return which blocked hexsides belong to lakes; both are ``[6, hexes]``."""
    from scipy.sparse import coo_array  # noqa: PLC0415  # slow to import
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415

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
    # In thirds of a hex: one hex reaches over four, each further one over three more.
    small = reach <= 3 * LAKE + 1
    small[clump[second[(steps.neighbours < 0)[blocked]]]] = False
    of_lakes: NDArray[np.bool_] = blocked & small[clump[corners]]
    return of_lakes


def _corners(steps: Steps) -> tuple[NDArray[np.int64], tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Return the numbers of all hexes' corners, ``[6, hexes]``, and where each number is, in thirds of q and r.

    Corner d lies between directions d and d + 1. Two of them are a hex's own, those after directions 0 and 1; the
    others are the own ones of its neighbours in directions 3, 4 and 5, which may lie off the board.
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
