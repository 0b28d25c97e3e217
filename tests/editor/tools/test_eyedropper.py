from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

RIGHT = Qt.MouseButton.RightButton
SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_it_picks_terrain_with_both_buttons_and_edits_nothing(workbench: Any) -> None:
    workbench.drag(workbench.take("brush"), "A1")
    workbench.state.terrain_first = "rubble"
    eyedropper = workbench.take("eyedropper")
    workbench.drag(eyedropper, "A1")
    workbench.drag(eyedropper, "B2", button=RIGHT)
    assert (workbench.state.terrain_first, workbench.state.terrain_second) == ("wall", "clear")
    assert workbench.steps == 1


def test_shift_picks_the_level(workbench: Any) -> None:
    workbench.state.level = 3
    workbench.drag(workbench.take("elevation"), "A1")
    workbench.drag(workbench.take("eyedropper"), "A1", modifiers=SHIFT)
    assert workbench.state.level == 1
    assert workbench.state.terrain_first == "wall"


def test_a_drag_goes_on_picking(workbench: Any) -> None:
    workbench.drag(workbench.take("brush"), "C3")
    workbench.state.terrain_first = "rubble"
    workbench.drag(workbench.take("eyedropper"), "A1", "C3")
    assert workbench.state.terrain_first == "wall"


def test_off_the_board_it_picks_nothing(workbench: Any) -> None:
    workbench.drag(workbench.take("eyedropper"), workbench.board.layout.from_offset(-1, -1))
    assert workbench.state.terrain_first == "wall"
