"""Movement on flat boards, a fifth of them wall: steps, paths, reach, territory, chokepoints, beside plain NetworkX."""

from __future__ import annotations

from functools import partial
from itertools import repeat
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx
import numpy as np

from benchmarks.measure import Figure, Peer, from_nothing, median_ms, processor_ms
from benchmarks.sight import walls
from fairground.core import path, reach, visibility
from fairground.core.metrics.chokepoints.chokepoints import traffic
from fairground.core.metrics.chokepoints.cuts import articulation, cut
from fairground.core.metrics.chokepoints.passages import passages
from fairground.core.metrics.territory import points_from
from fairground.core.movement.board_steps import movement_graph, steps
from fairground.core.movement.mover import mover
from fairground.core.movement.stances import Stances
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
#: Where turning costs points, NetworkX takes seconds for larger boards.
FACING_SIZES = ((15, 17), (30, 30), (100, 100))
#: A ruleset and a class for which sides and turning differ in cost, and no turning is free.
FACING_RULESET, FACING_CLASS = "penance-1.0", "scout"
#: A ruleset without blind movement, and a class that can spend several points a turn.
IN_SIGHT_RULESET, IN_SIGHT_CLASS = "penance-2.0", "scout"
#: From so many hexes on, NetworkX is left out of in-sight paths: it would take half a minute.
TOO_MANY_IN_SIGHT = 5000
#: The size that the budgets are for.
BUDGETED = (100, 100)
BUILD_MS, FREE_MS, TURNING_MS = 60, 15, 150
#: How many hexes of two opposite edges are the zones.
ZONE = 30
TURNS = 2
#: From so many hexes on, NetworkX is left out of what would take it minutes.
TOO_MANY = 15_000
RUNS = 5
#: The same for paths, which take less than a millisecond. They are compared by the time of the processor.
PATH_RUNS = 25


class Case(NamedTuple):
    """A board, the steps on it, also as a graph of whole numbers, and two zones with a hex of each to go from and to."""

    scenario: Scenario
    steps: Steps
    graph: Graph
    zones: tuple[Mask, Mask]
    ends: tuple[Hex, Hex]

    def number(self, at: Hex) -> int:
        """Return the node of a hex."""
        row, column = self.scenario.board.cell(at)
        return row * self.scenario.board.columns + column


def _numbers(mask: Mask) -> list[int]:
    """Return the nodes of hexes."""
    numbers: list[int] = np.flatnonzero(mask).tolist()
    return numbers


def _graph(known: Steps) -> Graph:
    """Return steps as the graph that NetworkX is fastest with: nodes and weights are whole numbers."""
    graph: Graph = nx.DiGraph()
    cost = known.cost.reshape(6, -1)
    direction, at = np.nonzero(cost >= 0)
    ends, costs = known.neighbours[direction, at], cost[direction, at]
    graph.add_weighted_edges_from(zip(at.tolist(), ends.tolist(), costs.tolist(), strict=True))
    return graph


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
    for size in FACING_SIZES:
        yield _prepared_path_with_facing(size)
        yield from _prepared_path_in_sight(size)
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
    graph = _graph(found)
    graph.add_nodes_from(range(found.open.size))
    return Case(scenario, found, graph, (west, east), (first[0], last[-1]))


def _building(case: Case, name: str, budget: float | None) -> Figure:
    who = case.steps.mover
    took = _ms(lambda: steps(case.scenario, who).graph)
    runs = 1 if case.steps.open.size > TOO_MANY else 3
    theirs = median_ms(partial(movement_graph, case.scenario, who), runs=runs)
    return Figure(name, took, budget, (Peer("movement_graph, for NetworkX", theirs, "with reasons"),))


def _path(case: Case, name: str, budget: float | None) -> Figure:
    """Compare from the steps on."""
    scenario, who, (start, end) = case.scenario, case.steps.mover, case.ends
    theirs = partial(nx.single_source_dijkstra_path_length, case.graph, case.number(start))
    cheapest = path(scenario, start, end, mover=who, steps=case.steps, blind=True, least="points")
    if cheapest.cost is not None and theirs().get(case.number(end)) != cheapest.cost * case.steps.scale:
        raise AssertionError(f"{name}: {cheapest.cost}")
    ours = partial(_answers, scenario, case.steps, case.ends)
    peer = Peer("NetworkX, Dijkstra", processor_ms(theirs, runs=PATH_RUNS), _POINTS_ALONE)
    return Figure(name, processor_ms(ours, runs=PATH_RUNS), budget, (peer,))


def _prepared_path(case: Case, name: str) -> Figure:
    """Compare from the scenario on: NetworkX gets our steps, and answers with costs alone."""
    scenario, who, start = case.scenario, case.steps.mover, case.number(case.ends[0])

    def ours() -> tuple[object, ...]:
        return _answers(scenario, steps(scenario, who), case.ends)

    def theirs() -> dict[int, float]:
        found: dict[int, float] = nx.single_source_dijkstra_path_length(_graph(steps(scenario, who)), start)
        return found

    peer = Peer("NetworkX, its graph and Dijkstra", processor_ms(theirs, runs=PATH_RUNS), _POINTS_ALONE)
    return Figure(name, processor_ms(ours, runs=PATH_RUNS), None, (peer,))


