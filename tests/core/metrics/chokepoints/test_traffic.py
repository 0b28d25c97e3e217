"""Traffic: against networkx's betweenness between subsets, and on plans."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core import native
from fairground.core.errors import LimitError
from fairground.core.grid.layout import Layout
from fairground.core.metrics.chokepoints import chokepoints as module
from fairground.core.metrics.chokepoints.chokepoints import traffic
from fairground.core.metrics.territory import points_from
from tests.core.metrics.plans import graph_of, plan, random_mask, random_steps, steps_on

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.movement.board_steps import Steps


def betweenness(found: Steps, ways: list[tuple[NDArray[np.bool_], NDArray[np.bool_]]]) -> NDArray[np.float64]:
    """Return networkx's sums for all ways, divided by the number of pairs that have a way."""
    graph = graph_of(found)
    total, pairs = np.zeros(found.open.size), 0
    for start, end in ways:
        starts, ends = (np.flatnonzero(it & found.may_end).tolist() for it in (start, end))
        sums = nx.betweenness_centrality_subset(graph, starts, ends, normalized=False, weight="weight")
        for node, value in sums.items():
            total[node] += value
        pairs += sum(nx.has_path(graph, a, b) for a in starts for b in ends if a != b)
    return (total / max(pairs, 1)).reshape(found.shape)


@given(st.randoms(use_true_random=False))
def test_it_is_betweenness_of_subsets(rng: random.Random) -> None:
    found = random_steps(rng, most=8)
    # networkx loses count of ways by steps that cost nothing.
    if (found.cost == 0).any():
        found = replace(found, cost=np.where(found.cost < 0, found.cost, found.cost + 1))
    a, b = random_mask(rng, found.shape, 0.1), random_mask(rng, found.shape, 0.2)
    ways = [(a, b), (b, a)]
    expected = betweenness(found, ways)
    for pure in ("", "1"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(native.PURE, pure)
            assert np.allclose(traffic(found, ways), expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_the_compiled_part_and_python_agree(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    found = random_steps(rng, most=25)
    ways = [(random_mask(rng, found.shape, 0.1), random_mask(rng, found.shape, 0.2)) for _ in range(3)]
    shares = []
    for pure in ("", "1"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(native.PURE, pure)
            shares.append(traffic(found, ways))
    compiled, pure_python = shares
    assert np.allclose(compiled, pure_python, rtol=1e-9, atol=1e-12)


def test_sources_in_several_portions_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(native.PURE, "1")
    found = steps_on(plan(*["f.f..f#.", "..#f...."] * 5))
    a, b = (np.zeros(found.shape, np.bool_) for _ in range(2))
    a[:, 0] = b[:, -1] = True
    whole = traffic(found, [(a, b)])
    monkeypatch.setattr(module, "_AT_ONCE", 3 * found.open.size)
    assert np.allclose(traffic(found, [(a, b)]), whole, rtol=1e-12)


def ends(found: Steps) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    a, b = (np.zeros(found.shape, np.bool_) for _ in range(2))
    a.flat[0] = b.flat[-1] = True
    return a, b


def test_everything_goes_through_a_pass() -> None:
    found = steps_on(plan("..#..", ".....", "..#.."))
    a, b = (np.zeros(found.shape, np.bool_) for _ in range(2))
    a[:, 0] = b[:, -1] = True
    assert traffic(found, [(a, b)])[1, 2] == 1
    assert traffic(found, [(a, b)]).max() == 1


def test_equal_ways_share() -> None:
    ring = steps_on(plan("#..", ".#.", "#..", layout=Layout.ODD_R))
    a, b = (np.zeros(ring.shape, np.bool_) for _ in range(2))
    a[1, 0] = b[1, 2] = True
    assert traffic(ring, [(a, b)]).tolist() == [[0, 0.5, 0.5], [0, 0, 0], [0, 0.5, 0.5]]


def test_without_a_way_there_is_none() -> None:
    found = steps_on(plan(".#.", ".#."))
    assert not traffic(found, [ends(found)]).any()
    assert not traffic(found, []).any()


def test_more_ways_than_are_counted_for_several_hexes_at_once() -> None:
    found = steps_on(plan(*["." * 400] * 400))
    a, b = (np.zeros(found.shape, np.bool_) for _ in range(2))
    a[0, :2] = b[-1, -2:] = True
    shares = []
    for pure in ("", "1"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(native.PURE, pure)
            shares.append(traffic(found, [(a, b)]))
    compiled, pure_python = shares
    assert np.allclose(compiled, pure_python, rtol=1e-6, atol=1e-12)
    # Every way has a hex on each line across the board from one end to the other.
    assert 0.99 < compiled[200].sum() < 1.5


@pytest.mark.long
def test_long_open_ground_has_more_ways_than_doubles_hold() -> None:
    found = steps_on(plan(*["." * 900] * 900))
    a, b = ends(found)
    share, far = traffic(found, [(a, b)]), points_from(found, a)
    # Of each number of steps from the start, every way has one hex.
    sums = np.bincount(far.ravel(), weights=share.ravel())[1 : far[-1, -1]]
    assert len(sums) > 1300
    assert np.allclose(sums, 1, rtol=1e-6)


def test_free_steps_go_the_fewest() -> None:
    found = steps_on(plan("....", "....", layout=Layout.ODD_R))
    free = replace(found, cost=np.where(found.cost > 0, 0, found.cost))
    a, b = (np.zeros(found.shape, np.bool_) for _ in range(2))
    a[0, 0] = b[0, 3] = True
    assert traffic(free, [(a, b)]).tolist() == [[0, 1, 1, 0], [0, 0, 0, 0]]


def test_free_steps_among_costs_beyond_measure_are_refused() -> None:
    found = steps_on(plan("....", "...."))
    cost = np.where(found.cost > 0, 1 << 50, found.cost)
    cost[2, 0, 0] = 0
    with pytest.raises(LimitError, match="a board of 8 hexes is too large to add up costs exactly"):
        traffic(replace(found, cost=cost), [ends(found)])


def test_too_large_a_board_is_refused_with_the_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    found = steps_on(plan("....", "...."))
    left, right = np.zeros((2, 2, 4), np.bool_)
    left[:, 0] = right[:, 3] = True
    monkeypatch.setattr(module, "MOST_PAIRS", 16)
    assert traffic(found, [(left, right)]).max() > 0
    monkeypatch.setattr(module, "MOST_PAIRS", 15)
    with pytest.raises(LimitError, match="2 hexes on a board of 8 needs 16 pairs of hexes; the limit is 15"):
        traffic(found, [(left, right)])
