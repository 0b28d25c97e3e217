"""The bucket: fills a region of one terrain with another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.editor.tools.flood import region
from fairground.editor.tools.hex_stroke_tool import HexStrokeTool
from fairground.editor.tools.terrain_tools import pick_terrain, stack_of, step_name, terrain_patches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.pointer import Pointer


class Fill(HexStrokeTool):
    """Fills the hexes that hang together with the one clicked and have the same terrain stack.

    With a symmetry, the mirror images of the region are filled too, whatever lies on them.
    """

    id = "fill"
    title = "Fill"
    hint = "Fill a region of one terrain: left button the first, right button the second. Ctrl+click picks."
    edits = ("terrain",)

    #: Revision and region of the last answer: the pointer mostly stays within one region.
    _known: tuple[int, NDArray[np.bool_]] | None = None

    def covered(self, hexes: tuple[Hex, ...]) -> NDArray[np.bool_]:
        """Return the region of the last of ``hexes``."""
        board = self.board
        if not board.contains(hexes[-1]):
            return np.zeros(board.terrain.shape, np.bool_)
        row, column = board.cell(hexes[-1])
        if self._known and self._known[0] == self.document.revision and self._known[1][row, column]:
            return self._known[1]
        stack = board.palette[board.terrain[row, column]].kinds
        like = np.array([entry.kinds == stack for entry in board.palette])[board.terrain]
        found = region(board.layout, like, row=row, column=column)
        self._known = self.document.revision, found
        return found

    def changes(self, mask: NDArray[np.bool_], p: Pointer) -> tuple[str, list[Patch]]:
        """Return the patches that fill."""
        stack = stack_of(self.state, p)
        return step_name(self.document, "Fill with", stack), terrain_patches(
            self.document, self.reached(mask), stack
        )

    def pick(self, p: Pointer) -> None:
        """Take over the terrain of the hex."""
        pick_terrain(self.state, p)

    def move(self, p: Pointer) -> None:
        """Do nothing more: a click fills once, however the pointer moves before the release."""

    def _option_changed(self, what: str) -> None:
        if what == "document":
            self._known = None
        super()._option_changed(what)
