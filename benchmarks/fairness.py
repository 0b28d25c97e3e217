"""The fairness of two zones at the ends of a board, by its size and by ruleset, beside plain NetworkX."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from math import ceil
from statistics import median
from typing import TYPE_CHECKING, Any

import networkx as nx

from benchmarks.boards import random_board
from benchmarks.measure import Figure, Peer, from_nothing, median_and_95, median_ms, times_ms
from benchmarks.sight import COUNTRY, walls
from fairground.core import explain, fairness, reach, visibility
from fairground.core.grid.layout import Layout
from fairground.core.metrics.territory import territory
from fairground.core.movement.board_steps import movement_graph
from fairground.core.movement.mover import mover
from fairground.core.rules import shipped_rulesets
from fairground.core.rules.sight import SightModel
from fairground.core.scenario.fairness_titles_and_limits import MEASURES
from fairground.core.scenario.parts import Side, Zone
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fairground.core.scenario.document import Scenario

SIZES = (10, 20, 30, 60, 100)
#: What the budgets are for: the whole report, by the number of columns and of rows.
BUDGETS_MS = {30: 300, 100: 5_000}
#: The budget of one explanation on the smaller board.
EXPLAIN_MS = 2_000
#: From so many columns on a plain implementation that goes from hex to hex would take minutes.
TOO_LARGE = 30
DENSITY = 0.2
#: How often a hex is painted, and how often before: then what boards of a size need is cached.
PAINTED, WARM_UP = 30, 5
#: What may follow one painted hex on 100x100 in ms: tables within a frame, the verdict without a noticeable wait.
PAINTED_MS = {"verdict": 50, "all pairs and exposure": 10, "territory": 10, "reach of three turns": 10}
#: What the peer works out: everything that needs nothing but the distance of each pair of hexes.
OF_DISTANCES = ("contact", "territory", "safe-area", "exploration")


def figures() -> Iterator[Figure]:
    """Yield the figures; what NetworkX answers is compared with our own answers on the way."""
    for size in SIZES:
        scenario = _zoned(walls(size, size))
        name = f"{size}x{size}"
        yield Figure(
            f"fairness {name}, every measure",
            _ms(from_nothing(partial(fairness, scenario)), size),
            BUDGETS_MS.get(size),
        )
        cheap = [it for it, standard in MEASURES.items() if not standard.is_slow]
        took = _ms(from_nothing(partial(fairness, scenario, measures=cheap)), size)
        yield Figure(f"fairness {name}, what is cheap", took, None)
        yield _of_distances(scenario, f"fairness {name}, what needs distances alone, one class")
    for ruleset in shipped_rulesets():
        for size, budget in BUDGETS_MS.items():
            board = random_board(ruleset, Layout.ODD_Q, (size, size), seed=1, density=DENSITY)
            took = _ms(from_nothing(partial(fairness, _zoned(board))), size)
            yield Figure(f"fairness {size}x{size}, {ruleset}, all it has", took, budget)
        yield from _painted(ruleset)
    uneven = _zoned(random_board("penance-2.0", Layout.ODD_Q, (30, 30), seed=1, density=DENSITY))
    report = fairness(uneven)
    for measure in ("territory", "exposure-after-move"):
        took = _ms(partial(explain, uneven, measure, report=report), 30)
        yield Figure(f"explain {measure} 30x30, best of what was tried", took, EXPLAIN_MS)


def _painted(ruleset: str) -> Iterator[Figure]:
    """Yield the figures of a board of 100x100 on which one hex after another is painted, as in the editor."""
    boards = [
        _zoned(random_board(ruleset, Layout.ODD_Q, (100, 100), seed=seed, stacks=COUNTRY.get(ruleset, ())))
        for seed in (1, 2)
    ]
    rng = random.Random(1)

    def paint() -> Scenario:
        board = boards[0].board
        at = rng.randrange(board.rows), rng.randrange(board.columns)
        board.terrain[at] = rng.randrange(len(board.palette) - 1)
        return boards[0]

    works: dict[str, Callable[[Scenario], object]] = {"verdict": lambda it: fairness(it).verdict}
    if boards[0].rules.sight.model is SightModel.CENTRES:
        works["all pairs and exposure"] = lambda it: visibility(it).exposure()
    works["territory"] = territory
    works["reach of three turns"] = lambda it: reach(it, it.board.layout.from_offset(50, 50), 3).turns
    for name, work in works.items():
        times_ms(work, (paint() for _ in range(WARM_UP)))
        times = times_ms(work, (paint() for _ in range(PAINTED)))
        others = times_ms(work, (boards[number % 2] for number in range(PAINTED)))
        peer = Peer("another board each time", median(others), "nothing to follow from")
        middle, slow = median_and_95(
            f"one painted hex 100x100, {ruleset}, {name}", times, PAINTED_MS.get(name)
        )
        yield replace(middle, peers=(peer,))
        yield slow


def _ms(work: Any, size: int) -> float:  # noqa: ANN401  # whatever can be called
    return median_ms(work, runs=1 if size > TOO_LARGE else 3)


def _zoned(scenario: Scenario) -> Scenario:
    """Return the scenario with two zones, of the first row and of the last, and no units: every class is measured."""
    scenario.sides = [Side("north"), Side("south")]
    rows = scenario.board.rows
    scenario.zones = [
        Zone("north", "north", parse_shape("row 1")),
        Zone("south", "south", parse_shape(f"row {rows}")),
    ]
    scenario.units, scenario.objectives = [], []
    return scenario


def _of_distances(scenario: Scenario, name: str) -> Figure:
    who = mover(scenario)
    ours = partial(fairness, scenario, unit_class=who.class_id, measures=OF_DISTANCES)
    columns = scenario.board.columns
    peer = "NetworkX, Dijkstra from every hex of a zone"
    if columns > TOO_LARGE:
        return Figure(name, _ms(ours, columns), None, (Peer(peer, None, "it would take too long"),))
    graph: nx.DiGraph[Any] = nx.DiGraph(movement_graph(scenario, who))
    board, rules = scenario.board, scenario.rules
    closed = [
        it for it in graph if not rules.ground(board.terrain_at(board.parse(it))).admits(who.unit_class)
    ]
    graph.remove_nodes_from(closed)

    def theirs() -> dict[str, dict[str, float]]:
        return _plainly(scenario, graph, who.allowance)

    known = {it.id: {zone: float(value or 0) for zone, value in it.values.items()} for it in ours().measures}
    for measure, values in theirs().items():
        if any(abs(known[measure][zone] - value) > 1e-9 for zone, value in values.items()):
            raise AssertionError(f"{name}: {measure} is {known[measure]} and {values}")
    return Figure(
        name, _ms(ours, columns), None, (Peer(peer, median_ms(theirs, runs=1), "graph built before"),)
    )


def _plainly(scenario: Scenario, graph: nx.DiGraph[Any], allowance: int) -> dict[str, dict[str, float]]:
    """Return the measures as one would write them down first: the distance of every pair of a zone's hex and another."""
    board = scenario.board
    zones = {
        it.id: [label for at in board.hexes_of(it.shape.mask(board)) if (label := board.label(at)) in graph]
        for it in scenario.zones
    }
    far: dict[str, dict[str, float]] = {}
    hops: dict[str, dict[str, int]] = {}
    for zone, hexes in zones.items():
        far[zone], hops[zone] = {}, {}
        for start in hexes:
            for it, points in nx.single_source_dijkstra_path_length(graph, start, weight="cost").items():
                far[zone][it] = min(points, far[zone].get(it, points))
            for it, steps in nx.single_source_shortest_path_length(graph, start).items():
                hops[zone][it] = min(steps, hops[zone].get(it, steps))
    found: dict[str, dict[str, float]] = {it: {} for it in OF_DISTANCES}
    for own, other in (("north", "south"), ("south", "north")):
        mine, theirs = far[own], far[other]
        reached = [mine[it] for it in zones[other] if it in mine]
        found["contact"][own] = ceil(min(reached) / allowance) if reached else 0
        found["territory"][own] = sum(it not in theirs or mine[it] < theirs[it] for it in mine)
        found["safe-area"][own] = sum(
            it not in theirs or 100 * (theirs[it] - mine[it]) > 35 * (theirs[it] + mine[it]) for it in mine
        )
        limit = min((hops[own][it] for it in zones[other] if it in hops[own]), default=None)
        before = sum(limit is None or steps < limit for steps in hops[own].values())
        found["exploration"][own] = before / graph.number_of_nodes()
    return found
