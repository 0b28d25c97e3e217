from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt

from fairground.core.files import read_bytes, to_bytes
from fairground.core.grid.axes import about
from fairground.core.grid.hexes import distance
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.parts import Shield, Side, Unit
from fairground.editor.document.patches import FieldPatch
from fairground.editor.document.unit_choice import UnitChoice, turned

if TYPE_CHECKING:
    from collections.abc import Callable

RIGHT = Qt.MouseButton.RightButton
CONTROL = Qt.KeyboardModifier.ControlModifier


def units(bench: Any) -> list[tuple[str, str]]:
    return [(unit.id, bench.board.label(unit.hex)) for unit in bench.scenario.units]


def edit(bench: Any, field: str, value: object) -> None:
    bench.document.edit(field, [FieldPatch(field, getattr(bench.scenario, field), value)])


def paint(bench: Any, label: str, terrain: str) -> None:
    bench.state.terrain_first = terrain
    bench.drag(bench.take("brush"), label)


def test_a_click_places_a_unit_like_the_choice(bench: Any) -> None:
    bench.state.new_unit = UnitChoice("p2", "heavy", 4, Shield.LEFT)
    bench.drag(bench.take("units"), "C4")
    unit = bench.scenario.units[0]
    assert (unit.id, unit.side, unit.unit_class) == ("heavy-1", "p2", "heavy")
    assert (bench.board.label(unit.hex), unit.facing, unit.shield) == ("C4", 4, Shield.LEFT)
    assert (unit.name, unit.allowance) == ("", None)
    assert bench.state.unit_id == "heavy-1"
    assert bench.steps == 1
    assert read_bytes(to_bytes(bench.scenario)).scenario == bench.scenario


def test_ids_are_numbered_and_gaps_are_filled(bench: Any) -> None:
    tool = bench.take("units")
    for label in ("C1", "C2", "C3"):
        bench.drag(tool, label)
    assert units(bench) == [("scout-1", "C1"), ("scout-2", "C2"), ("scout-3", "C3")]
    bench.drag(tool, "C2", button=RIGHT)
    bench.drag(tool, "D5")
    assert units(bench)[-1] == ("scout-2", "D5")


def test_what_the_scenario_lacks_is_replaced_in_the_choice(bench: Any) -> None:
    bench.state.new_unit = UnitChoice("nobody", "dragon", 2, Shield.LEFT)
    bench.drag(bench.take("units"), "C4")
    unit = bench.scenario.units[0]
    assert (unit.side, unit.unit_class, unit.facing) == ("p1", next(iter(bench.scenario.rules.classes)), 2)


def test_a_drag_moves_a_unit_as_one_step(bench: Any) -> None:
    tool = bench.take("units")
    bench.drag(tool, "C4")
    bench.drag(tool, "C4", "D4", "E5", "F6")
    assert units(bench) == [("scout-1", "F6")]
    assert bench.steps == 2
    assert bench.document.undo_stack.undoText() == "Move scout-1"
    bench.document.undo()
    assert units(bench) == [("scout-1", "C4")]
    bench.document.undo()
    assert not units(bench)


def test_placing_and_dragging_on_is_one_step(bench: Any) -> None:
    bench.drag(bench.take("units"), "C4", "D4")
    assert units(bench) == [("scout-1", "D4")]
    assert bench.steps == 1
    assert bench.document.undo_stack.undoText() == "Place scout-1"


def test_a_press_on_a_unit_only_chooses_it(bench: Any) -> None:
    tool = bench.take("units")
    bench.drag(tool, "C4")
    bench.drag(tool, "D5")
    assert bench.state.unit_id == "scout-2"
    bench.drag(tool, "C4")
    assert bench.state.unit_id == "scout-1"
    assert bench.steps == 2


def test_escape_takes_a_drag_back(bench: Any) -> None:
    tool = bench.take("units")
    bench.drag(tool, "C4")
    bench.drag(tool, "C4", "F6", finish=False)
    tool.cancel()
    assert units(bench) == [("scout-1", "C4")]
    assert bench.steps == 1


def test_off_the_board_a_dragged_unit_stays_where_it_was_last(bench: Any) -> None:
    tool = bench.take("units")
    bench.drag(tool, "B1")
    bench.drag(tool, "B1", "A1", bench.board.layout.from_offset(-2, 0))
    assert units(bench) == [("scout-1", "A1")]
    bench.drag(tool, bench.board.layout.from_offset(-2, 0))
    assert len(units(bench)) == 1


def test_void_is_refused_with_the_reason(bench: Any) -> None:
    paint(bench, "D4", "void")
    tool = bench.take("units")
    bench.previews.clear()
    tool.hover(bench.pointer("D4", button=Qt.MouseButton.NoButton))
    assert not any(bench.previews)
    bench.drag(tool, "D4")
    assert bench.refusals[-1] == "D4 is void: nobody can stand there."
    bench.drag(tool, "C4", "D4")
    assert units(bench) == [("scout-1", "C4")]


