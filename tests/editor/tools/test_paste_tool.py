from __future__ import annotations

from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.scenario.transform.clip import Clip

SHIFT = Qt.KeyboardModifier.ShiftModifier
RIGHT = Qt.MouseButton.RightButton


def paint(bench: Any, stack: str, *labels: str, level: int = 0) -> None:
    before, bench.state.selection = bench.state.selection, bench.hexes(*labels)
    bench.tools["select"].actions.fill((stack,))
    if level:
        chosen, bench.state.level = bench.state.level, level
        bench.tools["select"].actions.set_level()
        bench.state.level = chosen
    bench.state.selection = before


def clip(bench: Any, *labels: str, anchor: str | None = None) -> Clip:
    return clip_of(bench.board, bench.hexes(*labels), bench.board.parse(anchor or labels[0]))


@pytest.fixture
def ended(bench: Any) -> list[bool]:
    found: list[bool] = []
    bench.tools["paste"].ended.connect(lambda: found.append(True))
    return found


def paste_of(bench: Any) -> PasteTool:
    tool = bench.take("paste")
    assert isinstance(tool, PasteTool)
    return tool


def test_a_click_places_the_clip_as_one_step_and_ends(bench: Any, ended: list[bool]) -> None:
    paint(bench, "wall", "B2", level=2)
    paint(bench, "rubble", "B3")
    steps, before = bench.steps, to_text(bench.scenario)
    tool = paste_of(bench)
    tool.take(clip(bench, "B2", "B3"), None, "Paste")
    tool.hover(bench.pointer("E5"))
    assert bench.previews[-1] == bench.hexes("E5", "E6")
    bench.drag(tool, "E5")
    assert bench.labels_of("wall") == {"B2", "E5"}
    assert bench.labels_of("rubble") == {"B3", "E6"}
    assert bench.raised() == {"B2": 2, "E5": 2}
    assert bench.steps == steps + 1
    assert bench.document.undo_stack.undoText() == "Paste 2 hexes"
    assert ended
    assert tool.clip is None
    assert not bench.previews[-1]
    bench.document.undo()
    assert to_text(bench.scenario) == before


@pytest.mark.parametrize("how", [{"modifiers": SHIFT}, {"button": RIGHT}])
def test_shift_and_the_right_button_keep_it_in_hand(
    bench: Any, ended: list[bool], how: dict[str, Any]
) -> None:
    paint(bench, "wall", "A1")
    tool = paste_of(bench)
    tool.take(clip(bench, "A1"), None)
    for at in ("C3", "E3"):
        bench.drag(tool, at, **how)
    assert not ended
    bench.drag(tool, "G3")
    assert ended
    assert bench.labels_of("wall") == {"A1", "C3", "E3", "G3"}


@pytest.fixture
def large(make_bench: Callable[..., Any]) -> Any:
    """A bench with a piece in hand that is large enough for its edit to come in a turn of its own."""
    bench = make_bench(50, 50)
    paint(bench, "wall", "K11")
    whole = bench.board.marked(np.ones((50, 50), np.bool_))
    paste_of(bench).take(clip_of(bench.board, whole, bench.board.parse("A1")), bench.board.parse("C1"))
    return bench


def test_a_large_piece_is_written_in_a_turn_of_its_own(large: Any, qtbot: Any) -> None:
    large.tools["paste"].place()
    assert large.steps == 1
    qtbot.waitUntil(lambda: large.steps == 2)
    # The piece begins with bare ground, which lies over the wall that was there.
    assert large.labels_of("wall") == {"M11"}
    large.document.undo()
    assert large.labels_of("wall") == {"K11"}


def test_a_large_piece_is_not_written_over_what_was_changed_meanwhile(large: Any, qtbot: Any) -> None:
    large.tools["paste"].place()
    paint(large, "rubble", "B2")
    qtbot.waitUntil(lambda: bool(large.refusals))
    assert large.refusals == ["The map was changed meanwhile; Paste 2400 hexes was not done."]
    assert large.steps == 2
    assert large.labels_of("wall") == {"K11"}


def test_a_large_piece_is_not_written_to_another_document(
    large: Any, make_bench: Callable[..., Any], qtbot: Any
) -> None:
    large.tools["paste"].place()
    large.state.document = make_bench().document
    qtbot.wait(30)
    assert large.steps == 1
    assert not large.refusals


@pytest.mark.parametrize("layout", Layout)
def test_a_clip_is_the_same_on_odd_and_even_lines(make_bench: Callable[..., Any], layout: Layout) -> None:
    bench = make_bench(12, 12, layout=layout)
    shape = [Hex(0, 0), Hex(1, 0), Hex(2, -1), Hex(0, 2), Hex(-1, 2)]
    start = bench.board.parse("D4")
    names = [bench.board.label(start + at) for at in shape]
    paint(bench, "wall", *names)
    taken = clip(bench, *names, anchor="D4")
    tool = paste_of(bench)
    for at in ("G7", "H7", "G8", "H8"):
        tool.take(taken, bench.board.parse(at))
        tool.place()
        there = bench.board.parse(at)
        assert {bench.board.label(there + it) for it in shape} <= bench.labels_of("wall")
        bench.document.undo()


def test_six_turns_and_two_mirrors_lead_back(bench: Any) -> None:
    paint(bench, "wall", "D4")
    paint(bench, "rubble", "D5")
    tool = paste_of(bench)
    taken = clip(bench, "D4", "D5")
    tool.take(taken, bench.board.parse("D4"))
    seen = []
    for _ in range(6):
        tool.turn(1)
        seen.append(bench.previews[-1])
    assert len(set(seen)) == 6
    assert tool.clip == taken
    tool.turn(-1)
    assert tool.clip == taken.transformed(Symmetry(turn=5))
    tool.turn(1)
    tool.mirror()
    tool.mirror()
    assert tool.clip == taken


