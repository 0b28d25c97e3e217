"""Chokepoints: cuts between zones, articulation hexes, narrow passages and traffic."""

from __future__ import annotations

import ctypes
import itertools
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from fairground.core.answer import JsonResult
from fairground.core.drawable import Drawable, drawn_on_map
from fairground.core.errors import LimitError
from fairground.core.metrics.chokepoints.cuts import articulation, cut
from fairground.core.metrics.chokepoints.passages import passages
from fairground.core.metrics.compared_zones import opposing
from fairground.core.movement.areas import both_ways, one_way
from fairground.core.movement.board_steps import steps as steps_of
from fairground.core.movement.mover import mover as mover_of
from fairground.core.native import begin, library

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeVar

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from fairground.core.metrics.chokepoints.cuts import Cut
    from fairground.core.metrics.chokepoints.passages import Passage
    from fairground.core.movement.board_steps import Steps
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

    Ints = NDArray[np.int64]
    #: Of steps, or the same of a graph.
    Costs = TypeVar("Costs", NDArray[np.int64], NDArray[np.float64])

#: The number of pairs of a start and a hex processed at once.
_AT_ONCE: Final = 2_000_000
#: Sums of weights stay below this, so that doubles hold them exactly.
_EXACT: Final = 1 << 53
#: The compiled part has a list for each distance below this.
_FARTHEST: Final = 1 << 24
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
    return _prepared(steps, ways)()


def begin_traffic(
    steps: Steps, ways: Iterable[tuple[NDArray[np.bool_], NDArray[np.bool_]]]
) -> Callable[[], NDArray[np.float64]]:
    """Begin to compute ``traffic`` in a thread; the function returned waits for it. Raises a ``LimitError`` at once."""
    return begin(_prepared(steps, ways))


def _prepared(
    steps: Steps, ways: Iterable[tuple[NDArray[np.bool_], NDArray[np.bool_]]]
) -> Callable[[], NDArray[np.float64]]:
    """Return a function that computes traffic, nearly all of it in the compiled part; see ``traffic``."""
    ends = [((start & steps.may_end).ravel(), (end & steps.may_end).ravel()) for start, end in ways]
    starts = sum(min(np.count_nonzero(start), np.count_nonzero(end)) for start, end in ends)
    if starts * steps.open.size > MOST_PAIRS:
        raise LimitError(
            f"traffic from {starts:,} hexes on a board of {steps.open.size:,} needs {starts * steps.open.size:,} pairs "
            f"of hexes; the limit is {MOST_PAIRS:,}. Choose smaller zones"
        )
    parts = [_between(steps, start, end) for start, end in ends if start.any() and end.any()]

    def shares() -> NDArray[np.float64]:
        through, pairs = np.zeros(steps.open.size), 0
        for part in parts:
            added, more = part()
            through += added
            pairs += more
        return (through / max(pairs, 1)).reshape(steps.shape)

    return shares


def _between(
    steps: Steps, start: NDArray[np.bool_], end: NDArray[np.bool_]
) -> Callable[[], tuple[NDArray[np.float64], int]]:
    """Return a function that computes the number of pairs through each hex, and the number of all pairs."""
    # The search goes from the zone with fewer hexes.
    forward = bool(np.count_nonzero(start) <= np.count_nonzero(end))
    sources, goals = (np.flatnonzero(it) for it in ((start, end) if forward else (end, start)))
    factor = _factor(steps)
    into = _into(steps, factor, forward=forward)
    dearest = int(into.max())
    native = library()
    if native is not None and dearest > 0 and dearest * start.size < _FARTHEST:
        return partial(_between_compiled, native, steps.neighbours, into, sources, goals)
    graph = steps.graph if forward else steps.backward
    if factor > 1:
        graph = graph.copy()
        graph.data = _without_free(graph.data, factor)
    return partial(_between_by_scipy, steps.neighbours, into, graph, sources, goals)


