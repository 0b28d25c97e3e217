"""Traffic: the share of the cheapest paths between zones through each hex."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.movement.areas import one_way

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from fairground.core.movement.board_steps import Steps

    Ints = NDArray[np.int64]

#: The number of pairs of a start and a hex processed at once.
_AT_ONCE: Final = 2_000_000
#: Sums of weights stay below this, so that doubles hold them exactly.
_EXACT: Final = 1 << 53
#: The most pairs of a start and a hex: about a minute's work.
MOST_PAIRS: Final = 100_000_000


def traffic(steps: Steps, ways: Iterable[tuple[NDArray[np.bool_], NDArray[np.bool_]]]) -> NDArray[np.float64]:
    """Return the share of the cheapest paths through each hex, ``[rows, columns]``, from 0 to 1.

    ``ways`` are pairs of zones, ``[rows, columns]``: each pair of a hex of the first and one of the second counts
    equally, and is shared equally by its cheapest paths (of these, the ones with the fewest free steps). Paths start
    and end where the mover can stand; their ends don't count, and pairs without a path are skipped. This is betweenness
    between subsets of nodes, divided by the number of pairs. Raises a ``LimitError`` when there are more than
    ``MOST_PAIRS``, or free steps make costs too fine.
    """
    through, pairs = np.zeros(steps.open.size), 0
    ends = [((start & steps.may_end).ravel(), (end & steps.may_end).ravel()) for start, end in ways]
    starts = sum(min(np.count_nonzero(start), np.count_nonzero(end)) for start, end in ends)
    if starts * steps.open.size > MOST_PAIRS:
        raise LimitError(
            f"traffic from {starts:,} hexes on a board of {steps.open.size:,} needs {starts * steps.open.size:,} pairs "
            f"of hexes; the limit is {MOST_PAIRS:,}. Choose smaller zones"
        )
    for start, end in ends:
        added, more = _between(steps, start, end)
        through += added
        pairs += more
    return (through / max(pairs, 1)).reshape(steps.shape)


class _Costs(NamedTuple):
    """The graph of steps, and ``into``, ``[6, hexes]``, the weight of the step from each neighbour, -1 for none."""

    graph: object
    into: Ints


def _between(
    steps: Steps, start: NDArray[np.bool_], end: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], int]:
    """Return the number of pairs through each hex, and the number of all pairs."""
    from scipy.sparse.csgraph import dijkstra

    through, pairs = np.zeros(start.size), 0
    if not (start.any() and end.any()):
        return through, pairs
    # The search goes from the zone with fewer hexes.
    forward = bool(np.count_nonzero(start) <= np.count_nonzero(end))
    sources, goals = (np.flatnonzero(it) for it in ((start, end) if forward else (end, start)))
    costs = _costs(steps, forward=forward)
    count = max(1, _AT_ONCE // start.size)
    for first in range(0, len(sources), count):
        batch = sources[first : first + count]
        far = dijkstra(costs.graph, indices=batch)
        distance = np.where(np.isfinite(far), far, -1).astype(np.int64)
        added, more = _through(steps.neighbours, costs.into, distance, batch, goals)
        through += added
        pairs += more
    return through, pairs


def _costs(steps: Steps, *, forward: bool) -> _Costs:
    weight = steps.cost.reshape(6, -1).astype(np.int64)
    possible = one_way(steps)
    graph = steps.graph if forward else steps.backward
    if (weight[possible] == 0).any():
        factor = weight.shape[1]
        if int(weight.max()) * factor**2 >= _EXACT:
            raise LimitError(
                f"some steps cost nothing, so costs cannot be added up exactly on a board of {factor} hexes"
            )
        weight = weight * factor + (weight == 0)
        graph = graph.copy()
        graph.data = graph.data * factor + (graph.data == 0)
    weight = np.where(possible, weight, -1)
    if not forward:
        return _Costs(graph, weight)
    into = np.full_like(weight, -1)
    for direction in range(6):
        there = steps.neighbours[direction] >= 0
        into[direction, there] = weight[(direction + 3) % 6, steps.neighbours[direction, there]]
    return _Costs(graph, into)


def _through(
    neighbours: NDArray[np.int32], into: Ints, distance: Ints, sources: Ints, goals: Ints
) -> tuple[NDArray[np.float64], int]:
    """Return the number of pairs through each hex, by the ``distance`` from sources, ``[sources, hexes]``."""
    hexes = distance.shape[1]
    # A pair of a source and a hex is one number.
    flat = distance.ravel()
    own = np.arange(len(sources)) * hexes + sources
    ends = (np.arange(len(sources))[:, None] * hexes + goals).ravel()
    ends = ends[(flat[ends] >= 0) & ~np.isin(ends, own)]
    if not len(ends):
        return np.zeros(hexes), 0

    def before(pairs: Ints) -> tuple[Ints, NDArray[np.bool_]]:
        """Return the neighbours of each pair, ``[6, pairs]``, and which of them are on cheapest paths to it."""
        at = pairs % hexes
        beside = pairs - at + neighbours[:, at]
        step = into[:, at]
        return beside, (step >= 0) & (flat[beside] >= 0) & (flat[beside] + step == flat[pairs])

    # All pairs on a path to a goal.
    known = np.zeros(len(flat), np.bool_)
    known[ends] = True
    fresh = ends
    while len(fresh):
        beside, on_way = before(fresh)
        met = beside[on_way]
        fresh = np.unique(met[~known[met]])
        known[fresh] = True
    pairs = np.flatnonzero(known)
    pairs = pairs[np.argsort(flat[pairs], kind="stable")]
    count = len(pairs)
    place = np.full(len(flat), count)
    place[pairs] = np.arange(count)
    beside, on_way = before(pairs)
    # Pairs on no path share one more place.
    lower = np.where(on_way, place[beside], count)
    levels = np.flatnonzero(np.diff(flat[pairs], prepend=-1, append=-1)).tolist()
    stretches = [slice(low, high) for low, high in itertools.pairwise(levels)]

    starts = place[own[known[own]]]
    is_end = np.zeros(count + 1)
    is_end[place[ends]] = 1
    served = _served(lower, stretches, is_end, _ways(lower, stretches, starts))
    served[starts] = 0
    through = np.zeros(hexes)
    np.add.at(through, pairs % hexes, served[:count])
    return through, len(ends)


def _ways(lower: Ints, stretches: Sequence[slice], starts: Ints) -> NDArray[np.float64]:
    """Return the number of cheapest paths to each pair as binary logarithms, since they overflow doubles.

    ``lower`` has the pairs before each, ``[6, pairs]``; ``stretches`` have the same distance, nearest first.
    """
    ways = np.full(lower.shape[1] + 1, -np.inf)
    ways[starts] = 0
    for at in stretches[1:]:
        before = ways[lower[:, at]]
        most = before.max(axis=0)
        ways[at] = most + np.log2(np.exp2(before - most).sum(axis=0))
    return ways


def _served(
    lower: Ints, stretches: Sequence[slice], is_end: NDArray[np.float64], ways: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the number of ends that each pair serves, weighted by its share of the paths to them, farthest first."""
    served = np.zeros_like(is_end)
    for at in reversed(stretches[1:]):
        share = np.exp2(ways[lower[:, at]] - ways[at]) * (is_end[at] + served[at])
        np.add.at(served, lower[:, at], share)
    return served
