"""Who moves: classes, units, the danger zone, leaders and states."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import ScenarioError
from fairground.core.movement.mover import mover, movers
from fairground.core.scenario.parts import Unit

if TYPE_CHECKING:
    from tests.core.movement.conftest import Draw


@pytest.mark.parametrize(
    ("unit_class", "safe", "danger"),
    [("scout", 5, 7), ("support", 4, 6), ("heavy", 3, 5), ("assault", 2, 4), ("aberrant", 3, 5)],
)
def test_p1_19_points_of_the_classes_and_two_more_in_the_danger_zone(
    draw: Draw, unit_class: str, safe: int, danger: int
) -> None:
    scenario = draw("penance-1.0", "clear")
    assert mover(scenario, unit_class).allowance == safe
    assert mover(scenario, unit_class, danger=True).allowance == danger


@pytest.mark.parametrize("unit_class", ["scout", "support", "heavy", "assault", "aberrant"])
def test_p2_26_classes_and_what_slows_them_are_those_of_1_0(draw: Draw, unit_class: str) -> None:
    states = {"heat": 6, "chassis": None}
    first, second = (
        mover(draw(name, "clear"), unit_class, danger=True, states=states)
        for name in ("penance-1.0", "penance-2.0")
    )
    assert (second.allowance, second.surcharge) == (first.allowance, first.surcharge)


def test_p1_24_a_bad_chassis_costs_a_point_a_turn(draw: Draw) -> None:
    scenario = draw("penance-1.0", "clear")
    assert mover(scenario, "scout", states={"chassis": None}).allowance == 4
    assert mover(scenario, "scout", states={"taint": 7}).allowance == 7
    assert mover(scenario, "scout", states={"heat": 6, "legs": None}).surcharge == 2


def test_hs_18_squads_move_further_with_a_leader(draw: Draw) -> None:
    scenario = draw("hexside-ww2", "clear")
    assert [mover(scenario, "squad", led=led).allowance for led in (False, True)] == [4, 6]
    assert mover(scenario, "leader", led=True).allowance == 6


def test_a_unit_brings_its_class_side_and_own_allowance(draw: Draw) -> None:
    scenario = draw("hexside-ww2", "clear")
    at = scenario.board.parse("A1")
    scenario.units = [Unit("tank", "one", "vehicle", at, allowance=11), Unit("men", "two", "squad", at)]
    tank = mover(scenario, unit="tank")
    assert (tank.class_id, tank.allowance, tank.side, tank.unit) == ("vehicle", 11, "one", "tank")
    assert mover(scenario, unit="men").allowance == 4


def test_without_a_word_the_first_class_walks(draw: Draw) -> None:
    scenario = draw("penance-1.0", "clear")
    found = mover(scenario)
    assert (found.class_id, found.mode_id, found.side) == ("scout", "walk", "")


@pytest.mark.parametrize(
    ("ruleset", "unit_class", "mode", "faces"),
    [
        ("penance-1.0", "scout", "walk", True),
        ("penance-1.0", "scout", "teleport", False),
        ("penance-2.0", "scout", "walk", False),
        ("hexside-ww2", "vehicle", "walk", True),
        ("hexside-ww2", "squad", "walk", False),
        ("megamek", "walker", "walk", False),
        ("base-visibility", "guard", "walk", False),
    ],
)
def test_facing_counts_where_sides_differ(
    draw: Draw, ruleset: str, unit_class: str, mode: str, faces: object
) -> None:
    assert mover(draw(ruleset, "clear"), unit_class, mode).faces is faces


@pytest.mark.parametrize(
    ("overrides", "faces"),
    [
        ({"movement.reverse_factor": 1}, True),
        ({"movement.step_sides": [1, 2, 3, 4, 5, 6]}, True),
        ({"movement.reverse_factor": 1, "movement.step_sides": [1, 2, 3, 4, 5, 6]}, False),
    ],
)
def test_hs_18_closed_sides_or_dear_ones_make_facing_count(
    draw: Draw, overrides: dict[str, object], faces: object
) -> None:
    assert mover(draw("hexside-ww2", "clear", overrides=overrides), "vehicle").faces is faces


def test_movers_are_every_class_in_every_mode(draw: Draw) -> None:
    scenario = draw("penance-1.0", "clear")
    assert len(list(movers(scenario))) == len(scenario.rules.classes) * len(scenario.rules.movement.modes)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"unit_class": "scuot"}, "there is no class 'scuot'. Did you mean 'scout'"),
        ({"mode": "swim"}, "there is no movement mode 'swim'. Known: walk, fly, teleport, surefooted"),
        ({"unit": "ghost"}, "there is no unit 'ghost'. There are none"),
        ({"states": {"haet": 4}}, "there is no unit state 'haet'. Did you mean 'heat'"),
        ({"states": {"heat": None}}, "heat needs a number, such as heat=4"),
        ({"states": {"legs": 2}}, "legs takes no number; write only legs"),
        ({"states": {"heat": -1}}, "heat has no range for -1. Ranges: 0 to 1, .* 8 or more"),
    ],
)
def test_what_there_is_none_of_is_said(draw: Draw, asked: dict[str, object], message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        mover(draw("penance-1.0", "clear"), **asked)  # type: ignore[arg-type]


def test_a_ruleset_without_modes_has_no_movers(draw: Draw) -> None:
    scenario = draw("penance-1.0", "clear", overrides={"movement.modes": {}})
    with pytest.raises(ScenarioError, match="no movement modes, so nothing can move"):
        mover(scenario)
    assert list(movers(scenario)) == []
