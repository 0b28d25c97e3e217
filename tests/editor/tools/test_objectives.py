from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt

from fairground.core.files import read_bytes, to_bytes
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.parts import Objective
from fairground.core.scenario.shapes import Listed, Rows
from fairground.editor.document.patches import FieldPatch

RIGHT = Qt.MouseButton.RightButton
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def objectives(bench: Any) -> dict[str, set[str]]:
    board = bench.board
    return {
        it.id: {board.label(at) for at in board.hexes_of(it.shape.mask(board))}
        for it in bench.scenario.objectives
    }


def edit(bench: Any, field: str, value: object) -> None:
    bench.document.edit(field, [FieldPatch(field, getattr(bench.scenario, field), value)])


def test_a_click_on_free_ground_makes_an_objective(bench: Any) -> None:
    tool = bench.take("objectives")
    bench.drag(tool, "C4")
    bench.drag(tool, "E5", "E7")
    assert objectives(bench) == {"objective-1": {"C4"}, "objective-2": {"E5", "E6", "E7"}}
    assert bench.scenario.objectives[0] == Objective("objective-1", Listed(("C4",)), points=1)
    assert bench.state.objective_id == "objective-2"
    assert bench.steps == 2
    assert read_bytes(to_bytes(bench.scenario)).scenario == bench.scenario


def test_a_drag_from_an_objective_extends_it_as_one_step(bench: Any) -> None:
    tool = bench.take("objectives")
    bench.drag(tool, "C4")
    bench.drag(tool, "C4", "C6", "D6")
    assert objectives(bench) == {"objective-1": {"C4", "C5", "C6", "D6"}}
    assert bench.steps == 2
    bench.document.undo()
    assert objectives(bench) == {"objective-1": {"C4"}}


def test_shift_adds_to_the_chosen_one_from_afar(bench: Any) -> None:
    tool = bench.take("objectives")
    bench.drag(tool, "C4")
    bench.drag(tool, "G7", modifiers=SHIFT)
    assert objectives(bench) == {"objective-1": {"C4", "G7"}}
    bench.state.objective_id = ""
    bench.drag(tool, "A1", modifiers=SHIFT)
    assert objectives(bench)["objective-2"] == {"A1"}, "with none chosen, a new one"


def test_right_takes_hexes_away_and_the_objective_with_the_last(bench: Any) -> None:
    tool = bench.take("objectives")
    bench.drag(tool, "C4", "C6")
    bench.drag(tool, "C5", button=RIGHT)
    assert objectives(bench) == {"objective-1": {"C4", "C6"}}
    bench.drag(tool, "C4", "C5", "C6", button=RIGHT)
    assert not bench.scenario.objectives
    assert bench.steps == 3
    bench.drag(tool, "C4", button=RIGHT)
    assert bench.steps == 3
    bench.document.undo()
    assert objectives(bench) == {"objective-1": {"C4", "C6"}}


def test_a_press_chooses_and_new_ones_are_worth_as_much(bench: Any) -> None:
    tool = bench.take("objectives")
    edit(
        bench,
        "objectives",
        [Objective("hill", Listed(("B2",)), points=5, hold=2), Objective("mill", Listed(("F6",)))],
    )
    bench.drag(tool, "B2")
    assert bench.state.objective_id == "hill"
    assert bench.steps == 1
    bench.drag(tool, "D4")
    assert (bench.scenario.objectives[-1].points, bench.scenario.objectives[-1].hold) == (5, 2)


def test_ctrl_click_goes_through_those_that_overlap(bench: Any) -> None:
    tool = bench.take("objectives")
    edit(bench, "objectives", [Objective(name, Listed(("B2",))) for name in ("a", "b")])
    seen = []
    for _ in range(3):
        bench.drag(tool, "B2", modifiers=CONTROL)
        seen.append(bench.state.objective_id)
    assert seen == ["a", "b", "a"]
    bench.state.objective_id = "a"
    bench.drag(tool, "B2", "B3")
    assert objectives(bench) == {"a": {"B2", "B3"}, "b": {"B2"}}


def test_an_expression_that_becomes_single_hexes_is_told(bench: Any) -> None:
    tool = bench.take("objectives")
    told: list[str] = []
    tool.remarked.connect(told.append)
    edit(bench, "objectives", [Objective("line", Rows(4, 4))])
    bench.drag(tool, "A4", "A5")
    assert told == [
        'line was "rows 4" and is a list of 9 hexes now: it no longer grows with the board. Undo brings it back.'
    ]


