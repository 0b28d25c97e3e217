"""Tools that edit the hexes which the pointer is dragged over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.tools.footprint import footprint
from fairground.editor.tools.stroke_tool import StrokeTool

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.pointer import Pointer

#: The largest preview, in hexes; of more than that, only the hex under the pointer is shown.
MAX_PREVIEW = 4000


class HexStrokeTool(StrokeTool):
    """Edits the hexes that a brush covers, with their mirror images; a subclass says what happens to them."""

    # -- what a subclass says -------------------------------------------------------------------------------

    def changes(self, mask: NDArray[np.bool_], p: Pointer) -> tuple[str, Iterable[Patch | None]]:
        """Return the name of the step and its patches for the hexes of ``mask``, without their mirror images."""
        raise NotImplementedError

    def covered(self, hexes: tuple[Hex, ...]) -> NDArray[np.bool_]:
        """Return the hexes that a stroke over ``hexes`` edits, without mirror images, ``[rows, columns]``."""
        return footprint(self.board, hexes, radius=self.state.radius)

    def reached(self, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the hexes of ``mask`` with their mirror images."""
        return self._mirroring.orbit(self.board, mask)

    # -- strokes --------------------------------------------------------------------------------------------

    def edit(self, p: Pointer) -> tuple[str, Iterable[Patch | None]]:
        """Return the name of the step and the patches for what the pointer passed."""
        mask = self.covered(p.hexes)
        return self.changes(mask, p) if mask.any() else ("", ())

    def reach(self, p: Pointer) -> frozenset[Hex]:
        """Return the hexes that a click would edit."""
        mask = self.reached(self.covered((p.hex,)))
        return self.board.hexes_of(mask) if mask.sum() <= MAX_PREVIEW else super().reach(p)