#: In what the work of NetworkX differs from ours.
_POINTS_ALONE = "points alone"


def _answers(
    scenario: Scenario,
    known: Steps,
    ends: tuple[Hex, Hex],
    facing: int | None = None,
    *,
    blind: bool = True,
) -> tuple[object, ...]:
    """Return the answers that are compared with those of NetworkX."""
    found = path(scenario, *ends, mover=known.mover, steps=known, facing=facing, blind=blind)
    within = reach(scenario, ends[0], TURNS, mover=known.mover, steps=known, facing=facing, blind=blind)
    return found.cost, found.turns, found.hexes, within.turns, within.spent


def _prepared_path_with_facing(size: tuple[int, int]) -> Figure:
    """Compare from the scenario on, where turning costs points: NetworkX gets a graph of pairs of a hex and a facing."""
    scenario = walls(*size)
    scenario.ruleset = RulesetReference(FACING_RULESET)
    who = mover(scenario, FACING_CLASS)
    board, known = scenario.board, steps(scenario, who)
    hexes = sorted(board.hexes_of(known.open))
    ends = hexes[0], hexes[-1]
    first, last = (row * board.columns + column for row, column in map(board.cell, ends))
    direction, count = board.layout.facing_direction(1), known.open.size
    if not who.faces or scenario.rules.movement.rotation.free:
        raise AssertionError(FACING_RULESET)

    def theirs() -> dict[int, float]:
        stances = Stances(steps(scenario, who), scenario.rules.movement, facing=True)
        neighbours, there = stances.steps.neighbours, np.flatnonzero(stances.steps.open)
        graph: Graph = nx.DiGraph()
        for facing in range(6):
            for it in stances.steppings[facing]:
                costs = stances.costs[it.sort].points[it.direction]
                at = np.flatnonzero(costs >= 0)
                starts, after = facing * count + at, it.stance * count + neighbours[it.direction, at]
                graph.add_weighted_edges_from(
                    zip(starts.tolist(), after.tolist(), costs[at].tolist(), strict=True)
                )
            for turning in stances.turnings[facing]:
                starts, after = facing * count + there, turning.stance * count + there
                graph.add_weighted_edges_from(
                    zip(starts.tolist(), after.tolist(), repeat(turning.cost), strict=False)
                )
        found: dict[int, float] = nx.single_source_dijkstra_path_length(graph, direction * count + first)
        return found

    name = f"path and {TURNS}-turn reach {size[0]}x{size[1]}, with facing and preparation"
    cheapest = path(scenario, *ends, mover=who, steps=known, facing=1, blind=True, least="points").cost
    costs = theirs()
    if cheapest is None or min(costs[it * count + last] for it in range(6)) != cheapest * known.scale:
        raise AssertionError(f"{name}: {cheapest}")

    def ours() -> tuple[object, ...]:
        return _answers(scenario, steps(scenario, who), ends, 1)

    peer = Peer("NetworkX, its graph and Dijkstra", processor_ms(theirs, runs=RUNS), _POINTS_ALONE)
    return Figure(name, processor_ms(ours, runs=PATH_RUNS), None, (peer,))


def _prepared_path_in_sight(size: tuple[int, int]) -> Iterator[Figure]:
    """Compare from the scenario on, where each hex entered must be in sight of the hex where its turn began.

    What is in sight is cached for the next question about the same board: one figure has it so, and one has nothing. NetworkX
    is asked twice as well: for the points of paths that may be blind, and for those in sight, in a graph of turns.
    """
    scenario = walls(*size)
    scenario.ruleset = RulesetReference(IN_SIGHT_RULESET)
    who = mover(scenario, IN_SIGHT_CLASS)
    board, known = scenario.board, steps(scenario, who)
    hexes = sorted(board.hexes_of(known.open))
    ends = hexes[0], hexes[-1]
    first, last = (row * board.columns + column for row, column in map(board.cell, ends))
    if not scenario.rules.movement.no_blind_movement or known.least < 1:
        raise AssertionError(IN_SIGHT_RULESET)

    def blind() -> dict[int, float]:
        found: dict[int, float] = nx.single_source_dijkstra_path_length(_graph(steps(scenario, who)), first)
        return found

    def in_sight() -> float:
        graph = _graph_in_sight(scenario, steps(scenario, who))
        node = first, first, 0
        found: dict[tuple[int, int, int], float] = nx.single_source_dijkstra_path_length(graph, node)
        return min(cost for (at, _, _), cost in found.items() if at == last)

    def ours() -> tuple[object, ...]:
        return _answers(scenario, steps(scenario, who), ends, blind=False)

    peers = [
        Peer("NetworkX, its graph and Dijkstra", processor_ms(blind, runs=RUNS), "points alone, blind"),
    ]
    name, same = f"path and {TURNS}-turn reach {size[0]}x{size[1]}, in sight", "NetworkX, in sight as well"
    if known.open.size > TOO_MANY_IN_SIGHT:
        peers.append(Peer(same, None, "it would take too long"))
    else:
        cheapest = path(scenario, *ends, mover=who, steps=known, blind=False, least="points").cost
        if cheapest is None or in_sight() != cheapest * known.scale:
            raise AssertionError(f"{name}: {cheapest}")
        peers.append(Peer(same, processor_ms(in_sight, runs=1), _POINTS_ALONE))
    cached = processor_ms(ours, runs=PATH_RUNS)
    yield Figure(f"{name}, with preparation", cached, None, tuple(peers))
    yield Figure(
        f"{name}, from nothing", processor_ms(from_nothing(ours), runs=PATH_RUNS), None, tuple(peers)
    )