def test_void_and_a_locked_layer_are_refused(bench: Any) -> None:
    bench.state.terrain_first = "void"
    bench.drag(bench.take("brush"), "D4")
    tool = bench.take("objectives")
    bench.drag(tool, "D4")
    assert bench.refusals == ["D4 is void: there is nothing to hold."]
    bench.drag(tool, "D3", "D5")
    assert objectives(bench) == {"objective-1": {"D3", "D5"}}
    bench.state.locked_layers = frozenset(("objectives",))
    bench.drag(tool, "A1")
    tool.remove()
    assert not tool.create()
    assert len(bench.refusals) == 4
    assert len(bench.scenario.objectives) == 1


def test_del_removes_the_chosen_one(bench: Any) -> None:
    tool = bench.take("objectives")
    assert tool.remove()
    assert bench.refusals == ["Choose an objective to remove."]
    made = tool.create()
    assert objectives(bench) == {made: set()}
    tool.remove()
    assert not bench.scenario.objectives


def test_the_rest_of_an_objective_is_kept(bench: Any) -> None:
    before = Objective("hill", Listed(("B2",)), points=5, hold=2, side="p1", name="Hill")
    edit(bench, "objectives", [before])
    bench.drag(bench.take("objectives"), "B2", "B3")
    assert bench.scenario.objectives == [replace(before, shape=Listed(("B2", "B3")))]


def test_escape_takes_a_stroke_back(bench: Any) -> None:
    tool = bench.take("objectives")
    bench.drag(tool, "C4", "C6", finish=False)
    tool.cancel()
    assert not bench.scenario.objectives
    assert not bench.steps


# -- symmetries -------------------------------------------------------------------------------------------------


def test_with_a_symmetry_the_image_is_an_objective_that_follows(bench: Any) -> None:
    bench.state.symmetry, bench.state.symmetry_centre = BoardSymmetry.TURN_180, bench.board.parse("D4")
    tool = bench.take("objectives")
    bench.drag(tool, "D2", "D1")
    assert objectives(bench) == {"objective-1": {"D1", "D2"}, "objective-2": {"D6", "D7"}}
    assert bench.steps == 1
    assert bench.state.objective_id == "objective-1"
    bench.drag(tool, "D6", "D5")
    assert objectives(bench) == {"objective-1": {"D1", "D2", "D3"}, "objective-2": {"D5", "D6", "D7"}}
    bench.drag(tool, "D1", button=RIGHT)
    assert objectives(bench) == {"objective-1": {"D2", "D3"}, "objective-2": {"D5", "D6"}}
    bench.state.objective_id = "objective-2"
    tool.remove()
    assert objectives(bench) == {}
    bench.document.undo()
    assert len(bench.scenario.objectives) == 2


def test_an_objective_that_is_its_own_image_stays_one(bench: Any) -> None:
    bench.state.symmetry, bench.state.symmetry_centre = BoardSymmetry.TURN_180, bench.board.parse("D4")
    tool = bench.take("objectives")
    bench.drag(tool, "D4")
    bench.drag(tool, "D4", "D3")
    assert objectives(bench) == {"objective-1": {"D3", "D4", "D5"}}
    bench.drag(tool, "D3", button=RIGHT)
    assert objectives(bench) == {"objective-1": {"D4"}}


def test_an_objective_of_a_side_has_one_of_the_other_side_for_its_image(bench: Any) -> None:
    bench.state.symmetry, bench.state.symmetry_centre = BoardSymmetry.TURN_180, bench.board.parse("D4")
    edit(
        bench,
        "objectives",
        [
            Objective("a", Listed(("D1",)), side="p1"),
            Objective("b", Listed(("D7",)), side="p1"),
            Objective("c", Listed(("D7",)), side="p2"),
        ],
    )
    bench.drag(bench.take("objectives"), "D1", "D2")
    assert objectives(bench) == {"a": {"D1", "D2"}, "b": {"D7"}, "c": {"D6", "D7"}}


def test_no_objective_is_placed_over_another_or_beside_the_board(bench: Any) -> None:
    tool = bench.take("objectives")
    bench.drag(tool, "D6")
    bench.state.symmetry, bench.state.symmetry_centre = BoardSymmetry.TURN_180, bench.board.parse("D4")
    bench.drag(tool, "D2")
    assert objectives(bench) == {"objective-1": {"D6"}, "objective-2": {"D2"}}
    told: list[str] = []
    tool.remarked.connect(told.append)
    bench.drag(tool, "H8")
    assert objectives(bench)["objective-3"] == {"H8"}
    assert len(bench.scenario.objectives) == 3
    assert told == ["Some images lie beside the board; they are left out."]
