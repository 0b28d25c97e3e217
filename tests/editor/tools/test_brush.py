"""The brush, and with it what all tools that paint by strokes have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from fairground.core.files import to_text
from fairground.core.grid.hexes import Hex, disc
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry, board_symmetry
from fairground.core.scenario.board import PaletteEntry
from fairground.editor.document.patches import FieldPatch
from fairground.editor.tools.option_defaults import Stacking
from fairground.editor.tools.terrain_tools import Brush, Fill

if TYPE_CHECKING:
    from pathlib import Path

    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker

RIGHT = Qt.MouseButton.RightButton
CONTROL = Qt.KeyboardModifier.ControlModifier


def test_left_and_right_button_paint_the_two_terrains(workbench: ToolDriver) -> None:
    brush = workbench.take(Brush)
    workbench.drag(brush, "B2")
    workbench.drag(brush, "C3", button=RIGHT)
    assert workbench.labels_of("wall") == {"B2"}
    assert workbench.labels_of("rubble") == {"C3"}
    assert [workbench.document.undo_stack.text(step) for step in range(2)] == ["Paint wall", "Paint rubble"]


@pytest.mark.parametrize(("radius", "count"), [(0, 1), (1, 7), (2, 19), (3, 37)])
def test_a_radius_paints_a_disc(make_workbench: WorkbenchMaker, radius: int, count: int) -> None:
    workbench = make_workbench(16, 16)
    workbench.state.radius = radius
    workbench.drag(workbench.take(Brush), "H8")
    assert workbench.board.hexes_of(workbench.board.where_terrain("wall")) == set(
        disc(workbench.board.parse("H8"), radius)
    )
    assert len(workbench.labels_of("wall")) == count


def test_a_fast_drag_leaves_no_gap_and_is_one_step(workbench: ToolDriver) -> None:
    before = to_text(workbench.scenario)
    workbench.drag(workbench.take(Brush), "A1", "A6", "E6")
    assert workbench.labels_of("wall") >= {"A1", "A2", "A3", "A4", "A5", "A6", "E6"}
    assert len(workbench.labels_of("wall")) == 10
    assert workbench.steps == 1
    painted = to_text(workbench.scenario)
    workbench.document.undo()
    assert to_text(workbench.scenario) == before
    workbench.document.redo()
    assert to_text(workbench.scenario) == painted


def test_painting_what_is_there_is_no_step(workbench: ToolDriver) -> None:
    workbench.state.terrain_first = "clear"
    workbench.drag(workbench.take(Brush), "A1", "H8")
    assert workbench.steps == 0
    assert not workbench.document.is_dirty


def test_the_part_of_a_disc_on_the_board_is_painted(workbench: ToolDriver) -> None:
    workbench.state.radius = 1
    off = workbench.board.layout.from_offset(-1, 0)
    workbench.drag(workbench.take(Brush), off)
    assert workbench.labels_of("wall") == {"A1", "A2"}
    workbench.drag(workbench.take(Brush), workbench.board.layout.from_offset(-5, 40))
    assert workbench.steps == 1


def test_void_hexes_can_be_painted(workbench: ToolDriver) -> None:
    brush = workbench.take(Brush)
    workbench.state.terrain_first = "void"
    workbench.drag(brush, "A1", "A3")
    workbench.state.terrain_first = "wall"
    workbench.drag(brush, "A2")
    assert workbench.labels_of("void") == {"A1", "A3"}
    assert workbench.labels_of("wall") == {"A2"}


def test_a_symmetry_paints_the_partner_too(workbench: ToolDriver) -> None:
    workbench.state.symmetry = BoardSymmetry.TURN_180
    workbench.drag(workbench.take(Brush), "A1", "A2")
    assert workbench.labels_of("wall") == {"A1", "A2", "H8", "H7"}
    assert workbench.steps == 1


def test_a_board_without_the_symmetry_is_refused_with_a_sentence(make_workbench: WorkbenchMaker) -> None:
    workbench = make_workbench(15, 17)
    workbench.state.symmetry = BoardSymmetry.TURN_180
    brush = workbench.take(Brush)
    brush.hover(workbench.pointer("C3", button=Qt.MouseButton.NoButton))
    workbench.drag(brush, "A1", "B2")
    assert workbench.steps == 0
    assert len(workbench.refusals) == 1
    assert "15x17" in workbench.refusals[0]
    assert "even" in workbench.refusals[0]
    assert not workbench.previews


def test_a_locked_layer_is_refused_with_a_sentence(workbench: ToolDriver) -> None:
    workbench.state.locked_layers = frozenset(("terrain",))
    workbench.drag(workbench.take(Brush), "A1", "B2")
    assert workbench.steps == 0
    assert workbench.refusals == ["The terrain layer is locked. Unlock it in the Layers panel to edit it."]
    workbench.state.locked_layers = frozenset(("elevation", "zones"))
    workbench.drag(workbench.take(Brush), "A1")
    assert workbench.steps == 1


def test_ctrl_click_picks_instead_of_painting(workbench: ToolDriver) -> None:
    brush = workbench.take(Brush)
    workbench.drag(brush, "A1")
    workbench.drag(brush, "B1", button=RIGHT)
    workbench.drag(brush, "B1", modifiers=CONTROL)
    workbench.drag(brush, "A1", button=RIGHT, modifiers=CONTROL)
    assert (workbench.state.terrain_first, workbench.state.terrain_second) == ("rubble", "wall")
    assert workbench.steps == 2
    workbench.drag(brush, workbench.board.layout.from_offset(20, 20), modifiers=CONTROL)
    assert workbench.state.terrain_first == "rubble"


def test_a_picked_stack_is_painted_whole(workbench: ToolDriver) -> None:
    brush = workbench.take(Brush)
    palette = workbench.board.palette
    index, patches = (
        1,
        [FieldPatch("board.palette", palette, [*palette, type(palette[0])("b", ("rubble", "wall"))])],
    )
    workbench.document.edit("stack", patches)
    workbench.board.terrain[0, 0] = index
    workbench.drag(brush, "A1", modifiers=CONTROL)
    assert workbench.state.terrain_first == "wall"
    workbench.drag(brush, "D4")
    assert workbench.board.terrain_at(workbench.board.parse("D4")) == ("rubble", "wall")
    assert len(workbench.board.palette) == 2


def test_cancel_takes_the_stroke_back_and_leaves_no_step(workbench: ToolDriver) -> None:
    brush = workbench.take(Brush)
    workbench.drag(brush, "H1")
    before = to_text(workbench.scenario)
    workbench.drag(brush, "A1", "D4", "A7", finish=False)
    assert workbench.steps == 2
    brush.cancel()
    assert to_text(workbench.scenario) == before
    assert workbench.steps == 1
    brush.move(workbench.pointer("E5", "A7"))
    brush.release(workbench.pointer("E5"))
    assert to_text(workbench.scenario) == before
    assert workbench.document.undo_stack.undoText() == "Paint wall"


def test_cancel_without_a_stroke_does_nothing(workbench: ToolDriver) -> None:
    brush = workbench.take(Brush)
    workbench.drag(brush, "H1")
    brush.cancel()
    assert workbench.labels_of("wall") == {"H1"}
    assert workbench.steps == 1


def test_a_cancelled_stroke_on_a_saved_document_leaves_it_clean(
    workbench: ToolDriver, tmp_path: Path
) -> None:
    brush = workbench.take(Brush)
    workbench.drag(brush, "H1")
    workbench.document.save(tmp_path / "a.yaml")
    workbench.drag(brush, "A1", "D4", finish=False)
    assert workbench.document.is_dirty
    brush.cancel()
    assert not workbench.document.is_dirty


def test_a_second_button_during_a_stroke_does_nothing(workbench: ToolDriver) -> None:
    brush = workbench.take(Brush)
    workbench.drag(brush, "A1", "A2", finish=False)
    brush.press(workbench.pointer("A2", button=RIGHT))
    brush.move(workbench.pointer("A3", "A2", button=RIGHT))
    brush.release(workbench.pointer("A3", button=RIGHT))
    brush.move(workbench.pointer("A4", "A3"))
    brush.release(workbench.pointer("A4"))
    assert workbench.labels_of("wall") == {"A1", "A2", "A3", "A4"}
    assert not workbench.labels_of("rubble")
    assert workbench.steps == 1


def test_another_tool_or_document_ends_the_stroke(make_workbench: WorkbenchMaker) -> None:
    workbench, other = make_workbench(), make_workbench()
    brush = workbench.take(Brush)
    workbench.drag(brush, "A1", finish=False)
    brush.deactivate()
    brush.move(workbench.pointer("A5", "A1"))
    assert workbench.labels_of("wall") == {"A1"}
    brush.activate()
    workbench.drag(brush, "B1", finish=False)
    workbench.state.document = other.document
    brush.move(workbench.pointer("B5", "B1"))
    brush.cancel()
    assert not other.labels_of("wall")


def test_two_strokes_are_two_steps(workbench: ToolDriver) -> None:
    brush = workbench.take(Brush)
    workbench.drag(brush, "A1", "A2")
    workbench.drag(brush, "A3", "A4")
    assert workbench.steps == 2
    workbench.document.undo()
    assert workbench.labels_of("wall") == {"A1", "A2"}


def test_the_preview_follows_pointer_and_options(workbench: ToolDriver) -> None:
    brush = workbench.take(Brush)
    brush.hover(workbench.pointer("C3", button=Qt.MouseButton.NoButton))
    assert workbench.previews[-1] == workbench.hexes("C3")
    workbench.state.radius = 1
    assert workbench.previews[-1] == set(disc(workbench.board.parse("C3"), 1))
    workbench.state.locked_layers = frozenset(("terrain",))
    assert not workbench.previews[-1]
    workbench.state.locked_layers = frozenset()
    brush.hover(None)
    assert not workbench.previews[-1]


@given(
    columns=st.integers(1, 9),
    rows=st.integers(1, 9),
    layout=st.sampled_from(Layout),
    kind=st.none() | st.sampled_from(BoardSymmetry),
    radius=st.integers(0, 4),
    at=st.builds(Hex, st.integers(-2, 10), st.integers(-6, 10)),
)
def test_the_preview_is_what_a_click_changes(
    make_workbench: WorkbenchMaker,
    columns: int,
    rows: int,
    layout: Layout,
    kind: BoardSymmetry | None,
    radius: int,
    at: Hex,
) -> None:
    workbench = make_workbench(columns, rows, layout=layout)
    workbench.state.radius, workbench.state.symmetry = radius, kind
    brush = workbench.take(Brush)
    brush.hover(workbench.pointer(at, button=Qt.MouseButton.NoButton))
    preview = workbench.previews[-1] if workbench.previews else frozenset()
    workbench.drag(brush, at)
    changed = workbench.board.hexes_of(workbench.board.where_terrain("wall"))
    assert changed == preview
    own = {it for it in disc(at, radius) if workbench.board.contains(it)}
    symmetry = board_symmetry(kind, layout, columns, rows) if kind else None
    if kind and not symmetry:
        assert workbench.refusals
        assert not changed
    elif symmetry:
        assert own <= changed
        assert {symmetry(it) for it in changed} == changed
    else:
        assert changed == own


# -- on top -------------------------------------------------------------------------------------------------


@pytest.fixture
def stacks(make_workbench: WorkbenchMaker) -> ToolDriver:
    """A bench whose left button puts roads on top; B2 to B4 are woods."""
    workbench = make_workbench(ruleset="hexside-ww2")
    workbench.state.terrain_first = "woods"
    workbench.drag(workbench.take(Brush), "B2", "B4")
    workbench.state.terrain_first, workbench.state.stacking = "road", Stacking.ON_TOP
    return workbench


def stack(workbench: ToolDriver, label: str) -> tuple[str, ...]:
    found: tuple[str, ...] = workbench.board.terrain_at(workbench.board.parse(label))
    return found


def test_on_top_of_terrain_the_rest_stays_and_clear_ground_gives_way(stacks: ToolDriver) -> None:
    brush = stacks.tool(Brush)
    stacks.drag(brush, "B1", "B3")
    assert [stack(stacks, it) for it in ("B1", "B2", "B3", "B4")] == [
        ("road",),
        ("woods", "road"),
        ("woods", "road"),
        ("woods",),
    ]
    assert stacks.step_names == ["Paint woods", "Add road"]
    stacks.drag(brush, "B2")
    assert stacks.steps == 2, "once is enough"
    stacks.document.undo()
    assert stack(stacks, "B2") == ("woods",)


def test_on_top_the_right_button_takes_that_terrain_alone(stacks: ToolDriver) -> None:
    brush = stacks.tool(Brush)
    stacks.drag(brush, "B1", "B3")
    stacks.state.terrain_second = "jungle"
    stacks.drag(brush, "B1", "B4", button=RIGHT)
    assert [stack(stacks, it) for it in ("B1", "B2", "B3", "B4")] == [("clear",), *[("woods",)] * 3]
    assert stacks.step_names[-1] == "Remove road"
    stacks.drag(brush, "B1", "B4", button=RIGHT)
    assert stacks.steps == 3


def test_a_stack_that_was_picked_is_put_on_top_kind_by_kind(stacks: ToolDriver) -> None:
    brush = stacks.tool(Brush)
    stacks.drag(brush, "B2")
    stacks.drag(brush, "B2", modifiers=CONTROL)
    assert stacks.state.stack_first == ("woods", "road")
    stacks.drag(brush, "B3", "B4")
    assert stack(stacks, "B4") == ("woods", "road")
    stacks.state.terrain_first = "building"
    stacks.drag(brush, "D4")
    stacks.state.stack_first = ("woods", "road")
    stacks.drag(brush, "D4")
    assert stack(stacks, "D4") == ("building", "woods", "road")


def test_clear_ground_and_void_replace_all_the_same(stacks: ToolDriver) -> None:
    brush = stacks.tool(Brush)
    stacks.state.terrain_first = "clear"
    stacks.drag(brush, "B2")
    stacks.state.terrain_first = "void"
    stacks.drag(brush, "B3")
    assert (stack(stacks, "B2"), stack(stacks, "B3")) == (("clear",), ("void",))
    stacks.state.terrain_first = "road"
    stacks.drag(brush, "B3")
    assert stack(stacks, "B3") == ("void",), "there is nothing that it could lie on"
    assert stacks.refusals == [
        "Void hexes have no ground to add to. Paint terrain there first, with Replace."
    ]


def test_what_an_import_left_on_a_hex_stays_with_it_on_top(stacks: ToolDriver) -> None:
    board = stacks.board
    board.palette = [*board.palette, PaletteEntry("i", ("woods",), "woods:1;fluff:3")]
    board.terrain[board.cell(board.parse("D4"))] = len(board.palette) - 1
    brush = stacks.tool(Brush)
    stacks.drag(brush, "D4")
    entry = stacks.board.palette[stacks.board.terrain[board.cell(board.parse("D4"))]]
    assert (entry.kinds, entry.source) == (("woods", "road"), "woods:1;fluff:3")
    assert stack(stacks, "B2") == ("woods",)
    stacks.drag(brush, "D4", button=RIGHT)
    assert stacks.board.palette[stacks.board.terrain[board.cell(board.parse("D4"))]].key == "i"


def test_a_symmetry_goes_on_top_of_whatever_lies_there(stacks: ToolDriver) -> None:
    stacks.state.symmetry = BoardSymmetry.TURN_180
    stacks.drag(stacks.tool(Brush), "B3")
    assert (stack(stacks, "B3"), stack(stacks, "G6")) == (("woods", "road"), ("road",))


def test_details_are_added_and_never_replace(make_workbench: WorkbenchMaker) -> None:
    workbench = make_workbench(ruleset="megamek")
    rules = workbench.scenario.rules
    detail = next(name for name, it in rules.terrain.items() if it.detail)
    plain = next(
        name for name, it in rules.terrain.items() if not it.detail and name not in ("clear", "void")
    )
    workbench.state.terrain_first = plain
    brush = workbench.take(Brush)
    workbench.drag(brush, "B2")
    workbench.state.terrain_first = workbench.state.terrain_second = detail
    workbench.drag(brush, "B2")
    workbench.drag(brush, "B3", button=RIGHT)
    assert workbench.state.stacking is Stacking.REPLACE
    assert (stack(workbench, "B2"), stack(workbench, "B3")) == ((plain, detail), ("clear", detail))
    workbench.state.stacking = Stacking.ON_TOP
    workbench.drag(brush, "B2", button=RIGHT)
    assert stack(workbench, "B2") == (plain,)
    workbench.drag(brush, "B2")
    workbench.state.terrain_first = plain
    workbench.drag(brush, "B2", button=RIGHT)
    assert stack(workbench, "B2") == ("clear", detail), "a detail never stands alone"
    workbench.drag(brush, "B3")
    assert stack(workbench, "B3")[-1] == plain
    workbench.state.stacking = Stacking.REPLACE
    workbench.state.stack_first = (plain, detail)
    workbench.drag(brush, "C3")
    assert stack(workbench, "C3") == (plain, detail)
    workbench.state.terrain_first = detail
    workbench.drag(workbench.take(Fill), "F6")
    assert stack(workbench, "F6") == ("clear", detail)
