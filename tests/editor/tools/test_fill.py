from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.core.grid.symmetry import BoardSymmetry
from fairground.editor.tools.terrain_tools import Brush, Fill

if TYPE_CHECKING:
    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker

RIGHT = Qt.MouseButton.RightButton
COLUMN_C = tuple(f"C{row}" for row in range(1, 9))


def test_a_fill_stops_at_other_terrain(workbench: ToolDriver) -> None:
    workbench.drag(workbench.take(Brush), "C1", "C8")
    workbench.state.terrain_first = "rubble"
    workbench.drag(workbench.take(Fill), "A1")
    assert workbench.labels_of("rubble") == {f"{column}{row}" for column in "AB" for row in range(1, 9)}
    assert workbench.labels_of("wall") == set(COLUMN_C)
    assert workbench.document.undo_stack.undoText() == "Fill with rubble"
    workbench.document.undo()
    assert not workbench.labels_of("rubble")


def test_right_fills_with_the_second_terrain(workbench: ToolDriver) -> None:
    workbench.drag(workbench.take(Fill), "A1", button=RIGHT)
    assert len(workbench.labels_of("rubble")) == 64


def test_a_drag_fills_once(workbench: ToolDriver) -> None:
    workbench.drag(workbench.take(Brush), "C1", "C8")
    workbench.state.terrain_first = "rubble"
    workbench.drag(workbench.take(Fill), "A1", "C1", "H8")
    assert workbench.labels_of("wall") == set(COLUMN_C)
    assert len(workbench.labels_of("rubble")) == 16


def test_terrain_is_compared_by_stack_not_by_palette_key(workbench: ToolDriver) -> None:
    workbench.board.palette.append(type(workbench.board.palette[0])("c", ("clear",), source="imported"))
    workbench.board.terrain[:, 2] = 1
    workbench.drag(workbench.take(Fill), "A1")
    assert len(workbench.labels_of("wall")) == 64


def test_with_a_symmetry_the_image_of_the_region_is_filled(workbench: ToolDriver) -> None:
    brush = workbench.take(Brush)
    workbench.drag(brush, "C1", "C8")
    workbench.drag(brush, "F1", "F8")
    workbench.state.symmetry = BoardSymmetry.TURN_180
    workbench.state.terrain_first = "rubble"
    fill = workbench.take(Fill)
    fill.hover(workbench.pointer("A1", button=Qt.MouseButton.NoButton))
    preview = {workbench.board.label(at) for at in workbench.previews[-1]}
    workbench.drag(fill, "A1")
    wanted = {f"{column}{row}" for column in "ABGH" for row in range(1, 9)}
    assert workbench.labels_of("rubble") == preview == wanted


def test_a_click_off_the_board_fills_nothing(workbench: ToolDriver) -> None:
    workbench.drag(workbench.take(Fill), workbench.board.layout.from_offset(-1, 3))
    assert not workbench.steps


def test_the_region_is_found_anew_after_an_undo(workbench: ToolDriver) -> None:
    fill = workbench.take(Fill)
    workbench.drag(workbench.take(Brush), "C1", "C8")
    fill.hover(workbench.pointer("A1", button=Qt.MouseButton.NoButton))
    workbench.document.undo()
    workbench.drag(fill, "A1")
    assert len(workbench.labels_of("wall")) == 64


def test_a_huge_region_previews_the_hex_alone_and_is_filled_whole(make_workbench: WorkbenchMaker) -> None:
    workbench = make_workbench(100, 60)
    fill = workbench.take(Fill)
    fill.hover(workbench.pointer("A1", button=Qt.MouseButton.NoButton))
    assert workbench.previews[-1] == workbench.hexes("A1")
    workbench.drag(fill, "A1")
    assert workbench.board.where_terrain("wall").all()


def test_cancel_takes_the_fill_back(workbench: ToolDriver) -> None:
    fill = workbench.take(Fill)
    workbench.drag(fill, "A1", finish=False)
    fill.cancel()
    assert not workbench.labels_of("wall")
    assert not workbench.steps