def test_turning_without_a_clip_is_not_this_tools_business(bench: Any) -> None:
    tool = paste_of(bench)
    assert not tool.turn(1)
    assert not tool.mirror()
    assert not tool.escape()
    bench.drag(tool, "C3")
    assert not bench.steps


def test_features_turn_with_their_hexes(make_bench: Callable[..., Any]) -> None:
    bench = make_bench(ruleset="hexside-ww2")
    there = bench.board.parse("C3")
    bench.document.edit("Lay", [hexside_patch(bench.board, {hexside(there, 0): ("hedge",)})])
    tool = paste_of(bench)
    tool.take(clip(bench, "C3"), bench.board.parse("F5"))
    tool.turn(1)
    tool.place()
    assert bench.features()[hexside(bench.board.parse("F5"), 1)] == ("hedge",)


def test_what_lies_off_the_board_is_told_and_left_out(bench: Any) -> None:
    paint(bench, "wall", "B2", "B3")
    tool = paste_of(bench)
    remarks: list[str] = []
    told: list[str] = []
    tool.remarked.connect(remarks.append)
    tool.told.connect(told.append)
    tool.take(clip(bench, "B2", "B3"), None)
    tool.hover(bench.pointer("H8"))
    assert bench.previews[-1] == bench.hexes("H8")
    assert told[-1] == "1 hex, 1 off the board"
    bench.drag(tool, "H8")
    assert bench.labels_of("wall") == {"B2", "B3", "H8"}
    assert remarks == ["Without 1 hex that would have lain off the board."]


def test_nothing_is_placed_beside_the_board(bench: Any, ended: list[bool]) -> None:
    paint(bench, "wall", "B2")
    steps = bench.steps
    tool = paste_of(bench)
    tool.take(clip(bench, "B2"), None)
    bench.drag(tool, bench.board.layout.from_offset(20, 20))
    assert bench.steps == steps
    assert bench.refusals == ["All of it lies off the board here."]
    assert not ended


def test_only_the_chosen_layers_are_pasted(bench: Any) -> None:
    paint(bench, "wall", "B2", level=2)
    bench.document.edit("Name", [FieldPatch("board.names", {}, {bench.board.parse("B2"): "Mill"})])
    bench.state.paste_layers = frozenset((ClipLayer.ELEVATION,))
    tool = paste_of(bench)
    taken = clip(bench, "B2")
    tool.take(taken, bench.board.parse("E5"))
    tool.place()
    assert bench.labels_of("wall") == {"B2"}
    assert bench.raised() == {"B2": 2, "E5": 2}
    assert len(bench.board.names) == 1
    bench.state.paste_layers = frozenset((ClipLayer.NAMES,))
    tool.take(taken, bench.board.parse("F5"))
    tool.place()
    assert bench.board.names[bench.board.parse("F5")] == "Mill"
    bench.state.paste_layers = frozenset()
    tool.take(taken, bench.board.parse("F5"))
    tool.place()
    assert bench.refusals[-1].startswith("Choose what to paste")


def test_locked_layers_are_left_alone(bench: Any) -> None:
    paint(bench, "wall", "B2", level=2)
    bench.state.locked_layers = frozenset(("terrain",))
    tool = paste_of(bench)
    taken = clip(bench, "B2")
    tool.take(taken, bench.board.parse("E5"))
    tool.place()
    assert bench.labels_of("wall") == {"B2"}
    assert bench.raised() == {"B2": 2, "E5": 2}
    bench.state.locked_layers = frozenset(layer.value for layer in ClipLayer)
    tool.take(taken, bench.board.parse("F5"))
    tool.place()
    assert "locked layers" in bench.refusals[-1]


@pytest.mark.parametrize("kind", [BoardSymmetry.TURN_180, BoardSymmetry.LEFT_RIGHT])
def test_mirror_images_are_pasted_too(make_bench: Callable[..., Any], kind: BoardSymmetry) -> None:
    bench = make_bench(9, 8) if kind is BoardSymmetry.LEFT_RIGHT else make_bench()
    paint(bench, "wall", "B2", "C2")
    bench.state.symmetry = kind
    tool = paste_of(bench)
    tool.take(clip(bench, "B2", "C2"), bench.board.parse("B5"))
    steps = bench.steps
    tool.place()
    assert bench.steps == steps + 1
    images = {"LEFT_RIGHT": {"H5", "G5"}, "TURN_180": {"G4", "F4"}}[kind.name]
    assert bench.labels_of("wall") == {"B2", "C2", "B5", "C5"} | images


def test_escape_another_tool_and_another_document_put_it_away(
    make_bench: Callable[..., Any], bench: Any, ended: list[bool]
) -> None:
    tool = paste_of(bench)
    taken = clip(bench, "B2")
    tool.take(taken, bench.board.parse("C3"))
    assert tool.escape()
    assert ended == [True]
    tool.take(taken, bench.board.parse("C3"))
    tool.deactivate()
    assert tool.clip is None
    assert ended == [True]
    tool.activate()
    tool.take(taken, bench.board.parse("C3"))
    bench.state.document = make_bench().document
    assert tool.clip is None
    assert ended == [True, True]


def test_it_stays_where_it_was_when_the_pointer_leaves(bench: Any) -> None:
    tool = paste_of(bench)
    tool.take(clip(bench, "B2"), None)
    tool.hover(bench.pointer("D4"))
    tool.hover(None)
    assert tool.at == bench.board.parse("D4")
    assert bench.previews[-1] == bench.hexes("D4")
