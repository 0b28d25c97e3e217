from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

RIGHT = Qt.MouseButton.RightButton
SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_it_picks_terrain_with_both_buttons_and_edits_nothing(bench: Any) -> None:
    bench.drag(bench.take("brush"), "A1")
    bench.state.terrain_first = "rubble"
    eyedropper = bench.take("eyedropper")
    bench.drag(eyedropper, "A1")
    bench.drag(eyedropper, "B2", button=RIGHT)
    assert (bench.state.terrain_first, bench.state.terrain_second) == ("wall", "clear")
    assert bench.steps == 1


def test_shift_picks_the_level(bench: Any) -> None:
    bench.state.level = 3
    bench.drag(bench.take("elevation"), "A1")
    bench.drag(bench.take("eyedropper"), "A1", modifiers=SHIFT)
    assert bench.state.level == 1
    assert bench.state.terrain_first == "wall"


def test_a_drag_goes_on_picking(bench: Any) -> None:
    bench.drag(bench.take("brush"), "C3")
    bench.state.terrain_first = "rubble"
    bench.drag(bench.take("eyedropper"), "A1", "C3")
    assert bench.state.terrain_first == "wall"


def test_off_the_board_it_picks_nothing(bench: Any) -> None:
    bench.drag(bench.take("eyedropper"), bench.board.layout.from_offset(-1, -1))
    assert bench.state.terrain_first == "wall"
