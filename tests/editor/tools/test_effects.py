"""The effects tool: smoke, fire and the like on hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import RulesetReference
from fairground.core.validation import validate
from fairground.editor.tools.effects import Effects, barred_hexes

if TYPE_CHECKING:
    from tests.editor.tools.conftest import ToolDriver

RIGHT = Qt.MouseButton.RightButton
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def smoky(workbench: ToolDriver) -> ToolDriver:
    workbench.state.effect = "smoke"
    return workbench


def effects(workbench: ToolDriver) -> dict[str, tuple[str, ...]]:
    board = workbench.board
    return {board.label(at): board.effects_at(at) for at in board.hexes() if board.effects_at(at)}


def put(workbench: ToolDriver, terrain: str, *labels: str) -> None:
    """Lay terrain, as a file may have it."""
    board = workbench.board
    board.palette = [*board.palette, PaletteEntry(f"k{len(board.palette)}", (terrain,))]
    for at in workbench.hexes(*labels):
        board.terrain[board.cell(at)] = len(board.palette) - 1


def test_left_puts_the_effect_and_right_clears(smoky: ToolDriver) -> None:
    tool = smoky.take(Effects)
    smoky.drag(tool, "B2", "B4")
    smoky.drag(tool, "B3", button=RIGHT)
    assert effects(smoky) == {"B2": ("smoke",), "B4": ("smoke",)}
    assert smoky.step_names == ["Place smoke", "Clear effects"]
    smoky.document.go_to(0)
    assert effects(smoky) == {}
    assert len(smoky.board.effects_palette) == 1


def test_a_stroke_replaces_other_effects_and_with_shift_joins_them(smoky: ToolDriver) -> None:
    tool = smoky.take(Effects)
    smoky.drag(tool, "B2", "B4")
    smoky.state.effect = "fire"
    smoky.drag(tool, "B2")
    smoky.drag(tool, "B3", modifiers=SHIFT)
    assert effects(smoky) == {"B2": ("fire",), "B3": ("smoke", "fire"), "B4": ("smoke",)}
    smoky.drag(tool, "B3", modifiers=SHIFT)
    assert smoky.steps == 3, "once is enough"
    smoky.drag(tool, "B2", "B4", button=RIGHT, modifiers=SHIFT)
    assert effects(smoky) == {"B3": ("smoke",), "B4": ("smoke",)}
    assert smoky.step_names == ["Place smoke", "Place fire", "Add fire", "Remove fire"]


def test_radius_and_symmetry(smoky: ToolDriver) -> None:
    smoky.state.radius, smoky.state.symmetry = 1, BoardSymmetry.TURN_180
    tool = smoky.take(Effects)
    tool.hover(smoky.pointer("C3", button=Qt.MouseButton.NoButton))
    smoky.drag(tool, "C3")
    assert len(effects(smoky)) == 14
    assert smoky.hexes(*effects(smoky)) == smoky.previews[-1]
    assert smoky.steps == 1


def test_hexes_that_cannot_have_it_are_left_out_and_that_is_told_once(smoky: ToolDriver) -> None:
    put(smoky, "wall", "B3")
    put(smoky, "void", "B5")
    tool = smoky.take(Effects)
    smoky.drag(tool, "B1", "B4", "B8")
    assert set(effects(smoky)) == {"B1", "B2", "B4", "B6", "B7", "B8"}
    assert smoky.refusals == ["smoke cannot be placed on void, impassable or protected hexes."]
    assert not [it for it in validate(smoky.scenario) if it.code == "effect.misplaced"]


def test_what_an_effect_spares_is_left_out(smoky: ToolDriver) -> None:
    smoky.scenario.ruleset = RulesetReference("penance-1.0", {"effects.smoke.spares": ["water"]})
    put(smoky, "water", "C3")
    smoky.drag(smoky.take(Effects), "C2", "C4")
    assert set(effects(smoky)) == {"C2", "C4"}
    assert len(smoky.refusals) == 1
    assert smoky.board.hexes_of(barred_hexes(smoky.scenario, "smoke")) == smoky.hexes("C3")
    assert not barred_hexes(smoky.scenario, "fire").any()


def test_misplaced_effects_can_be_cleared(smoky: ToolDriver) -> None:
    board = smoky.board
    put(smoky, "wall", "C3")
    board.effects_palette = [*board.effects_palette, PaletteEntry("s", ("smoke",))]
    board.effects[board.cell(board.parse("C3"))] = 1
    smoky.drag(smoky.take(Effects), "C3", button=RIGHT)
    assert effects(smoky) == {}
    assert not smoky.refusals


def test_ctrl_click_picks_one_effect_after_the_other(smoky: ToolDriver) -> None:
    tool = smoky.take(Effects)
    smoky.drag(tool, "C3")
    smoky.state.effect = "fire"
    smoky.drag(tool, "C3", modifiers=SHIFT)
    picked = []
    for _ in range(3):
        smoky.drag(tool, "C3", modifiers=CONTROL)
        picked.append(smoky.state.effect)
    assert picked == ["smoke", "fire", "smoke"]
    smoky.drag(tool, "A1", modifiers=CONTROL)
    assert smoky.state.effect == "smoke"
    assert smoky.steps == 2


def test_a_ruleset_that_is_missing_is_refused_with_a_sentence(smoky: ToolDriver) -> None:
    smoky.scenario.ruleset = RulesetReference("no-such-ruleset")
    smoky.drag(smoky.take(Effects), "C3")
    assert not smoky.steps
    assert "no-such-ruleset cannot be read" in smoky.refusals[0]
    assert not barred_hexes(smoky.scenario, "smoke").any()


def test_a_locked_layer_is_refused_with_a_sentence(smoky: ToolDriver) -> None:
    smoky.state.locked_layers = frozenset(("effects",))
    smoky.drag(smoky.take(Effects), "C3")
    assert not smoky.steps
    assert smoky.refusals == ["The effects layer is locked. Unlock it in the Layers panel to edit it."]
