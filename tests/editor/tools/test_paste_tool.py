from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

import numpy as np
import pytest
from PySide6.QtCore import Qt

from fairground.core.files import to_text
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry, Symmetry
from fairground.core.scenario.transform.clip import clip_of
from fairground.core.scenario.transform.paste import ClipLayer
from fairground.editor.document.patches import FieldPatch, hexside_patch
from fairground.editor.tools.paste_tool import PasteTool
from fairground.editor.tools.select import Select

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from fairground.core.scenario.transform.clip import Clip
    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker

SHIFT = Qt.KeyboardModifier.ShiftModifier
RIGHT = Qt.MouseButton.RightButton


def paint(workbench: ToolDriver, stack: str, *labels: str, level: int = 0) -> None:
    before, workbench.state.selection = workbench.state.selection, workbench.hexes(*labels)
    workbench.tool(Select).actions.fill((stack,))
    if level:
        chosen, workbench.state.level = workbench.state.level, level
        workbench.tool(Select).actions.set_level()
        workbench.state.level = chosen
    workbench.state.selection = before


def clip(workbench: ToolDriver, *labels: str, anchor: str | None = None) -> Clip:
    return clip_of(workbench.board, workbench.hexes(*labels), workbench.board.parse(anchor or labels[0]))


@pytest.fixture
def ended(workbench: ToolDriver) -> list[bool]:
    found: list[bool] = []
    workbench.tool(PasteTool).ended.connect(lambda: found.append(True))
    return found


def paste_of(workbench: ToolDriver) -> PasteTool:
    tool = workbench.take(PasteTool)
    assert isinstance(tool, PasteTool)
    return tool


def test_a_click_places_the_clip_as_one_step_and_ends(workbench: ToolDriver, ended: list[bool]) -> None:
    paint(workbench, "wall", "B2", level=2)
    paint(workbench, "rubble", "B3")
    steps, before = workbench.steps, to_text(workbench.scenario)
    tool = paste_of(workbench)
    tool.take(clip(workbench, "B2", "B3"), None, "Paste")
    tool.hover(workbench.pointer("E5"))
    assert workbench.previews[-1] == workbench.hexes("E5", "E6")
    workbench.drag(tool, "E5")
    assert workbench.labels_of("wall") == {"B2", "E5"}
    assert workbench.labels_of("rubble") == {"B3", "E6"}
    assert workbench.raised() == {"B2": 2, "E5": 2}
    assert workbench.steps == steps + 1
    assert workbench.document.undo_stack.undoText() == "Paste 2 hexes"
    assert ended
    assert tool.clip is None
    assert not workbench.previews[-1]
    workbench.document.undo()
    assert to_text(workbench.scenario) == before


class Held(TypedDict, total=False):
    modifiers: Qt.KeyboardModifier
    button: Qt.MouseButton


@pytest.mark.parametrize("how", [{"modifiers": SHIFT}, {"button": RIGHT}])
def test_shift_and_the_right_button_keep_it_in_hand(
    workbench: ToolDriver, ended: list[bool], how: Held
) -> None:
    paint(workbench, "wall", "A1")
    tool = paste_of(workbench)
    tool.take(clip(workbench, "A1"), None)
    for at in ("C3", "E3"):
        workbench.drag(tool, at, **how)
    assert not ended
    workbench.drag(tool, "G3")
    assert ended
    assert workbench.labels_of("wall") == {"A1", "C3", "E3", "G3"}


@pytest.fixture
def large(make_workbench: WorkbenchMaker) -> ToolDriver:
    """A bench with a piece in hand that is large enough for its edit to come in a turn of its own."""
    workbench = make_workbench(50, 50)
    paint(workbench, "wall", "K11")
    whole = workbench.board.marked(np.ones((50, 50), np.bool_))
    paste_of(workbench).take(
        clip_of(workbench.board, whole, workbench.board.parse("A1")), workbench.board.parse("C1")
    )
    return workbench


def test_a_large_piece_is_written_in_a_turn_of_its_own(large: ToolDriver, qtbot: QtBot) -> None:
    large.tool(PasteTool).place()
    assert large.steps == 1
    qtbot.waitUntil(lambda: large.steps == 2)
    # The piece begins with bare ground, which lies over the wall that was there.
    assert large.labels_of("wall") == {"M11"}
    large.document.undo()
    assert large.labels_of("wall") == {"K11"}


