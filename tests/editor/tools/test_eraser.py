from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from fairground.core.grid.symmetry import BoardSymmetry
from fairground.editor.tools.elevation import Elevation
from fairground.editor.tools.terrain_tools import Brush, Eraser

if TYPE_CHECKING:
    from tests.editor.tools.conftest import ToolDriver

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def hilly(workbench: ToolDriver) -> ToolDriver:
    """Walls on level 1 from A1 to A8."""
    workbench.drag(workbench.take(Brush), "A1", "A8")
    workbench.drag(workbench.take(Elevation), "A1", "A8")
    return workbench


@pytest.mark.parametrize(
    ("button", "modifiers", "walls", "hills"),
    [(LEFT, NONE, 5, 8), (RIGHT, NONE, 8, 5), (LEFT, SHIFT, 5, 5), (RIGHT, SHIFT, 5, 5)],
)
def test_buttons_and_shift_say_what_is_erased(
    hilly: ToolDriver, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier, walls: int, hills: int
) -> None:
    hilly.drag(hilly.take(Eraser), "A1", "A3", button=button, modifiers=modifiers)
    assert (len(hilly.labels_of("wall")), len(hilly.raised())) == (walls, hills)
    assert hilly.steps == 3
    hilly.document.undo()
    assert (len(hilly.labels_of("wall")), len(hilly.raised())) == (8, 8)


def test_the_partner_is_erased_too(hilly: ToolDriver) -> None:
    hilly.state.symmetry = BoardSymmetry.TURN_180
    hilly.drag(hilly.take(Eraser), "H8", "H7")
    assert hilly.labels_of("wall") == {"A3", "A4", "A5", "A6", "A7", "A8"}


def test_only_the_layer_that_is_erased_must_be_open(hilly: ToolDriver) -> None:
    eraser = hilly.take(Eraser)
    hilly.state.locked_layers = frozenset(("elevation",))
    hilly.drag(eraser, "A1")
    hilly.drag(eraser, "A2", button=RIGHT)
    hilly.drag(eraser, "A3", modifiers=SHIFT)
    assert "A1" not in hilly.labels_of("wall")
    assert {"A2", "A3"} <= hilly.labels_of("wall")
    assert len(hilly.raised()) == 8
    assert len(hilly.refusals) == 2


def test_shift_pressed_during_a_stroke_changes_nothing(hilly: ToolDriver) -> None:
    hilly.state.locked_layers = frozenset(("elevation",))
    eraser = hilly.take(Eraser)
    hilly.drag(eraser, "A1", finish=False)
    eraser.move(hilly.pointer("A4", "A1", modifiers=SHIFT))
    eraser.release(hilly.pointer("A4", modifiers=SHIFT))
    assert len(hilly.labels_of("wall")) == 4
    assert len(hilly.raised()) == 8


def test_ctrl_click_picks(hilly: ToolDriver) -> None:
    hilly.state.terrain_first = "rubble"
    hilly.drag(hilly.take(Eraser), "A1", modifiers=CONTROL)
    assert hilly.state.terrain_first == "wall"
    assert hilly.steps == 2