def test_walls_and_taken_hexes_are_told_of_not_refused(bench: Any) -> None:
    paint(bench, "D4", "wall")
    tool = bench.take("units")
    told: list[str] = []
    tool.remarked.connect(told.append)
    bench.drag(tool, "D4")
    assert told == ["scout-1 stands on wall at D4, which nobody can enter: see the findings."]
    bench.drag(tool, "C4")
    bench.drag(tool, "C4", "D4")
    assert told[1:] == ["scout-2 shares D4 with scout-1: only one unit may stand in a hex."]
    assert units(bench) == [("scout-1", "D4"), ("scout-2", "D4")]
    bench.drag(tool, "E5")
    assert len(told) == 2


def test_of_several_in_a_hex_the_chosen_one_is_dragged(bench: Any) -> None:
    tool = bench.take("units")
    bench.drag(tool, "C4")
    bench.drag(tool, "D4", "C4")
    bench.drag(tool, "C4", modifiers=CONTROL)
    assert bench.state.unit_id == "scout-1"
    bench.drag(tool, "C4", "E5")
    assert units(bench) == [("scout-1", "E5"), ("scout-2", "C4")]


def test_ctrl_click_takes_over_what_a_unit_is(bench: Any) -> None:
    tool = bench.take("units")
    bench.state.new_unit = UnitChoice("p2", "heavy", 4, Shield.RIGHT)
    bench.drag(tool, "C4")
    bench.state.new_unit = UnitChoice()
    bench.drag(tool, "D4", modifiers=CONTROL)
    assert bench.state.new_unit == UnitChoice()
    bench.drag(tool, "C4", modifiers=CONTROL)
    assert bench.state.new_unit == UnitChoice("p2", "heavy", 4, Shield.RIGHT)


def test_right_removes_one_unit_a_hex_as_one_step(bench: Any) -> None:
    tool = bench.take("units")
    for label in ("C4", "D4", "E5"):
        bench.drag(tool, label)
    bench.drag(tool, "F6", "E5")
    bench.drag(tool, "C4", "E5", button=RIGHT)
    assert units(bench) == [("scout-3", "E5")]
    bench.document.undo()
    assert len(units(bench)) == 4


def test_turns_go_round_and_are_steps(bench: Any) -> None:
    tool = bench.take("units")
    bench.drag(tool, "C4")
    for _ in range(2):
        tool.turn(1, merge=False)
    assert bench.scenario.units[0].facing == 3
    assert bench.state.new_unit.facing == 3
    assert bench.steps == 3
    bench.document.undo()
    assert bench.scenario.units[0].facing == 2
    tool.turn(-2, merge=False)
    assert bench.scenario.units[0].facing == 6


def test_turns_of_the_wheel_in_a_row_are_one_step(bench: Any) -> None:
    tool = bench.take("units")
    bench.drag(tool, "C4")
    for _ in range(4):
        assert tool.turn(1)
    assert bench.scenario.units[0].facing == 5
    assert bench.steps == 2
    bench.document.undo()
    assert bench.scenario.units[0].facing == 1
    bench.drag(tool, "D5")
    tool.turn(1)
    bench.drag(tool, "D5", "E5")
    tool.turn(1)
    assert bench.document.undo_stack.count() == 5


def test_without_a_chosen_unit_the_next_one_is_turned(bench: Any) -> None:
    tool = bench.take("units")
    assert tool.turn(1)
    assert not bench.steps
    bench.drag(tool, "C4")
    assert bench.scenario.units[0].facing == 2


@pytest.mark.parametrize(
    ("facing", "steps", "after"), [(1, 1, 2), (6, 1, 1), (1, -1, 6), (3, 12, 3), (9, 1, 1)]
)
def test_facings_stay_among_the_six(facing: int, steps: int, after: int) -> None:
    assert turned(facing, steps) == after


def test_del_removes_the_chosen_unit(bench: Any) -> None:
    tool = bench.take("units")
    assert tool.remove()
    assert bench.refusals == ["Choose a unit to remove."]
    bench.drag(tool, "C4")
    assert tool.remove()
    assert not bench.scenario.units
    assert not bench.board.effects.any()


def test_a_ruleset_without_classes_and_a_scenario_without_sides_say_so(
    make_bench: Callable[..., Any],
) -> None:
    bench = make_bench()
    edit(bench, "sides", [])
    tool = bench.take("units")
    bench.drag(tool, "C4")
    assert "there is none yet" in bench.refusals[-1]
    edit(bench, "sides", [Side("red")])
    edit(bench, "ruleset", replace(bench.scenario.ruleset, name="no-such-rules"))
    bench.drag(tool, "C4")
    assert "cannot be read" in bench.refusals[-1]
    assert not bench.scenario.units


