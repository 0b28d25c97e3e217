"""The hexside tool: chains of features along the sides of hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from fairground.core.files import read_bytes, to_bytes, to_text
from fairground.core.grid.hexsides import Corner, hexside, hexsides
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry, board_symmetry
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import RulesetReference
from fairground.core.validation import validate
from fairground.editor.document.events import HexsidesChanged
from fairground.editor.tools.hexsides import Hexsides, hexes_beside

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.grid.hexsides import Hexside
    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker

RIGHT = Qt.MouseButton.RightButton
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def hedges(make_workbench: WorkbenchMaker) -> ToolDriver:
    workbench = make_workbench(ruleset="hexside-ww2")
    workbench.state.feature = "hedge"
    return workbench


def corners_met(sides: Iterable[Hexside]) -> dict[Corner, int]:
    found: dict[Corner, int] = {}
    for side in sides:
        for it in side.corners:
            found[it] = found.get(it, 0) + 1
    return found


def test_a_click_lays_the_feature_on_the_nearest_side(hedges: ToolDriver) -> None:
    hedges.drag_sides(hedges.take(Hexsides), "C4 NE")
    assert hedges.features() == {hedges.side("C4 NE"): ("hedge",)}
    assert hedges.step_names == ["Lay hedge"]
    assert not validate(hedges.scenario), "and nothing is wrong with that"


def test_a_side_is_the_same_from_both_of_its_hexes(hedges: ToolDriver) -> None:
    tool = hedges.take(Hexsides)
    hedges.drag_sides(tool, "C4 S")
    hedges.drag_sides(tool, "C5 N")
    assert hedges.features() == {hedges.side("C4 S"): ("hedge",)}
    assert hedges.steps == 1


def test_a_click_replaces_what_is_there_and_shift_adds_beside_it(hedges: ToolDriver) -> None:
    tool = hedges.take(Hexsides)
    hedges.drag_sides(tool, "C4 N")
    hedges.state.feature = "wall"
    hedges.drag_sides(tool, "C4 N", modifiers=SHIFT)
    assert hedges.features() == {hedges.side("C4 N"): ("hedge", "wall")}
    assert "C4 N hedge+wall" in to_text(hedges.scenario)
    hedges.state.feature = "hedgerow"
    hedges.drag_sides(tool, "C4 N")
    assert hedges.features() == {hedges.side("C4 N"): ("hedgerow",)}
    hedges.drag_sides(tool, "C4 N", modifiers=SHIFT)
    assert hedges.steps == 3, "once is enough"
    assert hedges.step_names == ["Lay hedge", "Add wall", "Lay hedgerow"]


def test_the_right_button_clears_and_with_shift_takes_the_chosen_feature_alone(hedges: ToolDriver) -> None:
    both: dict[Hexside, tuple[str, ...]] = {
        hedges.side("C4 N"): ("hedge", "wall"),
        hedges.side("D4 N"): ("hedge", "wall"),
    }
    hedges.board.hexsides = both
    tool = hedges.take(Hexsides)
    hedges.drag_sides(tool, "C4 N", button=RIGHT)
    hedges.drag_sides(tool, "D4 N", button=RIGHT, modifiers=SHIFT)
    assert hedges.features() == {hedges.side("D4 N"): ("wall",)}
    assert hedges.step_names == ["Clear hexsides", "Remove hedge"]
    hedges.drag_sides(tool, "E5 N", button=RIGHT)
    assert hedges.steps == 2, "nothing was there"
    hedges.document.go_to(0)
    assert hedges.features() == both


def test_a_drag_lays_one_chain_in_one_step(hedges: ToolDriver) -> None:
    before = to_text(hedges.scenario)
    hedges.drag_sides(hedges.take(Hexsides), "C3 NW", "C3 N", "C3 NE", "D3 N")
    assert set(hedges.features()) == {hedges.side(it) for it in ("C3 NW", "C3 N", "C3 NE", "D3 N")}
    assert hedges.steps == 1
    after = to_text(hedges.scenario)
    hedges.document.undo()
    assert to_text(hedges.scenario) == before
    hedges.document.redo()
    assert to_text(hedges.scenario) == after
    assert read_bytes(to_bytes(hedges.scenario)).scenario == hedges.scenario


def test_a_fast_drag_across_the_board_leaves_neither_gaps_nor_spurs(hedges: ToolDriver) -> None:
    hedges.drag_sides(hedges.take(Hexsides), "B2 N", "G6 N")
    meeting = corners_met(hedges.features())
    assert sorted(meeting.values())[:2] == [1, 1]
    assert sorted(meeting.values()).count(1) == 2
    assert max(meeting.values()) == 2
    assert {hedges.side("B2 N"), hedges.side("G6 N")} <= set(hedges.features())


def test_what_the_pointer_strayed_to_is_as_before(hedges: ToolDriver) -> None:
    stray = hedges.side("C4 NE")
    hedges.board.hexsides = {stray: ("wall",)}
    tool = hedges.take(Hexsides)
    hedges.drag_sides(tool, "C4 NW", "C4 N", "C4 NE", finish=False)
    assert hedges.features()[stray] == ("hedge",)
    tool.move(hedges.side_pointer("D3 NW"))
    assert hedges.features()[stray] == ("wall",)
    assert set(hedges.features()) == {stray, *(hedges.side(it) for it in ("C4 NW", "C4 N", "D3 NW"))}
    tool.release(hedges.side_pointer("D3 NW"))
    hedges.document.undo()
    assert hedges.features() == {stray: ("wall",)}


def test_escape_takes_the_chain_back(hedges: ToolDriver) -> None:
    tool = hedges.take(Hexsides)
    hedges.drag_sides(tool, "C4 NW", "C4 N", "E4 N", finish=False)
    assert hedges.features()
    tool.cancel()
    assert not hedges.features()
    assert not hedges.steps
    tool.move(hedges.side_pointer("E4 NE"))
    assert not hedges.features()


def test_only_the_sides_that_changed_are_told(hedges: ToolDriver) -> None:
    told: list[object] = []
    hedges.document.changed.connect(told.append)
    hedges.drag_sides(hedges.take(Hexsides), "C4 NW", "C4 N", "C4 NE")
    assert told == [HexsidesChanged((hedges.side(it),)) for it in ("C4 NW", "C4 N", "C4 NE")]


def test_ctrl_click_picks_one_feature_after_the_other(hedges: ToolDriver) -> None:
    hedges.board.hexsides = {hedges.side("C4 N"): ("hedgerow", "wall")}
    tool = hedges.take(Hexsides)
    picked = []
    for _ in range(3):
        hedges.drag_sides(tool, "C4 N", modifiers=CONTROL)
        picked.append(hedges.state.feature)
    assert picked == ["hedgerow", "wall", "hedgerow"]
    hedges.drag_sides(tool, "C4 S", modifiers=CONTROL)
    assert hedges.state.feature == "hedgerow"
    assert not hedges.steps


# -- symmetry -----------------------------------------------------------------------------------------------


@given(
    layout=st.sampled_from(Layout),
    kind=st.sampled_from(BoardSymmetry),
    size=st.tuples(st.integers(2, 7), st.integers(2, 7)),
    way=st.lists(st.tuples(st.integers(0, 48), st.integers(0, 5)), min_size=1, max_size=3),
)
def test_every_symmetry_that_a_board_has_lays_all_images(
    make_workbench: WorkbenchMaker,
    layout: Layout,
    kind: BoardSymmetry,
    size: tuple[int, int],
    way: list[tuple[int, int]],
) -> None:
    columns, rows = size
    found = board_symmetry(kind, layout, columns, rows)
    workbench = make_workbench(columns, rows, layout=layout, ruleset="hexside-ww2")
    workbench.state.symmetry = kind
    tool = workbench.take(Hexsides)
    steps = [
        f"{workbench.board.label(layout.from_offset(at % columns, at // columns % rows))} {layout.direction_name(side)}"
        for at, side in way
    ]
    workbench.drag_sides(tool, *steps)
    if found is None:
        assert workbench.refusals
        assert not workbench.features()
        return
    assert workbench.features()
    assert {found.hexside(side) for side in workbench.features()} == set(workbench.features())
    assert {workbench.side(it) for it in steps} <= set(workbench.features())


def test_the_preview_is_what_a_click_then_lays(hedges: ToolDriver) -> None:
    hedges.state.symmetry = BoardSymmetry.TURN_180
    tool = hedges.take(Hexsides)
    tool.hover(hedges.side_pointer("B3 SE", button=Qt.MouseButton.NoButton))
    preview = hedges.side_previews[-1]
    assert len(preview) == 2
    assert not hedges.previews, "no hexes are outlined"
    hedges.drag_sides(tool, "B3 SE")
    assert set(hedges.features()) == preview
    tool.hover(None)
    assert hedges.side_previews[-1] == frozenset()


# -- where a feature can be ---------------------------------------------------------------------------------


def test_the_edge_of_the_board_is_allowed_and_told_once(hedges: ToolDriver) -> None:
    tool = hedges.take(Hexsides)
    hedges.drag_sides(tool, "C1 NW", "C1 N", "C1 NE")
    assert len(hedges.features()) == 3
    assert len(hedges.refusals) == 1
    assert "edge of the board" in hedges.refusals[0]
    assert "hexside.edge" in {it.code for it in validate(hedges.scenario)}


def test_sides_without_a_hex_of_the_board_are_left_out(hedges: ToolDriver) -> None:
    board = hedges.board
    board.palette = [*board.palette, PaletteEntry("v", ("void",))]
    for at in hedges.hexes("C3", "C4", "D3"):
        board.terrain[board.cell(at)] = 1
    tool = hedges.take(Hexsides)
    tool.hover(hedges.side_pointer("C4 N", button=Qt.MouseButton.NoButton))
    assert not hedges.side_previews
    hedges.drag_sides(tool, "C4 N")
    assert not hedges.steps
    hedges.drag_sides(tool, "C4 S", "C4 N", "C3 N")
    assert hedges.side("C4 N") not in hedges.features()
    assert {hedges.side("C4 S"), hedges.side("C3 N")} <= set(hedges.features())
    assert "hexside.void" not in {it.code for it in validate(hedges.scenario)}
    assert [hexes_beside(board, hedges.side(it)) for it in ("C4 N", "C4 S", "F6 N", "A1 N")] == [0, 1, 2, 1]


def test_a_stroke_may_begin_off_the_board(hedges: ToolDriver) -> None:
    tool = hedges.take(Hexsides)
    off = hedges.board.layout.from_offset(-3, 2)
    start = hedges.side_pointer("A3 N")
    tool.press(type(start)(off, (off,), start.button, start.modifiers, 1))
    assert not hedges.steps
    tool.move(hedges.side_pointer("A3 NE"))
    tool.release(hedges.side_pointer("A3 NE"))
    assert hedges.side("A3 NE") in hedges.features()
    assert all(hexes_beside(hedges.board, side) for side in hedges.features())


# -- refusals -----------------------------------------------------------------------------------------------


def test_a_ruleset_without_features_is_refused_with_a_sentence(workbench: ToolDriver) -> None:
    tool = workbench.take(Hexsides)
    tool.hover(workbench.side_pointer("C4 N", button=Qt.MouseButton.NoButton))
    workbench.drag_sides(tool, "C4 N", "C4 NE")
    assert not workbench.steps
    assert not workbench.side_previews
    assert workbench.refusals == [
        "The ruleset Penance 1.0 has no hexside features. To choose another one, use Board > Change ruleset."
    ]


def test_a_ruleset_that_is_missing_is_refused_with_a_sentence(hedges: ToolDriver) -> None:
    hedges.scenario.ruleset = RulesetReference("no-such-ruleset")
    hedges.drag_sides(hedges.take(Hexsides), "C4 N")
    assert not hedges.steps
    assert "no-such-ruleset cannot be read" in hedges.refusals[0]


def test_a_locked_layer_is_refused_with_a_sentence(hedges: ToolDriver) -> None:
    hedges.state.locked_layers = frozenset(("hexsides",))
    hedges.drag_sides(hedges.take(Hexsides), "C4 N")
    hedges.tool(Hexsides).set_feature(hedges.side("C4 N"), "hedge", present=True)
    assert not hedges.steps
    assert hedges.refusals == ["The hexsides layer is locked. Unlock it in the Layers panel to edit it."] * 2


# -- one side alone, as the inspector does it ---------------------------------------------------------------


def test_a_feature_is_set_with_its_images_as_one_step(hedges: ToolDriver) -> None:
    hedges.state.symmetry = BoardSymmetry.TURN_180
    tool = hedges.take(Hexsides)
    tool.set_feature(hedges.side("C4 N"), "wall", present=True)
    tool.set_feature(hedges.side("C4 N"), "hedge", present=True)
    assert set(hedges.features().values()) == {("hedge", "wall")}
    assert len(hedges.features()) == 2
    tool.set_feature(hedges.side("C4 N"), "wall", present=False)
    assert set(hedges.features().values()) == {("hedge",)}
    tool.set_feature(hedges.side("C4 N"), "wall", present=False)
    assert hedges.step_names == ["Add wall", "Add hedge", "Remove wall"]


def test_features_that_the_ruleset_does_not_know_can_be_taken_away(hedges: ToolDriver) -> None:
    hedges.board.hexsides = {hedges.side("C4 N"): ("moat",)}
    hedges.take(Hexsides).set_feature(hedges.side("C4 N"), "moat", present=False)
    assert not hedges.features()
    assert hedges.step_names == ["Remove moat"]


def test_every_side_of_a_hex_can_be_reached(hedges: ToolDriver) -> None:
    at = hedges.board.parse("D4")
    tool = hedges.take(Hexsides)
    for direction in range(6):
        hedges.drag_sides(tool, f"D4 {hedges.board.layout.direction_name(direction)}")
    assert set(hedges.features()) == set(hexsides(at)) == {hexside(at, it) for it in range(6)}


def test_images_beside_the_board_are_left_out_and_told(make_workbench: WorkbenchMaker) -> None:
    workbench = make_workbench(8, 8, ruleset="hexside-ww2")
    workbench.state.symmetry = BoardSymmetry.TURN_60
    workbench.state.symmetry_centre = workbench.board.parse("B2")
    hexsides = workbench.take(Hexsides)
    told: list[str] = []
    hexsides.remarked.connect(told.append)
    workbench.drag_sides(hexsides, "B6 N")
    assert told == ["Mirror images off the board are left out."]
    assert 1 < len(workbench.features()) < 6
