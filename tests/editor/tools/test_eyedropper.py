from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.editor.tools.elevation import Elevation
from fairground.editor.tools.terrain_tools import Brush, Eyedropper

if TYPE_CHECKING:
    from tests.editor.tools.conftest import ToolDriver

RIGHT = Qt.MouseButton.RightButton
SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_it_picks_terrain_with_both_buttons_and_edits_nothing(workbench: ToolDriver) -> None:
    workbench.drag(workbench.take(Brush), "A1")
    workbench.state.terrain_first = "rubble"
    eyedropper = workbench.take(Eyedropper)
    workbench.drag(eyedropper, "A1")
    workbench.drag(eyedropper, "B2", button=RIGHT)
    assert (workbench.state.terrain_first, workbench.state.terrain_second) == ("wall", "clear")
    assert workbench.steps == 1


def test_shift_picks_the_level(workbench: ToolDriver) -> None:
    workbench.state.level = 3
    workbench.drag(workbench.take(Elevation), "A1")
    workbench.drag(workbench.take(Eyedropper), "A1", modifiers=SHIFT)
    assert workbench.state.level == 1
    assert workbench.state.terrain_first == "wall"


def test_a_drag_goes_on_picking(workbench: ToolDriver) -> None:
    workbench.drag(workbench.take(Brush), "C3")
    workbench.state.terrain_first = "rubble"
    workbench.drag(workbench.take(Eyedropper), "A1", "C3")
    assert workbench.state.terrain_first == "wall"


def test_off_the_board_it_picks_nothing(workbench: ToolDriver) -> None:
    workbench.drag(workbench.take(Eyedropper), workbench.board.layout.from_offset(-1, -1))
    assert workbench.state.terrain_first == "wall"
