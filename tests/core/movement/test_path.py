"""Paths by the rules of each ruleset, on boards that show one thing each."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import GridError, ScenarioError, UsageError
from fairground.core.grid.layout import Layout
from fairground.core.movement import turns
from fairground.core.movement.mover import mover
from fairground.core.movement.path import path
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import Unit

if TYPE_CHECKING:
    from fairground.core.movement.path import Path
    from fairground.core.scenario.document import Scenario
    from tests.core.movement.conftest import Draw


def labels(found: Path) -> str:
    return " ".join(found.to_json()["hexes"])


def told(found: Path) -> tuple[object, object]:
    """Return cost and turns as the answer to scripts has them."""
    answer = found.to_json()
    return answer["cost"], answer["turns"]


def station(scenario: Scenario, side: str, label: str, kind: str, facing: int = 1) -> str:
    """Post a unit and return its id."""
    unit = Unit(f"{side}-{label}", side, kind, scenario.board.parse(label), facing)
    scenario.units.append(unit)
    return unit.id


# -- turns ------------------------------------------------------------------------------------------------------


def test_h_10_points_do_not_carry_over(draw: Draw) -> None:
    board = draw("penance-arena", "clear spire spire clear", layout=Layout.ODD_R)
    found = path(board, "A1", "D1", "scout")
    # Three of five points for the first spire; what is left does not pay for the second one, and is lost.
    assert told(found) == (7, 2)
    assert [it.turn for it in found.steps] == [1, 1, 2, 2]


def test_h_10_a_step_beyond_a_whole_turn_cannot_be_made(draw: Draw) -> None:
    board = draw("penance-arena", "clear spire clear", layout=Layout.ODD_R)
    blocked = path(board, "A1", "C1", "assault")
    assert (blocked.found, told(blocked), blocked.steps) == (False, (None, None), ())
    assert "no route from A1 to C1 for Assault" in blocked.obstacle
    around = draw("penance-arena", "clear spire clear", "clear clear clear", layout=Layout.ODD_R)
    assert labels(path(around, "A1", "C1", "assault")) == "A1 A2 B2 C1"


def test_h_10_the_fewest_turns_or_the_fewest_points(draw: Draw) -> None:
    board = draw("penance-arena", "clear spire spire spire", "rubble spire rubble clear", layout=Layout.ODD_R)
    # Five points a turn: a spire a turn wastes two of them each time.
    quick, cheap = (
        path(board, "A1", "D1", "scout", least=least, blind=True) for least in ("turns", "points")
    )
    assert (told(quick), labels(quick)) == ((10, 2), "A1 A2 B2 C2 D1")
    assert (told(cheap), labels(cheap)) == ((9, 3), "A1 B1 C1 D1")


def test_staying_costs_nothing(draw: Draw) -> None:
    board = draw("penance-2.0", "clear clear")
    found = path(board, "A1", "A1", "scout")
    assert (told(found), labels(found)) == ((0, 0), "A1")
    assert [it.turn for it in found.steps] == [1]


def test_the_answer_has_the_shape_that_scripts_rely_on(draw: Draw) -> None:
    board = draw("penance-arena", "clear road rubble", layout=Layout.ODD_R)
    assert path(board, "A1", "C1", "scout").to_json() == {
        "cost": "5/2",
        "turns": 1,
        "hexes": ["A1", "B1", "C1"],
        "steps": [
            {"hex": "A1", "facing": None, "cost": 0, "turn": 1, "reasons": []},
            {
                "hex": "B1",
                "facing": None,
                "cost": "1/2",
                "turn": 1,
                "reasons": [{"rule": "AR-03", "text": "road", "cost": "1/2"}],
            },
            {
                "hex": "C1",
                "facing": None,
                "cost": 2,
                "turn": 1,
                "reasons": [{"rule": "AR-07", "text": "rubble", "cost": 2}],
            },
        ],
        "turn_ends": [],
    }


def test_paths_equal_in_all_else_are_the_same_each_time(draw: Draw) -> None:
    board = draw("penance-2.0", *["clear " * 9] * 9)
    assert len({labels(path(board, "A1", "I9", "scout")) for _ in range(3)}) == 1


def test_of_ways_that_cost_as_much_that_over_the_fewest_hexes_is_taken(draw: Draw) -> None:
    rows = "road road road road road", "road road road clear clear"
    found = path(draw("penance-arena", *rows, layout=Layout.EVEN_R), "A2", "E2", "scout")
    # Two hexes of road cost as much as a clear one: the road above costs three points as well, over five hexes.
    assert (found.cost, labels(found)) == (Fraction(3), "A2 B2 C2 D2 E2")


# -- terrain, levels and modes ----------------------------------------------------------------------------------


def test_what_is_kept_of_a_large_board_leads_the_same_way(
    draw: Draw, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [
        " ".join(("ice", "clear", "wall", "rubble", "clear")[(7 * c + 3 * r) % 5] for c in range(12))
        for r in range(8)
    ]
    scenario = draw("penance-1.0", *rows)
    ends = [(a, b) for a in ("A1", "C4", "L7") for b in ("L1", "G5", "A7") if a != b]
    kept = [path(scenario, a, b, "scout").to_json() for a, b in ends]
    monkeypatch.setattr(turns, "_DENSE", 0)
    assert [path(scenario, a, b, "scout").to_json() for a, b in ends] == kept
    assert max(it["turns"] or 0 for it in kept) > 3


def test_p1_01_difficult_ground_costs_one_more_and_impassable_is_gone_around(draw: Draw) -> None:
    board = draw("penance-1.0", "clear difficult wall clear", "clear clear clear clear", layout=Layout.ODD_R)
    over = path(board, "A1", "B1", "scout", facing=2)
    assert over.cost == 2
    assert "C1" not in labels(path(board, "A1", "D1", "scout"))
    into = path(board, "A1", "C1", "scout")
    assert not into.found
    assert into.obstacle == "wall at C1 cannot be entered"


@pytest.mark.parametrize(("mode", "cost"), [("walk", 4), ("surefooted", 3), ("fly", 3), ("teleport", 3)])
def test_p1_02_modes_pay_less_for_difficult_ground(draw: Draw, mode: str, cost: int) -> None:
    board = draw("penance-1.0", "clear difficult clear clear", layout=Layout.ODD_R)
    assert path(board, "A1", "D1", unit_class="scout", mode=mode, facing=2).cost == cost


def test_p1_02_fliers_pass_over_walls_and_come_down_beyond(draw: Draw) -> None:
    board = draw("penance-1.0", "clear wall wall clear wall wall wall wall wall clear", layout=Layout.ODD_R)
    assert not path(board, "A1", "D1", "scout").found
    assert told(path(board, "A1", "D1", "scout", "fly", facing=2)) == (3, 1)
    # Six hexes from D1 to J1: five points are not enough, and nobody comes down on a wall.
    assert not path(board, "D1", "J1", "scout", "fly").found
    assert path(board, "D1", "J1", mover=mover(board, "scout", "fly", danger=True)).turns == 1
    # From A1 it rests at D1, though the points of the first turn would go further.
    far = path(board, "A1", "J1", mover=mover(board, "scout", "fly", danger=True), facing=2)
    assert [it.turn for it in far.steps] == [1, 1, 1, 1, 2, 2, 2, 2, 2, 2]


def test_p1_03_levels_cost_one_each_upward_and_nothing_downward(draw: Draw) -> None:
    board = draw("penance-1.0", "clear clear@1 clear@3 clear", layout=Layout.ODD_R)
    up = path(board, "A1", "D1", mover=mover(board, "scout", danger=True), facing=2)
    assert [it.cost for it in up.steps] == [0, 2, 3, 1]
    assert [why.text for why in up.steps[2].reasons] == ["clear", "up 2 levels"]


def test_p1_07_water_costs_as_clear_ground_and_ice_one_more(draw: Draw) -> None:
    board = draw("penance-1.0", "clear water ice", layout=Layout.ODD_R)
    assert [it.cost for it in path(board, "A1", "C1", "scout", facing=2).steps] == [0, 1, 2]


def test_p2_10_up_a_level_costs_one_and_down_nothing(draw: Draw) -> None:
    board = draw("penance-2.0", "clear clear@1 clear", layout=Layout.ODD_R)
    assert [it.cost for it in path(board, "A1", "C1", "scout").steps] == [0, 2, 1]


def test_p2_19_what_terrain_costs_on_the_way(draw: Draw) -> None:
    board = draw("penance-2.0", "clear forest rubble water clear", layout=Layout.ODD_R)
    found = path(board, "A1", "E1", "scout")
    assert [it.cost for it in found.steps] == [0, 2, 2, 1, 1]
    assert told(found) == (6, 2)


def test_p2_26_a_step_costs_the_same_in_any_direction(draw: Draw) -> None:
    board = draw("penance-2.0", "clear clear clear")
    costs = {path(board, "A1", "B1", "scout", facing=facing).cost for facing in range(1, 7)}
    assert costs == {Fraction(1)}
    assert path(board, "A1", "B1", "scout", facing=3).steps[-1].facing is None


def test_ar_02_the_second_level_costs_three_from_the_first_and_five_from_the_ground(draw: Draw) -> None:
    board = draw("penance-arena", "clear clear@1 clear@2", layout=Layout.ODD_R)
    assert [it.cost for it in path(board, "A1", "C1", "scout").steps] == [0, 2, 3]
    steep = draw("penance-arena", "clear clear@2", layout=Layout.ODD_R)
    assert told(path(steep, "A1", "B1", "scout")) == (5, 1)
    assert not path(steep, "A1", "B1", "support").found


def test_ar_03_roads_are_two_hexes_for_a_point(draw: Draw) -> None:
    board = draw("penance-arena", "clear road road road", "clear clear clear clear", layout=Layout.ODD_R)
    found = path(board, "A1", "D1", "scout")
    assert (found.cost, labels(found)) == (Fraction(3, 2), "A1 B1 C1 D1")


def test_ar_07_what_the_legends_terrain_costs_on_the_way(draw: Draw) -> None:
    board = draw(
        "penance-arena",
        "clear forest rubble water pillar spire clear@1",
        "deep-water " * 7,
        layout=Layout.ODD_R,
    )
    found = path(board, "A1", "G1", "scout")
    assert [it.cost for it in found.steps] == [0, 1, 2, 2, 1, 3, 2]
    assert not path(board, "A1", "A2", "scout").found


def test_mm_07_levels_cost_both_ways_and_vehicles_go_around(draw: Draw) -> None:
    board = draw("megamek", "clear woods-2 clear@1 clear", "clear rough clear clear")
    assert [it.cost for it in path(board, "C1", "D1", "walker").steps] == [0, 2]
    walker, vehicle = (path(board, "A1", "C1", who) for who in ("walker", "vehicle"))
    assert walker.found
    assert "B1" not in labels(vehicle)


# -- other units ------------------------------------------------------------------------------------------------


def test_p1_14_through_allies_and_around_enemies(draw: Draw) -> None:
    board = draw("penance-1.0", "clear clear clear clear", layout=Layout.ODD_R)
    who = station(board, "one", "A1", "scout", facing=2)
    ally = station(board, "one", "B1", "scout")
    unit = mover(board, unit=who)
    assert labels(path(board, "A1", "D1", mover=unit)) == "A1 B1 C1 D1"
    onto = path(board, "A1", "B1", mover=unit)
    assert not onto.found
    assert onto.obstacle == "B1 can be passed through, but no turn can start or end there"
    station(board, "two", "C1", "scout")
    assert not path(board, "A1", "D1", mover=unit).found
    for mode in ("fly", "teleport"):
        assert not path(board, "A1", "D1", mover=mover(board, unit=who, mode=mode)).found
    board.units = [it for it in board.units if it.id == ally]
    assert path(board, "A1", "D1", "scout").cost == 3


def test_p1_14_turns_do_not_end_among_allies(draw: Draw) -> None:
    board = draw("penance-2.0", "clear clear clear clear clear", layout=Layout.ODD_R)
    who = station(board, "one", "A1", "heavy")
    station(board, "one", "D1", "scout")
    # Three points would reach D1; it rests before it, so that it can pass in the second turn.
    found = path(board, "A1", "E1", mover=mover(board, unit=who))
    assert [it.turn for it in found.steps] == [1, 1, 1, 2, 2]


# -- danger -----------------------------------------------------------------------------------------------------


def fiery(draw: Draw, **overrides: object) -> Scenario:
    board = draw(
        "penance-1.0", "clear clear clear", "clear clear clear", layout=Layout.ODD_R, overrides=overrides
    )
    board.board.effects_palette.append(PaletteEntry("f", ("fire",)))
    board.board.effects[board.board.cell(board.board.parse("B1"))] = 1
    return board


def test_p1_21_example_2_the_scout_charges_through_fire(draw: Draw) -> None:
    """Three hexes, the second on fire, for 3 points; whether the fire hurts is the point that the sources differ on."""
    for when, damage in (("end", 0), ("pass", 1)):
        board = draw(
            "penance-1.0",
            "clear clear clear clear",
            layout=Layout.ODD_R,
            overrides={"hazard.when": when},
        )
        board.board.effects_palette.append(PaletteEntry("f", ("fire",)))
        board.board.effects[board.board.cell(board.board.parse("C1"))] = 1
        found = path(board, "A1", "D1", "scout", facing=2)
        assert told(found) == (3, 1)
        assert found.danger == damage


def test_p1_15_fire_hurts_only_who_ends_there(draw: Draw) -> None:
    board = fiery(draw)
    assert labels(path(board, "A1", "C1", "scout", facing=2, avoid_danger=True)) == "A1 B1 C1"
    into = path(board, "A1", "B1", "scout", facing=2)
    assert into.danger == 1
    # With a point a turn it would have to rest in the fire, and goes around.
    slow = mover(board, "assault", states={"chassis": None})
    assert path(board, "A1", "C1", mover=slow, facing=2).danger == 1
    around = path(board, "A1", "C1", mover=slow, facing=2, avoid_danger=True, least="points")
    assert around.danger == 0
    assert "B1" not in labels(around)


def test_c_05_fire_that_hurts_who_passes_is_gone_around(draw: Draw) -> None:
    board = fiery(draw, **{"hazard.when": "pass"})
    assert path(board, "A1", "C1", "scout", facing=2).danger == 1
    safe = path(board, "A1", "C1", "scout", facing=2, avoid_danger=True)
    assert (safe.danger, labels(safe)) == (0, "A1 A2 B2 C1")


# -- facing -----------------------------------------------------------------------------------------------------


def test_p1_18_forward_and_back_one_sidestep_two_turning_one(draw: Draw) -> None:
    board = draw("penance-1.0", "clear clear", layout=Layout.ODD_R)
    costs = {facing: path(board, "A1", "B1", "scout", facing=facing) for facing in range(1, 7)}
    # East is toward facing 2: ahead of who looks there, behind who looks to 5, to the side of all others.
    assert {facing: it.cost for facing, it in costs.items()} == {2: 1, 5: 1, 1: 2, 3: 2, 4: 2, 6: 2}
    assert path(board, "A1", "B1", "scout").cost == 1
    turned = path(board, "A1", "B1", "scout", facing=2, end_facing=4)
    assert told(turned) == (3, 1)


def test_p1_18_turning_first_pays_on_long_ways(draw: Draw) -> None:
    board = draw("penance-1.0", "clear clear clear clear", layout=Layout.ODD_R)
    found = path(board, "A1", "D1", "scout", facing=1)
    assert (told(found)[0], labels(found)) == (4, "A1 B1 C1 D1")
    turning = found.steps[1]
    assert (turning.hex, turning.facing, int(turning.cost)) == (found.start, 2, 1)
    assert found.steps[1].reasons[0].text == "turning one hexside"


def test_p1_18_a_unit_begins_as_it_looks(draw: Draw) -> None:
    board = draw("penance-1.0", "clear clear", layout=Layout.ODD_R)
    who = station(board, "one", "A1", "scout", facing=3)
    assert path(board, "A1", "B1", mover=mover(board, unit=who)).cost == 2
    # From elsewhere it begins as is best, for it is not there.
    assert path(board, "B1", "A1", mover=mover(board, unit=who)).cost == 1


@pytest.mark.parametrize(("hexsides", "cost"), [(0, 1), (1, 1), (2, 2), (3, 3)])
def test_p2_16_the_first_hexside_is_free_and_three_cost_two(draw: Draw, hexsides: int, cost: int) -> None:
    board = draw("penance-2.0", "clear clear", layout=Layout.ODD_R)
    found = path(board, "A1", "B1", "scout", facing=1, end_facing=1 + hexsides)
    assert told(found) == (cost, 1)


def test_p2_16_a_hexside_is_free_in_every_turn(draw: Draw) -> None:
    board = draw("penance-2.0", "clear clear clear", layout=Layout.ODD_R)
    found = path(board, "A1", "C1", "scout", facing=1, end_facing=4, least="points")
    assert told(found) == (2, 3)
    assert path(board, "A1", "C1", "scout", facing=1, end_facing=4).turns == 1


@pytest.mark.parametrize(("end_facing", "hexsides"), [(2, 1), (3, 2), (6, 1), (5, 2)])
def test_p2_16_free_hexsides_are_turned_the_shorter_way(draw: Draw, end_facing: int, hexsides: int) -> None:
    board = draw("penance-2.0", "clear " * 13, layout=Layout.ODD_R)
    # In six turns there are enough of them to go round the other way.
    found = path(board, "A1", "M1", "assault", facing=1, end_facing=end_facing)
    assert told(found) == (12, 6)
    turning = [why.text for it in found.steps for why in it.reasons if "turning" in why.text]
    assert turning == ["turning one hexside, free"] * hexsides


def test_hs_18_vehicles_drive_ahead_turn_once_free_and_reverse_at_double(draw: Draw) -> None:
    board = draw("hexside-ww2", "clear", "clear", "clear", "clear")
    ahead, back = (path(board, "A1", "A3", "vehicle", facing=facing) for facing in (4, 1))
    assert (told(ahead)[0], told(back)[0]) == (2, 4)
    aside = path(board, "A1", "A3", "vehicle", facing=3)
    assert (told(aside)[0], aside.steps[1].reasons[0].text) == (2, "turning one hexside, free")
    assert path(board, "A1", "A3", "vehicle", facing=2).cost == 3
    assert path(board, "A1", "A3", "squad", facing=2).cost == 2


def test_hs_18_one_hex_can_always_be_entered_and_takes_the_turn(draw: Draw) -> None:
    board = draw("hexside-ww2", "clear", "woods@1", "clear", hexsides={"A1 S": "hedge"})
    who = mover(board, "squad", states={})
    slow = mover(board, "squad")
    assert path(board, "A1", "A2", mover=who).turns == 1
    slow = type(slow)(**{**vars(slow), "allowance": 3})
    found = path(board, "A1", "A3", mover=slow)
    assert [(int(it.cost), it.turn) for it in found.steps[1:]] == [(4, 1), (1, 2)]


def test_hs_18_two_levels_take_infantry_a_whole_turn_and_stop_vehicles(draw: Draw) -> None:
    board = draw("hexside-ww2", "clear", "clear", "clear@2", "clear@2")
    found = path(board, "A1", "A4", "squad")
    assert [it.turn for it in found.steps] == [1, 1, 2, 3]
    assert not path(board, "A1", "A4", "vehicle").found


# -- sight ------------------------------------------------------------------------------------------------------


def test_p2_18_hexes_out_of_sight_wait_for_the_next_turn(draw: Draw) -> None:
    rows = "clear clear clear clear", "clear wall wall clear", "clear clear clear clear"
    board = draw("penance-2.0", *rows, layout=Layout.ODD_R)
    found, blind = (path(board, "A2", "D2", "scout", blind=blind) for blind in (None, True))
    assert told(blind) == (4, 1)
    assert told(found) == (4, 2)
    assert path(board, "A2", "D2", "scout", blind=False).turns == 2


# -- what is asked ----------------------------------------------------------------------------------------------


def test_bad_questions_are_refused(draw: Draw) -> None:
    board = draw("penance-1.0", "clear void", layout=Layout.ODD_R)
    with pytest.raises(GridError, match="Did you mean 'A1'"):
        path(board, "a1", "A1")
    with pytest.raises(ScenarioError, match="B1 is void"):
        path(board, "A1", "B1")
    with pytest.raises(ScenarioError, match="scout"):
        path(board, "A1", "A1", "scuot")
    with pytest.raises(UsageError, match="1 to 6"):
        path(board, "A1", "A1", facing=7)
    infantry = draw("hexside-ww2", "clear clear")
    with pytest.raises(UsageError, match="no front"):
        path(infantry, "A1", "B1", "squad", end_facing=2)


def test_a_start_that_cannot_be_stood_on_is_named(draw: Draw) -> None:
    board = draw("penance-2.0", "wall clear", layout=Layout.ODD_R)
    found = path(board, "A1", "B1", "scout")
    assert (found.found, found.obstacle) == (False, "wall at A1 cannot be entered")


def test_costs_too_fine_to_count_hexes_beside_them_are_exact(draw: Draw) -> None:
    fine = {"terrain.water.cost": "1/9973", "terrain.forest.cost": "1/9967", "terrain.rubble.cost": "1/9949"}
    board = draw("penance-2.0", "clear water forest rubble clear", layout=Layout.ODD_R, overrides=fine)
    found = path(board, "A1", "E1", "scout", blind=True)
    assert found.cost == 1 + Fraction(1, 9973) + Fraction(1, 9967) + Fraction(1, 9949)
