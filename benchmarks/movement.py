"""Movement on flat boards, a fifth of them wall: steps, paths, reach, territory, chokepoints, beside plain NetworkX."""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx
import numpy as np

from benchmarks.measure import Figure, Peer, median_ms
from benchmarks.sight import walls
from fairground.core import path, reach
from fairground.core.metrics.chokepoints.chokepoints import traffic
from fairground.core.metrics.chokepoints.cuts import articulation, cut
from fairground.core.metrics.chokepoints.passages import passages
from fairground.core.metrics.territory import points_from
from fairground.core.movement.board_steps import movement_graph, steps
from fairground.core.movement.mover import mover
from fairground.core.scenario.parts import RulesetReference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.board_steps import Steps
    from fairground.core.scenario.document import Scenario

    Graph = nx.DiGraph[Any]
    Mask = NDArray[np.bool_]

SIZES = ((15, 17), (30, 30), (60, 60), (100, 100), (200, 200))
#: The size that the budgets are for.
BUDGETED = (100, 100)
BUILD_MS, FREE_MS, TURNING_MS = 60, 15, 150
#: How many hexes of two opposite edges are the zones.
ZONE = 30
TURNS = 2
#: From so many hexes on, NetworkX is left out of what would take it minutes.
TOO_MANY = 15_000
RUNS = 5


class Case(NamedTuple):
    """A board, the steps on it in both shapes, and two zones with a hex of each to go from and to."""

    scenario: Scenario
    steps: Steps
    graph: Graph
    zones: tuple[Mask, Mask]
    ends: tuple[Hex, Hex]

    def labels(self, mask: Mask) -> list[str]:
        """Return the labels of hexes as the graph has them."""
        board = self.scenario.board
        return [board.label(at) for at in board.hexes_of(mask)]


def figures() -> Iterator[Figure]:
    """Yield the figures; what NetworkX answers is compared with our own answers on the way."""
    for size in SIZES:
        case = _case(size)
        name = f"{size[0]}x{size[1]}"
        yield _building(case, f"steps and graph {name}", BUILD_MS if size == BUDGETED else None)
        free = FREE_MS if size == BUDGETED else None
        yield _path(case, f"path and {TURNS}-turn reach {name}, walking", free)
        yield _prepared_path(case, f"the same {name}, with preparation")
        yield _territory(case, f"territory of two zones {name}")
        yield _cut(case, f"least cut between two zones {name}")
        yield _articulation(case, f"articulation hexes {name}")
        yield _traffic(case, f"traffic between two zones {name}")
        yield Figure(f"narrow passages {name}", _ms(partial(passages, case.steps)), None)
    yield from _with_facing()


def _ms(work: Callable[[], object]) -> float:
    return median_ms(work, runs=RUNS)


def _case(size: tuple[int, int]) -> Case:
    scenario = walls(*size)
    who = mover(scenario)
    found = steps(scenario, who)
    board = scenario.board
    west, east = np.zeros_like(found.open), np.zeros_like(found.open)
    for mask, columns in ((west, slice(0, 2)), (east, slice(-2, None))):
        inside = np.zeros_like(mask)
        inside[:, columns] = found.open[:, columns]
        mask.reshape(-1)[np.flatnonzero(inside)[:ZONE]] = True
    first, last = sorted(board.hexes_of(west)), sorted(board.hexes_of(east))
    return Case(scenario, found, movement_graph(scenario, who), (west, east), (first[0], last[-1]))


def _building(case: Case, name: str, budget: float | None) -> Figure:
    who = case.steps.mover
    took = _ms(lambda: steps(case.scenario, who).graph)
    runs = 1 if case.steps.open.size > TOO_MANY else 3
    theirs = median_ms(partial(movement_graph, case.scenario, who), runs=runs)
    return Figure(name, took, budget, (Peer("movement_graph, for NetworkX", theirs, "with reasons"),))


def _path(case: Case, name: str, budget: float | None) -> Figure:
    start, end = case.ends
    ways = partial(path, case.scenario, start, end, mover=case.steps.mover, steps=case.steps, blind=True)
    found = ways(least="points")

    def ours() -> None:
        ways()
        reach(case.scenario, start, TURNS, mover=case.steps.mover, steps=case.steps, blind=True)

    board = case.scenario.board
    theirs = partial(nx.single_source_dijkstra_path_length, case.graph, board.label(start), weight="cost")
    known = theirs()
    if known.get(board.label(end)) != found.cost:
        raise AssertionError(f"{name}: {found.cost} and {known.get(board.label(end))}")
    return Figure(name, _ms(ours), budget, (Peer("NetworkX, Dijkstra of points alone", _ms(theirs)),))


