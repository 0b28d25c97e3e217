from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from fairground.core.grid.symmetry import BoardSymmetry
from fairground.editor.tools.elevation import Elevation
from fairground.editor.tools.option_defaults import ElevationMode

if TYPE_CHECKING:
    from tests.editor.tools.conftest import ToolDriver

RIGHT = Qt.MouseButton.RightButton
CONTROL = Qt.KeyboardModifier.ControlModifier


def test_a_stroke_raises_each_hex_once(workbench: ToolDriver) -> None:
    workbench.state.radius = 1
    elevation = workbench.take(Elevation)
    workbench.drag(elevation, "C3", "C5", "C3", "D4")
    assert set(workbench.raised().values()) == {1}
    assert workbench.steps == 1
    workbench.drag(elevation, "C3")
    assert workbench.raised()["C3"] == 2
    assert workbench.raised()["C6"] == 1


def test_the_right_button_does_the_opposite(workbench: ToolDriver) -> None:
    elevation = workbench.take(Elevation)
    workbench.drag(elevation, "A1", "A3")
    workbench.drag(elevation, "A1", button=RIGHT)
    assert workbench.raised() == {"A2": 1, "A3": 1}
    workbench.state.elevation_mode = ElevationMode.LOWER
    workbench.drag(elevation, "A2")
    workbench.drag(elevation, "A3", button=RIGHT)
    assert workbench.raised() == {"A3": 2}


def test_set_gives_the_level_and_right_level_zero(workbench: ToolDriver) -> None:
    workbench.state.elevation_mode, workbench.state.level = ElevationMode.SET, 3
    elevation = workbench.take(Elevation)
    workbench.drag(elevation, "A1", "A2")
    workbench.drag(elevation, "A2", button=RIGHT)
    assert workbench.raised() == {"A1": 3}
    assert workbench.document.undo_stack.undoText() == "Set level 0"


def test_levels_stay_within_the_ruleset(workbench: ToolDriver) -> None:
    elevation = workbench.take(Elevation)
    highest = workbench.scenario.rules.levels.max
    for _ in range(highest + 2):
        workbench.drag(elevation, "A1")
    assert workbench.raised() == {"A1": highest}
    assert workbench.steps == highest
    workbench.drag(elevation, "B1", button=RIGHT)
    assert workbench.raised() == {"A1": highest}


def test_a_level_beyond_the_bound_is_not_brought_back_by_raising(workbench: ToolDriver) -> None:
    workbench.board.elevation[0, 0] = 9
    workbench.drag(workbench.take(Elevation), "A1", "B1")
    assert workbench.raised() == {"A1": 9, "B1": 1}


def test_a_level_that_the_ruleset_lacks_is_refused_with_a_sentence(workbench: ToolDriver) -> None:
    workbench.state.elevation_mode, workbench.state.level = ElevationMode.SET, 7
    elevation = workbench.take(Elevation)
    workbench.drag(elevation, "A1")
    assert not workbench.steps
    assert workbench.refusals == ["The ruleset Penance 1.0 has levels 0 to 3; 7 is out of range."]
    workbench.drag(elevation, "A1", button=RIGHT)
    assert len(workbench.refusals) == 1


@pytest.mark.parametrize("mode", ElevationMode)
def test_the_partner_moves_too_and_once(workbench: ToolDriver, mode: ElevationMode) -> None:
    workbench.board.elevation[:] = 1
    workbench.state.elevation_mode, workbench.state.level, workbench.state.symmetry = (
        mode,
        2,
        BoardSymmetry.TURN_180,
    )
    workbench.drag(workbench.take(Elevation), "A1", "H8", "A1")
    changed = {at for at in workbench.board.hexes() if workbench.board.level_at(at) != 1}
    assert {workbench.board.level_at(at) for at in changed} == {0 if mode is ElevationMode.LOWER else 2}
    assert workbench.hexes("A1", "H8") <= changed


def test_ctrl_click_picks_the_level(workbench: ToolDriver) -> None:
    workbench.board.elevation[2, 2] = 2
    workbench.drag(workbench.take(Elevation), "C3", modifiers=CONTROL)
    assert workbench.state.level == 2
    assert not workbench.steps


def test_a_flood_moves_all_of_a_level_that_hangs_together(workbench: ToolDriver) -> None:
    workbench.board.elevation[:, 3] = 1
    workbench.state.level_flood = True
    elevation = workbench.take(Elevation)
    workbench.drag(elevation, "A1", "F6")
    left = {f"{column}{row}" for column in "ABC" for row in range(1, 9)}
    assert set(workbench.raised()) == left | {f"D{row}" for row in range(1, 9)}
    assert workbench.steps == 1
    # Now the level there hangs together with the ridge.
    elevation.hover(workbench.pointer("A1"))
    assert len(workbench.previews[-1]) == 32
    workbench.state.elevation_mode, workbench.state.level = ElevationMode.SET, 3
    workbench.drag(elevation, "H1")
    assert {workbench.raised()[f"{column}5"] for column in "EFGH"} == {3}
    workbench.drag(elevation, "H1", button=RIGHT)
    assert set(workbench.raised().values()) == {1}


def test_a_flood_takes_images_along(workbench: ToolDriver) -> None:
    workbench.board.elevation[0, 0] = 1
    workbench.state.level_flood, workbench.state.symmetry = True, BoardSymmetry.TURN_180
    workbench.drag(workbench.take(Elevation), "A1")
    assert workbench.raised() == {"A1": 2, "H8": 1}
