from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from fairground.core.files import read_bytes, to_bytes
from fairground.core.grid.hexes import distance
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry, about
from fairground.core.scenario.parts import Shield, Side, Unit, Zone
from fairground.core.scenario.shapes import Rows
from fairground.core.sight.unit_sides import facing_toward_enemy
from fairground.editor.document.mover_choice import UnitChoice, turned
from fairground.editor.tools.terrain_tools import Brush
from fairground.editor.tools.units import Units

if TYPE_CHECKING:
    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker

RIGHT = Qt.MouseButton.RightButton
CONTROL = Qt.KeyboardModifier.ControlModifier


def units(workbench: ToolDriver) -> list[tuple[str, str]]:
    return [(unit.id, workbench.board.label(unit.hex)) for unit in workbench.scenario.units]


def paint(workbench: ToolDriver, label: str, terrain: str) -> None:
    workbench.state.terrain_first = terrain
    workbench.drag(workbench.take(Brush), label)


def test_a_click_places_a_unit_like_the_choice(workbench: ToolDriver) -> None:
    workbench.state.new_unit = UnitChoice("p2", "heavy", 4, Shield.LEFT)
    workbench.drag(workbench.take(Units), "C4")
    unit = workbench.scenario.units[0]
    assert (unit.id, unit.side, unit.unit_class) == ("heavy-1", "p2", "heavy")
    assert (workbench.board.label(unit.hex), unit.facing, unit.shield) == ("C4", 4, Shield.LEFT)
    assert (unit.name, unit.allowance) == ("", None)
    assert workbench.state.unit_id == "heavy-1"
    assert workbench.steps == 1
    assert read_bytes(to_bytes(workbench.scenario)).scenario == workbench.scenario


def test_a_new_unit_faces_the_nearest_enemy_zone(workbench: ToolDriver) -> None:
    workbench.edit(
        "zones",
        [
            Zone("near", "p1", Rows(1, 1)),
            Zone("far", "p2", Rows(7, 7)),
        ],
    )
    tool = workbench.take(Units)
    names = workbench.board.layout.direction_names
    for side, label, toward in (("p1", "D3", "S"), ("p2", "D5", "N")):
        workbench.state.new_unit = UnitChoice(side)
        workbench.drag(tool, label)
        unit = workbench.scenario.units[-1]
        assert toward in names[unit.facing - 1]
        assert unit.facing == facing_toward_enemy(workbench.scenario, side, unit.hex)


def test_without_an_enemy_zone_a_new_unit_has_the_first_facing(workbench: ToolDriver) -> None:
    workbench.edit("zones", [])
    workbench.drag(workbench.take(Units), "C4")
    assert workbench.scenario.units[0].facing == 1


def test_ids_are_numbered_and_gaps_are_filled(workbench: ToolDriver) -> None:
    tool = workbench.take(Units)
    for label in ("C1", "C2", "C3"):
        workbench.drag(tool, label)
    assert units(workbench) == [("scout-1", "C1"), ("scout-2", "C2"), ("scout-3", "C3")]
    workbench.drag(tool, "C2", button=RIGHT)
    workbench.drag(tool, "D5")
    assert units(workbench)[-1] == ("scout-2", "D5")


def test_what_the_scenario_lacks_is_replaced_in_the_choice(workbench: ToolDriver) -> None:
    workbench.state.new_unit = UnitChoice("nobody", "dragon", 2, Shield.LEFT)
    workbench.drag(workbench.take(Units), "C4")
    unit = workbench.scenario.units[0]
    assert (unit.side, unit.unit_class, unit.facing) == (
        "p1",
        next(iter(workbench.scenario.rules.classes)),
        2,
    )


def test_a_drag_moves_a_unit_as_one_step(workbench: ToolDriver) -> None:
    tool = workbench.take(Units)
    workbench.drag(tool, "C4")
    workbench.drag(tool, "C4", "D4", "E5", "F6")
    assert units(workbench) == [("scout-1", "F6")]
    assert workbench.steps == 2
    assert workbench.document.undo_stack.undoText() == "Move Scout"
    workbench.document.undo()
    assert units(workbench) == [("scout-1", "C4")]
    workbench.document.undo()
    assert not units(workbench)


