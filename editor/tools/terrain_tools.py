"""What the tools that paint terrain have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.scenario.board import VOID
from fairground.editor.document.patches import BoardLayer, cell_patch
from fairground.editor.document.readable_ruleset import known_rules, terrain_title
from fairground.editor.document.stack_patches import palette_index, stack_patches
from fairground.editor.tools.state import CLEAR

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.state import ToolState
    from fairground.editor.tools.tool import Pointer


def terrain_patches(document: Document, mask: NDArray[np.bool_], stack: tuple[str, ...]) -> list[Patch]:
    """Return the patches that give the hexes of ``mask`` a terrain stack; none when they all have it.

    Terrain that is a detail of other terrain, as the ruleset says, is added to what is there.
    """
    if is_detail(document.scenario, stack):
        return added_terrain(document.scenario, mask, stack)
    index, patches = palette_index(document, stack)
    cells = cell_patch(document.scenario.board, BoardLayer.TERRAIN, mask, index)
    return [*patches, cells] if cells else []


def added_terrain(scenario: Scenario, mask: NDArray[np.bool_], stack: tuple[str, ...]) -> list[Patch]:
    """Return the patches that put terrain on top of what the hexes of ``mask`` have, each kind once.

    Clear ground gives way to it, unless it is a detail. Void hexes have nothing that it could lie on.
    """
    ground = (CLEAR,) if not is_detail(scenario, stack) else ()

    def change(old: tuple[str, ...]) -> tuple[str, ...]:
        below = () if old == ground else old
        return old if VOID in old else (*below, *(kind for kind in stack if kind not in below))

    return stack_patches(scenario, BoardLayer.TERRAIN, mask, change)


def removed_terrain(scenario: Scenario, mask: NDArray[np.bool_], stack: tuple[str, ...]) -> list[Patch]:
    """Return the patches that take terrain from the hexes of ``mask`` and leave the rest; clear ground is below all."""

    def change(old: tuple[str, ...]) -> tuple[str, ...]:
        left = tuple(kind for kind in old if kind not in stack)
        return (CLEAR, *left) if left != old and is_detail(scenario, left) else left

    return stack_patches(scenario, BoardLayer.TERRAIN, mask, change)


def is_detail(scenario: Scenario, stack: tuple[str, ...]) -> bool:
    """Whether all terrain of a stack goes with other terrain, as the ruleset says; so it is where there is none."""
    rules = known_rules(scenario)
    return all(rules is not None and kind in rules.terrain and rules.terrain[kind].detail for kind in stack)


def stack_of(state: ToolState, p: Pointer) -> tuple[str, ...]:
    """Return the terrain stack that the button held paints."""
    return state.stack_second if p.is_right else state.stack_first


def step_name(document: Document, verb: str, stack: tuple[str, ...]) -> str:
    """Return the name of a step that paints a stack."""
    return f"{verb} {terrain_title(document.scenario, stack).lower()}"


def pick_terrain(state: ToolState, p: Pointer) -> None:
    """Make the terrain of a hex that of the button held; void and stacks too."""
    if state.document is None:
        return
    stack = state.document.scenario.board.terrain_at(p.hex)
    if p.is_right:
        state.stack_second = stack
    else:
        state.stack_first = stack
