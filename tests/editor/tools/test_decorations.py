"""The decoration tool: placing, moving, turning, scaling and removing images, each a step that can be undone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from fairground.core.files import read_bytes, to_text
from fairground.core.scenario.decorations import Decoration, DecorationLayer
from fairground.editor.tools.decorations import DecorationTool
from fairground.editor.tools.option_defaults import DecorationPlace
from fairground.editor.tools.tool import Pointer

if TYPE_CHECKING:
    from tests.editor.tools.conftest import ToolDriver

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


@pytest.fixture
def tool(workbench: ToolDriver) -> DecorationTool:
    return workbench.take(DecorationTool)


def places(workbench: ToolDriver) -> list[tuple[str, str]]:
    return [(it.image, workbench.board.label(it.hex)) for it in workbench.scenario.decorations]


def test_a_click_places_a_drag_moves_and_the_right_button_removes(
    workbench: ToolDriver, tool: DecorationTool
) -> None:
    workbench.drag(tool, "C3")
    assert places(workbench) == [("tree", "C3")]
    workbench.drag(tool, "C3", "D4", "E5")
    assert places(workbench) == [("tree", "E5")]
    assert workbench.step_names == ["Place tree on C3", "Move tree on C3"]
    workbench.drag(tool, "E5", button=RIGHT)
    assert places(workbench) == []
    assert workbench.step_names[-1] == "Remove tree on E5"
    for _ in range(3):
        workbench.document.undo()
    assert places(workbench) == []
    for _ in range(2):
        workbench.document.redo()
    assert places(workbench) == [("tree", "E5")]
    again = read_bytes(to_text(workbench.scenario).encode()).scenario
    assert again is not None
    assert again.decorations == workbench.scenario.decorations


def test_a_click_on_one_chooses_it_and_changes_nothing(workbench: ToolDriver, tool: DecorationTool) -> None:
    workbench.drag(tool, "C3")
    assert tool.escape()
    assert tool.chosen is None
    workbench.drag(tool, "C3")
    assert tool.chosen is workbench.scenario.decorations[0]
    assert workbench.steps == 1


def test_the_chosen_one_is_turned_scaled_and_removed(workbench: ToolDriver, tool: DecorationTool) -> None:
    workbench.drag(tool, "C3")
    assert tool.turn(1)
    assert tool.turn(1)
    assert tool.grow(1)
    (it,) = workbench.scenario.decorations
    assert (it.rotation, it.scale) == (30, 1.25)
    # Turns in a row are one step.
    assert workbench.step_names == ["Place tree on C3", "Change tree on C3", "Change tree on C3"]
    workbench.document.undo()
    workbench.document.undo()
    (it,) = workbench.scenario.decorations
    assert (it.rotation, it.scale) == (0, 1.0)
    tool.turn(-1)
    assert workbench.scenario.decorations[0].rotation == 345
    assert tool.remove()
    assert workbench.scenario.decorations == []
    tool.remove()
    assert workbench.refusals == ["Choose a decoration to remove."]


def test_new_ones_look_like_the_last_one(workbench: ToolDriver, tool: DecorationTool) -> None:
    tool.change(replace(workbench.state.new_decoration, image="rock", scale=2.0, layer=DecorationLayer.BELOW))
    workbench.drag(tool, "C3")
    workbench.drag(tool, "G7")
    for it, label in zip(workbench.scenario.decorations, ("C3", "G7"), strict=True):
        assert it == Decoration("rock", workbench.board.parse(label), scale=2.0, layer=DecorationLayer.BELOW)


def test_they_stand_on_hexsides_or_anywhere(workbench: ToolDriver, tool: DecorationTool) -> None:
    at = workbench.board.parse("C3")
    layout = workbench.board.layout
    x, y = layout.centre(at)
    workbench.state.decoration_place = DecorationPlace.HEXSIDE
    pointer = Pointer(at, (at,), LEFT, direction=2, point=(x + 0.4, y + 0.3))
    tool.press(pointer)
    tool.release(pointer)
    assert workbench.scenario.decorations == [Decoration("tree", at, 2)]
    workbench.document.undo()
    workbench.state.decoration_place = DecorationPlace.FREE
    tool.press(pointer)
    tool.release(pointer)
    (it,) = workbench.scenario.decorations
    assert (it.hex, it.side, it.offset) == (at, None, (0.231, 0.173))
    # A drag keeps the point under the pointer.
    held = replace(pointer, point=(x + 0.5, y + 0.3))
    tool.press(held)
    tool.move(replace(held, point=(x + 0.7, y + 0.3)))
    tool.release(replace(held, point=(x + 0.7, y + 0.3)))
    assert workbench.scenario.decorations[0].offset == pytest.approx((0.231 + 0.2 / 3**0.5, 0.173), abs=0.002)


def test_locked_layers_and_images_that_cannot_be_drawn_are_refused(
    workbench: ToolDriver, tool: DecorationTool
) -> None:
    tool.change(replace(workbench.state.new_decoration, image="nothing"))
    workbench.drag(tool, "C3")
    assert "cannot be drawn" in workbench.refusals[-1]
    tool.change(replace(workbench.state.new_decoration, image="tree"))
    workbench.drag(tool, "C3")
    workbench.state.locked_layers = frozenset({"decorations"})
    workbench.drag(tool, "C3", "D4")
    tool.turn(1)
    tool.remove()
    assert places(workbench) == [("tree", "C3")]
    assert all("decorations layer is locked" in it for it in workbench.refusals[-3:])
