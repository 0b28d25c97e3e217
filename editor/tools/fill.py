"""The bucket: fills a region of one terrain with another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.app.texts import tr
from fairground.editor.tools.hex_stroke_tool import HexStrokeTool
from fairground.editor.tools.shapes.flood import Flood, same_terrain
from fairground.editor.tools.terrain_tools import pick_terrain, stack_of, step_name, terrain_patches

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.state import ToolState
    from fairground.editor.tools.tool import Pointer


class Fill(HexStrokeTool):
    """Fills the hexes that hang together with the one clicked and have the same terrain stack.

    With a symmetry, the mirror images of the region are filled too, whatever lies on them.
    """

    id = "fill"
    title = tr("Fill")
    group = "terrain"
    options = ("terrain", "symmetry")
    hint = tr(
        "Fill connected hexes of one terrain: left button the first, right button the second. Ctrl+click "
        "picks."
    )
    edits = ("terrain",)

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

    def pick(self, p: Pointer) -> None:
        """Take over the terrain of the hex."""
        pick_terrain(self.state, p)

    def move(self, p: Pointer) -> None:
        """Do nothing more: a click fills once, however the pointer moves before the release."""

    def _option_changed(self, what: str) -> None:
        if what == "document":
            self._flood.forget()
        super()._option_changed(what)
