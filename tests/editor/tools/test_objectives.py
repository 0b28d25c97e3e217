from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.core.files import read_bytes, to_bytes
from fairground.core.grid.hexsides import corner
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.parts import Objective
from fairground.core.scenario.shapes import Listed, Rows
from fairground.editor.tools.objectives import Objectives
from fairground.editor.tools.terrain_tools import Brush

if TYPE_CHECKING:
    from tests.editor.tools.conftest import ToolDriver

RIGHT = Qt.MouseButton.RightButton
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def objectives(workbench: ToolDriver) -> dict[str, set[str]]:
    board = workbench.board
    return {
        it.id: {board.label(at) for at in board.hexes_of(it.shape.mask(board))}
        for it in workbench.scenario.objectives
    }


def test_a_click_on_free_ground_makes_an_objective(workbench: ToolDriver) -> None:
    tool = workbench.take(Objectives)
    workbench.drag(tool, "C4")
    workbench.drag(tool, "E5", "E7")
    assert objectives(workbench) == {"objective-1": {"C4"}, "objective-2": {"E5", "E6", "E7"}}
    assert workbench.scenario.objectives[0] == Objective("objective-1", Listed(("C4",)), points=1)
    assert workbench.state.objective_id == "objective-2"
    assert workbench.steps == 2
    assert read_bytes(to_bytes(workbench.scenario)).scenario == workbench.scenario


def test_a_drag_from_an_objective_extends_it_as_one_step(workbench: ToolDriver) -> None:
    tool = workbench.take(Objectives)
    workbench.drag(tool, "C4")
    workbench.drag(tool, "C4", "C6", "D6")
    assert objectives(workbench) == {"objective-1": {"C4", "C5", "C6", "D6"}}
    assert workbench.steps == 2
    workbench.document.undo()
    assert objectives(workbench) == {"objective-1": {"C4"}}


def test_shift_adds_to_the_chosen_one_from_afar(workbench: ToolDriver) -> None:
    tool = workbench.take(Objectives)
    workbench.drag(tool, "C4")
    workbench.drag(tool, "G7", modifiers=SHIFT)
    assert objectives(workbench) == {"objective-1": {"C4", "G7"}}
    workbench.state.objective_id = ""
    workbench.drag(tool, "A1", modifiers=SHIFT)
    assert objectives(workbench)["objective-2"] == {"A1"}, "with none chosen, a new one"


def test_right_takes_hexes_away_and_the_objective_with_the_last(workbench: ToolDriver) -> None:
    tool = workbench.take(Objectives)
    workbench.drag(tool, "C4", "C6")
    workbench.drag(tool, "C5", button=RIGHT)
    assert objectives(workbench) == {"objective-1": {"C4", "C6"}}
    workbench.drag(tool, "C4", "C5", "C6", button=RIGHT)
    assert not workbench.scenario.objectives
    assert workbench.steps == 3
    workbench.drag(tool, "C4", button=RIGHT)
    assert workbench.steps == 3
    workbench.document.undo()
    assert objectives(workbench) == {"objective-1": {"C4", "C6"}}


def test_a_press_chooses_and_new_ones_are_worth_as_much(workbench: ToolDriver) -> None:
    tool = workbench.take(Objectives)
    workbench.edit(
        "objectives",
        [Objective("hill", Listed(("B2",)), points=5, hold=2), Objective("mill", Listed(("F6",)))],
    )
    workbench.drag(tool, "B2")
    assert workbench.state.objective_id == "hill"
    assert workbench.steps == 1
    workbench.drag(tool, "D4")
    assert (workbench.scenario.objectives[-1].points, workbench.scenario.objectives[-1].hold) == (5, 2)


def test_ctrl_click_goes_through_those_that_overlap(workbench: ToolDriver) -> None:
    tool = workbench.take(Objectives)
    workbench.edit("objectives", [Objective(name, Listed(("B2",))) for name in ("a", "b")])
    seen = []
    for _ in range(3):
        workbench.drag(tool, "B2", modifiers=CONTROL)
        seen.append(workbench.state.objective_id)
    assert seen == ["a", "b", "a"]
    workbench.state.objective_id = "a"
    workbench.drag(tool, "B2", "B3")
    assert objectives(workbench) == {"a": {"B2", "B3"}, "b": {"B2"}}


def test_an_expression_that_becomes_single_hexes_is_told(workbench: ToolDriver) -> None:
    tool = workbench.take(Objectives)
    told: list[str] = []
    tool.remarked.connect(told.append)
    workbench.edit("objectives", [Objective("line", Rows(4, 4))])
    workbench.drag(tool, "A4", "A5")
    assert told == [
        (
            'Line was "rows 4" and is now a list of 9 hexes. It no longer grows with the board. Undo restores '
            "it."
        )
    ]


def test_void_and_a_locked_layer_are_refused(workbench: ToolDriver) -> None:
    workbench.state.terrain_first = "void"
    workbench.drag(workbench.take(Brush), "D4")
    tool = workbench.take(Objectives)
    workbench.drag(tool, "D4")
    assert workbench.refusals == ["D4 is void, so no side could hold it."]
    workbench.drag(tool, "D3", "D5")
    assert objectives(workbench) == {"objective-1": {"D3", "D5"}}
    workbench.state.locked_layers = frozenset(("objectives",))
    workbench.drag(tool, "A1")
    tool.remove()
    assert not tool.create()
    assert len(workbench.refusals) == 4
    assert len(workbench.scenario.objectives) == 1


