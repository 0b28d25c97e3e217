"""Cuts: the fewest hexes whose loss leaves no path between two zones, and hexes whose loss splits an area.

By Menger's theorem the fewest are the number of paths that share no hex outside the zones, a maximum flow: each hex is split into two
nodes with capacity 1 between them, and the hexes of the zones can't be cut.
"""

from __future__ import annotations

import ctypes
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from fairground.core.movement.areas import adjacency, both_ways, one_way
from fairground.core.native import library

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.layout import Layout
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
    found = cut_of_steps(steps, a, b)

    def hexes(nodes: NDArray[np.int64]) -> frozenset[Hex]:
        return frozenset(steps.layout.from_offset(node % columns, node // columns) for node in nodes.tolist())

    return Cut(zones, found.weight, hexes(found.near_start), hexes(found.near_end))


def cut_of_steps(steps: Steps, a: NDArray[np.bool_], b: NDArray[np.bool_]) -> NodeCut:
    """Return the same with hexes as numbers, ``row * columns + column``."""
    at_a, at_b = (a & steps.may_end).ravel(), (b & steps.may_end).ravel()
    native = library()
    if native is not None and at_a.size <= _MOST_HEXES and not (at_a & at_b).any():
        return _compiled_cut(native, steps, at_a, at_b)
    direction, start = np.nonzero(one_way(steps))
    arcs = start.astype(np.int32), steps.neighbours[direction, start]
    return node_cut(arcs, at_a, at_b, np.ones(at_a.size, np.int32))


class _GroundArrays(ctypes.Structure):
    """``Ground`` of ``core/native/cuts.c``."""

    _fields_ = [
        ("hexes", ctypes.c_int64),
        ("neighbours", ctypes.c_void_p),
        ("possible", ctypes.c_void_p),
        ("zone", ctypes.c_void_p),
    ]


#: The bit of each direction.
_BITS: Final = np.array([[1 << it] for it in range(6)], np.uint8)
#: On larger boards the compiled part, which begins each round of paths at the zone, takes longer than scipy.
_MOST_HEXES: Final = 20_000


class _Flow(NamedTuple):
    """Paths that share no hex, the ground that they lead over, and the cuts; arrays have an element a hex.

    ``key`` is the layout, the shape of the board and the zones; ``paths`` are the hex before on a path, the hex after, both
    -1 for none, and whether there is a path.
    """

    key: tuple[Layout, tuple[int, int], bytes]
    possible: NDArray[np.uint8]
    paths: list[NDArray[Any]]
    cuts: NodeCut


#: The last flows: on similar ground few paths differ. Each takes 110 KB on a board of 100x100.
_flows: deque[_Flow] = deque(maxlen=32)


def _compiled_cut(
    native: ctypes.CDLL, steps: Steps, start: NDArray[np.bool_], end: NDArray[np.bool_]
) -> NodeCut:
    """Return the cuts between two sets of hexes without a hex in common, as ``node_cut`` does with weights of 1."""
    neighbours = steps.neighbours
    possible = np.bitwise_or.reduce(one_way(steps) * _BITS, axis=0)
    zone = start + np.uint8(2) * end
    key = steps.layout, steps.shape, zone.tobytes()
    alike = [(np.count_nonzero(it.possible != possible), it) for it in tuple(_flows) if it.key == key]
    differing, nearest = min(alike, key=lambda it: it[0], default=(0, None))
    if nearest is not None and not differing:
        return nearest.cuts
    paths = (
        [*np.full((2, zone.size), -1, np.int32), np.zeros(zone.size, np.uint8)]
        if nearest is None
        else [it.copy() for it in nearest.paths]
    )
    ground = _GroundArrays(start.size, neighbours.ctypes.data, possible.ctypes.data, zone.ctypes.data)
    # As ``Memory`` of the same file: the bytes for each hex.
    memory = [*(np.empty(start.size * it, np.uint8) for it in (2, 2, 8, 4, 4)), *paths]
    near = np.zeros((2, start.size), np.uint8)
    native.fairground_cut.restype = ctypes.c_int64
    width = native.fairground_cut(
        ctypes.byref(ground),
        (ctypes.c_void_p * len(memory))(*(it.ctypes.data for it in memory)),
        ctypes.c_void_p(near[0].ctypes.data),
        ctypes.c_void_p(near[1].ctypes.data),
    )
    cuts = NodeCut(None if width < 0 else int(width), *map(np.flatnonzero, near))
    _flows.append(_Flow(key, possible, paths, cuts))
    return cuts


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


#: The fewest hexes that count as a part of an area. Cutting off a nook of one or two hexes has no effect, and on rough
#: ground every other hex has such a nook behind it.
SMALLEST_PART: Final = 3


def articulation(steps: Steps, smallest: int = SMALLEST_PART) -> NDArray[np.bool_]:
    """Return the hexes whose loss splits an area into at least two parts of ``smallest`` hexes, as ``[rows, columns]``.

    With 1 they are the articulation points of graph theory. Hexes are connected if a step can be made both ways.
    """
    from scipy.sparse.csgraph import connected_components

    linked = both_ways(steps)
    neighbours = steps.neighbours
    # A hex whose neighbours are connected around it is no candidate. Candidates are few, and each connected component of the
    # others can be contracted to a node.
    candidate = _parting(linked, neighbours)
    rest = linked & ~candidate
    for direction in range(6):
        rest[direction] &= ~candidate[neighbours[direction]]
    # All links lead both ways, and strong components are found without a transposed copy.
    _, node = connected_components(adjacency(neighbours, rest), connection="strong")
    ways, at = np.nonzero(linked & candidate)
    holding = _holding(node[at], node[neighbours[ways, at]], np.bincount(node), smallest)
    found: NDArray[np.bool_] = holding[node] & candidate
    return found.reshape(steps.shape)


def _parting(linked: NDArray[np.bool_], neighbours: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return the nodes whose neighbours aren't all connected by links among themselves."""
    runs = np.zeros(linked.shape[1], np.int8)
    for direction in range(6):
        following = (direction + 1) % 6
        # The step from one neighbour to the next is in the direction after ``following``.
        joined = linked[following] & linked[(direction + 2) % 6, neighbours[direction]]
        runs += linked[direction] & ~joined
    return runs > 1


def _holding(
    starts: NDArray[np.int32], ends: NDArray[np.int32], sizes: NDArray[np.int64], smallest: int
) -> NDArray[np.bool_]:
    """Return which nodes' loss splits a graph into at least two parts of a size; ``sizes`` are the weights of nodes.

    By Hopcroft and Tarjan: below a node of a depth-first tree, a part is a subtree without a link to an earlier node. scipy
    searches, in a quarter of the time that NetworkX takes to build the graph.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import depth_first_order

    count = len(sizes)
    pairs = np.concatenate([starts, ends]), np.concatenate([ends, starts])
    linked = np.flatnonzero(np.bincount(starts, minlength=count) + np.bincount(ends, minlength=count))
    if not len(linked):
        return np.zeros(count, np.bool_)
    # A chain of additional nodes, each above one that is linked, makes one search of all: a tree hangs below the first chain
    # node that reaches it. One node above all of them would be slow: scipy looks through a node's links again whenever it
    # comes back to it.
    chain = np.arange(count, count + len(linked))
    joined = np.concatenate([pairs[0], chain, chain[:-1]]), np.concatenate([pairs[1], linked, chain[1:]])
    whole = count + len(linked)
    links = csr_array((np.ones(len(joined[0])), joined), (whole, whole))
    order, above = depth_first_order(links, count, directed=True)
    met = np.zeros(whole, np.int32)
    met[order] = np.arange(len(order))
    earliest = met.copy()
    is_back = above[pairs[0]] != pairs[1]
    np.minimum.at(earliest, pairs[0][is_back], met[pairs[1][is_back]])
    nodes = order[order < count].tolist()
    return _splitting(nodes, above.tolist(), met.tolist(), earliest.tolist(), sizes.tolist(), smallest)


def _splitting(
    nodes: list[int], above: list[int], met: list[int], earliest: list[int], sizes: list[int], smallest: int
) -> NDArray[np.bool_]:
    """Return which nodes' loss splits a depth-first tree.

    ``nodes`` are in the order of the search, ``above`` is the parent of each, for a root a number past all nodes. ``met`` is
    each node's place in the search, and ``earliest`` the place of the earliest node that it is linked to, apart from its parent.
    """
    below = sizes + [0] * (len(above) - len(sizes))  # the weight of a node's subtree, itself included
    parted = [0] * len(below)  # the weight of the parts below a node
    large = [0] * len(below)  # how many of them have the size
    for node in reversed(nodes):
        parent = above[node]
        below[parent] += below[node]
        earliest[parent] = min(earliest[parent], earliest[node])
        if earliest[node] >= met[parent]:
            parted[parent] += below[node]
            large[parent] += below[node] >= smallest
    whole = 0
    found = np.zeros(len(sizes), np.bool_)
    for node in nodes:
        if above[node] >= len(sizes):
            whole = below[node]
        if large[node]:
            found[node] = large[node] + (whole - sizes[node] - parted[node] >= smallest) > 1
    return found
