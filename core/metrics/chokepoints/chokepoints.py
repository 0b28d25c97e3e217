"""Chokepoints: where few hexes decide who gets through, in four answers to four questions.

Where a board is one hex wide: hexes without which an area falls apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from fairground.core.answer import JsonResult
from fairground.core.metrics.chokepoints.cuts import cut
from fairground.core.metrics.chokepoints.passages import passages
from fairground.core.metrics.chokepoints.traffic import traffic
from fairground.core.metrics.compared_zones import opposing
from fairground.core.movement.areas import adjacency, both_ways, one_way
from fairground.core.movement.board_steps import steps as steps_of
from fairground.core.movement.mover import mover as mover_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.metrics.chokepoints.cuts import Cut
    from fairground.core.metrics.chokepoints.passages import Passage
    from fairground.core.movement.board_steps import Steps
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

#: The fewest hexes that count as a part of an area. A nook of one or two hexes is no place to be cut off from: closing
#: the hex before it keeps nobody from anywhere, and on rough ground every other hex has such a nook behind it.
SMALLEST_PART: Final = 3


def articulation(steps: Steps, smallest: int = SMALLEST_PART) -> NDArray[np.bool_]:
    """Return the hexes that hold an area together, as a bool array ``[rows, columns]``.

    Without such a hex what hung together falls into parts, of which at least two have ``smallest`` hexes or more; with
    1 they are the articulation points of graph theory. Hexes hang together where a step can be made both ways.
    """
    from scipy.sparse.csgraph import connected_components

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


@dataclass(frozen=True, eq=False)
class Chokepoints(JsonResult):
    """Where a board is narrow for a mover.

    ``cuts`` are what separates zones; ``articulation``, ``[rows, columns]``, the hexes without which an area falls
    apart; ``narrow`` the narrow passages, the narrowest first; ``traffic``, likewise, the share of the cheapest ways
    between the zones that leads through each hex.
    """

    answer_model: ClassVar = "metrics.chokepoints.answer:ChokepointsAnswer"

    board: Board
    mover: Mover
    cuts: tuple[Cut, ...]
    articulation: NDArray[np.bool_]
    narrow: tuple[Passage, ...]
    traffic: NDArray[np.float64]


def chokepoints(
    scenario: Scenario,
    unit_class: str | None = None,
    mode: str | None = None,
    *,
    mover: Mover | None = None,
    zones: Sequence[str] | None = None,
    with_traffic: bool = True,
) -> Chokepoints:
    """Return where the board of a scenario is narrow for a mover.

    ``zones`` are ids of zones, each two of which are looked at; None is each two deployment zones of sides that are not
    allied. Without such zones there are no cuts and no traffic. A cut is for those who go from the first zone to the
    second; where some step of the board can be made in one direction only, there is another for the way back. Traffic
    goes both ways; it takes by far the longest on large boards, and is 0 everywhere where it is not wanted
    (``with_traffic``). Turns, facing and other units play no part, save what ``mover`` knows of them.

    Raises
    ------
    ScenarioError
        When there is no such zone, or as ``mover`` does.
    LimitError
        When the costs are too fine to be added up exactly, or traffic would be looked at over too large a board.

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
    # First, since it refuses what would take too long.
    busy = traffic(steps, ((masks[a], masks[b]) for a, b in ways) if with_traffic else ())
    return Chokepoints(
        board=scenario.board,
        mover=who,
        cuts=tuple(cut(steps, (a, b), masks[a], masks[b]) for a, b in (there if two_way else ways)),
        articulation=articulation(steps),
        narrow=passages(steps),
        traffic=busy,
    )
