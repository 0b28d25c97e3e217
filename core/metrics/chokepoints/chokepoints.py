"""Chokepoints: cuts between zones, articulation hexes, narrow passages and traffic."""

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
    _, node = connected_components(adjacency(neighbours, rest), directed=False)
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
    from scipy.sparse.csgraph import connected_components, depth_first_order

    count = len(sizes)
    pairs = np.concatenate([starts, ends]), np.concatenate([ends, starts])
    links = csr_array((np.ones(len(pairs[0])), pairs), (count, count))
    _, tree = connected_components(links, directed=False)
    _, roots, weights = np.unique(tree, return_index=True, return_counts=True)
    roots = roots[weights > 2]  # the loss of one of two nodes splits nothing
    if not len(roots):
        return np.zeros(count, np.bool_)
    # A chain of additional nodes, each with a tree below it, makes one search of all. One node above all of them would be slow:
    # scipy looks through a node's links again whenever it comes back to it.
    chain = np.arange(count, count + len(roots))
    pairs = np.concatenate([pairs[0], chain, chain[:-1]]), np.concatenate([pairs[1], roots, chain[1:]])
    whole = count + len(roots)
    links = csr_array((np.ones(len(pairs[0])), pairs), (whole, whole))
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


@dataclass(frozen=True, eq=False)
class Chokepoints(JsonResult):
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

    def is_one_way(self, cut: Cut) -> bool:
        """Return whether there is another cut for the opposite direction."""
        return any(it.zones == cut.zones[::-1] for it in self.cuts)


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
