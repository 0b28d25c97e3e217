"""What one step costs, rule by rule, and why."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import ScenarioError
from fairground.core.grid.hexes import neighbour
from fairground.core.movement.mover import mover
from fairground.core.movement.step_cost import StepCost, StepCosts, side_toward
from fairground.core.scenario.parts import Side, Unit

if TYPE_CHECKING:
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario
    from tests.core.movement.conftest import Draw

#: Columns of the boards drawn here are neighbours: A1 is north of A2, on flat-top hexes.
SOUTH = 3


def south(scenario: Scenario, who: Mover, start: str = "A1", facing: int | None = None) -> StepCost:
    """Return the step to the south."""
    return StepCosts(scenario, who).step(scenario.board.parse(start), SOUTH, facing)


def into(
    draw: Draw,
    ruleset: str,
    entered: str,
    left: str = "clear",
    *,
    unit_class: str | None = None,
    mode: str | None = None,
) -> StepCost:
    """Return the step from one hex into another."""
    scenario = draw(ruleset, left, entered)
    return south(scenario, mover(scenario, unit_class, mode))


@pytest.mark.parametrize(("kind", "cost"), [("clear", 1), ("rubble", 2), ("wall", None)])
def test_p1_01_difficult_costs_a_point_more_and_impassable_is_closed(
    draw: Draw, kind: str, cost: int | None
) -> None:
    found = into(draw, "penance-1.0", kind)
    assert found.cost == cost


def test_p1_01_what_cannot_be_entered_is_named(draw: Draw) -> None:
    found = into(draw, "penance-1.0", "wall")
    assert found.breakdown == "wall at A2 cannot be entered"
    assert found.reasons[0].rule


@pytest.mark.parametrize(
    ("mode", "kind", "cost"),
    [
        ("fly", "wall", 1),
        ("fly", "rubble@3", 1),
        ("teleport", "wall@2", 1),
        ("surefooted", "rubble", 1),
        ("surefooted", "rubble@1", 2),
        ("surefooted", "wall", None),
        ("surefooted", "ice", 1),
        ("walk", "ice", 2),
    ],
)
def test_p1_02_modes_ignore_what_they_ignore(draw: Draw, mode: str, kind: str, cost: int | None) -> None:
    assert into(draw, "penance-1.0", kind, mode=mode).cost == cost


@pytest.mark.parametrize(
    ("left", "entered", "cost"), [(0, 1, 2), (0, 2, 3), (0, 3, 4), (1, 2, 2), (3, 0, 1), (2, 2, 1)]
)
def test_p1_03_each_level_up_costs_a_point_and_down_is_free(
    draw: Draw, left: int, entered: int, cost: int
) -> None:
    assert into(draw, "penance-1.0", f"clear@{entered}", f"clear@{left}").cost == cost


def test_p1_03_levels_come_on_top_of_the_terrain(draw: Draw) -> None:
    found = into(draw, "penance-2.0", "forest@1")
    assert found.cost == 3
    assert found.breakdown == "2 forest + 1 up one level"
    assert [it.rule for it in found.reasons] == ["P2-19", "P2-10"]


@pytest.mark.parametrize(("kind", "cost"), [("water", 1), ("ice", 2)])
def test_p1_07_water_is_as_clear_ground_and_ice_slows(draw: Draw, kind: str, cost: int) -> None:
    assert into(draw, "penance-1.0", kind).cost == cost


@pytest.mark.parametrize(("kind", "cost"), [("water", 1), ("cover", 1), ("rubble-pile", 2), ("ice", 2)])
def test_c_17_shallow_water_and_drifts_do_not_slow_and_piles_of_rubble_do(
    draw: Draw, kind: str, cost: int
) -> None:
    assert into(draw, "penance-1.0", kind).cost == cost


@pytest.mark.parametrize(
    ("kind", "cost"), [("wall", None), ("fortress-wall", None), ("dense-forest", 2), ("forest", 2)]
)
def test_c_11_walls_are_not_entered_and_dense_forest_is(draw: Draw, kind: str, cost: int | None) -> None:
    assert into(draw, "penance-2.0", kind).cost == cost


@pytest.mark.parametrize(("levels", "cost"), [((0, 1), 2), ((0, 2), 3), ((1, 2), 2), ((2, 0), 1)])
def test_p2_10_one_point_a_level_up_and_down_as_usual(draw: Draw, levels: tuple[int, int], cost: int) -> None:
    left, entered = levels
    assert into(draw, "penance-2.0", f"clear@{entered}", f"clear@{left}").cost == cost


@pytest.mark.parametrize(
    ("kind", "cost"),
    [("clear", 1), ("forest", 2), ("rubble", 2), ("wall", None), ("water", 1), ("clear@1", 2)],
)
def test_p2_19_terrain_costs(draw: Draw, kind: str, cost: int | None) -> None:
    assert into(draw, "penance-2.0", kind).cost == cost


@pytest.mark.parametrize("facing", range(6))
def test_p2_26_a_step_costs_the_same_in_any_direction_of_the_unit(draw: Draw, facing: int) -> None:
    scenario = draw("penance-2.0", "clear", "rubble")
    assert south(scenario, mover(scenario), facing=facing).cost == 2


@pytest.mark.parametrize(("facing", "cost"), [(3, 1), (0, 1), (1, 2), (2, 2), (4, 2), (5, 2)])
def test_p1_18_forward_and_back_cost_a_point_and_sidesteps_two(draw: Draw, facing: int, cost: int) -> None:
    scenario = draw("penance-1.0", "clear", "clear")
    assert south(scenario, mover(scenario), facing=facing).cost == cost


def test_p1_18_sides_are_counted_clockwise_from_the_front() -> None:
    assert [side_toward(direction, 4) for direction in (4, 5, 0, 1, 2, 3)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("states", "cost"), [({"heat": 5}, 1), ({"heat": 6}, 2), ({"legs": None, "heat": 7}, 3)]
)
def test_p1_19_heat_and_bad_legs_cost_a_point_a_hex(
    draw: Draw, states: dict[str, int | None], cost: int
) -> None:
    scenario = draw("penance-1.0", "clear", "clear")
    assert south(scenario, mover(scenario, states=states)).cost == cost


def test_p1_14_allies_are_passed_and_enemies_are_not(draw: Draw) -> None:
    scenario = draw("penance-1.0", "clear", "clear")
    here, there = scenario.board.parse("A1"), scenario.board.parse("A2")
    scenario.units = [Unit("own", "one", "scout", here), Unit("other", "one", "scout", there)]
    for mode in ("walk", "fly", "teleport", "surefooted"):
        assert south(scenario, mover(scenario, mode=mode, unit="own")).cost == 1
    scenario.units[1] = replace(scenario.units[1], side="two", name="Gravedigger")
    for mode in ("walk", "fly", "teleport", "surefooted"):
        found = south(scenario, mover(scenario, mode=mode, unit="own"))
        assert found.cost is None
        assert found.breakdown == "Gravedigger is in the way"
        assert [it.rule for it in found.reasons] == ["P1-14"]
    scenario.units[1] = replace(scenario.units[1], name="")
    assert south(scenario, mover(scenario, unit="own")).breakdown == "Scout is in the way"
    scenario.sides = [Side("one", team="red"), Side("two", team="red")]
    assert south(scenario, mover(scenario, unit="own")).cost == 1
    assert south(scenario, mover(scenario)).cost == 1, "units of no side mind nobody"


@pytest.mark.parametrize(
    ("overrides", "costs"),
    [
        ({"movement.occupied.through_enemies": True}, [1, 1]),
        ({"movement.modes.fly.passes_enemies": True}, [None, 1]),
    ],
)
def test_p1_14_enemies_are_passed_where_the_rules_or_the_mode_say_so(
    draw: Draw, overrides: dict[str, object], costs: list[int | None]
) -> None:
    scenario = draw("penance-1.0", "clear", "clear", overrides=overrides)
    scenario.units = [
        Unit("own", "one", "scout", scenario.board.parse("A1")),
        Unit("other", "two", "scout", scenario.board.parse("A2")),
    ]
    found = [south(scenario, mover(scenario, mode=mode, unit="own")).cost for mode in ("walk", "fly")]
    assert found == costs


@pytest.mark.parametrize(("cost", "allowance"), [(4, 4), (5, 4)])
def test_h_10_a_step_dearer_than_a_turn_cannot_be_made(draw: Draw, cost: int, allowance: int) -> None:
    scenario = draw("penance-1.0", "clear", f"clear@{cost - 1}")
    found = south(scenario, replace(mover(scenario), allowance=allowance))
    assert found.cost == (cost if cost <= allowance else None)
    if found.cost is None:
        assert (
            found.breakdown == "it costs 5 (1 clear + 4 up 4 levels), more than a whole turn's allowance of 4"
        )
        assert [(it.amount, it.rule) for it in found.reasons] == [(Fraction(0), "H-10")]


def test_h_10_without_points_nothing_moves_even_with_a_minimum_move(draw: Draw) -> None:
    scenario = draw("hexside-ww2", "clear", "clear")
    assert south(scenario, replace(mover(scenario), allowance=0)).cost is None


@pytest.mark.parametrize(
    ("kind", "cost"),
    [
        ("woods", 2), ("building", 2), ("stream", 2), ("road", 1), ("clear", 1), ("orchard", 1), ("woods+road", 1),
        ("canal", None), ("pond", None), ("marsh", None), ("ocean", None), ("canal+bridge", 1), ("clear@1", 2),
    ],
)  # fmt: skip
def test_hs_18_costs_of_infantry(draw: Draw, kind: str, cost: int | None) -> None:
    assert into(draw, "hexside-ww2", kind, unit_class="squad").cost == cost


@pytest.mark.parametrize("facing", [1, 2, 4, 5])
def test_hs_18_vehicles_make_no_sidestep(draw: Draw, facing: int) -> None:
    found = south(
        scenario := draw("hexside-ww2", "clear", "clear"), mover(scenario, "vehicle"), facing=facing
    )
    assert found.cost is None
    (reason,) = found.reasons
    assert reason.text.startswith("it cannot step toward its side")
    assert reason.amount == 0
    assert south(scenario, mover(scenario, "vehicle"), facing=3).cost is not None


@pytest.mark.parametrize("feature", ["hedge", "wall", "hedgerow"])
def test_hs_18_a_feature_crossed_costs_a_point(draw: Draw, feature: str) -> None:
    scenario = draw("hexside-ww2", "clear", "woods", hexsides={"A1 S": feature})
    found = south(scenario, mover(scenario, "squad"))
    assert found.cost == 3
    assert found.breakdown == f"2 woods + 1 across {feature}"
    back = StepCosts(scenario, mover(scenario, "squad")).step(scenario.board.parse("A2"), 0)
    assert back.breakdown == f"1 open ground + 1 across {feature}"


def test_a_feature_that_bars_the_way_is_named(draw: Draw) -> None:
    closed = {"hexsides.hedge.passable": False}
    scenario = draw("hexside-ww2", "clear", "clear", hexsides={"A1 S": "hedge"}, overrides=closed)
    found = south(scenario, mover(scenario, "squad"))
    assert (found.cost, found.breakdown) == (None, "hedge cannot be crossed")


def test_hs_18_no_vehicle_goes_from_ground_to_level_2_and_infantry_needs_a_whole_turn(draw: Draw) -> None:
    scenario = draw("hexside-ww2", "clear", "clear@2")
    assert south(scenario, mover(scenario, "vehicle")).cost is None
    for unit_class, allowance in (("squad", 4), ("leader", 6)):
        found = south(scenario, mover(scenario, unit_class))
        assert (found.cost, found.whole_turn) == (Fraction(allowance), True)
        assert found.breakdown == f"{allowance} up 2 levels, which takes a whole turn"
    down = StepCosts(scenario, mover(scenario, "vehicle")).step(scenario.board.parse("A2"), 0)
    assert down.cost is None


def test_hs_18_two_levels_down_take_as_much_as_up(draw: Draw) -> None:
    scenario = draw("hexside-ww2", "clear@2", "clear")
    found = south(scenario, mover(scenario, "squad"))
    assert (found.cost, found.whole_turn) == (Fraction(4), True)
    assert found.breakdown == "4 down 2 levels, which takes a whole turn"
    assert south(scenario, mover(scenario, "vehicle")).cost is None


def test_hs_18_one_hex_can_always_be_entered(draw: Draw) -> None:
    scenario = draw("hexside-ww2", "clear", "woods@1", hexsides={"A1 S": "hedge"})
    tired = replace(mover(scenario, "squad"), allowance=2)
    found = south(scenario, tired)
    assert (found.cost, found.whole_turn) == (Fraction(4), True)


@pytest.mark.parametrize(("facing", "cost"), [(3, 2), (0, 4), (1, None), (2, None), (4, None), (5, None)])
def test_hs_18_vehicles_go_forward_and_reverse_at_twice_the_cost(
    draw: Draw, facing: int, cost: int | None
) -> None:
    scenario = draw("hexside-ww2", "clear", "clear@1")
    assert south(scenario, mover(scenario, "vehicle"), facing=facing).cost == cost
    assert south(scenario, mover(scenario, "squad"), facing=facing).cost == 2


def test_hs_18_buildings_are_closed_to_vehicles(draw: Draw) -> None:
    found = into(draw, "hexside-ww2", "building", unit_class="vehicle")
    assert found.cost is None
    assert found.breakdown == "building at A2 cannot be entered by Vehicle"
    assert into(draw, "hexside-ww2", "building+road", unit_class="vehicle").cost == 1


@pytest.mark.parametrize(
    ("levels", "cost"), [((0, 1), 2), ((1, 2), 3), ((0, 2), 5), ((2, 0), 1), ((2, 1), 1)]
)
def test_ar_02_heights_are_steep(draw: Draw, levels: tuple[int, int], cost: int) -> None:
    left, entered = levels
    assert into(draw, "penance-arena", f"clear@{entered}", f"clear@{left}").cost == cost


def test_ar_03_two_hexes_of_road_cost_one_point(draw: Draw) -> None:
    found = into(draw, "penance-arena", "road")
    assert found.cost == Fraction(1, 2)
    assert found.breakdown == "1/2 road"


@pytest.mark.parametrize(
    ("kind", "cost"),
    [("forest", 1), ("rubble", 2), ("water", 2), ("pillar", 1), ("deep-water", None), ("wall", None), ("spire", 3), ("clear@1", 2)],
)  # fmt: skip
def test_ar_07_terrain_of_the_arenas(draw: Draw, kind: str, cost: int | None) -> None:
    assert into(draw, "penance-arena", kind).cost == cost


@pytest.mark.parametrize(
    ("kind", "walker", "vehicle"),
    [
        ("clear", 1, 1), ("road", 1, 1), ("pavement", 1, 1), ("woods-1", 2, 2), ("rough", 2, 2), ("sand", 2, 2),
        ("woods-2", 3, None), ("jungle-3", 4, None), ("building", 2, None), ("building-3", 4, None), ("water-0", 1, 1),
        ("water-1", 2, None), ("water-2", 4, None), ("impassable", None, None), ("clear@1", 2, 2), ("clear@2", 3, None),
        ("clear@3", None, None), ("woods-1+rough", 3, 3),
    ],
)  # fmt: skip
def test_mm_07_a_plain_reading(draw: Draw, kind: str, walker: int | None, vehicle: int | None) -> None:
    assert into(draw, "megamek", kind, unit_class="walker").cost == walker
    assert into(draw, "megamek", kind, unit_class="vehicle").cost == vehicle


def test_mm_07_levels_cost_down_as_well(draw: Draw) -> None:
    assert into(draw, "megamek", "clear", "clear@2", unit_class="walker").cost == 3


def test_a_step_off_the_board_or_into_the_void_says_so(draw: Draw) -> None:
    scenario = draw("penance-1.0", "clear", "void")
    costs = StepCosts(scenario, mover(scenario, mode="fly"))
    for direction in (SOUTH, 0, 1):
        found = costs.step(scenario.board.parse("A1"), direction)
        assert (found.cost, found.breakdown) == (None, "the board ends there")
    outside = neighbour(scenario.board.parse("A1"), 0)
    with pytest.raises(ScenarioError, match="is off the board"):
        costs.step(outside, SOUTH)


def test_all_that_bars_a_step_is_said(draw: Draw) -> None:
    scenario = draw("megamek", "clear", "building@3")
    found = into(draw, "megamek", "building@3", unit_class="vehicle")
    assert len(found.reasons) == 2
    assert south(scenario, mover(scenario, "vehicle")).reasons == found.reasons
