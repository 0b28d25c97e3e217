"""No repair cuts a way: not from all of a zone, nor from some of its hexes, for any class in play."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.layout import Layout
from fairground.core.improve.repair.goals import KeptWays
from fairground.core.metrics.fairness.contest import Contest
from fairground.core.metrics.fairness.report import movers_for
from fairground.core.scenario.hex_edits import Edit
from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.core.scenario.parts import Objective, Side, Zone, ZoneKind
from fairground.core.scenario.zone_text import parse_shape
from tests.core.metrics.fairness.contests import arena
from tools.check_ways import RandomBoard

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

#: Two exits, one for each half of the northern zone.
TWO_EXITS = ("..#..", "#.#.#", ".....", "....#")


def contest(*rows: str) -> Contest:
    scenario = arena(*rows, zones={"north": "row 1", "south": "row 4 & columns 1-4"}, layout=Layout.ODD_R)
    scenario.objectives = [Objective("well", parse_shape("C3"), name="The Well")]
    return Contest(scenario)


def closed(scenario: Scenario, *labels: str) -> list[Edit]:
    board = scenario.board
    wall = next(it for it, entry in enumerate(board.palette) if entry.kinds == ("wall",))
    return [Edit(board.parse(it), "terrain", terrain=wall) for it in labels]


def are_kept(before: Contest, *labels: str) -> bool:
    return KeptWays(before, movers_for(before.scenario, "heavy", None)).are_kept_by(
        before.after(closed(before.scenario, *labels))
    )


def test_a_zone_that_is_walled_in_has_lost_its_ways() -> None:
    before = contest(*TWO_EXITS)
    assert are_kept(before)
    assert are_kept(before, "E3")
    assert not are_kept(before, "B2", "D2")


def test_half_of_a_zone_that_is_walled_in_has_lost_its_ways_too() -> None:
    before = contest(*TWO_EXITS)
    assert not are_kept(before, "B2")
    assert not are_kept(before, "D2")


def test_a_hex_outside_the_wall_does_not_hide_that_a_zone_is_walled_in() -> None:
    before = contest(*TWO_EXITS)
    edits = closed(before.scenario, "B2", "D2")
    outside = Edit(before.board.parse("B3"), "zone", zone="north", inside=True)
    ways = KeptWays(before, movers_for(before.scenario, "heavy", None))
    assert ways.are_kept_by(before.after([outside]))
    assert not ways.are_kept_by(before.after([outside, *edits]))


def test_a_way_to_an_objective_is_a_way() -> None:
    before = contest(*TWO_EXITS)
    around = ("B3", "D3", "B4", "C4")
    assert not are_kept(before, *around, "B2", "D2")
    walled = before.after(closed(before.scenario, "C3"))
    assert not KeptWays(before, ()).are_kept_by(walled)


def test_a_way_to_the_zone_of_a_task_is_a_way() -> None:
    before = contest("..#..", "#...#", "....#", "....#")
    around = ("D3", "D4", "C4")
    assert are_kept(before, *around)
    scenario = before.scenario
    scenario.zones.append(Zone("gate", "", parse_shape("D4"), ZoneKind.EXIT))
    scenario.sides[0] = Side("north", wins=(Win((Task(TaskKind.EXIT, ("gate",)),)),))
    task = Contest(scenario)
    assert not are_kept(task, "D3", "C4", "C3")
    assert are_kept(task, "C4")
    goals = {it.goal for it in KeptWays(task, ()).costs(task) if it.start == "north"}
    assert goals == {"south", "The Well", "gate"}


def test_what_was_cut_off_before_may_stay_cut_off() -> None:
    before = contest("..#..", "###.#", ".....", "....#")
    assert are_kept(before, "E3")
    assert not are_kept(before, "D2")


def test_costs_are_those_of_the_cheapest_ways() -> None:
    before = contest(*TWO_EXITS)
    ways = KeptWays(before, movers_for(before.scenario, "heavy", None))
    after = before.after(closed(before.scenario, "B3"))
    found = {(it.start, it.goal): (it.before, it.after) for it in ways.costs(after) if it.class_id == "heavy"}
    assert found["north", "The Well"] == (Fraction(2), Fraction(2))
    assert found["south", "The Well"] == (Fraction(1), Fraction(1))
    assert found["north", "south"][0] == 3
    cut = {it.goal: it for it in ways.costs(before.after(closed(before.scenario, "B2", "D2")))}
    assert cut["The Well"].before is not None
    assert {it.class_id for it in ways.costs(after)} == set(before.rules.classes)


#: Some of the boards that tools/check_ways.py repairs.
SEEDS = (0, 3, 6, 16)


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
def test_repairs_of_random_boards_lose_no_way(seed: int) -> None:
    random = RandomBoard(seed)
    assert random.is_unfair
    found = random.repaired()
    assert random.faults(found) == []
