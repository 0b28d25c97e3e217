"""What the tools that paint terrain have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.document.known_rules import terrain_title
from fairground.editor.document.palette import palette_index
from fairground.editor.document.patches import Layer, cell_patch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.pointer import Pointer
    from fairground.editor.tools.state import ToolState


def terrain_patches(document: Document, mask: NDArray[np.bool_], stack: tuple[str, ...]) -> list[Patch]:
    """Return the patches that give the hexes of ``mask`` a terrain stack; none when they all have it."""
    index, patches = palette_index(document, stack)
    cells = cell_patch(document.scenario.board, Layer.TERRAIN, mask, index)
    return [*patches, cells] if cells else []


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
