"""What separates two zones: the fewest hexes that, taken away, leave no way from one to the other.

By Menger's theorem their number is that of ways from zone to zone that share no hex outside the zones, which is a
maximum flow: each hex is split in two nodes with a capacity of 1 between them, and the hexes of the zones cannot be
cut.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.movement.areas import one_way

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.board_steps import Steps

    Nodes = NDArray[np.int32] | NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Cut:
    """What separates two zones, for those who go from the first to the second.

    ``width`` is the smallest number of hexes that must be closed; 0 where there is no way at all, None where no number
    is enough, because the zones touch or overlap. Of all the sets of that many hexes ``near_a`` is the one nearest the
    first zone and ``near_b`` the one nearest the second: the ways from the first zone meet ``near_a`` before, or at,
    any other. They are one and the same where there is but one.
    """

    zones: tuple[str, str]
    width: int | None
    near_a: frozenset[Hex] = frozenset()
    near_b: frozenset[Hex] = frozenset()


class NodeCut(NamedTuple):
    """The nodes of two smallest cuts, in order, and their weight: None where nothing separates the ends."""

    weight: int | None
    near_start: NDArray[np.int64]
    near_end: NDArray[np.int64]


def cut(steps: Steps, zones: tuple[str, str], a: NDArray[np.bool_], b: NDArray[np.bool_]) -> Cut:
    """Return what separates two zones, bool arrays ``[rows, columns]``, of which only hexes to stand in count."""
    columns = steps.shape[1]
    at_a, at_b = (a & steps.may_end).ravel(), (b & steps.may_end).ravel()
    found = node_cut(_arcs(steps), at_a, at_b, np.ones(at_a.size, np.int32))

    def hexes(nodes: NDArray[np.int64]) -> frozenset[Hex]:
        return frozenset(steps.layout.from_offset(node % columns, node // columns) for node in nodes.tolist())

    return Cut(zones, found.weight, hexes(found.near_start), hexes(found.near_end))


def _arcs(steps: Steps) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    direction, start = np.nonzero(one_way(steps))
    return start.astype(np.int32), steps.neighbours[direction, start]


def node_cut(
    arcs: tuple[Nodes, Nodes],
    start: NDArray[np.bool_],
    end: NDArray[np.bool_],
    weights: NDArray[np.int32],
) -> NodeCut:
    """Return the lightest sets of nodes without which no arcs lead from ``start`` to ``end``, exactly.

    ``arcs`` are the nodes at their tails and at their heads; the other arguments have a place a node. Nodes of
    ``start`` and ``end`` are never cut. The cuts weigh less than 2**31.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order, maximum_flow

    nothing = np.zeros(0, np.int64)
    if (start & end).any():
        return NodeCut(None, nothing, nothing)
    inner = np.flatnonzero(~(start | end))
    # Node k of these is entered at 2k and left at 2k + 1; behind them stand all of the start and all of the end.
    source, sink = 2 * len(inner), 2 * len(inner) + 1
    # Numbers of half the size throughout: of the largest board this decides what all takes.
    entered = np.empty(len(start), np.int32)
    entered[inner] = 2 * np.arange(len(inner), dtype=np.int32)
    left = entered + 1
    entered[start] = left[start] = source
    entered[end] = left[end] = sink
    tails, heads = left[arcs[0]], entered[arcs[1]]
    if ((tails == source) & (heads == sink)).any():
        return NodeCut(None, nothing, nothing)
    useful = (tails != sink) & (heads != source) & (tails != heads)
    tails, heads = tails[useful], heads[useful]
    # More than all that can be left from the start weighs: no such arc is ever full.
    first = np.unique(heads[tails == source]) // 2
    endless = min(int(weights[inner[first]].sum(dtype=np.int64)) + 1, np.iinfo(np.int32).max)
    within = entered[inner]
    capacity = csr_array(
        (
            np.concatenate([np.full(len(tails), endless, np.int64), weights[inner]]),
            (np.concatenate([tails, within]), np.concatenate([heads, within + 1])),
        ),
        shape=(sink + 1, sink + 1),
    )
    # Arcs that several hexes of a zone give have been added up.
    capacity.data = np.minimum(capacity.data, endless).astype(np.int32)
    result = maximum_flow(capacity, source, sink, method="dinic")
    # What could still flow, there and, where something flows, back.
    spare = csr_array(capacity - result.flow)
    spare.eliminate_zeros()

    def reached(graph: csr_array, node: int) -> NDArray[np.bool_]:
        found = np.zeros(sink + 1, np.bool_)
        found[breadth_first_order(graph, node, return_predecessors=False)] = True
        return found

    ahead, behind = reached(spare, source), reached(csr_array(spare.T), sink)
    near_start = inner[ahead[within] & ~ahead[within + 1]]
    near_end = inner[behind[within + 1] & ~behind[within]]
    return NodeCut(int(result.flow_value), near_start, near_end)