def test_placing_and_dragging_on_is_one_step(workbench: ToolDriver) -> None:
    workbench.drag(workbench.take(Units), "C4", "D4")
    assert units(workbench) == [("scout-1", "D4")]
    assert workbench.steps == 1
    assert workbench.document.undo_stack.undoText() == "Place Scout"


def test_a_press_on_a_unit_only_chooses_it(workbench: ToolDriver) -> None:
    tool = workbench.take(Units)
    workbench.drag(tool, "C4")
    workbench.drag(tool, "D5")
    assert workbench.state.unit_id == "scout-2"
    workbench.drag(tool, "C4")
    assert workbench.state.unit_id == "scout-1"
    assert workbench.steps == 2


def test_escape_takes_a_drag_back(workbench: ToolDriver) -> None:
    tool = workbench.take(Units)
    workbench.drag(tool, "C4")
    workbench.drag(tool, "C4", "F6", finish=False)
    tool.cancel()
    assert units(workbench) == [("scout-1", "C4")]
    assert workbench.steps == 1


def test_off_the_board_a_dragged_unit_stays_where_it_was_last(workbench: ToolDriver) -> None:
    tool = workbench.take(Units)
    workbench.drag(tool, "B1")
    workbench.drag(tool, "B1", "A1", workbench.board.layout.from_offset(-2, 0))
    assert units(workbench) == [("scout-1", "A1")]
    workbench.drag(tool, workbench.board.layout.from_offset(-2, 0))
    assert len(units(workbench)) == 1


def test_void_is_refused_with_the_reason(workbench: ToolDriver) -> None:
    paint(workbench, "D4", "void")
    tool = workbench.take(Units)
    workbench.previews.clear()
    tool.hover(workbench.pointer("D4", button=Qt.MouseButton.NoButton))
    assert not any(workbench.previews)
    workbench.drag(tool, "D4")
    assert workbench.refusals[-1] == "D4 is void; no unit can stand there."
    workbench.drag(tool, "C4", "D4")
    assert units(workbench) == [("scout-1", "C4")]


def test_walls_and_taken_hexes_are_told_of_not_refused(workbench: ToolDriver) -> None:
    paint(workbench, "D4", "wall")
    tool = workbench.take(Units)
    told: list[str] = []
    tool.remarked.connect(told.append)
    workbench.drag(tool, "D4")
    assert told == ["Scout stands on wall at D4, which no unit can enter. See the findings."]
    workbench.drag(tool, "C4")
    workbench.drag(tool, "C4", "D4")
    assert told[1:] == ["Scout shares D4 with Scout, but only one unit may stand in a hex."]
    assert units(workbench) == [("scout-1", "D4"), ("scout-2", "D4")]
    workbench.drag(tool, "E5")
    assert len(told) == 2


def test_of_several_in_a_hex_the_chosen_one_is_dragged(workbench: ToolDriver) -> None:
    tool = workbench.take(Units)
    workbench.drag(tool, "C4")
    workbench.drag(tool, "D4", "C4")
    workbench.drag(tool, "C4", modifiers=CONTROL)
    assert workbench.state.unit_id == "scout-1"
    workbench.drag(tool, "C4", "E5")
    assert units(workbench) == [("scout-1", "E5"), ("scout-2", "C4")]


def test_ctrl_click_takes_over_what_a_unit_is(workbench: ToolDriver) -> None:
    tool = workbench.take(Units)
    workbench.state.new_unit = UnitChoice("p2", "heavy", 4, Shield.RIGHT)
    workbench.drag(tool, "C4")
    workbench.state.new_unit = UnitChoice()
    workbench.drag(tool, "D4", modifiers=CONTROL)
    assert workbench.state.new_unit == UnitChoice()
    workbench.drag(tool, "C4", modifiers=CONTROL)
    assert workbench.state.new_unit == UnitChoice("p2", "heavy", 4, Shield.RIGHT)