def _graph_in_sight(scenario: Scenario, known: Steps) -> Graph:
    """Return steps as a graph: its nodes are the hex, the hex where the turn began, and the points spent in it."""
    graph: Graph = nx.DiGraph()
    sees = visibility(scenario, None, (known.mover.unit_class.height, 0)).to_bool_matrix()
    cost, neighbours = known.cost.reshape(6, -1), known.neighbours
    steps_from = [
        [(int(neighbours[it, at]), int(cost[it, at])) for it in np.flatnonzero(cost[:, at] >= 0)]
        for at in range(known.open.size)
    ]
    may_end = known.may_end.ravel()
    for begun in _numbers(may_end):
        waiting = [(begun, begun, 0)]
        reached = set(waiting)
        while waiting:
            node = waiting.pop()
            at, _, spent = node
            if may_end[at] and spent:
                graph.add_edge(node, (at, at, 0), weight=0)
            for to, points in steps_from[at]:
                after = to, begun, spent + points
                if after[2] > known.allowance or not sees[begun, to]:
                    continue
                graph.add_edge(node, after, weight=points)
                if after not in reached:
                    reached.add(after)
                    waiting.append(after)
    return graph


def _territory(case: Case, name: str) -> Figure:
    def ours() -> list[NDArray[np.int64]]:
        return [points_from(case.steps, zone) for zone in case.zones]

    def theirs() -> list[dict[int, Any]]:
        sources = [set(_numbers(zone)) for zone in case.zones]
        return [nx.multi_source_dijkstra_path_length(case.graph, it) for it in sources]

    for mine, other in zip(ours(), theirs(), strict=True):
        for number, cost in other.items():
            if mine.flat[number] != cost:
                raise AssertionError(f"{name}: {number}")
    return Figure(name, _ms(ours), None, (Peer("NetworkX, Dijkstra from each zone", _ms(theirs)),))


def _cut(case: Case, name: str) -> Figure:
    west, east = case.zones
    ours = from_nothing(partial(cut, case.steps, ("west", "east"), west, east))
    peer = "NetworkX, minimum node cut"
    if case.steps.open.size > TOO_MANY:
        return Figure(name, _ms(ours), None, (Peer(peer, None, "it would take too long"),))

    def theirs() -> int:
        graph = case.graph.copy()
        # Hexes of the zones cannot be cut: each zone is drawn together into one node.
        graph.add_edges_from(("from", it) for number in _numbers(west) for it in case.graph[number])
        graph.add_edges_from(
            (it, "to") for number in _numbers(east) for it in case.graph.predecessors(number)
        )
        graph.remove_nodes_from(_numbers(west | east))
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
    if set(theirs()) != set(_numbers(ours())):
        raise AssertionError(name)
    return Figure(name, _ms(ours), None, (Peer("NetworkX, articulation points", _ms(theirs)),))


def _traffic(case: Case, name: str) -> Figure:
    ours = partial(traffic, case.steps, [case.zones])
    peer = "NetworkX, betweenness of subsets"
    if case.steps.open.size > TOO_MANY:
        return Figure(name, _ms(ours), None, (Peer(peer, None, "it would take too long"),))
    west, east = map(_numbers, case.zones)

    def theirs() -> dict[int, float]:
        found: dict[int, float] = nx.betweenness_centrality_subset(case.graph, west, east, weight="weight")
        return found

    mine, known = ours(), theirs()
    pairs = sum(nx.has_path(case.graph, a, b) for a in west for b in east)
    for number, share in known.items():
        if abs(mine.flat[number] - share / pairs) > 1e-9:
            raise AssertionError(f"{name}: {number}")
    return Figure(name, _ms(ours), None, (Peer(peer, median_ms(theirs, runs=1)),))


def _with_facing() -> Iterator[Figure]:
    """Yield what turns and sight cost, where facing bears on steps and nobody enters what it does not see."""
    scenario = walls(*BUDGETED)
    scenario.ruleset = RulesetReference(FACING_RULESET, {"movement.no_blind_movement": True})
    who = mover(scenario, FACING_CLASS)
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
