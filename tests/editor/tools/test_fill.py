from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from fairground.core.grid.symmetry import BoardSymmetry

if TYPE_CHECKING:
    from collections.abc import Callable

RIGHT = Qt.MouseButton.RightButton
COLUMN_C = tuple(f"C{row}" for row in range(1, 9))


def test_a_fill_stops_at_other_terrain(bench: Any) -> None:
    bench.drag(bench.take("brush"), "C1", "C8")
    bench.state.terrain_first = "rubble"
    bench.drag(bench.take("fill"), "A1")
    assert bench.labels_of("rubble") == {f"{column}{row}" for column in "AB" for row in range(1, 9)}
    assert bench.labels_of("wall") == set(COLUMN_C)
    assert bench.document.undo_stack.undoText() == "Fill with rubble"
    bench.document.undo()
    assert not bench.labels_of("rubble")


def test_right_fills_with_the_second_terrain(bench: Any) -> None:
    bench.drag(bench.take("fill"), "A1", button=RIGHT)
    assert len(bench.labels_of("rubble")) == 64


def test_a_drag_fills_once(bench: Any) -> None:
    bench.drag(bench.take("brush"), "C1", "C8")
    bench.state.terrain_first = "rubble"
    bench.drag(bench.take("fill"), "A1", "C1", "H8")
    assert bench.labels_of("wall") == set(COLUMN_C)
    assert len(bench.labels_of("rubble")) == 16


def test_terrain_is_compared_by_stack_not_by_palette_key(bench: Any) -> None:
    bench.board.palette.append(type(bench.board.palette[0])("c", ("clear",), source="imported"))
    bench.board.terrain[:, 2] = 1
    bench.drag(bench.take("fill"), "A1")
    assert len(bench.labels_of("wall")) == 64


def test_with_a_symmetry_the_image_of_the_region_is_filled(bench: Any) -> None:
    brush = bench.take("brush")
    bench.drag(brush, "C1", "C8")
    bench.drag(brush, "F1", "F8")
    bench.state.symmetry = BoardSymmetry.TURN_180
    bench.state.terrain_first = "rubble"
    fill = bench.take("fill")
    fill.hover(bench.pointer("A1", button=Qt.MouseButton.NoButton))
    preview = {bench.board.label(at) for at in bench.previews[-1]}
    bench.drag(fill, "A1")
    wanted = {f"{column}{row}" for column in "ABGH" for row in range(1, 9)}
    assert bench.labels_of("rubble") == preview == wanted


def test_a_click_off_the_board_fills_nothing(bench: Any) -> None:
    bench.drag(bench.take("fill"), bench.board.layout.from_offset(-1, 3))
    assert not bench.steps


def test_the_region_is_found_anew_after_an_undo(bench: Any) -> None:
    fill = bench.take("fill")
    bench.drag(bench.take("brush"), "C1", "C8")
    fill.hover(bench.pointer("A1", button=Qt.MouseButton.NoButton))
    bench.document.undo()
    bench.drag(fill, "A1")
    assert len(bench.labels_of("wall")) == 64


def test_a_huge_region_previews_the_hex_alone_and_is_filled_whole(make_bench: Callable[..., Any]) -> None:
    bench = make_bench(100, 60)
    fill = bench.take("fill")
    fill.hover(bench.pointer("A1", button=Qt.MouseButton.NoButton))
    assert bench.previews[-1] == bench.hexes("A1")
    bench.drag(fill, "A1")
    assert bench.board.where_terrain("wall").all()


def test_cancel_takes_the_fill_back(bench: Any) -> None:
    fill = bench.take("fill")
    bench.drag(fill, "A1", finish=False)
    fill.cancel()
    assert not bench.labels_of("wall")
    assert not bench.steps
