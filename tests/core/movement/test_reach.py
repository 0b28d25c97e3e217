"""Reach by the rules of each ruleset, on boards that show one thing each."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.errors import GridError, ScenarioError, UsageError
from fairground.core.grid.layout import Layout
from fairground.core.movement.mover import mover
from fairground.core.movement.reach import reach
from fairground.core.scenario.parts import Unit, Zone
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from fairground.core.movement.reach import Reach
    from tests.core.movement.conftest import Draw

ROW = "clear " * 15


def row(found: Reach) -> list[int]:
    """Return the turns of the first row."""
    told: list[int] = found.turns[0].tolist()
    return told


@pytest.mark.parametrize(
    ("unit_class", "points"), [("scout", 5), ("support", 4), ("heavy", 3), ("assault", 2), ("aberrant", 3)]
)
def test_p1_19_weight_classes_and_the_danger_zone(draw: Draw, unit_class: str, points: int) -> None:
    board = draw("penance-1.0", ROW, layout=Layout.ODD_R)
    for danger, steps in ((False, points), (True, points + 2)):
        found = reach(board, "A1", 2, mover=mover(board, unit_class, danger=danger), facing=2)
        assert row(found) == [0, *[1] * steps, *[2] * steps, *[-1] * 15][:15]


@pytest.mark.parametrize("states", [{"heat": 6}, {"heat": 7}, {"legs": None}])
def test_p1_19_heat_and_damaged_legs_cost_a_point_a_hex(draw: Draw, states: dict[str, int | None]) -> None:
    board = draw("penance-1.0", ROW, layout=Layout.ODD_R)
    found = reach(board, "A1", 1, mover=mover(board, "support", states=states), facing=2)
    assert row(found)[:4] == [0, 1, 1, -1]


def test_p1_18_turning_and_sidesteps_shorten_the_reach(draw: Draw) -> None:
    board = draw("penance-1.0", ROW, layout=Layout.ODD_R)
    ahead, turned = (row(reach(board, "A1", 1, "scout", facing=facing)) for facing in (2, 3))
    assert (ahead.count(1), turned.count(1)) == (5, 4)
    assert row(reach(board, "A1", 1, "scout")) == ahead


def test_h_10_what_is_left_of_a_turn_is_lost(draw: Draw) -> None:
    board = draw("penance-2.0", "clear forest forest forest forest forest", layout=Layout.ODD_R)
    assert row(reach(board, "A1", 3, "heavy")) == [0, 1, 2, 3, -1, -1]
    assert row(reach(board, "A1", None, "heavy")) == [0, 1, 2, 3, 4, 5]


def test_h_10_the_least_spent_of_the_turn(draw: Draw) -> None:
    board = draw("penance-arena", "clear road road rubble", layout=Layout.ODD_R)
    found = reach(board, "A1", 1, "scout")
    assert [Fraction(it, found.scale) for it in found.spent[0].tolist()] == [0, Fraction(1, 2), 1, 3]


def test_h_10_costs_in_parts_too_fine_to_be_counted_one_by_one(draw: Draw) -> None:
    overrides = {"terrain.rubble.cost": "1/281", "terrain.water.cost": "1/277"}
    board = draw("penance-1.0", "clear rubble water clear", layout=Layout.ODD_R, overrides=overrides)
    found = reach(board, "A1", 1, "scout", facing=2)
    assert found.scale == 281 * 277
    assert row(found) == [0, 1, 1, 1]
    assert found.spent[0].tolist() == [0, 277, 277 + 281, 277 + 281 + found.scale]


def test_p1_14_units_in_the_way(draw: Draw) -> None:
    board = draw("penance-1.0", ROW, layout=Layout.ODD_R)
    board.units = [
        Unit("a", "one", "scout", board.board.parse("A1"), facing=2),
        Unit("b", "one", "scout", board.board.parse("C1")),
        Unit("c", "two", "scout", board.board.parse("E1")),
    ]
    found = reach(board, "A1", 2, mover=mover(board, unit="a"))
    assert row(found)[:6] == [0, 1, -1, 1, -1, -1]


def test_p1_02_fliers_reach_beyond_walls(draw: Draw) -> None:
    board = draw("penance-1.0", "clear wall clear wall clear", layout=Layout.ODD_R)
    assert row(reach(board, "A1", 2, "assault", "fly", facing=2)) == [0, -1, 1, -1, 2]
    assert row(reach(board, "A1", 2, "assault", facing=2)) == [0, -1, -1, -1, -1]


def test_p2_18_nobody_turns_a_corner_blindly(draw: Draw) -> None:
    rows = "clear clear clear clear", "clear wall wall clear", "clear clear clear clear"
    board = draw("penance-2.0", *rows, layout=Layout.ODD_R)
    seen, blind = (reach(board, "A2", 1, "scout", blind=blind) for blind in (None, True))
    assert (seen.turns[1, 3], blind.turns[1, 3]) == (-1, 1)
    assert reach(board, "A2", 2, "scout").turns[1, 3] == 2
    assert (seen.turns[seen.turns >= 0] == blind.turns[seen.turns >= 0]).all()


def test_ar_03_roads_lead_further(draw: Draw) -> None:
    board = draw("penance-arena", "road " * 12, "clear " * 12, layout=Layout.ODD_R)
    found = reach(board, "A1", 1, "scout")
    assert (found.turns[0].tolist().count(1), found.turns[1].tolist().count(1)) == (10, 9)


def test_hs_18_squads_go_further_with_a_leader(draw: Draw) -> None:
    board = draw("hexside-ww2", *["clear"] * 9)
    alone, led = (reach(board, "A1", 1, mover=mover(board, "squad", led=led)) for led in (False, True))
    assert (int((alone.turns == 1).sum()), int((led.turns == 1).sum())) == (4, 6)


def test_hs_18_vehicles_go_where_they_look(draw: Draw) -> None:
    board = draw("hexside-ww2", *["clear " * 5] * 5)
    found = reach(board, "C3", 1, "vehicle", facing=1)
    # Two hexes ahead for 2, two hexes back for 4.
    assert (found.spent[0, 2], found.spent[4, 2]) == (2, 4)


def test_mm_07_two_levels_a_step(draw: Draw) -> None:
    board = draw("megamek", "clear clear@2 clear@5")
    assert row(reach(board, "A1", 3, "walker")) == [0, 1, -1]
    assert row(reach(board, "A1", 3, "vehicle")) == [0, -1, -1]


def test_origins_are_hexes_zones_and_masks(draw: Draw) -> None:
    board = draw("penance-2.0", *["clear " * 4] * 4, layout=Layout.ODD_R)
    board.zones = [Zone("one-start", "one", parse_shape("rows 1"))]
    zone = reach(board, "one-start", 1, "assault")
    assert zone.to_json()["origin"] == "one-start"
    assert zone.turns.tolist() == [[0] * 4, [1] * 4, [1] * 4, [-1] * 4]
    mask = np.zeros((4, 4), np.bool_)
    mask[0] = True
    several = reach(board, ["A1", board.board.parse("B1"), "C1", "D1"], 1, "assault")
    for other in (several, reach(board, mask, 1, "assault")):
        assert other.turns.tolist() == zone.turns.tolist()
        assert other.to_json()["origin"] == ["A1", "B1", "C1", "D1"]
    assert zone.origins == several.origins


def test_the_answer_has_the_shape_that_scripts_rely_on(draw: Draw) -> None:
    board = draw("penance-2.0", "clear wall", "clear clear", layout=Layout.ODD_R)
    found = reach(board, board.board.parse("A1"), 1, "scout")
    assert found.to_json() == {"origin": "A1", "turns": {"A1": 0, "A2": 1, "B2": 1}}


def test_bad_questions_are_refused(draw: Draw) -> None:
    board = draw("penance-2.0", "clear void", layout=Layout.ODD_R)
    with pytest.raises(GridError):
        reach(board, "nowhere")
    with pytest.raises(ScenarioError, match="at least one hex to start from"):
        reach(board, [])
    with pytest.raises(UsageError, match="turns must be 0 or more"):
        reach(board, "A1", -1)
    with pytest.raises(UsageError, match="0 points or more"):
        reach(board, "A1", reserve=-1)


def test_p1_24_a_reserve_is_left_at_the_end_of_the_last_turn_only(draw: Draw) -> None:
    board = draw("penance-1.0", ROW, layout=Layout.ODD_R)
    found = reach(board, "A1", 2, "support", facing=2, reserve=3)
    # One hex and a heavy attack; or a whole turn of four, and then one more.
    assert row(found)[:8] == [0, 1, 2, 2, 2, 2, -1, -1]
    assert (reach(board, "A1", 2, "assault", reserve=3).turns == -1).all()