def test_del_removes_the_chosen_one(workbench: ToolDriver) -> None:
    tool = workbench.take(Objectives)
    assert tool.remove()
    assert workbench.refusals == ["Choose an objective to remove."]
    made = tool.create()
    assert objectives(workbench) == {made: set()}
    tool.remove()
    assert not workbench.scenario.objectives


def test_the_rest_of_an_objective_is_kept(workbench: ToolDriver) -> None:
    before = Objective("hill", Listed(("B2",)), points=5, hold=2, side="p1", name="Hill")
    workbench.edit("objectives", [before])
    workbench.drag(workbench.take(Objectives), "B2", "B3")
    assert workbench.scenario.objectives == [replace(before, shape=Listed(("B2", "B3")))]


def test_escape_takes_a_stroke_back(workbench: ToolDriver) -> None:
    tool = workbench.take(Objectives)
    workbench.drag(tool, "C4", "C6", finish=False)
    tool.cancel()
    assert not workbench.scenario.objectives
    assert not workbench.steps


# -- symmetries -------------------------------------------------------------------------------------------------


def test_with_a_symmetry_the_image_is_an_objective_that_follows(workbench: ToolDriver) -> None:
    workbench.state.symmetry, workbench.state.symmetry_centre = (
        BoardSymmetry.TURN_180,
        workbench.board.parse("D4"),
    )
    tool = workbench.take(Objectives)
    workbench.drag(tool, "D2", "D1")
    assert objectives(workbench) == {"objective-1": {"D1", "D2"}, "objective-2": {"D6", "D7"}}
    assert workbench.steps == 1
    assert workbench.state.objective_id == "objective-1"
    workbench.drag(tool, "D6", "D5")
    assert objectives(workbench) == {"objective-1": {"D1", "D2", "D3"}, "objective-2": {"D5", "D6", "D7"}}
    workbench.drag(tool, "D1", button=RIGHT)
    assert objectives(workbench) == {"objective-1": {"D2", "D3"}, "objective-2": {"D5", "D6"}}
    workbench.state.objective_id = "objective-2"
    tool.remove()
    assert objectives(workbench) == {}
    workbench.document.undo()
    assert len(workbench.scenario.objectives) == 2


def test_an_objective_that_is_its_own_image_stays_one(workbench: ToolDriver) -> None:
    workbench.state.symmetry, workbench.state.symmetry_centre = (
        BoardSymmetry.TURN_180,
        workbench.board.parse("D4"),
    )
    tool = workbench.take(Objectives)
    workbench.drag(tool, "D4")
    workbench.drag(tool, "D4", "D3")
    assert objectives(workbench) == {"objective-1": {"D3", "D4", "D5"}}
    workbench.drag(tool, "D3", button=RIGHT)
    assert objectives(workbench) == {"objective-1": {"D4"}}


def test_an_objective_whose_image_touches_it_is_one_in_the_centre(workbench: ToolDriver) -> None:
    board = workbench.board
    # The centre is the corner of three hexes, so no hex is its own image.
    centre = corner(board.parse("D4"), 0)
    workbench.state.symmetry, workbench.state.symmetry_centre = BoardSymmetry.TURN_120, centre
    tool = workbench.take(Objectives)
    workbench.drag(tool, "D4")
    assert list(objectives(workbench)) == ["objective-1"]
    assert len(objectives(workbench)["objective-1"]) == 3
    workbench.drag(tool, "D4", button=RIGHT)
    assert objectives(workbench) == {}


def test_an_objective_of_a_side_has_one_of_the_other_side_for_its_image(workbench: ToolDriver) -> None:
    workbench.state.symmetry, workbench.state.symmetry_centre = (
        BoardSymmetry.TURN_180,
        workbench.board.parse("D4"),
    )
    workbench.edit(
        "objectives",
        [
            Objective("a", Listed(("D1",)), side="p1"),
            Objective("b", Listed(("D7",)), side="p1"),
            Objective("c", Listed(("D7",)), side="p2"),
        ],
    )
    workbench.drag(workbench.take(Objectives), "D1", "D2")
    assert objectives(workbench) == {"a": {"D1", "D2"}, "b": {"D7"}, "c": {"D6", "D7"}}


def test_no_objective_is_placed_over_another_or_beside_the_board(workbench: ToolDriver) -> None:
    tool = workbench.take(Objectives)
    workbench.drag(tool, "D6")
    workbench.state.symmetry, workbench.state.symmetry_centre = (
        BoardSymmetry.TURN_180,
        workbench.board.parse("D4"),
    )
    workbench.drag(tool, "D2")
    assert objectives(workbench) == {"objective-1": {"D6"}, "objective-2": {"D2"}}
    told: list[str] = []
    tool.remarked.connect(told.append)
    workbench.drag(tool, "H8")
    assert objectives(workbench)["objective-3"] == {"H8"}
    assert len(workbench.scenario.objectives) == 3
    assert told == ["Mirror images off the board are left out."]
