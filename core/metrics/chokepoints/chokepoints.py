"""Chokepoints: where few hexes decide who gets through, in four answers to four questions."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, Final, cast

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
    from collections.abc import Iterable, Iterator, Sequence

    import networkx as nx
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
    links = zip(node[at].tolist(), node[neighbours[ways, at]].tolist(), strict=True)
    holding = np.zeros(node.size, np.bool_)
    holding[list(_holding(links, np.bincount(node).tolist(), smallest))] = True
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


def _holding(links: Iterable[tuple[int, int]], sizes: list[int], smallest: int) -> Iterator[int]:
    """Yield the nodes of an undirected graph without which it falls into two parts of some size, or more.

    ``sizes`` is what nodes count for.
    """
    import networkx as nx

    graph = nx.Graph(links)
    blocks_of: defaultdict[int, list[set[int]]] = defaultdict(list)
    sizes_of_blocks: defaultdict[int, list[int]] = defaultdict(list)
    # The stubs of NetworkX have sets of sets.
    for block in cast("Iterable[set[int]]", nx.biconnected_components(graph)):
        size = sum(sizes[node] for node in block)
        for node in block:
            blocks_of[node].append(block)
            sizes_of_blocks[node].append(size - sizes[node])
    for node, blocks in blocks_of.items():
        # Without the node, each of its blocks is in another part.
        large = (
            size >= smallest or _has_size(graph, node, block - {node}, sizes, smallest)
            for block, size in zip(blocks, sizes_of_blocks[node], strict=True)
        )
        if len(blocks) > 1 and sum(large) > 1:
            yield node


def _has_size(graph: nx.Graph[int], without: int, part: set[int], sizes: list[int], least: int) -> bool:
    """Return whether the nodes connected with ``part``, without one node, have a size of at least ``least``."""
    waiting, met, size = list(part), {without, *part}, 0
    for node in waiting:
        size += sizes[node]
        if size >= least:
            return True
        more = graph.adj[node].keys() - met
        met |= more
        waiting += more
    return False


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