def test_a_locked_layer_keeps_its_units(bench: Any) -> None:
    tool = bench.take("units")
    bench.drag(tool, "C4")
    bench.state.locked_layers = frozenset(("units",))
    bench.drag(tool, "D4")
    bench.drag(tool, "C4", "E5")
    bench.drag(tool, "C4", button=RIGHT)
    tool.turn(1)
    tool.remove()
    assert units(bench) == [("scout-1", "C4")]
    assert bench.scenario.units[0].facing == 1
    assert len(bench.refusals) == 5


# -- symmetries -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("kind", [BoardSymmetry.TURN_180, BoardSymmetry.LEFT_RIGHT, BoardSymmetry.TOP_BOTTOM])
def test_with_a_symmetry_the_other_side_gets_the_image(
    make_bench: Callable[..., Any], layout: Layout, kind: BoardSymmetry
) -> None:
    bench = make_bench(7, 7, layout=layout)
    bench.state.symmetry, bench.state.symmetry_centre = kind, bench.board.parse("D4")
    bench.state.new_unit = UnitChoice("p1", "scout", 2, Shield.LEFT)
    tool = bench.take("units")
    bench.drag(tool, "C3", "C2")
    one, other = bench.scenario.units
    power = about(kind.linear(layout), bench.board.parse("D4"))
    assert power is not None
    assert (one.side, other.side) == ("p1", "p2")
    assert one.id != other.id
    assert (bench.board.label(one.hex), other.hex) == ("C2", power(one.hex))
    assert other.facing == power.facing(2, layout)
    assert other.shield is (Shield.RIGHT if power.mirrored else Shield.LEFT)
    assert bench.steps == 1
    tool.turn(1)
    one, other = bench.scenario.units
    assert (one.facing, other.facing) == (3, power.facing(3, layout))
    bench.drag(tool, bench.board.label(other.hex), button=RIGHT)
    assert bench.scenario.units == []
    bench.document.undo()
    assert bench.scenario.units == [one, other]
    tool.remove()
    assert bench.scenario.units == []


def test_on_the_axis_there_is_one_unit_and_beside_the_board_none(bench: Any) -> None:
    bench.state.symmetry, bench.state.symmetry_centre = BoardSymmetry.TURN_180, bench.board.parse("B2")
    tool = bench.take("units")
    told: list[str] = []
    tool.remarked.connect(told.append)
    bench.drag(tool, "B2")
    assert units(bench) == [("scout-1", "B2")]
    assert told == []
    bench.drag(tool, "H8")
    assert units(bench)[1:] == [("scout-2", "H8")]
    assert told == ["Some images lie beside the board; they are left out."]


def test_an_image_does_not_take_a_hex_from_another_unit(bench: Any) -> None:
    tool = bench.take("units")
    bench.state.new_unit = UnitChoice("p2", "heavy", 1)
    bench.drag(tool, "D6")
    bench.state.symmetry, bench.state.symmetry_centre = BoardSymmetry.TURN_180, bench.board.parse("D4")
    bench.state.new_unit = UnitChoice("p1", "scout", 1)
    bench.drag(tool, "D2")
    assert units(bench) == [("heavy-1", "D6"), ("scout-1", "D2")]
    bench.drag(tool, "D2", "D3")
    assert units(bench) == [("heavy-1", "D6"), ("scout-1", "D3")], "it is no partner"


def test_three_sides_go_round_in_a_third_of_a_turn_and_two_cannot(bench: Any) -> None:
    bench.state.symmetry, bench.state.symmetry_centre = BoardSymmetry.TURN_120, bench.board.parse("D4")
    tool = bench.take("units")
    bench.drag(tool, "D2")
    assert bench.scenario.units == []
    assert bench.refusals == [
        "With this symmetry, units are placed for 3 sides at once; this scenario has 2."
    ]
    edit(bench, "sides", [Side("a"), Side("b"), Side("c")])
    bench.state.new_unit = UnitChoice("b", "scout", 1)
    bench.drag(tool, "D2")
    assert [(unit.side, unit.facing) for unit in bench.scenario.units] == [("b", 1), ("c", 3), ("a", 5)]
    bench.drag(tool, bench.board.label(bench.scenario.units[2].hex), "D5")
    assert {distance(unit.hex, bench.board.parse("D4")) for unit in bench.scenario.units} == {1}


def test_of_two_units_with_one_id_the_one_that_is_pressed_is_changed(bench: Any) -> None:
    at = bench.board.parse
    edit(bench, "units", [Unit("u", "p1", "scout", at("A1")), Unit("u", "p2", "scout", at("C3"))])
    bench.drag(bench.take("units"), "C3", button=RIGHT)
    assert units(bench) == [("u", "A1")]
