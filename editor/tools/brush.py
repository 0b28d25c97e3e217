"""The brush: paints terrain in discs, along the way of the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.scenario.board import VOID
from fairground.editor.app.texts import tr
from fairground.editor.tools.hex_stroke_tool import HexStrokeTool
from fairground.editor.tools.state import CLEAR, Stacking
from fairground.editor.tools.terrain_tools import (
    added_terrain,
    is_detail,
    pick_terrain,
    removed_terrain,
    stack_of,
    step_name,
    terrain_patches,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool import Pointer


class Brush(HexStrokeTool):
    """Paints the first terrain with the left button and the second with the right one.

    On top, the left button adds the first terrain to what the hexes have, and the right one takes that terrain away
    again. Clear ground and void always replace.
    """

    id = "brush"
    title = tr("Brush")
    group = "terrain"
    options = ("terrain", "stacking", "shape", "size", "symmetry")
    hint = tr(
        "Paint terrain: left button the first, right button the second. Ctrl+click picks a hex's terrain."
    )
    edits = ("terrain",)

    _has_told = False

    def begin(self, p: Pointer) -> None:  # noqa: ARG002  # wherever it begins
        """Have something to tell anew."""
        self._has_told = False

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
        if not self._has_told and not (mask & ~self.board.void).any():
            self._has_told = True
            self.refused.emit(
                tr("Void hexes have no ground to add to. Paint terrain there first, with Replace.")
            )
        return step_name(document, tr("Add"), first), added_terrain(scenario, mask, first)

    def pick(self, p: Pointer) -> None:
        """Take over the terrain of the hex, the whole stack."""
        pick_terrain(self.state, p)
