"""Shapes drawn by a drag, and the forms of the brush."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from fairground.core.grid.hexes import Hex, disc, distance, ring
from fairground.core.grid.layout import Layout
from fairground.core.grid.lines import Tie, hex_line, rectangle
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.board import Board
from fairground.editor.tools.effects import Effects
from fairground.editor.tools.elevation import Elevation
from fairground.editor.tools.option_defaults import ElevationMode
from fairground.editor.tools.shapes import DragDrawing, DragShape, bar_length, footprint
from fairground.editor.tools.terrain_tools import Brush, Eraser, Fill

if TYPE_CHECKING:
    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
RIGHT = Qt.MouseButton.RightButton
PLACES = st.tuples(st.integers(-4, 14), st.integers(-4, 14))


@given(layout=st.sampled_from(Layout), one=PLACES, other=PLACES, filled=st.booleans())
def test_shapes_cover_what_the_grid_says(
    layout: Layout, one: tuple[int, int], other: tuple[int, int], *, filled: bool
) -> None:
    board = Board.blank(layout, 9, 11)
    start, end = layout.from_offset(*one), layout.from_offset(*other)
    wanted: dict[DragShape, tuple[Hex, ...]] = {
        DragShape.DISC: (disc if filled else ring)(start, distance(start, end)),
    }
    for shape, hexes in wanted.items():
        assert np.array_equal(DragDrawing(shape, start, end, filled).covers(board), board.mask(hexes))
    drawn = DragDrawing(DragShape.RECTANGLE, start, end, filled).covers(board)
    inside = board.hexes_of(drawn)
    assert inside <= set(rectangle(layout, start, end))
    if filled or (board.contains(start) and board.contains(end)):
        assert np.array_equal(drawn, board.mask(rectangle(layout, start, end, outline=not filled)))


@given(layout=st.sampled_from(Layout), one=PLACES, other=PLACES)
def test_a_line_is_a_hex_line(layout: Layout, one: tuple[int, int], other: tuple[int, int]) -> None:
    board = Board.blank(layout, 9, 11)
    start, end = layout.from_offset(*one), layout.from_offset(*other)
    drawn = DragDrawing(DragShape.LINE, start, end).covers(board)
    ties = [board.mask(hex_line(start, end, tie=tie)) for tie in Tie]
    assert any(np.array_equal(drawn, it) for it in ties)
    assert drawn.sum() == max(it.sum() for it in ties)


def test_a_rectangle_beyond_the_edge_has_its_outline_along_the_edge() -> None:
    board = Board.blank(Layout.ODD_Q, 5, 5)
    drawing = DragDrawing(
        DragShape.RECTANGLE, board.parse("C3"), board.layout.from_offset(9, 9), filled=False
    )
    labels = {board.label(at) for at in board.hexes_of(drawing.covers(board))}
    assert labels == {"C3", "D3", "E3", "C4", "E4", "C5", "D5", "E5"}


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("bar", [0, 1, 2])
def test_a_bar_is_a_row_as_long_as_the_disc_is_wide(layout: Layout, bar: int) -> None:
    board = Board.blank(layout, 11, 11)
    middle = board.layout.from_offset(5, 5)
    found = board.hexes_of(footprint(board, (middle,), radius=2, bar=bar))
    assert len(found) == bar_length(2) == 5
    assert sorted(distance(middle, at) for at in found) == [0, 1, 1, 2, 2]
    one, other = (at for at in found if distance(middle, at) == 2)
    assert distance(one, other) == 4


def test_a_line_is_shown_while_dragging_and_painted_by_the_release(workbench: ToolDriver) -> None:
    workbench.state.shape = DragShape.LINE
    brush = workbench.take(Brush)
    told: list[str] = []
    brush.told.connect(told.append)
    workbench.drag(brush, "A1", "C4", "E1", finish=False)
    assert workbench.steps == 0
    assert told[-1] == "Line, 5 hexes"
    # Along the edge, the line stays on the board.
    assert {workbench.board.label(at) for at in workbench.previews[-1]} == {"A1", "B1", "C1", "D1", "E1"}
    shown = workbench.previews[-1]
    brush.release(workbench.pointer("E1"))
    assert workbench.steps == 1
    assert workbench.board.hexes_of(workbench.board.where_terrain("wall")) == shown
    assert told[-1] == ""
    workbench.document.undo()
    assert not workbench.labels_of("wall")


def test_shift_keeps_a_line_to_the_six_directions(workbench: ToolDriver) -> None:
    workbench.state.shape = DragShape.LINE
    brush = workbench.take(Brush)
    workbench.drag(brush, "A1", "B4", finish=False)
    brush.move(workbench.pointer("B4", modifiers=SHIFT))
    brush.release(workbench.pointer("B4", modifiers=SHIFT))
    assert workbench.labels_of("wall") == {"A1", "A2", "A3", "A4", "A5"}


def test_a_rectangle_and_its_outline(workbench: ToolDriver) -> None:
    workbench.state.shape = DragShape.RECTANGLE
    brush = workbench.take(Brush)
    workbench.drag(brush, "B2", "D4")
    assert workbench.labels_of("wall") == {f"{column}{row}" for column in "BCD" for row in "234"}
    workbench.document.undo()
    workbench.state.filled = False
    workbench.drag(brush, "B2", "D4")
    assert workbench.labels_of("wall") == {f"{column}{row}" for column in "BCD" for row in "234"} - {"C3"}
    assert workbench.steps == 1


def test_a_ring_as_thick_as_the_brush(workbench: ToolDriver) -> None:
    workbench.state.shape, workbench.state.filled, workbench.state.radius = DragShape.DISC, False, 1
    workbench.drag(workbench.take(Brush), "D4", "D2")
    middle = workbench.board.parse("D4")
    far = {distance(middle, at) for at in workbench.board.hexes_of(workbench.board.where_terrain("wall"))}
    assert far == {1, 2, 3}


def test_escape_gives_a_shape_up(workbench: ToolDriver) -> None:
    workbench.state.shape = DragShape.DISC
    brush = workbench.take(Brush)
    workbench.drag(brush, "D4", "D2", finish=False)
    brush.cancel()
    brush.release(workbench.pointer("D2"))
    assert workbench.steps == 0
    assert workbench.previews[-1] == workbench.hexes("D2")


def test_the_other_button_does_not_end_a_shape(workbench: ToolDriver) -> None:
    workbench.state.shape = DragShape.LINE
    brush = workbench.take(Brush)
    workbench.drag(brush, "A1", "A3", finish=False)
    brush.release(workbench.pointer("A3", button=RIGHT))
    assert workbench.steps == 0
    brush.release(workbench.pointer("A3"))
    assert workbench.labels_of("wall") == {"A1", "A2", "A3"}


def test_the_right_button_draws_with_the_second_terrain(workbench: ToolDriver) -> None:
    workbench.state.shape = DragShape.LINE
    workbench.drag(workbench.take(Brush), "A1", "A3", button=RIGHT)
    assert workbench.labels_of("rubble") == {"A1", "A2", "A3"}


def test_a_click_draws_a_single_hex(workbench: ToolDriver) -> None:
    for shape in DragShape:
        workbench.state.shape = shape
        workbench.drag(workbench.take(Brush), "C3")
        assert workbench.labels_of("wall") == {"C3"}
        workbench.document.undo()


def test_shapes_have_images(workbench: ToolDriver) -> None:
    workbench.state.shape, workbench.state.symmetry = DragShape.LINE, BoardSymmetry.TURN_180
    brush = workbench.take(Brush)
    told: list[str] = []
    brush.told.connect(told.append)
    workbench.drag(brush, "A1", "A3")
    assert workbench.labels_of("wall") == {"A1", "A2", "A3", "H8", "H7", "H6"}
    assert "Line, 3 hexes, 6 with mirror images" in told


def test_one_mechanism_draws_for_elevation_eraser_and_effects_too(workbench: ToolDriver) -> None:
    workbench.state.shape, workbench.state.elevation_mode, workbench.state.level = (
        DragShape.RECTANGLE,
        ElevationMode.SET,
        2,
    )
    workbench.drag(workbench.take(Elevation), "A1", "B2")
    assert workbench.raised() == dict.fromkeys(("A1", "A2", "B1", "B2"), 2)
    workbench.drag(workbench.take(Brush), "A1", "B2")
    workbench.drag(workbench.take(Eraser), "A1", "A2")
    assert workbench.labels_of("wall") == {"B1", "B2"}
    assert workbench.steps == 3


def test_effects_are_drawn_in_shapes(make_workbench: WorkbenchMaker) -> None:
    smoky = make_workbench(ruleset="penance-2.0")
    smoky.state.shape, smoky.state.effect = DragShape.DISC, "smoke"
    smoky.drag(smoky.take(Effects), "D4", "D3")
    assert smoky.board.where_effect("smoke").sum() == 7


def test_the_bucket_fills_whatever_shape_is_chosen(workbench: ToolDriver) -> None:
    workbench.state.shape = DragShape.LINE
    workbench.drag(workbench.take(Fill), "A1", "C3")
    assert workbench.board.where_terrain("wall").all()


def test_a_large_shape_is_shown_by_its_rim(make_workbench: WorkbenchMaker) -> None:
    wide = make_workbench(100, 100)
    wide.state.shape = DragShape.RECTANGLE
    brush = wide.take(Brush)
    last = wide.board.layout.from_offset(99, 99)
    wide.drag(brush, "A1", last, finish=False)
    assert len(wide.previews[-1]) == 4 * 99
    brush.release(wide.pointer(last))
    assert wide.board.where_terrain("wall").all()


def test_ctrl_click_still_picks(workbench: ToolDriver) -> None:
    workbench.state.shape = DragShape.LINE
    workbench.drag(workbench.take(Brush), "A1", modifiers=CONTROL)
    assert workbench.state.terrain_first == "clear"
    assert workbench.steps == 0


def test_words_say_how_large_a_shape_is() -> None:
    board = Board.blank(Layout.ODD_R, 9, 9)
    a, b = board.parse("B2"), board.parse("D6")
    assert DragDrawing(DragShape.RECTANGLE, a, b).words(board, 15) == "Rectangle 3 x 5, 15 hexes"
    assert DragDrawing(DragShape.RECTANGLE, a, b, filled=False).words(board, 12) == "Outline 3 x 5, 12 hexes"
    assert DragDrawing(DragShape.DISC, a, board.parse("B3")).words(board, 7) == "Disc, radius 1, 7 hexes"
    assert DragDrawing(DragShape.LINE, a, a).words(board, 1) == "Line, 1 hex"