def test_a_large_piece_is_not_written_over_what_was_changed_meanwhile(
    large: ToolDriver, qtbot: QtBot
) -> None:
    large.tool(PasteTool).place()
    paint(large, "rubble", "B2")
    qtbot.waitUntil(lambda: bool(large.refusals))
    assert large.refusals == ["The map changed in the meantime, so Paste 2400 hexes was not carried out."]
    assert large.steps == 2
    assert large.labels_of("wall") == {"K11"}


def test_a_large_piece_is_not_written_to_another_document(
    large: ToolDriver, make_workbench: WorkbenchMaker, qtbot: QtBot
) -> None:
    large.tool(PasteTool).place()
    large.state.document = make_workbench().document
    qtbot.wait(30)
    assert large.steps == 1
    assert not large.refusals


@pytest.mark.parametrize("layout", Layout)
def test_a_clip_is_the_same_on_odd_and_even_lines(make_workbench: WorkbenchMaker, layout: Layout) -> None:
    workbench = make_workbench(12, 12, layout=layout)
    shape = [Hex(0, 0), Hex(1, 0), Hex(2, -1), Hex(0, 2), Hex(-1, 2)]
    start = workbench.board.parse("D4")
    names = [workbench.board.label(start + at) for at in shape]
    paint(workbench, "wall", *names)
    taken = clip(workbench, *names, anchor="D4")
    tool = paste_of(workbench)
    for at in ("G7", "H7", "G8", "H8"):
        tool.take(taken, workbench.board.parse(at))
        tool.place()
        there = workbench.board.parse(at)
        assert {workbench.board.label(there + it) for it in shape} <= workbench.labels_of("wall")
        workbench.document.undo()


def test_six_turns_and_two_mirrors_lead_back(workbench: ToolDriver) -> None:
    paint(workbench, "wall", "D4")
    paint(workbench, "rubble", "D5")
    tool = paste_of(workbench)
    taken = clip(workbench, "D4", "D5")
    tool.take(taken, workbench.board.parse("D4"))
    seen = []
    for _ in range(6):
        tool.turn(1)
        seen.append(workbench.previews[-1])
    assert len(set(seen)) == 6
    assert tool.clip == taken
    tool.turn(-1)
    assert tool.clip == taken.transformed(Symmetry(turn=5))
    tool.turn(1)
    tool.mirror()
    tool.mirror()
    assert tool.clip == taken


def test_turning_without_a_clip_is_not_this_tools_business(workbench: ToolDriver) -> None:
    tool = paste_of(workbench)
    assert not tool.turn(1)
    assert not tool.mirror()
    assert not tool.escape()
    workbench.drag(tool, "C3")
    assert not workbench.steps


def test_features_turn_with_their_hexes(make_workbench: WorkbenchMaker) -> None:
    workbench = make_workbench(ruleset="hexside-ww2")
    there = workbench.board.parse("C3")
    workbench.document.edit("Lay", [hexside_patch(workbench.board, {hexside(there, 0): ("hedge",)})])
    tool = paste_of(workbench)
    tool.take(clip(workbench, "C3"), workbench.board.parse("F5"))
    tool.turn(1)
    tool.place()
    assert workbench.features()[hexside(workbench.board.parse("F5"), 1)] == ("hedge",)


def test_what_lies_off_the_board_is_told_and_left_out(workbench: ToolDriver) -> None:
    paint(workbench, "wall", "B2", "B3")
    tool = paste_of(workbench)
    remarks: list[str] = []
    told: list[str] = []
    tool.remarked.connect(remarks.append)
    tool.told.connect(told.append)
    tool.take(clip(workbench, "B2", "B3"), None)
    tool.hover(workbench.pointer("H8"))
    assert workbench.previews[-1] == workbench.hexes("H8")
    assert told[-1] == "1 hex, 1 off the board"
    workbench.drag(tool, "H8")
    assert workbench.labels_of("wall") == {"B2", "B3", "H8"}
    assert remarks == ["Left out 1 hex that would be off the board."]