def _between_by_scipy(
    neighbours: NDArray[np.int32], into: Ints, graph: csr_array, sources: Ints, goals: Ints
) -> tuple[NDArray[np.float64], int]:
    """Return the number of pairs through each hex, and the number of all pairs."""
    from scipy.sparse.csgraph import dijkstra

    hexes = neighbours.shape[1]
    through, pairs = np.zeros(hexes), 0
    count = max(1, _AT_ONCE // hexes)
    for first in range(0, len(sources), count):
        batch = sources[first : first + count]
        far = dijkstra(graph, indices=batch)
        distance = np.where(np.isfinite(far), far, -1).astype(np.int64)
        added, more = _through(neighbours, into, distance, batch, goals)
        through += added
        pairs += more
    return through, pairs


class _StepsArrays(ctypes.Structure):
    """``Steps`` of ``core/native/traffic.c``."""

    _fields_ = [
        ("hexes", ctypes.c_int64),
        ("neighbours", ctypes.c_void_p),
        ("into", ctypes.c_void_p),
    ]


def _between_compiled(
    native: ctypes.CDLL, neighbours: NDArray[np.int32], into: Ints, sources: Ints, goals: Ints
) -> tuple[NDArray[np.float64], int]:
    """Return what ``_between_by_scipy`` does, by the compiled part."""
    hexes, weights = neighbours.shape[1], into.astype(np.int32)
    steps = _StepsArrays(hexes, neighbours.ctypes.data, weights.ctypes.data)
    # As ``Memory`` of the same file: the bytes for each hex, and one item for each distance.
    memory = [
        np.zeros(hexes * it, np.uint8)
        for it in (8 * 6, 8 * 6, 4 * 16, 1, 4, 4, 4, 0, 8 * 16, 4, 8 * 16, 8, 1, 1, 4 * 16, 1)
    ]
    buckets = np.full(int(weights.max()) * hexes + 1, -1, np.int32)
    addresses = [it.ctypes.data if it.size else buckets.ctypes.data for it in memory]
    is_goal = np.zeros(hexes, np.uint8)
    is_goal[goals] = 1
    through = np.zeros(hexes)
    native.fairground_traffic.restype = ctypes.c_int64
    pairs = native.fairground_traffic(
        ctypes.byref(steps),
        ctypes.c_int64(len(sources)),
        ctypes.c_void_p(sources.ctypes.data),
        ctypes.c_int64(len(goals)),
        ctypes.c_void_p(goals.ctypes.data),
        ctypes.c_void_p(is_goal.ctypes.data),
        (ctypes.c_void_p * len(memory))(*addresses),
        ctypes.c_void_p(through.ctypes.data),
    )
    return through, int(pairs)


def _factor(steps: Steps) -> int:
    """Return by what to multiply costs so that free steps can cost 1 and never add up to a whole unit; 1 if none is free."""
    if not (steps.cost == 0).any():
        return 1
    factor = steps.open.size
    if int(steps.cost.max()) * factor**2 >= _EXACT:
        raise LimitError(
            f"some steps cost nothing, so a board of {factor} hexes is too large to add up costs exactly"
        )
    return factor


def _without_free(costs: Costs, factor: int) -> Costs:
    """Return costs that are not negative multiplied by a factor, those of free steps 1; the same if it is 1."""
    return costs if factor == 1 else costs * factor + (costs == 0)


def _into(steps: Steps, factor: int, *, forward: bool) -> Ints:
    """Return the costs of the step from each neighbour, or to each one if not ``forward``, ``[6, hexes]``; -1 for none."""
    weight = steps.cost.reshape(6, -1).astype(np.int64)
    weight = np.where(one_way(steps), _without_free(weight, factor), -1)
    if not forward:
        return weight
    into = np.full_like(weight, -1)
    for direction in range(6):
        there = steps.neighbours[direction] >= 0
        into[direction, there] = weight[(direction + 3) % 6, steps.neighbours[direction, there]]
    return into


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
    place = np.zeros(len(flat), np.int64)
    found, steps_back = [ends], [before(ends)]
    while True:
        beside, on_way = steps_back[-1]
        met = beside[on_way]
        met = met[~known[met]]
        if not len(met):
            break
        known[met] = True
        # Of pairs met twice, the one that is noted last counts.
        number = np.arange(len(met))
        place[met] = number
        found.append(met[place[met] == number])
        steps_back.append(before(found[-1]))
    pairs = np.concatenate(found)
    order = np.lexsort((pairs, flat[pairs]))
    pairs = pairs[order]
    count = len(pairs)
    place[:] = count
    place[pairs] = np.arange(count)
    beside, on_way = (np.concatenate(it, axis=1)[:, order] for it in zip(*steps_back, strict=True))
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


@dataclass(frozen=True, eq=False, repr=False)
class Chokepoints(Drawable, JsonResult):
    """The chokepoints of a board for a mover.

    ``cuts`` separate zones. ``articulation``, ``[rows, columns]``, are the hexes whose loss splits an area. ``narrow`` are the
    narrow passages, narrowest first. ``traffic``, ``[rows, columns]``, is the share of the cheapest paths between the zones
    through each hex.
    """

    answer_model: ClassVar = "metrics.answer:ChokepointsAnswer"

    board: Board
    mover: Mover
    cuts: tuple[Cut, ...]
    articulation: NDArray[np.bool_]
    narrow: tuple[Passage, ...]
    traffic: NDArray[np.float64]

    def __repr__(self) -> str:
        """Return what distinguishes one result from another at a prompt."""
        return (
            f"<Chokepoints of {self.mover.title}: {len(self.cuts)} cuts, {len(self.narrow)} narrow passages>"
        )

    def is_one_way(self, cut: Cut) -> bool:
        """Return whether there is another cut for the opposite direction."""
        return any(it.zones == cut.zones[::-1] for it in self.cuts)


@drawn_on_map
def chokepoints(
    scenario: Scenario,
    unit_class: str | None = None,
    mode: str | None = None,
    *,
    mover: Mover | None = None,
    zones: Sequence[str] | None = None,
    with_traffic: bool = True,
) -> Chokepoints:
    """Return the chokepoints of a scenario's board for a mover.

    ``zones`` are ids, compared in pairs. Default: the deployment zones of sides that aren't allied. Without zones there are no
    cuts and no traffic. A cut is for moving from the first zone to the second; if some step is possible in one direction only,
    there is another for the way back. Traffic counts both directions; it takes longest on large boards, and is all 0 without
    ``with_traffic``. Turns, facing and other units are ignored, except as ``mover`` includes them.

    Raises
    ------
    ScenarioError
        When a zone is unknown, or as ``mover`` does.
    LimitError
        When the costs are too fine to be added up exactly, or the board is too large for traffic.

    Examples
    --------
    >>> from fairground.core import chokepoints, load
    >>> found = chokepoints(load("scenarios/standard-arena.yaml"), "scout")
    >>> [(it.zones, it.width) for it in found.cuts]
    [(('p1-start', 'p2-start'), 5)]
    """
    who = mover or mover_of(scenario, unit_class, mode)
    pairs = opposing(scenario, zones)
    steps = steps_of(scenario, who)
    masks = {it.id: it.shape.mask(scenario.board) for it in chain.from_iterable(pairs)}
    there = [(a.id, b.id) for a, b in pairs]
    back = [(b, a) for a, b in there]
    ways = list(chain.from_iterable(zip(there, back, strict=True)))
    two_way = bool((one_way(steps) == both_ways(steps)).all())
    # First, since it raises on boards that are too large.
    busy = traffic(steps, ((masks[a], masks[b]) for a, b in ways) if with_traffic else ())
    return Chokepoints(
        board=scenario.board,
        mover=who,
        cuts=tuple(cut(steps, (a, b), masks[a], masks[b]) for a, b in (there if two_way else ways)),
        articulation=articulation(steps),
        narrow=passages(steps),
        traffic=busy,
    )
