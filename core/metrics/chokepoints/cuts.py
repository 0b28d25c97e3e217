"""Minimum cuts: the fewest hexes whose loss leaves no path between two zones.

By Menger's theorem that is the number of paths that share no hex outside the zones, a maximum flow: each hex is split into two
nodes with capacity 1 between them, and the hexes of the zones can't be cut.
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
    """The minimum cuts from the first of two zones to the second.

    ``width`` is the fewest hexes to close; 0 without a path, None if nothing closes it because the zones touch or overlap. Of
    all such sets of hexes ``near_a`` is the nearest to the first zone, and ``near_b`` to the second; they may be the same.
    """

    zones: tuple[str, str]
    width: int | None
    near_a: frozenset[Hex] = frozenset()
    near_b: frozenset[Hex] = frozenset()


class NodeCut(NamedTuple):
    """The nodes of two minimum cuts, in order, and their weight; None if nothing separates the ends."""

    weight: int | None
    near_start: NDArray[np.int64]
    near_end: NDArray[np.int64]


def cut(steps: Steps, zones: tuple[str, str], a: NDArray[np.bool_], b: NDArray[np.bool_]) -> Cut:
    """Return the minimum cuts between two zones, given as ``[rows, columns]``; only hexes to stand in count."""
    columns = steps.shape[1]
    at_a, at_b = (a & steps.may_end).ravel(), (b & steps.may_end).ravel()
    direction, start = np.nonzero(one_way(steps))
    arcs = start.astype(np.int32), steps.neighbours[direction, start]
    found = node_cut(arcs, at_a, at_b, np.ones(at_a.size, np.int32))

    def hexes(nodes: NDArray[np.int64]) -> frozenset[Hex]:
        return frozenset(steps.layout.from_offset(node % columns, node // columns) for node in nodes.tolist())

    return Cut(zones, found.weight, hexes(found.near_start), hexes(found.near_end))


def node_cut(
    arcs: tuple[Nodes, Nodes], start: NDArray[np.bool_], end: NDArray[np.bool_], weights: NDArray[np.int32]
) -> NodeCut:
    """Return the lightest sets of nodes whose loss leaves no path from ``start`` to ``end``, exactly.

    ``arcs`` are tails and heads; the other arguments have an element a node. Nodes of ``start`` and ``end`` are never cut. The
    cuts weigh less than 2**31.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order, maximum_flow

    nothing = np.zeros(0, np.int64)
    if (start & end).any():
        return NodeCut(None, nothing, nothing)
    inner = np.flatnonzero(~(start | end))
    # Node k of these is entered at 2k and left at 2k + 1; all nodes of the start, and of the end, are one node.
    source, sink = 2 * len(inner), 2 * len(inner) + 1
    # 32 bits: on the largest board this array dominates the memory.
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
    # More than the weight of all nodes after the start, so no such arc is ever full.
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
    # Equal arcs of several hexes of a zone were added up.
    capacity.data = np.minimum(capacity.data, endless).astype(np.int32)
    result = maximum_flow(capacity, source, sink, method="dinic")
    # The residual graph.
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
