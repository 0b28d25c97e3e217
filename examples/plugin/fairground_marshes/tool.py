"""A tool: a brush that paints every third hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.tools.terrain_tools import TerrainTool, stack_of, terrain_patches

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool import Pointer


class Scatter(TerrainTool):
    """Paints every third hex under the brush, so that no two of them touch."""

    id = "scatter"
    title = "Scatter"
    hint = "Paint every third hex. Left button paints the first terrain, right button the second."
    icon = "brush"
    options = ("terrain", "shape", "size", "symmetry")

    def changes(self, mask: NDArray[np.bool_], p: Pointer) -> tuple[str, list[Patch]]:
        """Return the name of the step, and the patches that paint."""
        board = self.board
        q, r = board.layout.axial_arrays(board.columns, board.rows)
        third = (q - r) % 3 == 0
        stack = stack_of(self.state, p)
        return "Scatter terrain", terrain_patches(self.document, self.reached(mask & third), stack)
