"""The brush: paints terrain in discs, along the way of the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.tools.stroke_tool import StrokeTool
from fairground.editor.tools.terrain_tools import pick_terrain, stack_of, step_name, terrain_patches

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.pointer import Pointer


class Brush(StrokeTool):
    """Paints the first terrain with the left button and the second with the right one."""

    id = "brush"
    title = "Brush"
    hint = "Paint terrain: left button the first, right button the second. Ctrl+click picks the terrain of a hex."
    edits = ("terrain",)

    def changes(self, mask: NDArray[np.bool_], p: Pointer) -> tuple[str, list[Patch]]:
        """Return the patches that paint."""
        stack = stack_of(self.state, p)
        return step_name(self.document, "Paint", stack), terrain_patches(
            self.document, self.reached(mask), stack
        )

    def pick(self, p: Pointer) -> None:
        """Take over the terrain of the hex."""
        pick_terrain(self.state, p)