def _prepared_path(case: Case, name: str) -> Figure:
    """Compare from the scenario on: NetworkX gets a graph made of our steps, without reasons."""
    scenario, who, (start, end) = case.scenario, case.steps.mover, case.ends

    def ours() -> None:
        known = steps(scenario, who)
        path(scenario, start, end, mover=who, steps=known, blind=True)
        reach(scenario, start, TURNS, mover=who, steps=known, blind=True)

    columns = scenario.board.columns
    first, last = (row * columns + column for row, column in map(scenario.board.cell, (start, end)))

    def theirs() -> dict[int, float]:
        known = steps(scenario, who)
        cost = known.cost.reshape(6, -1)
        direction, at = np.nonzero(cost >= 0)
        graph: Graph = nx.DiGraph()
        ends, costs = known.neighbours[direction, at], cost[direction, at]
        graph.add_weighted_edges_from(zip(at.tolist(), ends.tolist(), costs.tolist(), strict=True))
        found: dict[int, float] = nx.single_source_dijkstra_path_length(graph, first)
        return found

    cheapest = path(scenario, start, end, mover=who, steps=case.steps, blind=True, least="points")
    if cheapest.cost is not None and theirs().get(last) != cheapest.cost * case.steps.scale:
        raise AssertionError(f"{name}: {cheapest.cost}")
    return Figure(name, _ms(ours), None, (Peer("NetworkX, its graph and Dijkstra", _ms(theirs)),))


def _territory(case: Case, name: str) -> Figure:
    def ours() -> list[NDArray[np.int64]]:
        return [points_from(case.steps, zone) for zone in case.zones]

    def theirs() -> list[dict[str, Any]]:
        sources = [set(case.labels(zone)) for zone in case.zones]
        return [nx.multi_source_dijkstra_path_length(case.graph, it, weight="cost") for it in sources]

    board = case.scenario.board
    for mine, other in zip(ours(), theirs(), strict=True):
        for label, cost in other.items():
            if mine[board.cell(board.parse(label))] != cost * case.steps.scale:
                raise AssertionError(f"{name}: {label}")
    return Figure(name, _ms(ours), None, (Peer("NetworkX, Dijkstra from each zone", _ms(theirs)),))


def _cut(case: Case, name: str) -> Figure:
    west, east = case.zones
    ours = partial(cut, case.steps, ("west", "east"), west, east)
    peer = "NetworkX, minimum node cut"
    if case.steps.open.size > TOO_MANY:
        return Figure(name, _ms(ours), None, (Peer(peer, None, "it would take too long"),))

    def theirs() -> int:
        graph = case.graph.copy()
        # Hexes of the zones cannot be cut: each zone is drawn together into one node.
        graph.add_edges_from(("from", it) for label in case.labels(west) for it in case.graph[label])
        graph.add_edges_from(
            (it, "to") for label in case.labels(east) for it in case.graph.predecessors(label)
        )
        graph.remove_nodes_from(case.labels(west | east))
        return len(nx.minimum_node_cut(graph, "from", "to"))

    width, known = ours().width, theirs()
    if width != known:
        raise AssertionError(f"{name}: {width} and {known}")
    return Figure(name, _ms(ours), None, (Peer(peer, median_ms(theirs, runs=1)),))


def _articulation(case: Case, name: str) -> Figure:
    both = case.graph.to_undirected(reciprocal=True)

    def theirs() -> list[Any]:
        return list(nx.articulation_points(both))

    ours = partial(articulation, case.steps, 1)
    if set(theirs()) != set(case.labels(ours())):
        raise AssertionError(name)
    return Figure(name, _ms(ours), None, (Peer("NetworkX, articulation points", _ms(theirs)),))


def _traffic(case: Case, name: str) -> Figure:
    ours = partial(traffic, case.steps, [case.zones])
    peer = "NetworkX, betweenness of subsets"
    if case.steps.open.size > TOO_MANY:
        return Figure(name, _ms(ours), None, (Peer(peer, None, "it would take too long"),))
    west, east = map(case.labels, case.zones)

    def theirs() -> dict[str, float]:
        found: dict[str, float] = nx.betweenness_centrality_subset(case.graph, west, east, weight="cost")
        return found

    mine, known, board = ours(), theirs(), case.scenario.board
    pairs = sum(nx.has_path(case.graph, a, b) for a in west for b in east)
    for label, share in known.items():
        if abs(mine[board.cell(board.parse(label))] - share / pairs) > 1e-9:
            raise AssertionError(f"{name}: {label}")
    return Figure(name, _ms(ours), None, (Peer(peer, median_ms(theirs, runs=1)),))


def _with_facing() -> Iterator[Figure]:
    """Yield what turns and sight cost, where facing bears on steps and nobody enters what it does not see."""
    scenario = walls(*BUDGETED)
    scenario.ruleset = RulesetReference("penance-1.0", {"movement.no_blind_movement": True})
    who = mover(scenario, "scout")
    found = steps(scenario, who)
    hexes = sorted(scenario.board.hexes_of(found.open))
    start, end = hexes[0], hexes[-1]
    board = scenario.board
    middle = board.layout.from_offset(board.columns // 2, ceil(board.rows / 2))
    middle = min(hexes, key=lambda at: (abs(at.q - middle.q) + abs(at.r - middle.r), at))

    def ours() -> None:
        path(scenario, start, end, mover=who, steps=found, facing=1)
        reach(scenario, middle, TURNS, mover=who, steps=found, facing=1)

    name = "100x100, with facing and in sight"
    yield Figure(f"path and {TURNS}-turn reach {name}", _ms(ours), TURNING_MS)