def test_nothing_is_placed_beside_the_board(workbench: ToolDriver, ended: list[bool]) -> None:
    paint(workbench, "wall", "B2")
    steps = workbench.steps
    tool = paste_of(workbench)
    tool.take(clip(workbench, "B2"), None)
    workbench.drag(tool, workbench.board.layout.from_offset(20, 20))
    assert workbench.steps == steps
    assert workbench.refusals == ["The pasted hexes would all be off the board here."]
    assert not ended


def test_only_the_chosen_layers_are_pasted(workbench: ToolDriver) -> None:
    paint(workbench, "wall", "B2", level=2)
    workbench.document.edit("Name", [FieldPatch("board.names", {}, {workbench.board.parse("B2"): "Mill"})])
    workbench.state.paste_layers = frozenset((ClipLayer.ELEVATION,))
    tool = paste_of(workbench)
    taken = clip(workbench, "B2")
    tool.take(taken, workbench.board.parse("E5"))
    tool.place()
    assert workbench.labels_of("wall") == {"B2"}
    assert workbench.raised() == {"B2": 2, "E5": 2}
    assert len(workbench.board.names) == 1
    workbench.state.paste_layers = frozenset((ClipLayer.NAMES,))
    tool.take(taken, workbench.board.parse("F5"))
    tool.place()
    assert workbench.board.names[workbench.board.parse("F5")] == "Mill"
    workbench.state.paste_layers = frozenset()
    tool.take(taken, workbench.board.parse("F5"))
    tool.place()
    assert workbench.refusals[-1].startswith("Choose what to paste")


def test_locked_layers_are_left_alone(workbench: ToolDriver) -> None:
    paint(workbench, "wall", "B2", level=2)
    workbench.state.locked_layers = frozenset(("terrain",))
    tool = paste_of(workbench)
    taken = clip(workbench, "B2")
    tool.take(taken, workbench.board.parse("E5"))
    tool.place()
    assert workbench.labels_of("wall") == {"B2"}
    assert workbench.raised() == {"B2": 2, "E5": 2}
    workbench.state.locked_layers = frozenset(layer.value for layer in ClipLayer)
    tool.take(taken, workbench.board.parse("F5"))
    tool.place()
    assert "are locked" in workbench.refusals[-1]


@pytest.mark.parametrize("kind", [BoardSymmetry.TURN_180, BoardSymmetry.LEFT_RIGHT])
def test_mirror_images_are_pasted_too(make_workbench: WorkbenchMaker, kind: BoardSymmetry) -> None:
    workbench = make_workbench(9, 8) if kind is BoardSymmetry.LEFT_RIGHT else make_workbench()
    paint(workbench, "wall", "B2", "C2")
    workbench.state.symmetry = kind
    tool = paste_of(workbench)
    tool.take(clip(workbench, "B2", "C2"), workbench.board.parse("B5"))
    steps = workbench.steps
    tool.place()
    assert workbench.steps == steps + 1
    images = {"LEFT_RIGHT": {"H5", "G5"}, "TURN_180": {"G4", "F4"}}[kind.name]
    assert workbench.labels_of("wall") == {"B2", "C2", "B5", "C5"} | images


def test_escape_another_tool_and_another_document_put_it_away(
    make_workbench: WorkbenchMaker, workbench: ToolDriver, ended: list[bool]
) -> None:
    tool = paste_of(workbench)
    taken = clip(workbench, "B2")
    tool.take(taken, workbench.board.parse("C3"))
    assert tool.escape()
    assert ended == [True]
    tool.take(taken, workbench.board.parse("C3"))
    tool.deactivate()
    assert tool.clip is None
    assert ended == [True]
    tool.activate()
    tool.take(taken, workbench.board.parse("C3"))
    workbench.state.document = make_workbench().document
    assert tool.clip is None
    assert ended == [True, True]


def test_it_stays_where_it_was_when_the_pointer_leaves(workbench: ToolDriver) -> None:
    tool = paste_of(workbench)
    tool.take(clip(workbench, "B2"), None)
    tool.hover(workbench.pointer("D4"))
    tool.hover(None)
    assert tool.at == workbench.board.parse("D4")
    assert workbench.previews[-1] == workbench.hexes("D4")
