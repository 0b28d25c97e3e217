"""What separates two zones: against networkx, against all cuts there are, and on plans with known answers."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
import pytest

from fairground.core import native
from fairground.core.grid.layout import Layout
from fairground.core.metrics.chokepoints import cuts
from fairground.core.metrics.chokepoints.cuts import cut
from tests.core.metrics.plans import graph_of, labels, plan, random_mask, random_steps, steps_on

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.chokepoints.cuts import Cut
    from fairground.core.movement.board_steps import Steps

ZONES = ("a", "b")


def drawn_together(found: Steps, a: NDArray[np.bool_], b: NDArray[np.bool_]) -> nx.DiGraph[int | str]:
    """Return the graph of the steps with all of each zone as one node, ``a`` and ``b``."""
    at: dict[int, int | str] = {node: node for node in graph_of(found)}
    at |= dict.fromkeys(np.flatnonzero(a & found.may_end).tolist(), "a")
    at |= dict.fromkeys(np.flatnonzero(b & found.may_end).tolist(), "b")
    graph: nx.DiGraph[int | str] = nx.DiGraph()
    graph.add_nodes_from(["a", "b", *at.values()])
    graph.add_edges_from((at[one], at[other]) for one, other in graph_of(found).edges if at[one] != at[other])
    return graph


def nodes(found: Steps, hexes: Iterable[Hex]) -> set[int]:
    places = [found.layout.to_offset(at) for at in hexes]
    return {row * found.shape[1] + column for column, row in places}


def leads(graph: nx.DiGraph[int | str], without: set[int]) -> set[int | str]:
    """Return what is got to from zone ``a`` when some hexes are closed."""
    left = graph.subgraph(set(graph) - without)
    return {"a", *nx.descendants(left, "a")}


def apart(rng: random.Random, shape: tuple[int, int]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return two zones without a hex in common, on different sides of a board most of the time."""
    a, b = random_mask(rng, shape, 0.5), random_mask(rng, shape, 0.5)
    if rng.random() < 0.8:
        rows = np.arange(shape[0])[:, None]
        depth = rng.randint(1, max(1, shape[0] // 3))
        a, b = a & (rows < depth), b & (rows >= shape[0] - depth)
    return a, b & ~a


@pytest.mark.parametrize("seed", range(10))
def test_the_width_is_that_of_networkx_and_each_cut_separates(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    told: dict[str, int] = {"touching": 0, "none": 0, "some": 0}
    for _ in range(50):
        found = random_steps(rng)
        a, b = apart(rng, found.shape)
        graph = drawn_together(found, a, b)
        answer = cut(found, ZONES, a, b)
        if graph.has_edge("a", "b"):
            assert answer.width is None
            assert not answer.near_a | answer.near_b
            told["touching"] += 1
            continue
        expected = len(nx.minimum_node_cut(graph, "a", "b")) if nx.has_path(graph, "a", "b") else 0
        assert answer.width == expected
        told["some" if expected else "none"] += 1
        for hexes in (answer.near_a, answer.near_b):
            assert len(hexes) == expected
            closed = nodes(found, hexes)
            assert not ((a | b) & found.may_end).ravel()[list(closed)].any()
            assert "b" not in leads(graph, closed)
    assert min(told.values()) > 2, told


@pytest.mark.parametrize("seed", range(6))
def test_of_all_cuts_the_two_are_the_nearest_to_either_zone(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    several = 0
    for _ in range(30):
        found = random_steps(rng, most=5)
        a, b = apart(rng, found.shape)
        answer = cut(found, ZONES, a, b)
        if not answer.width or answer.width > 3:
            continue
        graph = drawn_together(found, a, b)
        inner = [node for node in graph if isinstance(node, int)]
        cuts = [set(it) for it in combinations(inner, answer.width) if "b" not in leads(graph, set(it))]
        several += len(cuts) > 1
        near_a, near_b = (leads(graph, nodes(found, it)) for it in (answer.near_a, answer.near_b))
        for other in cuts:
            # What lies before the cut near a zone lies before every cut; before that near the other lies all of it.
            assert near_a <= leads(graph, other) | other
            assert leads(graph, other) - {"b"} <= near_b | nodes(found, answer.near_b)
    assert several > 2


@pytest.mark.parametrize("seed", range(10))
def test_the_compiled_part_and_python_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    for _ in range(30):
        found = random_steps(rng, most=20)
        a, b = apart(rng, found.shape)
        monkeypatch.delenv(native.PURE, raising=False)
        compiled = cut(found, ZONES, a, b)
        monkeypatch.setenv(native.PURE, "1")
        assert cut(found, ZONES, a, b) == compiled


@pytest.mark.parametrize("seed", range(10))
def test_changes_lead_to_the_cuts_computed_from_nothing(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    for _ in range(6):
        found = random_steps(rng, most=20)
        a, b = apart(rng, found.shape)
        for _ in range(12):
            cost = found.cost.copy()
            for _ in range(rng.randint(1, 8)):
                cost[rng.randrange(6), rng.randrange(found.shape[0]), rng.randrange(found.shape[1])] = -1
            if rng.random() < 0.5:
                row, column = rng.randrange(found.shape[0]), rng.randrange(found.shape[1])
                cost[:, row, column] = np.where(
                    found.neighbours.reshape(cost.shape)[:, row, column] < 0, -1, 1
                )
            found = replace(found, cost=cost)
            after = cut(found, ZONES, a, b)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(cuts, "_flows", deque())
                assert cut(found, ZONES, a, b) == after
                patch.setenv(native.PURE, "1")
                assert cut(found, ZONES, a, b) == after


def on_plan(*rows: str, layout: Layout = Layout.ODD_Q) -> tuple[Cut, list[str], list[str]]:
    """Return the cut between the first and the last column of a plan, and its hexes by label."""
    scenario = plan(*rows, layout=layout)
    a, b = (np.zeros(scenario.board.terrain.shape, np.bool_) for _ in range(2))
    a[:, 0] = b[:, -1] = True
    found = cut(steps_on(scenario), ZONES, a, b)
    return found, labels(scenario, found.near_a), labels(scenario, found.near_b)


def test_a_pass_of_one_hex() -> None:
    found, near_a, near_b = on_plan("...#...", "...#...", ".......", "...#...")
    assert (found.zones, found.width, near_a, near_b) == (ZONES, 1, ["D3"], ["D3"])


def test_a_long_corridor_is_cut_at_either_end() -> None:
    found, near_a, near_b = on_plan("..####..", "........", "..####..")
    assert (found.width, near_a, near_b) == (1, ["C2"], ["F2"])


def test_a_bridge_of_two_hexes() -> None:
    found, near_a, near_b = on_plan("...#...", ".......", ".......", "...#...")
    assert (found.width, near_a, near_b) == (2, ["D2", "D3"], ["D2", "D3"])


def test_a_ring_road_is_two_ways() -> None:
    found, *_ = on_plan(".....", ".###.", ".....")
    assert found.width == 2


@pytest.mark.parametrize("layout", Layout)
def test_open_ground_is_as_wide_as_the_board(layout: Layout) -> None:
    found, near_a, near_b = on_plan(*["......"] * 4, layout=layout)
    assert found.width == 4
    assert {it[0] for it in near_a} == {"B"}
    assert {it[0] for it in near_b} == {"E"}


def test_without_a_way_the_width_is_0() -> None:
    found, near_a, near_b = on_plan("..#..", "..#..")
    assert (found.width, near_a, near_b) == (0, [], [])


def test_zones_that_touch_cannot_be_cut_off() -> None:
    found, *_ = on_plan("..", "..")
    assert found.width is None


def test_zones_that_overlap_cannot_be_cut_off() -> None:
    found = steps_on(plan("....", "...."))
    every = np.ones(found.shape, np.bool_)
    assert cut(found, ZONES, every, every).width is None


def test_walls_of_a_zone_lead_nowhere() -> None:
    found, *_ = on_plan("#...", "#...")
    assert found.width == 0


def test_a_large_open_board_is_cut() -> None:
    found = steps_on(plan(*["." * 60] * 60))
    a, b = (np.zeros(found.shape, np.bool_) for _ in range(2))
    a[20:30, :2] = b[30:40, -2:] = True
    answer = cut(found, ZONES, a, b)
    assert answer.width == len(answer.near_a) == len(answer.near_b) > 10
