"""Hexes that hold an area together: against networkx, and on plans."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.metrics.chokepoints.cuts import SMALLEST_PART, articulation
from tests.core.metrics.plans import graph_of, labels, plan, random_steps, steps_on

if TYPE_CHECKING:
    import random

    from fairground.core.movement.board_steps import Steps


def holding(found: Steps, smallest: int) -> set[int]:
    """Return the nodes without which what hung together falls into two large parts, tried one by one."""
    graph = graph_of(found).to_undirected(reciprocal=True)
    told = set()
    for area in nx.connected_components(graph):
        for node in area:
            parts = nx.connected_components(graph.subgraph(area - {node}))
            if sum(len(part) >= smallest for part in parts) >= 2:
                told.add(node)
    return told


@given(st.randoms(use_true_random=False), st.sampled_from([1, 2, SMALLEST_PART, 5]))
def test_one_hex_after_another_is_taken_away(rng: random.Random, smallest: int) -> None:
    found = random_steps(rng, most=9)
    answer = set(np.flatnonzero(articulation(found, smallest)).tolist())
    assert answer == holding(found, smallest)


@given(st.randoms(use_true_random=False))
def test_with_parts_of_one_hex_they_are_articulation_points(rng: random.Random) -> None:
    found = random_steps(rng, most=9)
    graph = graph_of(found).to_undirected(reciprocal=True)
    assert set(np.flatnonzero(articulation(found, 1)).tolist()) == set(nx.articulation_points(graph))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("...#...", "...#...", ".......", "...#..."), ["D3"]),
        (("..####..", "........", "..####.."), ["C2", "D2", "E2", "F2"]),
        (("...#...", ".......", ".......", "...#..."), []),
        (("..###..", "...#...", "#.....#"), ["C3", "D3", "E3"]),
        (("......", "......"), []),
        # A nook of two hexes is no part.
        (("......##", "........", "......##"), []),
        (("###",), []),
    ],
)
def test_on_plans(rows: tuple[str, ...], expected: list[str]) -> None:
    scenario = plan(*rows)
    found = articulation(steps_on(scenario))
    assert labels(scenario, scenario.board.hexes_of(found)) == expected


def test_a_winding_way_of_thousands_of_hexes() -> None:
    turns = ("#" * 119 + ".", "." + "#" * 119)
    found = steps_on(plan(*("." * 120 if i % 2 == 0 else turns[i // 2 % 2] for i in range(81))))
    answer = set(np.flatnonzero(articulation(found, 1)).tolist())
    assert answer == set(nx.articulation_points(graph_of(found).to_undirected()))
    assert len(answer) > 4000
