from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from fairground.core.grid.symmetry import BoardSymmetry
from fairground.editor.tools.state import ElevationMode

RIGHT = Qt.MouseButton.RightButton
CONTROL = Qt.KeyboardModifier.ControlModifier


def test_a_stroke_raises_each_hex_once(bench: Any) -> None:
    bench.state.radius = 1
    elevation = bench.take("elevation")
    bench.drag(elevation, "C3", "C5", "C3", "D4")
    assert set(bench.raised().values()) == {1}
    assert bench.steps == 1
    bench.drag(elevation, "C3")
    assert bench.raised()["C3"] == 2
    assert bench.raised()["C6"] == 1


def test_the_right_button_does_the_opposite(bench: Any) -> None:
    elevation = bench.take("elevation")
    bench.drag(elevation, "A1", "A3")
    bench.drag(elevation, "A1", button=RIGHT)
    assert bench.raised() == {"A2": 1, "A3": 1}
    bench.state.elevation_mode = ElevationMode.LOWER
    bench.drag(elevation, "A2")
    bench.drag(elevation, "A3", button=RIGHT)
    assert bench.raised() == {"A3": 2}


def test_set_gives_the_level_and_right_level_zero(bench: Any) -> None:
    bench.state.elevation_mode, bench.state.level = ElevationMode.SET, 3
    elevation = bench.take("elevation")
    bench.drag(elevation, "A1", "A2")
    bench.drag(elevation, "A2", button=RIGHT)
    assert bench.raised() == {"A1": 3}
    assert bench.document.undo_stack.undoText() == "Set level 0"


def test_levels_stay_within_the_ruleset(bench: Any) -> None:
    elevation = bench.take("elevation")
    highest = bench.scenario.rules.levels.max
    for _ in range(highest + 2):
        bench.drag(elevation, "A1")
    assert bench.raised() == {"A1": highest}
    assert bench.steps == highest
    bench.drag(elevation, "B1", button=RIGHT)
    assert bench.raised() == {"A1": highest}


def test_a_level_beyond_the_bound_is_not_brought_back_by_raising(bench: Any) -> None:
    bench.board.elevation[0, 0] = 9
    bench.drag(bench.take("elevation"), "A1", "B1")
    assert bench.raised() == {"A1": 9, "B1": 1}


def test_a_level_that_the_ruleset_lacks_is_refused_with_a_sentence(bench: Any) -> None:
    bench.state.elevation_mode, bench.state.level = ElevationMode.SET, 7
    elevation = bench.take("elevation")
    bench.drag(elevation, "A1")
    assert not bench.steps
    assert bench.refusals == ["Levels go from 0 to 3 in penance-1.0; 7 is none of them."]
    bench.drag(elevation, "A1", button=RIGHT)
    assert len(bench.refusals) == 1


@pytest.mark.parametrize("mode", ElevationMode)
def test_the_partner_moves_too_and_once(bench: Any, mode: ElevationMode) -> None:
    bench.board.elevation[:] = 1
    bench.state.elevation_mode, bench.state.level, bench.state.symmetry = mode, 2, BoardSymmetry.TURN_180
    bench.drag(bench.take("elevation"), "A1", "H8", "A1")
    changed = {at for at in bench.board.hexes() if bench.board.level_at(at) != 1}
    assert {bench.board.level_at(at) for at in changed} == {0 if mode is ElevationMode.LOWER else 2}
    assert bench.hexes("A1", "H8") <= changed


def test_ctrl_click_picks_the_level(bench: Any) -> None:
    bench.board.elevation[2, 2] = 2
    bench.drag(bench.take("elevation"), "C3", modifiers=CONTROL)
    assert bench.state.level == 2
    assert not bench.steps


def test_a_flood_moves_all_of_a_level_that_hangs_together(bench: Any) -> None:
    bench.board.elevation[:, 3] = 1
    bench.state.level_flood = True
    elevation = bench.take("elevation")
    bench.drag(elevation, "A1", "F6")
    left = {f"{column}{row}" for column in "ABC" for row in range(1, 9)}
    assert set(bench.raised()) == left | {f"D{row}" for row in range(1, 9)}
    assert bench.steps == 1
    # Now the level there hangs together with the ridge.
    elevation.hover(bench.pointer("A1"))
    assert len(bench.previews[-1]) == 32
    bench.state.elevation_mode, bench.state.level = ElevationMode.SET, 3
    bench.drag(elevation, "H1")
    assert {bench.raised()[f"{column}5"] for column in "EFGH"} == {3}
    bench.drag(elevation, "H1", button=RIGHT)
    assert set(bench.raised().values()) == {1}


def test_a_flood_takes_images_along(bench: Any) -> None:
    bench.board.elevation[0, 0] = 1
    bench.state.level_flood, bench.state.symmetry = True, BoardSymmetry.TURN_180
    bench.drag(bench.take("elevation"), "A1")
    assert bench.raised() == {"A1": 2, "H8": 1}
