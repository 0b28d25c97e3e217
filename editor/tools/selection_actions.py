"""What can be done to the selected hexes at once: fill, level, clear, zones; each is one step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fairground.editor.document.patches import Layer, cell_patch
from fairground.editor.tools.levels import level_patch, level_refusal
from fairground.editor.tools.mirroring import mirroring
from fairground.editor.tools.obstacles import locked
from fairground.editor.tools.state import CLEAR, ElevationMode
from fairground.editor.tools.terrain_tools import step_name, terrain_patches
from fairground.editor.tools.zones import zone_changes, zone_obstacle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.state import ToolState


class SelectionActions(QObject):
    """Edits the hexes of ``state.selection`` and their mirror images; nothing happens when none are selected."""

    #: A sentence: why nothing was done.
    refused = Signal(str)

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state

    def fill(self, stack: tuple[str, ...] | None = None) -> None:
        """Give the hexes a terrain stack; the first terrain of the options when none is named."""
        stack = stack or self._state.stack_first
        document, mask = self._selected("terrain")
        if document and mask is not None:
            document.edit(step_name(document, "Fill with", stack), terrain_patches(document, mask, stack))

    def set_level(self, level: int | None = None) -> None:
        """Set the hexes to a level; that of the options when none is named."""
        level = self._state.level if level is None else level
        document, mask = self._selected("elevation")
        if document is None or mask is None:
            return
        off = level_refusal(document.scenario, level)
        if off:
            self.refused.emit(off)
            return
        patch = level_patch(document.scenario, mask, mode=ElevationMode.SET, level=level)
        document.edit(f"Set level {level}", [patch])

    def raise_level(self) -> None:
        """Raise the hexes by one level."""
        self._move(ElevationMode.RAISE)

    def lower_level(self) -> None:
        """Lower the hexes by one level."""
        self._move(ElevationMode.LOWER)

    def clear(self) -> None:
        """Clear terrain, level and effects of the hexes; locked layers stay as they are."""
        layers = [layer for layer in Layer if layer.value not in self._state.locked_layers]
        document, mask = self._selected(*(layers or Layer))
        if document is None or mask is None:
            return
        patches: list[Patch | None] = []
        for layer in layers:
            if layer is Layer.TERRAIN:
                patches += terrain_patches(document, mask, (CLEAR,))
            else:
                patches.append(cell_patch(document.scenario.board, layer, mask, 0))
        document.edit("Clear hexes", patches)

    def add_to_zone(self) -> None:
        """Add the hexes to the chosen zone."""
        self._zone(add=True)

    def remove_from_zone(self) -> None:
        """Take the hexes away from the chosen zone."""
        self._zone(add=False)

    def _move(self, mode: ElevationMode) -> None:
        document, mask = self._selected("elevation")
        if document and mask is not None:
            document.edit(f"{mode.title()} the ground", [level_patch(document.scenario, mask, mode=mode)])

    def _zone(self, *, add: bool) -> None:
        document, mask = self._selected("zones", images=False)
        if document is None or mask is None:
            return
        chosen = mirroring(self._state.symmetry, document.scenario.board)
        obstacle = zone_obstacle(self._state, chosen)
        if obstacle:
            self.refused.emit(obstacle)
            return
        text, patches = zone_changes(self._state, chosen, mask, add=add)
        document.edit(text, patches)

    def _selected(
        self, *layers: str, images: bool = True
    ) -> tuple[Document | None, NDArray[np.bool_] | None]:
        """Return the document and the selected hexes, with their images; None where nothing can be done."""
        document = self._state.document
        if document is None or not self._state.selection:
            return None, None
        board = document.scenario.board
        chosen = mirroring(self._state.symmetry, board)
        sentence = locked(self._state, layers) or chosen.refusal
        if sentence:
            self.refused.emit(sentence)
            return None, None
        mask = board.mask(self._state.selection)
        return document, chosen.orbit(board, mask) if images else mask
