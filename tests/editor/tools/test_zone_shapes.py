from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from fairground.core.files import to_text
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.board import Board
from fairground.core.scenario.parts import ZoneKind
from fairground.core.scenario.shapes import Columns, Everything, Listed, Painted, Rows, Union, Within, painted
from fairground.core.scenario.zone_text import parse_shape
from fairground.editor.tools.option_defaults import ZoneWay
from fairground.editor.tools.zone_hexes import dragged, joined
from fairground.editor.tools.zones import Zones

if TYPE_CHECKING:
    from fairground.core.scenario.shapes import Shape
    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker

RIGHT = Qt.MouseButton.RightButton
SHIFT = Qt.KeyboardModifier.ShiftModifier
BOARD = Board.blank(Layout.ODD_Q, 9, 7)


def text(workbench: ToolDriver, zone_id: str) -> str:
    return str(next(it for it in workbench.scenario.zones if it.id == zone_id).shape)


@pytest.fixture
def area(workbench: ToolDriver) -> ToolDriver:
    """A bench whose zone tool paints an area of nobody's."""
    workbench.tool(Zones).create("", ZoneKind.AREA)
    return workbench


@pytest.mark.parametrize(
    ("way", "start", "end", "said"),
    [
        (ZoneWay.ROWS, "C3", "E5", "rows 3-5"),
        (ZoneWay.ROWS, "C5", "E3", "rows 3-5"),
        (ZoneWay.ROWS, "C3", "C3", "rows 3"),
        (ZoneWay.COLUMNS, "C3", "E5", "columns 3-5"),
        (ZoneWay.DISC, "C3", "C3", "within 0 of C3"),
        (ZoneWay.DISC, "C3", "C5", "within 2 of C3"),
    ],
)
def test_a_drag_is_written_in_words(area: ToolDriver, way: ZoneWay, start: str, end: str, said: str) -> None:
    area.state.zone_way = way
    area.drag(area.take(Zones), start, "H8", end)
    assert text(area, "area") == said
    assert area.steps == 2
    assert said in to_text(area.scenario)
    area.document.undo()
    assert not text(area, "area")


def test_left_joins_and_right_takes_away(area: ToolDriver) -> None:
    zones = area.take(Zones)
    area.state.zone_way = ZoneWay.ROWS
    area.drag(zones, "A1", "A2")
    area.state.zone_way = ZoneWay.DISC
    area.drag(zones, "E6", "E7")
    assert text(area, "area") == "rows 1-2 | within 1 of E6"
    area.state.zone_way = ZoneWay.COLUMNS
    area.drag(zones, "A1", button=RIGHT)
    assert text(area, "area") == "rows 1-2 | within 1 of E6 - columns 1"
    assert area.document.undo_stack.undoText() == "Remove from area"


def test_stretches_that_meet_become_one(area: ToolDriver) -> None:
    zones = area.take(Zones)
    area.state.zone_way = ZoneWay.ROWS
    area.drag(zones, "A1", "A2")
    area.drag(zones, "A3", "A4")
    assert text(area, "area") == "rows 1-4"
    area.drag(zones, "A4", button=RIGHT)
    assert text(area, "area") == "rows 1-3"
    area.drag(zones, "A1", button=RIGHT)
    assert text(area, "area") == "rows 2-3"
    area.drag(zones, "A1", "A8", button=RIGHT)
    assert not text(area, "area")


def test_shift_takes_the_place_of_what_was(area: ToolDriver) -> None:
    zones = area.take(Zones)
    area.state.zone_way = ZoneWay.ROWS
    area.drag(zones, "A1", "A2")
    area.drag(zones, "A6", modifiers=SHIFT)
    assert text(area, "area") == "rows 6"
    assert area.steps == 3


def test_the_other_side_loses_what_is_added(workbench: ToolDriver) -> None:
    workbench.state.zone_way = ZoneWay.ROWS
    workbench.drag(workbench.take(Zones), "D1")
    assert text(workbench, "p1-start") == "columns 1-2 | rows 1"
    assert text(workbench, "p2-start") == "columns 7-8 - rows 1"
    assert workbench.steps == 1


def test_a_symmetry_gives_the_partner_the_image_in_words(workbench: ToolDriver) -> None:
    workbench.state.symmetry, workbench.state.zone_way = BoardSymmetry.TURN_180, ZoneWay.COLUMNS
    workbench.drag(workbench.take(Zones), "C1")
    assert (text(workbench, "p1-start"), text(workbench, "p2-start")) == ("columns 1-3", "columns 6-8")
    workbench.state.zone_way = ZoneWay.DISC
    workbench.drag(workbench.take(Zones), "D2", "D3", modifiers=SHIFT)
    assert text(workbench, "p1-start") == "within 1 of D2"
    assert text(workbench, "p2-start") == "within 1 of E7"


