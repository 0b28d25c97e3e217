"""All steps as arrays: the same as each step by itself, and as a NetworkX graph."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse.csgraph import dijkstra

from fairground.core.errors import LimitError
from fairground.core.grid.hexes import neighbour
from fairground.core.movement.board_steps import IMPOSSIBLE, movement_graph, steps
from fairground.core.movement.mover import Mover, mover, movers
from fairground.core.movement.step_cost import StepCosts
from tests.core.movement.random_ground import RULESETS, random_ground

if TYPE_CHECKING:
    import random

    from fairground.core.scenario.document import Scenario
    from tests.core.movement.conftest import Draw


def some_mover(rng: random.Random, scenario: Scenario) -> Mover:
    """Return a mover of any class and mode, at times one of the units, weak, or short of points."""
    chosen = rng.choice(list(movers(scenario)))
    unit = rng.choice(scenario.units).id if rng.random() < 0.6 else None
    found = mover(scenario, chosen.class_id, chosen.mode_id, unit=unit)
    return replace(found, surcharge=rng.choice((0, 0, 1)), allowance=rng.choice((found.allowance, 2, 0)))


@given(st.sampled_from(RULESETS), st.randoms(use_true_random=False))
def test_arrays_and_single_steps_agree(name: str, rng: random.Random) -> None:
    scenario = random_ground(rng, name, overrides={"movement.minimum_move": rng.random() < 0.5})
    who = some_mover(rng, scenario)
    found, costs, board = steps(scenario, who), StepCosts(scenario, who), scenario.board
    for at in board.hexes():
        row, column = board.cell(at)
        for direction in range(6):
            one = costs.step(at, direction)
            scaled = int(found.cost[direction, row, column])
            if one.cost is None or board.void[row, column]:
                assert scaled == IMPOSSIBLE
                assert not found.whole_turn[direction, row, column]
            else:
                assert Fraction(scaled, found.scale) == one.cost
                assert found.whole_turn[direction, row, column] == one.whole_turn
    assert found.cost.max() <= found.dearest


@pytest.mark.long
@given(st.sampled_from(RULESETS), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_the_sparse_matrix_has_the_edges_of_the_networkx_graph(name: str, rng: random.Random) -> None:
    scenario = random_ground(rng, name)
    who = replace(some_mover(rng, scenario), faces=False)
    found, graph = steps(scenario, who), movement_graph(scenario, who)
    labels = [scenario.board.label(at) for at in scenario.board.hexes()]
    matrix = found.graph.tocoo()
    edges = {
        (labels[row], labels[column]): Fraction(int(value), found.scale)
        for row, column, value in zip(matrix.row, matrix.col, matrix.data, strict=True)
    }
    assert edges == {(one, other): facts["cost"] for one, other, facts in graph.edges(data=True)}
    assert found.backward.sum() == found.graph.sum()
    assert set(graph) == {scenario.board.label(at) for at in scenario.board.hexes_of(~scenario.board.void)}


@pytest.mark.long
@given(st.sampled_from(RULESETS), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_distances_of_the_two_graphs_are_the_same_fractions(name: str, rng: random.Random) -> None:
    scenario = random_ground(rng, name)
    who = replace(some_mover(rng, scenario), faces=False)
    found, graph = steps(scenario, who), movement_graph(scenario, who)
    hexes = list(scenario.board.hexes())
    start = rng.choice([at for at in hexes if scenario.board.label(at) in graph])
    known = nx.single_source_dijkstra_path_length(graph, scenario.board.label(start), weight="cost")
    far = dijkstra(found.graph, indices=hexes.index(start))
    for at, distance in zip(hexes, far, strict=True):
        label = scenario.board.label(at)
        expected = known.get(label)
        assert (None if np.isinf(distance) else Fraction(int(distance), found.scale)) == expected


def test_steps_that_cost_nothing_are_steps(draw: Draw) -> None:
    scenario = draw("penance-1.0", "clear", "clear", overrides={"terrain.clear.cost": 0})
    found = steps(scenario, mover(scenario))
    assert found.graph.nnz == 2
    assert dijkstra(found.graph, indices=0).tolist() == [0, 0]


def test_costs_are_in_the_least_parts_that_make_them_whole(draw: Draw) -> None:
    scenario = draw("penance-arena", "road clear", "clear clear")
    found = steps(scenario, mover(scenario))
    assert found.scale == 2
    assert found.allowance == 2 * found.mover.allowance
    assert sorted(set(found.cost[found.cost != IMPOSSIBLE].tolist())) == [1, 2]


def test_parts_of_points_for_single_levels_are_whole_as_well(draw: Draw) -> None:
    # Into level 1 from the ground.
    overrides = {"movement.climb.table": {"1": {"0": "2/3"}}}
    scenario = draw("penance-arena", "clear", "clear@1", overrides=overrides)
    found = steps(scenario, mover(scenario))
    south = 3
    assert Fraction(int(found.cost[south, 0, 0]), found.scale) == Fraction(5, 3)


def test_costs_that_could_not_be_summed_exactly_are_refused(draw: Draw) -> None:
    primes = (9973, 9967, 9949, 9941, 9931)
    names = ("clear", "rubble", "water", "ice", "lava")
    overrides = {f"terrain.{name}.cost": f"1/{prime}" for name, prime in zip(names, primes, strict=True)}
    scenario = draw("penance-1.0", " ".join(names), overrides=overrides)
    with pytest.raises(LimitError, match="too small to add up exactly"):
        steps(scenario, mover(scenario))


def test_neighbours_are_those_of_the_grid(draw: Draw) -> None:
    scenario = draw("penance-1.0", "clear clear clear", "clear clear clear")
    board = scenario.board
    hexes = list(board.hexes())
    found = steps(scenario, mover(scenario)).neighbours
    for number, at in enumerate(hexes):
        for direction in range(6):
            target = neighbour(at, direction)
            assert found[direction, number] == (hexes.index(target) if board.contains(target) else -1)


def test_a_flyer_is_over_walls_and_ends_no_turn_there(draw: Draw) -> None:
    scenario = draw("penance-1.0", "clear wall void")
    found = steps(scenario, mover(scenario, mode="fly"))
    assert found.open.tolist() == [[True, True, False]]
    assert found.may_end.tolist() == [[True, False, False]]
    walking = steps(scenario, mover(scenario))
    assert walking.open.tolist() == [[True, False, False]]


def test_facing_adds_nodes_and_turns(draw: Draw) -> None:
    scenario = draw("hexside-ww2", "clear", "clear")
    graph = movement_graph(scenario, mover(scenario, "vehicle"))
    assert len(graph) == 12
    # South is facing 4 on flat-top hexes; a vehicle goes forward, or backwards at twice the cost.
    assert graph.edges[("A1", 4), ("A2", 4)]["cost"] == 1
    assert graph.edges[("A1", 1), ("A2", 1)]["cost"] == 2
    assert not graph.has_edge(("A1", 2), ("A2", 2))
    assert graph.edges[("A1", 6), ("A1", 1)]["cost"] == 1
    assert "A1" in movement_graph(scenario, mover(scenario, "squad"))
