"""Areas: hexes that a mover can reach from each other, and the movers that a scenario must work for, grouped by the steps they can take."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.movement.board_steps import IMPOSSIBLE, steps
from fairground.core.movement.compiled_moves import compiled_areas, compiled_reversible
from fairground.core.movement.mover import DEFAULT_MODE, movers
from fairground.core.scenario.arrays import groups

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from fairground.core.movement.board_steps import Steps
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario


def one_way(steps: Steps) -> NDArray[np.bool_]:
    """Return which steps are possible, as a bool array ``[6, hexes]``: direction, then node."""
    possible: NDArray[np.bool_] = (steps.cost >= 0).reshape(6, -1)
    return possible


def both_ways(steps: Steps) -> NDArray[np.bool_]:
    """Return which steps are possible there and back, as ``one_way`` does."""
    there = one_way(steps)
    back = np.empty_like(there)
    for direction in range(6):
        back[direction] = there[(direction + 3) % 6, steps.neighbours[direction]]
    return there & back


def is_reversible(steps: Steps) -> bool:
    """Return whether every cheapest way, reversed, is a cheapest way back.

    It is if every step can be made both ways and costs more one way by the difference of a potential of the two hexes, such
    as ground to enter or height. Then all ways back between two hexes cost the same amount more.
    """
    compiled = compiled_reversible(steps)
    if compiled is not None:
        return compiled
    from scipy.sparse.csgraph import breadth_first_order, connected_components

    there = steps.cost.reshape(6, -1)
    back = np.stack([there[(way + 3) % 6, steps.neighbours[way]] for way in range(6)])
    possible = there != IMPOSSIBLE
    if (possible & (back == IMPOSSIBLE)).any():
        return False
    more = np.where(possible, there - back, 0)
    target = steps.neighbours
    _, area = connected_components(steps.graph, directed=False)
    # A tree leads from one hex of each area to all others; a hex's potential is the extra cost of the way there.
    before = np.arange(there.shape[1])
    _, first, size = np.unique(area, return_index=True, return_counts=True)
    for start in first[size > 1].tolist():
        order, tree = breadth_first_order(steps.graph, start)
        before[order[1:]] = tree[order[1:]]
    way = (target[:, before] == np.arange(len(before))).argmax(axis=0)
    has = np.where(before == np.arange(len(before)), 0, more[way, before])
    while (before != before[before]).any():
        has, before = has + has[before], before[before]
    return bool((~possible | (more == has[target] - has)).all())


def adjacency(neighbours: NDArray[np.int32], linked: NDArray[np.bool_]) -> csr_array:
    """Return links, ``[6, hexes]``, as a sparse matrix of ones; none may lead off the board (-1)."""
    from scipy.sparse import csr_array

    of_nodes = linked.T
    ends = neighbours.T[of_nodes]
    starts = np.zeros(len(of_nodes) + 1, np.int32)
    np.cumsum(linked.sum(axis=0), out=starts[1:])
    return csr_array((np.ones(len(ends)), ends, starts), shape=(len(of_nodes), len(of_nodes)))


class Areas:
    """The connected areas of a board for a mover.

    Each hex of an area can be reached from every other, whatever turns that takes and wherever they end. A hex that can be
    entered but not left, or left but not entered, is an area of its own. Sparse matrices are avoided: they load slowly.
    """

    def __init__(self, steps: Steps) -> None:
        self._steps = steps

    @cached_property
    def labels(self) -> NDArray[np.int32]:
        """The number of each hex's area, ``[rows, columns]``, largest first; -1 where the mover cannot stand or pass."""
        inside = self._steps.open.ravel()
        labels = np.full(inside.size, -1, np.int32)
        if inside.any():
            roots = self._roots[inside]
            sizes = np.bincount(roots)
            areas = np.flatnonzero(sizes)
            number = np.empty(sizes.size, np.int32)
            number[areas[np.argsort(-sizes[areas], kind="stable")]] = np.arange(areas.size)
            labels[inside] = number[roots]
        return labels.reshape(self._steps.shape)

    def reachable(self, start: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the hexes that the mover can reach from some where it can stand; bool arrays ``[rows, columns]``."""
        labels = self.labels
        is_reached = np.zeros(int(labels.max(initial=-1)) + 2, np.bool_)  # the last is that of label -1
        is_reached[list(self.numbers_reached(start))] = True
        return is_reached[labels]

    def numbers_in(self, hexes: NDArray[np.bool_]) -> frozenset[int]:
        """Return the numbers of the areas with one of some hexes where the mover can stand."""
        largest, others = self._may_end_in
        # Most hexes are in the largest area, and looking up the areas of many hexes takes long.
        numbers = np.unique(self.labels[hexes & others]).tolist()
        return frozenset((0, *numbers) if (hexes & largest).any() else numbers)

    @cached_property
    def _may_end_in(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """The hexes of the largest area, and those of all others, where the mover can stand."""
        may_end = self._steps.may_end
        return may_end & (self.labels == 0), may_end & (self.labels != 0)

    def numbers_reached(self, start: NDArray[np.bool_]) -> frozenset[int]:
        """Return the numbers of the areas that the mover can reach from some hexes where it can stand, its own included."""
        seen = set(self.numbers_in(start))
        waiting = list(seen)
        while waiting:
            more = self._onward.get(waiting.pop(), set()) - seen
            seen |= more
            waiting += more
        return frozenset(seen)

    @cached_property
    def _contracted(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """A node for each node, the same for all connected by steps both ways; and the steps between those."""
        found = compiled_areas(self._steps)
        if found is not None:
            root, pairs = found
            return root, _different(*pairs.T)
        root = _joined(self._steps.neighbours, both_ways(self._steps))
        direction, start = np.nonzero(one_way(self._steps))
        return root, _different(root[start], root[self._steps.neighbours[direction, start]])

    @cached_property
    def _roots(self) -> NDArray[np.int64]:
        """A node of the area of each node, the same for all nodes of an area."""
        root, pairs = self._contracted
        # One-way steps may form a ring.
        ring_of = np.arange(root.size)
        for ring in _rings(pairs):
            ring_of[list(ring)] = min(ring)
        return ring_of[root]

    @cached_property
    def _onward(self) -> dict[int, set[int]]:
        """The areas that steps lead to from each area; areas without a step to another are missing."""
        labels = self.labels.ravel()
        return _ends_by_start(_different(*labels[self._contracted[1]].T))


def _joined(neighbours: NDArray[np.int32], linked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return for each node the lowest node it is connected with by links both ways, ``[6, hexes]``."""
    directions = range(3)  # the other three are the same links from their other ends
    one = np.concatenate([np.flatnonzero(linked[it]) for it in directions])
    other = np.concatenate([neighbours[it][linked[it]] for it in directions])
    return groups(linked.shape[1], one, other)


def _different(starts: NDArray[np.signedinteger], ends: NDArray[np.signedinteger]) -> NDArray[np.int64]:
    """Return the pairs with two different members, each once: ``[pairs, 2]``."""
    apart = starts != ends
    span = int(max(starts.max(initial=0), ends.max(initial=0))) + 1
    coded = np.sort(starts[apart].astype(np.int64) * span + ends[apart])
    coded = coded[np.diff(coded, prepend=-1) > 0]
    return np.stack(np.divmod(coded, span), axis=1)


def _ends_by_start(pairs: NDArray[np.int64]) -> dict[int, set[int]]:
    ends: dict[int, set[int]] = {}
    for start, end in pairs.tolist():
        ends.setdefault(start, set()).add(end)
    return ends


def _rings(pairs: NDArray[np.int64]) -> list[set[int]]:
    """Return the strong components of two nodes or more of a directed graph, given by its edges."""
    if not len(pairs):
        return []
    import networkx as nx

    return [it for it in nx.strongly_connected_components(nx.DiGraph(pairs.tolist())) if len(it) > 1]


@dataclass(frozen=True, eq=False)
class Travellers:
    """Movers that can take the same steps; the costs are those of the mover with the most points."""

    movers: tuple[Mover, ...]
    steps: Steps

    @cached_property
    def areas(self) -> Areas:
        """The areas connected for them."""
        return Areas(self.steps)


def in_play(scenario: Scenario) -> list[Mover]:
    """Return the movers that a scenario must work for: the classes of its units, or all if it has none."""
    classes = {unit.unit_class for unit in scenario.units}
    every = list(movers(scenario))
    return [it for it in every if it.class_id in classes] or every


def travellers(scenario: Scenario) -> list[Travellers]:
    """Return the movers of a scenario, grouped by the steps they can take."""
    alike: dict[tuple[object, ...], list[Mover]] = {}
    for mover in in_play(scenario):
        mode, kind = mover.mode, mover.unit_class
        # Besides the points of a turn, only these decide whether a step is possible.
        key = (
            mode.terrain,
            mode.climbs,
            mode.passes_impassable,
            frozenset(kind.forbidden),
            frozenset(kind.costs.items()),
            kind.most_levels,
        )
        alike.setdefault(key, []).append(mover)
    groups: list[Travellers] = []
    for group in alike.values():
        waiting = sorted(group, key=lambda it: -it.allowance)
        while waiting:
            board_steps = steps(scenario, waiting[0])
            dearest = int(board_steps.cost.max(initial=0))
            enough = [it for it in waiting if it is waiting[0] or it.allowance * board_steps.scale >= dearest]
            groups.append(Travellers(tuple(it for it in group if it in enough), board_steps))
            waiting = [it for it in waiting if it not in enough]
    return groups


def on_foot(everyone: Collection[Mover]) -> list[Mover]:
    """Return the movers in the default mode or, if there are none, in the first mode."""
    modes = {it.mode_id for it in everyone}
    mode = DEFAULT_MODE if DEFAULT_MODE in modes else next(iter(it.mode_id for it in everyone), "")
    return [it for it in everyone if it.mode_id == mode]


def describe_none_of(movers: Iterable[Mover], everyone: Collection[Mover]) -> str:
    """Describe the movers that cannot do something: ``no unit``, ``no Vehicle``, ``no unit (surefooted or walk)``."""
    by_mode: dict[str, list[str]] = {}
    for it in movers:
        by_mode.setdefault(it.mode.name.lower(), []).append(it.unit_class.name)
    modes_of: dict[tuple[str, ...], list[str]] = {}
    for mode, classes in by_mode.items():
        modes_of.setdefault(tuple(classes), []).append(mode)
    every = tuple(dict.fromkeys(it.unit_class.name for it in everyone))
    every_mode = {it.mode_id for it in everyone}
    several = len(every_mode) > 1
    return ", and ".join(
        ("no unit" if classes == every else "no " + " or ".join(classes))
        + (f" ({' or '.join(modes)})" if several and len(modes) < len(every_mode) else "")
        for classes, modes in modes_of.items()
    )
