"""The jobs of movement: they answer what the core answers, and keep a scenario from one to the next."""

from __future__ import annotations

import pickle
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core import load
from fairground.core.metrics.chokepoints.chokepoints import Chokepoints, chokepoints
from fairground.core.metrics.territory import territory
from fairground.core.movement.path import Path as Way
from fairground.core.movement.path import path
from fairground.core.movement.reach import reach
from fairground.core.pictures.territory_drawing import NOBODY, TIE
from fairground.core.scenario.board import PaletteEntry
from fairground.editor.document.mover_choice import MoverChoice
from fairground.editor.jobs.job_scenario import JobScenario, forget
from fairground.editor.jobs.movement import ChokepointsJob, Claims, PathJob, Reached, ReachJob, TerritoryJob

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

SCENARIOS = Path(__file__).parents[3] / "scenarios"
CHOICE = MoverChoice("support", "walk")


@pytest.fixture
def arena() -> Scenario:
    forget()
    return load(SCENARIOS / "ember-court.yaml")


def test_a_path_comes_with_its_steps(arena: Scenario) -> None:
    ends = arena.board.parse("A1"), arena.board.parse("H8")
    found = PathJob((1,), JobScenario(1, arena), ends, CHOICE).run()
    assert isinstance(found, Way)
    expected = path(arena, *ends, "support", "walk")
    assert (found.cost, found.turns, found.hexes) == (expected.cost, expected.turns, expected.hexes)
    copy = pickle.loads(pickle.dumps(found))  # noqa: S301  # as the worker sends it
    assert copy.steps == found.steps


def test_danger_is_avoided_on_request(arena: Scenario) -> None:
    ends = arena.board.parse("E3"), arena.board.parse("E4")
    lava = PathJob((1,), JobScenario(1, arena), ends, CHOICE).run()
    assert isinstance(lava, Way)
    assert lava.danger > 0
    ends = arena.board.parse("D3"), arena.board.parse("F5")
    safe = PathJob((1,), JobScenario(1, None), ends, CHOICE, avoid_danger=True).run()
    assert isinstance(safe, Way)
    assert safe.danger == 0


def test_the_danger_zone_is_in_the_points(arena: Scenario) -> None:
    ends = arena.board.parse("A1"), arena.board.parse("H8")
    plain = PathJob((1,), JobScenario(1, arena), ends, CHOICE).run()
    fast = PathJob((2,), JobScenario(1, None), ends, MoverChoice("support", "walk", in_danger=True)).run()
    assert isinstance(plain, Way)
    assert isinstance(fast, Way)
    assert (fast.mover.allowance, plain.mover.allowance) == (6, 4)
    assert fast.turns is not None
    assert plain.turns is not None
    assert fast.turns < plain.turns


def test_the_scenario_is_kept_while_its_state_is_the_same(arena: Scenario) -> None:
    origin = arena.board.parse("D5")
    assert ReachJob((1,), JobScenario(1, None), origin, CHOICE, 2).run() is None
    first = ReachJob((2,), JobScenario(1, arena), origin, CHOICE, 2).run()
    again = ReachJob((3,), JobScenario(1, None), origin, CHOICE, 2).run()
    assert isinstance(first, Reached)
    assert isinstance(again, Reached)
    assert np.array_equal(first.turns, again.turns)
    assert ReachJob((4,), JobScenario(2, None), origin, CHOICE, 2).run() is None
    # Topics do not know each other's.
    assert PathJob((5,), JobScenario(1, None), (origin, origin), CHOICE).run() is None


def test_a_reach_is_that_of_the_core(arena: Scenario) -> None:
    found = ReachJob((1,), JobScenario(1, arena), arena.board.parse("D5"), CHOICE, 3).run()
    assert isinstance(found, Reached)
    assert np.array_equal(found.turns, reach(arena, "D5", 3, "support", "walk").turns)


def test_a_reach_from_a_wall_is_the_reason_for_none(arena: Scenario) -> None:
    arena.board.palette.append(PaletteEntry("#", ("wall",)))
    origin = arena.board.parse("D5")
    arena.board.terrain[arena.board.cell(origin)] = len(arena.board.palette) - 1
    flyer = MoverChoice("support", "fly")
    found = ReachJob((1,), JobScenario(1, arena), origin, flyer, 3).run()
    assert found == "D5 can be passed through, but no turn can start or end there"


def test_territory_and_chokepoints_are_those_of_the_core(arena: Scenario) -> None:
    claims = TerritoryJob((1,), arena, CHOICE).run()
    assert isinstance(claims, Claims)
    expected = territory(arena, None, "support", "walk")
    assert claims.zones == expected.zones
    assert np.array_equal(claims.owner, expected.owner)
    narrow = ChokepointsJob((1,), arena, CHOICE).run()
    assert isinstance(narrow, Chokepoints)
    assert narrow.cuts == chokepoints(arena, "support", "walk").cuts


def test_the_editor_knows_the_signs_of_the_core_for_nobody_and_ties() -> None:
    from fairground.core.metrics import territory as module

    assert (NOBODY, TIE) == (module.NOBODY, module.TIE)


def test_without_an_answer_there_is_a_sentence(arena: Scenario) -> None:
    arena.zones = arena.zones[:1]
    told = TerritoryJob((1,), arena, CHOICE).run()
    assert isinstance(told, str)
    assert "needs two teams with a deployment zone" in told


def test_costs_are_exact(arena: Scenario) -> None:
    ends = arena.board.parse("A1"), arena.board.parse("B1")
    found = PathJob((1,), JobScenario(1, arena), ends, MoverChoice()).run()
    assert isinstance(found, Way)
    assert all(isinstance(step.cost, Fraction) for step in found.steps)
