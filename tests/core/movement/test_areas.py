"""Areas: what hangs together, and what is got to from where; scipy's answers are the reference."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse.csgraph import breadth_first_order, connected_components

from fairground.core import native
from fairground.core.grid.layout import Layout
from fairground.core.movement.areas import Areas, is_reversible
from fairground.core.movement.board_steps import steps
from fairground.core.movement.mover import mover, movers
from tests.core.movement.drawing import drawn
from tests.core.movement.random_ground import RULESETS, random_ground

if TYPE_CHECKING:
    import random


@given(st.sampled_from(RULESETS), st.randoms(use_true_random=False))
def test_areas_are_strong_components(name: str, rng: random.Random) -> None:
    scenario = random_ground(rng, name, size=(rng.randint(1, 9), rng.randint(1, 9)))
    found = steps(scenario, rng.choice(list(movers(scenario))))
    labels, inside = Areas(found).labels.ravel(), found.open.ravel()
    _, strong = connected_components(found.graph, connection="strong")
    assert (labels[~inside] == -1).all()
    pairs = set(zip(labels[inside].tolist(), strong[inside].tolist(), strict=True))
    assert len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs})
    sizes = np.bincount(labels[inside])
    assert (np.diff(sizes) <= 0).all(), "the largest is the first"


@given(st.sampled_from(RULESETS), st.randoms(use_true_random=False))
def test_reachable_is_what_a_search_finds(name: str, rng: random.Random) -> None:
    scenario = random_ground(rng, name, size=(rng.randint(1, 9), rng.randint(1, 9)))
    found = steps(scenario, rng.choice(list(movers(scenario))))
    start = np.zeros(found.open.size, np.bool_)
    start[rng.randrange(start.size)] = start[rng.randrange(start.size)] = True
    expected = np.zeros_like(start)
    for node in np.flatnonzero(start & found.may_end.ravel()):
        expected[breadth_first_order(found.graph, node, return_predecessors=False)] = True
    assert np.array_equal(Areas(found).reachable(start.reshape(found.shape)).ravel(), expected)


@given(st.sampled_from(RULESETS), st.randoms(use_true_random=False))
def test_compiled_areas_are_those_of_python(name: str, rng: random.Random) -> None:
    scenario = random_ground(rng, name, size=(rng.randint(1, 9), rng.randint(1, 9)))
    found = steps(scenario, rng.choice(list(movers(scenario))))
    compiled, pure = Areas(found), Areas(found)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.PURE, "1")
        labels = pure.labels
    assert np.array_equal(compiled.labels, labels)
    for number in range(int(labels.max()) + 1):
        start = found.may_end & (labels == number)
        assert compiled.numbers_reached(start) == pure.numbers_reached(start)


def test_what_is_left_by_a_cliff_is_not_come_back_to() -> None:
    scenario = drawn("penance-1.0", "clear clear@3 clear", layout=Layout.ODD_R)
    slow = Areas(steps(scenario, mover(scenario, "assault")))
    assert slow.labels.tolist() == [[0, 1, 2]]
    top = np.array([[False, True, False]])
    assert slow.reachable(top).all()
    assert slow.reachable(~top).tolist() == [[True, False, True]]


def test_a_ring_of_one_way_steps_is_one_area() -> None:
    # From level 0 to 1, to 2, and down to 0, round and round; the other way each of the steps is too dear.
    table = {"0": {"1": 9, "2": 0}, "1": {"0": 0, "2": 9}, "2": {"0": 9, "1": 0}}
    scenario = drawn(
        "penance-1.0",
        "clear clear@1",
        "clear@2 void",
        layout=Layout.ODD_R,
        overrides={"movement.climb.table": table},
    )
    who = mover(scenario, "assault")
    found = steps(scenario, who)
    assert found.graph.nnz == 3
    assert Areas(found).labels.tolist() == [[0, 0], [0, -1]]


@given(st.sampled_from(RULESETS), st.randoms(use_true_random=False))
def test_compiled_reversible_ways_are_those_of_python(name: str, rng: random.Random) -> None:
    scenario = random_ground(rng, name, size=(rng.randint(1, 6), rng.randint(1, 6)))
    found = steps(scenario, rng.choice(list(movers(scenario))))
    if rng.random() < 0.7:
        # Dearer by the difference of a potential, but for a step or two.
        count = found.open.size
        potential = np.array([rng.randrange(3) for _ in range(count)])
        cost = np.full((6, count), -1)
        for way, beside in enumerate(found.neighbours):
            here = np.flatnonzero(beside >= 0)
            cost[way, here] = 5 + potential[here] - potential[beside[here]]
        for _ in range(rng.randrange(3)):
            cost[rng.randrange(6), rng.randrange(count)] = rng.choice((-1, 4))
        cost[found.neighbours < 0] = -1
        found = replace(found, cost=cost.reshape(found.cost.shape))
    compiled = is_reversible(found)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(native.PURE, "1")
        assert is_reversible(found) is compiled