def test_right_removes_one_unit_a_hex_as_one_step(workbench: ToolDriver) -> None:
    tool = workbench.take(Units)
    for label in ("C4", "D4", "E5"):
        workbench.drag(tool, label)
    workbench.drag(tool, "F6", "E5")
    workbench.drag(tool, "C4", "E5", button=RIGHT)
    assert units(workbench) == [("scout-3", "E5")]
    workbench.document.undo()
    assert len(units(workbench)) == 4


def test_turns_go_round_and_are_steps(workbench: ToolDriver) -> None:
    workbench.state.new_unit = UnitChoice(facing=1)
    tool = workbench.take(Units)
    workbench.drag(tool, "C4")
    for _ in range(2):
        tool.turn(1, merge=False)
    assert workbench.scenario.units[0].facing == 3
    assert workbench.state.new_unit.facing == 3
    assert workbench.steps == 3
    workbench.document.undo()
    assert workbench.scenario.units[0].facing == 2
    tool.turn(-2, merge=False)
    assert workbench.scenario.units[0].facing == 6


def test_turns_of_the_wheel_in_a_row_are_one_step(workbench: ToolDriver) -> None:
    workbench.state.new_unit = UnitChoice(facing=1)
    tool = workbench.take(Units)
    workbench.drag(tool, "C4")
    for _ in range(4):
        assert tool.turn(1)
    assert workbench.scenario.units[0].facing == 5
    assert workbench.steps == 2
    workbench.document.undo()
    assert workbench.scenario.units[0].facing == 1
    workbench.drag(tool, "D5")
    tool.turn(1)
    workbench.drag(tool, "D5", "E5")
    tool.turn(1)
    assert workbench.document.undo_stack.count() == 5


def test_without_a_chosen_unit_the_next_one_is_turned(workbench: ToolDriver) -> None:
    workbench.state.new_unit = UnitChoice(facing=1)
    tool = workbench.take(Units)
    assert tool.turn(1)
    assert not workbench.steps
    workbench.drag(tool, "C4")
    assert workbench.scenario.units[0].facing == 2


@pytest.mark.parametrize(
    ("facing", "steps", "after"), [(1, 1, 2), (6, 1, 1), (1, -1, 6), (3, 12, 3), (9, 1, 1)]
)
def test_facings_stay_among_the_six(facing: int, steps: int, after: int) -> None:
    assert turned(facing, steps) == after


def test_del_removes_the_chosen_unit(workbench: ToolDriver) -> None:
    tool = workbench.take(Units)
    assert tool.remove()
    assert workbench.refusals == ["Choose a unit to remove."]
    workbench.drag(tool, "C4")
    assert tool.remove()
    assert not workbench.scenario.units
    assert not workbench.board.effects.any()


def test_a_ruleset_without_classes_and_a_scenario_without_sides_say_so(
    make_workbench: WorkbenchMaker,
) -> None:
    workbench = make_workbench()
    workbench.edit("sides", [])
    tool = workbench.take(Units)
    workbench.drag(tool, "C4")
    assert "there are no sides yet" in workbench.refusals[-1]
    workbench.edit("sides", [Side("red")])
    workbench.edit("ruleset", replace(workbench.scenario.ruleset, name="no-such-rules"))
    workbench.drag(tool, "C4")
    assert "cannot be read" in workbench.refusals[-1]
    assert not workbench.scenario.units


def test_a_locked_layer_keeps_its_units(workbench: ToolDriver) -> None:
    workbench.state.new_unit = UnitChoice(facing=1)
    tool = workbench.take(Units)
    workbench.drag(tool, "C4")
    workbench.state.locked_layers = frozenset(("units",))
    workbench.drag(tool, "D4")
    workbench.drag(tool, "C4", "E5")
    workbench.drag(tool, "C4", button=RIGHT)
    tool.turn(1)
    tool.remove()
    assert units(workbench) == [("scout-1", "C4")]
    assert workbench.scenario.units[0].facing == 1
    assert len(workbench.refusals) == 5


