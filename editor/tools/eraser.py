"""The eraser: back to clear terrain and to the ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.editor.app.texts import tr
from fairground.editor.document.patches import BoardLayer, cell_patch
from fairground.editor.tools.hex_stroke_tool import HexStrokeTool
from fairground.editor.tools.obstacles import LAYER_WORDS
from fairground.editor.tools.state import CLEAR
from fairground.editor.tools.terrain_tools import pick_terrain, terrain_patches

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool import Pointer


class Eraser(HexStrokeTool):
    """Clears the terrain with the left button, sets level 0 with the right one, and with Shift does both."""

    id = "eraser"
    title = tr("Eraser")
    group = "terrain"
    options = ("shape", "size", "symmetry")
    hint = tr(
        "Erase: left button terrain, right button level, with Shift both. Ctrl+click picks the terrain."
    )
    edits = ("terrain",)

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

    def pick(self, p: Pointer) -> None:
        """Take over the terrain of the hex."""
        pick_terrain(self.state, p)
