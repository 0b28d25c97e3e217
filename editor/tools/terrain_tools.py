"""The tools that paint, erase, fill and pick terrain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.core.scenario.board import VOID
from fairground.editor.app.texts import tr
from fairground.editor.document.patches import BoardLayer, cell_patch
from fairground.editor.document.readable_ruleset import known_rules, terrain_title
from fairground.editor.document.stack_patches import palette_index, stack_patches
from fairground.editor.tools.obstacles import LAYER_WORDS
from fairground.editor.tools.option_defaults import CLEAR, Stacking
from fairground.editor.tools.shapes import Flood, same_terrain
from fairground.editor.tools.stroke_tool import HexStrokeTool
from fairground.editor.tools.tool import Tool

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool import Pointer
    from fairground.editor.tools.tool_state import ToolState


def terrain_patches(document: Document, mask: NDArray[np.bool_], stack: tuple[str, ...]) -> list[Patch]:
    """Return the patches that give the hexes of ``mask`` a terrain stack; none when they all have it.

    Terrain that is a detail of other terrain, as the ruleset says, is added to the terrain below.
    """
    if is_detail(document.scenario, stack):
        return added_terrain(document.scenario, mask, stack)
    index, patches = palette_index(document, stack)
    cells = cell_patch(document.scenario.board, BoardLayer.TERRAIN, mask, index)
    return [*patches, cells] if cells else []


def added_terrain(scenario: Scenario, mask: NDArray[np.bool_], stack: tuple[str, ...]) -> list[Patch]:
    """Return the patches that put terrain on top of what the hexes of ``mask`` have, each kind once.

    It replaces clear ground, unless it is a detail. Void hexes stay as they are.
    """
    ground = (CLEAR,) if not is_detail(scenario, stack) else ()

    def change(old: tuple[str, ...]) -> tuple[str, ...]:
        below = () if old == ground else old
        return old if VOID in old else (*below, *(kind for kind in stack if kind not in below))

    return stack_patches(scenario, BoardLayer.TERRAIN, mask, change)


def removed_terrain(scenario: Scenario, mask: NDArray[np.bool_], stack: tuple[str, ...]) -> list[Patch]:
    """Return the patches that remove terrain from the hexes of ``mask``; a hex left with details alone gets clear ground."""

    def change(old: tuple[str, ...]) -> tuple[str, ...]:
        left = tuple(kind for kind in old if kind not in stack)
        return (CLEAR, *left) if left != old and is_detail(scenario, left) else left

    return stack_patches(scenario, BoardLayer.TERRAIN, mask, change)


def is_detail(scenario: Scenario, stack: tuple[str, ...]) -> bool:
    """Whether all terrain of a stack is a detail of other terrain, as the ruleset says; True for an empty stack."""
    rules = known_rules(scenario)
    return all(rules is not None and kind in rules.terrain and rules.terrain[kind].detail for kind in stack)


def stack_of(state: ToolState, p: Pointer) -> tuple[str, ...]:
    """Return the terrain stack that the button held paints."""
    return state.stack_second if p.is_right else state.stack_first


def step_name(document: Document, verb: str, stack: tuple[str, ...]) -> str:
    """Return the name of a step that paints a stack."""
    return f"{verb} {terrain_title(document.scenario, stack).lower()}"


def pick_terrain(state: ToolState, p: Pointer) -> None:
    """Choose the terrain stack of a hex for the button held; void too."""
    if state.document is None:
        return
    stack = state.document.scenario.board.terrain_at(p.hex)
    if p.is_right:
        state.stack_second = stack
    else:
        state.stack_first = stack


class TerrainTool(HexStrokeTool):
    """The base of tools that change terrain; Ctrl+click picks the whole stack of a hex."""

    group = "terrain"
    edits = ("terrain",)

    def pick(self, p: Pointer) -> None:
        """Pick the terrain of the hex."""
        pick_terrain(self.state, p)


class Brush(TerrainTool):
    """Paints the first terrain with the left button and the second with the right one.

    On top, the left button adds the first terrain to the stack, and the right one removes it. Clear ground and void
    always replace.
    """

    id = "brush"
    title = tr("Brush")
    options = ("terrain", "stacking", "shape", "size", "symmetry")
    hint = tr(
        "Left button paints the first terrain, right button the second. Ctrl+click picks a hex's terrain."
    )
    _has_refused = False

    def begin(self, p: Pointer) -> None:  # noqa: ARG002  # as the base class has it
        """Allow one refusal a stroke."""
        self._has_refused = False

    def changes(self, mask: NDArray[np.bool_], p: Pointer) -> tuple[str, list[Patch]]:
        """Return the patches that paint."""
        document, scenario, mask = self.document, self.document.scenario, self.reached(mask)
        first = self.state.stack_first
        if self.state.stacking is Stacking.REPLACE or {CLEAR, VOID} & set(first):
            stack = stack_of(self.state, p)
            verb = tr("Add") if is_detail(scenario, stack) else tr("Paint")
            return step_name(document, verb, stack), terrain_patches(document, mask, stack)
        if p.is_right:
            return step_name(document, tr("Remove"), first), removed_terrain(scenario, mask, first)
        if not self._has_refused and not (mask & ~self.board.void).any():
            self._has_refused = True
            self.refused.emit(
                tr("Void hexes have no ground to add to. Paint terrain there first, with Replace.")
            )
        return step_name(document, tr("Add"), first), added_terrain(scenario, mask, first)


class Eraser(TerrainTool):
    """Clears the terrain with the left button, sets level 0 with the right one, and with Shift does both."""

    id = "eraser"
    title = tr("Eraser")
    options = ("shape", "size", "symmetry")
    hint = tr(
        "Erase terrain with the left button, levels with the right, both with Shift. Ctrl+click picks the "
        "terrain."
    )

    def layers(self, p: Pointer) -> tuple[str, ...]:
        """Return terrain or elevation, or both."""
        if p.holds(Qt.KeyboardModifier.ShiftModifier):
            return "terrain", "elevation"
        return ("elevation",) if p.is_right else self.edits

    def changes(self, mask: NDArray[np.bool_], p: Pointer) -> tuple[str, list[Patch | None]]:
        """Return the patches that erase."""
        layers, mask = self.layers(p), self.reached(mask)
        patches: list[Patch | None] = []
        if "terrain" in layers:
            patches += terrain_patches(self.document, mask, (CLEAR,))
        if "elevation" in layers:
            patches.append(cell_patch(self.board, BoardLayer.ELEVATION, mask, 0))
        names = tr(" and ").join(LAYER_WORDS[layer] for layer in layers)
        return tr("Erase {layers}").format(layers=names), patches


class Fill(TerrainTool):
    """Fills the connected hexes with the terrain stack of the one clicked.

    With a symmetry, the mirror images of the region are filled too, whatever their terrain.
    """

    id = "fill"
    title = tr("Fill")
    options = ("terrain", "symmetry")
    hint = tr(
        "Fill connected hexes of one terrain. Left button uses the first terrain, right button the second. "
        "Ctrl+click picks."
    )
    draws_shapes = False

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        self._flood = Flood(same_terrain)
        super().__init__(state, parent)

    def covered(self, hexes: tuple[Hex, ...]) -> NDArray[np.bool_]:
        """Return the region of the last of ``hexes``."""
        return self._flood.at(self.document, hexes[-1])

    def changes(self, mask: NDArray[np.bool_], p: Pointer) -> tuple[str, list[Patch]]:
        """Return the patches that fill."""
        stack = stack_of(self.state, p)
        return step_name(self.document, tr("Fill with"), stack), terrain_patches(
            self.document, self.reached(mask), stack
        )

    def move(self, p: Pointer) -> None:
        """Do nothing: a click fills once, however the pointer moves before the release."""

    def _option_changed(self, what: str) -> None:
        if what == "document":
            self._flood.forget()
        super()._option_changed(what)


class Eyedropper(Tool):
    """Picks the first terrain with the left button, the second with the right one, and with Shift the level."""

    id = "eyedropper"
    title = tr("Eyedropper")
    group = "terrain"
    options = ("terrain",)
    hint = tr(
        "Pick a hex's terrain: left button as the first, right button as the second. Shift+click picks the "
        "level."
    )

    def press(self, p: Pointer) -> None:
        """Pick."""
        if not self.board.contains(p.hex) or p.button == Qt.MouseButton.NoButton:
            return
        if p.holds(Qt.KeyboardModifier.ShiftModifier):
            self.state.level = self.board.level_at(p.hex)
        else:
            pick_terrain(self.state, p)

    def move(self, p: Pointer) -> None:
        """Pick again while the button is held."""
        self.press(p)
        self.hover(p)
