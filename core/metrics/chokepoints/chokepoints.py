"""Chokepoints: cuts between zones, articulation hexes, narrow passages and traffic."""

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
    links = zip(node[at].tolist(), node[neighbours[ways, at]].tolist(), strict=True)
    holding = np.zeros(node.size, np.bool_)
    holding[list(_holding(links, np.bincount(node).tolist(), smallest))] = True
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


def _holding(links: Iterable[tuple[int, int]], sizes: list[int], smallest: int) -> Iterator[int]:
    """Yield the nodes whose loss splits a graph into at least two parts of a size; ``sizes`` are the weights of nodes."""
    import networkx as nx

    graph = nx.Graph(links)
    blocks_of: defaultdict[int, list[set[int]]] = defaultdict(list)
    sizes_of_blocks: defaultdict[int, list[int]] = defaultdict(list)
    for block in cast("Iterable[set[int]]", nx.biconnected_components(graph)):
        size = sum(sizes[node] for node in block)
        for node in block:
            blocks_of[node].append(block)
            sizes_of_blocks[node].append(size - sizes[node])
    for node, blocks in blocks_of.items():
        # Without the node each of its blocks is in a different part.
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
