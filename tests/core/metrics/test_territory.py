"""Territory: against a search of our own over exact costs, and turn by turn against reach."""

from __future__ import annotations

import heapq
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core import load, native, reach, territory
from fairground.core.errors import LimitError, ScenarioError
from fairground.core.grid.hexes import neighbour
from fairground.core.metrics import territory as module
from fairground.core.metrics.territory import NEVER, NOBODY, TIE, hops_from, points_from, points_to
from fairground.core.movement.board_steps import steps
from fairground.core.movement.mover import movers
from fairground.core.movement.step_cost import StepCosts
from fairground.core.scenario.parts import Zone, ZoneKind
from fairground.core.scenario.shapes import Columns, Listed, painted
from tests.core.metrics.plans import plan, random_mask
from tests.core.movement.random_ground import RULESETS, random_ground

if TYPE_CHECKING:
    import random

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario


def cheapest(scenario: Scenario, mover: Mover, start: NDArray[np.bool_]) -> dict[Hex, Fraction]:
    """Return the points of the cheapest way to each hex, by single steps, exactly."""
    costs, inside = StepCosts(scenario, mover), steps(scenario, mover).may_end
    found: dict[Hex, Fraction] = {}
    waiting = [(Fraction(0), at) for at in scenario.board.hexes_of(start & inside)]
    heapq.heapify(waiting)
    while waiting:
        spent, at = heapq.heappop(waiting)
        if at in found:
            continue
        found[at] = spent
        for direction in range(6):
            cost = costs.step(at, direction).cost
            if cost is not None:
                heapq.heappush(waiting, (spent + cost, neighbour(at, direction)))
    return {at: spent for at, spent in found.items() if inside[scenario.board.cell(at)]}


def zoned(rng: random.Random) -> tuple[Scenario, Mover]:
    """Return a board at random with two to four zones, and a mover."""
    scenario = random_ground(rng, rng.choice(RULESETS), size=(rng.randint(1, 7), rng.randint(1, 7)))
    shape = scenario.board.rows, scenario.board.columns
    scenario.zones = [
        Zone(f"zone-{i}", rng.choice(("one", "two")), painted(random_mask(rng, shape, 0.15)))
        for i in range(rng.randint(2, 4))
    ]
    return scenario, rng.choice(list(movers(scenario)))


@given(st.randoms(use_true_random=False))
def test_h_10_points_are_those_of_exact_steps(rng: random.Random) -> None:
    scenario, mover = zoned(rng)
    board = scenario.board
    found = territory(scenario, mover=mover)
    told = [cheapest(scenario, mover, zone.shape.mask(board)) for zone in scenario.zones]
    for at in board.hexes():
        cell = board.cell(at)
        far = [it.get(at) for it in told]
        assert [
            None if it == NEVER else Fraction(it, found.scale) for it in found.distance[:, *cell].tolist()
        ] == far
        known = [it for it in far if it is not None]
        best = [i for i, it in enumerate(far) if known and it == min(known)]
        assert found.owner[cell] == (NOBODY if not best else best[0] if len(best) == 1 else TIE)


@pytest.mark.long
@given(st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_turns_are_those_of_reach(rng: random.Random) -> None:
    scenario, mover = zoned(rng)
    found = territory(scenario, mover=mover, in_turns=True)
    assert (found.in_turns, found.scale) == (True, 1)
    inside = steps(scenario, mover).may_end
    for zone, distance in zip(scenario.zones, found.distance, strict=True):
        start = zone.shape.mask(scenario.board) & inside
        if start.any():
            assert np.array_equal(distance, reach(scenario, start, None, mover=mover).turns)
        else:
            assert (distance == NEVER).all()


def divided(*rows: str) -> Scenario:
    """Return a plan with a zone at either end, and one that is for neither to start in."""
    scenario = plan(*rows)
    columns = scenario.board.columns
    scenario.zones = [
        Zone("west", "one", Columns(1, 1)),
        Zone("east", "two", Columns(columns, columns)),
        Zone("middle", "", Columns(2, 2)),
        Zone("way-out", "one", Columns(2, 2), ZoneKind.EXIT),
    ]
    return scenario


def test_ties_and_hexes_of_nobody_are_apart() -> None:
    found = territory(divided(".....", "##.##"))
    assert found.zones == ("west", "east")
    assert found.owner.tolist() == [[0, 0, TIE, 1, 1], [NOBODY, NOBODY, TIE, NOBODY, NOBODY]]
    assert (found.counts(), found.ties) == ({"west": 2, "east": 2}, 2)
    assert found.to_json() == {
        "zones": {"west": 2, "east": 2},
        "ties": 2,
        "owner": {"A1": "west", "B1": "west", "C1": None, "D1": "east", "E1": "east", "C2": None},
    }


def test_rough_ground_is_a_longer_way() -> None:
    assert territory(divided(".ff..")).owner.tolist() == [[0, 0, 1, 1, 1]]


def test_turns_tie_where_points_do_not() -> None:
    scenario = divided("." * 10)
    scenario.zones[1] = Zone("east", "two", Columns(9, 9))
    assert territory(scenario).ties == 1
    assert territory(scenario, in_turns=True).ties > 1


def test_zones_can_be_named() -> None:
    found = territory(divided("....."), ["east", "middle", "east"])
    assert found.zones == ("east", "middle")


def test_unknown_zones_and_too_few_are_errors() -> None:
    scenario = divided(".....")
    with pytest.raises(ScenarioError, match=r"no zone 'wset'\. Did you mean 'west'"):
        territory(scenario, ["wset", "east"])
    with pytest.raises(ScenarioError, match=r"no zone 'q'\. Known: west, east, middle, way-out"):
        territory(scenario, ["q"])
    with pytest.raises(ScenarioError, match=r"two or more zones, not 1\. Name another"):
        territory(scenario, ["west", "west"])
    del scenario.zones[1]
    with pytest.raises(ScenarioError, match=r"only one has one\. Add a deployment zone"):
        territory(scenario)


def test_limits_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = divided(".....")
    scenario.zones = [Zone(f"z{i}", "one", Listed(("A1",))) for i in range(128)]
    with pytest.raises(LimitError, match="at most 127 zones, not 128"):
        territory(scenario)
    monkeypatch.setattr(module, "MAX_BYTES", 1_000)
    with pytest.raises(LimitError, match="from 26 zones on 5x1 hexes"):
        territory(scenario, [f"z{i}" for i in range(26)])


def test_the_sides_of_a_symmetric_arena_have_as_much() -> None:
    counts = territory(load("scenarios/twin-stones.yaml")).counts()
    assert len(set(counts.values())) == 1


@given(rng=st.randoms(use_true_random=False))
def test_compiled_distances_are_those_of_python(rng: random.Random) -> None:
    scenario, mover = zoned(rng)
    known = steps(scenario, mover)
    start = random_mask(rng, known.shape, 0.2)
    for work in (points_from, points_to, hops_from):
        with pytest.MonkeyPatch.context() as patch:
            found = work(known, start)
            patch.setenv(native.PURE, "1")
            pure = work(known, start)
        assert found.dtype == pure.dtype
        assert np.array_equal(found, pure), work
