"""Where a board is one hex wide: hexes without which an area falls apart."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.movement.links import adjacency, both_ways

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.movement.steps import Steps

#: The fewest hexes that count as a part of an area. A nook of one or two hexes is no place to be cut off from: closing
#: the hex before it keeps nobody from anywhere, and on rough ground every other hex has such a nook behind it.
SMALLEST_PART: Final = 3


def articulation(steps: Steps, smallest: int = SMALLEST_PART) -> NDArray[np.bool_]:
    """Return the hexes that hold an area together, as a bool array ``[rows, columns]``.

    Without such a hex what hung together falls into parts, of which at least two have ``smallest`` hexes or more; with
    1 they are the articulation points of graph theory. Hexes hang together where a step can be made both ways.
    """
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415  # slow to import

    linked = both_ways(steps)
    neighbours = steps.neighbours
    # A hex whose neighbours hang together around it holds nothing together. Those left are few, and all the others
    # can be drawn together, one node for those that hang together: that parts no hex from another.
    candidate = _parting(linked, neighbours)
    rest = linked & ~candidate
    for direction in range(6):
        rest[direction] &= ~candidate[neighbours[direction]]
    _, node = connected_components(adjacency(neighbours, rest), directed=False)
    ways, at = np.nonzero(linked & candidate)
    one, other = node[at].astype(np.int64), node[neighbours[ways, at]]
    sizes = np.bincount(node)
    count = len(sizes)
    starts, ends = np.divmod(np.unique(np.concatenate([one * count + other, other * count + one])), count)
    bounds = np.searchsorted(starts, np.arange(count + 1))
    holding = _holding(bounds.tolist(), ends.tolist(), sizes.tolist(), smallest)
    found: NDArray[np.bool_] = holding[node] & candidate
    return found.reshape(steps.shape)


def _parting(linked: NDArray[np.bool_], neighbours: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return the nodes whose neighbours do not all hang together by links among themselves."""
    runs = np.zeros(linked.shape[1], np.int8)
    for direction in range(6):
        following = (direction + 1) % 6
        # From one neighbour to the next around the hex is a step in the direction after that.
        joined = linked[following] & linked[(direction + 2) % 6, neighbours[direction]]
        runs += linked[direction] & ~joined
    return runs > 1


def _holding(bounds: list[int], ends: list[int], sizes: list[int], smallest: int) -> NDArray[np.bool_]:
    """Return the nodes of an undirected graph without which it falls into two parts of some size, or more.

    The ends of the links of node n are ``ends[bounds[n]:bounds[n + 1]]``; ``sizes`` is what nodes count for. The parts
    are those below a node of a search in depth first whose links lead back to no node before it, and all the rest.
    """
    trees, above = _depth_first(bounds, ends)
    met = [0] * len(sizes)  # when the search came to a node
    for i, node in enumerate(chain.from_iterable(trees)):
        met[node] = i
    low = list(met)  # the first node that links of those below lead to
    below = list(sizes)  # the size of all below a node, itself too
    apart = [0] * len(sizes)  # that of the parts below it
    large = [0] * len(sizes)  # how many of them are large enough
    found = np.zeros(len(sizes), np.bool_)
    for tree in trees:
        for node in reversed(tree):
            parent = above[node]
            for end in ends[bounds[node] : bounds[node + 1]]:
                if end != parent and met[end] < low[node]:
                    low[node] = met[end]
            if parent < 0:
                continue
            below[parent] += below[node]
            low[parent] = min(low[parent], low[node])
            if low[node] >= met[parent]:
                apart[parent] += below[node]
                large[parent] += below[node] >= smallest
        for node in tree:
            rest = below[tree[0]] - sizes[node] - apart[node]
            found[node] = large[node] + (rest >= smallest) >= 2
    return found


def _depth_first(bounds: list[int], ends: list[int]) -> tuple[list[list[int]], list[int]]:
    """Return the nodes of each tree of a search in depth first, in its order, and the node above each; -1 for none."""
    at, met, above = bounds[:-1], [False] * (len(bounds) - 1), [-1] * (len(bounds) - 1)
    trees = []
    for root in range(len(above)):
        if met[root]:
            continue
        met[root] = True
        stack, tree = [root], [root]
        while stack:
            node = stack[-1]
            if at[node] == bounds[node + 1]:
                stack.pop()
                continue
            end = ends[at[node]]
            at[node] += 1
            if not met[end]:
                met[end] = True
                above[end] = node
                stack.append(end)
                tree.append(end)
        trees.append(tree)
    return trees, above