# -- symmetries -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("kind", [BoardSymmetry.TURN_180, BoardSymmetry.LEFT_RIGHT, BoardSymmetry.TOP_BOTTOM])
def test_with_a_symmetry_the_other_side_gets_the_image(
    make_workbench: WorkbenchMaker, layout: Layout, kind: BoardSymmetry
) -> None:
    workbench = make_workbench(7, 7, layout=layout)
    workbench.state.symmetry, workbench.state.symmetry_centre = kind, workbench.board.parse("D4")
    workbench.state.new_unit = UnitChoice("p1", "scout", 2, Shield.LEFT)
    tool = workbench.take(Units)
    workbench.drag(tool, "C3", "C2")
    one, other = workbench.scenario.units
    power = about(kind.linear(layout), workbench.board.parse("D4"))
    assert power is not None
    assert (one.side, other.side) == ("p1", "p2")
    assert one.id != other.id
    assert (workbench.board.label(one.hex), other.hex) == ("C2", power(one.hex))
    assert other.facing == power.facing(2, layout)
    assert other.shield is (Shield.RIGHT if power.mirrored else Shield.LEFT)
    assert workbench.steps == 1
    tool.turn(1)
    one, other = workbench.scenario.units
    assert (one.facing, other.facing) == (3, power.facing(3, layout))
    workbench.drag(tool, workbench.board.label(other.hex), button=RIGHT)
    assert workbench.scenario.units == []
    workbench.document.undo()
    assert workbench.scenario.units == [one, other]
    tool.remove()
    assert workbench.scenario.units == []


def test_on_the_axis_there_is_one_unit_and_beside_the_board_none(workbench: ToolDriver) -> None:
    workbench.state.symmetry, workbench.state.symmetry_centre = (
        BoardSymmetry.TURN_180,
        workbench.board.parse("B2"),
    )
    tool = workbench.take(Units)
    told: list[str] = []
    tool.remarked.connect(told.append)
    workbench.drag(tool, "B2")
    assert units(workbench) == [("scout-1", "B2")]
    assert told == []
    workbench.drag(tool, "H8")
    assert units(workbench)[1:] == [("scout-2", "H8")]
    assert told == ["Mirror images off the board are left out."]


def test_an_image_does_not_take_a_hex_from_another_unit(workbench: ToolDriver) -> None:
    tool = workbench.take(Units)
    workbench.state.new_unit = UnitChoice("p2", "heavy", 1)
    workbench.drag(tool, "D6")
    workbench.state.symmetry, workbench.state.symmetry_centre = (
        BoardSymmetry.TURN_180,
        workbench.board.parse("D4"),
    )
    workbench.state.new_unit = UnitChoice("p1", "scout", 1)
    workbench.drag(tool, "D2")
    assert units(workbench) == [("heavy-1", "D6"), ("scout-1", "D2")]
    workbench.drag(tool, "D2", "D3")
    assert units(workbench) == [("heavy-1", "D6"), ("scout-1", "D3")], "it is no partner"


def test_three_sides_go_round_in_a_third_of_a_turn_and_two_cannot(workbench: ToolDriver) -> None:
    workbench.state.symmetry, workbench.state.symmetry_centre = (
        BoardSymmetry.TURN_120,
        workbench.board.parse("D4"),
    )
    tool = workbench.take(Units)
    workbench.drag(tool, "D2")
    assert workbench.scenario.units == []
    assert workbench.refusals == ["This symmetry places units for 3 sides at once, but this scenario has 2."]
    workbench.edit("sides", [Side("a"), Side("b"), Side("c")])
    workbench.state.new_unit = UnitChoice("b", "scout", 1)
    workbench.drag(tool, "D2")
    assert [(unit.side, unit.facing) for unit in workbench.scenario.units] == [("b", 1), ("c", 3), ("a", 5)]
    workbench.drag(tool, workbench.board.label(workbench.scenario.units[2].hex), "D5")
    assert {distance(unit.hex, workbench.board.parse("D4")) for unit in workbench.scenario.units} == {1}


def test_of_two_units_with_one_id_the_one_that_is_pressed_is_changed(workbench: ToolDriver) -> None:
    at = workbench.board.parse
    workbench.edit("units", [Unit("u", "p1", "scout", at("A1")), Unit("u", "p2", "scout", at("C3"))])
    workbench.drag(workbench.take(Units), "C3", button=RIGHT)
    assert units(workbench) == [("u", "A1")]