def test_across_the_axis_each_side_gets_its_part(workbench: ToolDriver) -> None:
    workbench.state.symmetry, workbench.state.zone_way = BoardSymmetry.TURN_180, ZoneWay.COLUMNS
    workbench.drag(workbench.take(Zones), "A1", "E1")
    one, other = (it.shape.mask(workbench.board) for it in workbench.scenario.zones)
    assert not (one & other).any()
    assert one.sum() == other.sum() == 24


def test_the_preview_is_the_shape(workbench: ToolDriver) -> None:
    zones = workbench.take(Zones)
    workbench.state.zone_way = ZoneWay.ROWS
    zones.hover(workbench.pointer("C3", button=Qt.MouseButton.NoButton))
    assert workbench.previews[-1] == workbench.hexes(*(f"{column}3" for column in "ABCDEFGH"))
    workbench.drag(zones, "C3", "C4", finish=False)
    assert len(workbench.previews[-1]) == 16
    zones.cancel()
    assert not workbench.steps


def test_a_drag_back_leaves_what_was(area: ToolDriver) -> None:
    zones = area.take(Zones)
    area.state.zone_way = ZoneWay.ROWS
    area.drag(zones, "A1")
    area.drag(zones, "A1", "A5", "A1")
    assert text(area, "area") == "rows 1"


def test_a_press_off_the_board_does_nothing(area: ToolDriver) -> None:
    for area.state.zone_way in (ZoneWay.ROWS, ZoneWay.COLUMNS, ZoneWay.DISC):
        area.drag(area.take(Zones), area.board.layout.from_offset(-3, 2), "C3")
    assert area.steps == 1


def test_painting_single_hexes_is_told_once_with_what_was(workbench: ToolDriver) -> None:
    zones = workbench.take(Zones)
    told: list[str] = []
    zones.remarked.connect(told.append)
    workbench.drag(zones, "C1", "C3")
    assert len(told) == 1
    assert told[0].startswith('Player 1\'s zone was "columns 1-2" and is now a list of 17 hexes. ')


@pytest.mark.parametrize("layout", Layout)
def test_rows_end_with_the_board(make_workbench: WorkbenchMaker, layout: Layout) -> None:
    board = make_workbench(8, 6, layout=layout).board
    start, far = board.parse("B2"), board.layout.from_offset(40, 40)
    assert dragged(ZoneWay.ROWS, board, start, far) == Rows(2, 6)
    assert dragged(ZoneWay.COLUMNS, board, start, far) == Columns(2, 8)
    assert dragged(ZoneWay.DISC, board, start, far) == Within(8, "B2")
    assert dragged(ZoneWay.DISC, board, far, start) is None


parts = st.one_of(
    st.tuples(st.integers(1, 7), st.integers(1, 7)).map(lambda it: Rows(min(it), max(it))),
    st.tuples(st.integers(1, 9), st.integers(1, 9)).map(lambda it: Columns(min(it), max(it))),
    st.builds(Within, st.integers(0, 4), st.sampled_from(["A1", "C4", "I7", "E2"])),
    st.just(Everything()),
)
firsts = st.one_of(
    parts,
    st.just(Listed(())),
    st.just(Listed(("A1", "B2"))),
    st.just(painted(np.eye(7, 9, dtype=np.bool_))),
    st.builds(Union, parts, parts),
)


@given(first=firsts, steps=st.lists(st.tuples(parts, st.booleans()), max_size=6))
def test_joined_shapes_have_the_hexes_and_can_be_said(first: Shape, steps: list[tuple[Shape, bool]]) -> None:
    shape, mask = first, first.mask(BOARD)
    for part, add in steps:
        shape = joined(shape, part, BOARD, add=add)
        mask = mask | part.mask(BOARD) if add else mask & ~part.mask(BOARD)
        assert np.array_equal(shape.mask(BOARD), mask)
        if not isinstance(shape, Painted) and str(shape):
            assert parse_shape(str(shape)) == shape


def test_more_parts_than_files_may_have_become_hexes() -> None:
    shape: Shape = Listed(())
    for number in range(150):
        shape = joined(shape, Within(0, "ACEGI"[number % 5] + str(number % 7 + 1)), BOARD, add=True)
        shape = joined(shape, Rows(number % 7 + 1, number % 7 + 1), BOARD, add=False)
        assert str(shape) == "" or isinstance(shape, Painted) or parse_shape(str(shape)) == shape
