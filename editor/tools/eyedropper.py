"""The eyedropper: takes over the terrain of a hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.editor.app.texts import tr
from fairground.editor.tools.terrain_tools import pick_terrain
from fairground.editor.tools.tool import Tool

if TYPE_CHECKING:
    from fairground.editor.tools.tool import Pointer


class Eyedropper(Tool):
    """Picks the first terrain with the left button, the second with the right one, and with Shift the level."""

    id = "eyedropper"
    title = tr("Eyedropper")
    group = "terrain"
    options = ("terrain",)
    hint = tr(
        "Pick the terrain of a hex: left button the first, right button the second. Shift+click picks the level."
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
        """Pick anew while the button is held."""
        self.press(p)
        self.hover(p)
