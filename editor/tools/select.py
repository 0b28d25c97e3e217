"""The selection tool: a rectangle, a lasso, or the hexes of one terrain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt

from fairground.editor.app.texts import hex_count, tr
from fairground.editor.tools.selecting import SelectShape, mode_at
from fairground.editor.tools.selection_actions import SelectionActions
from fairground.editor.tools.shapes.flood import Flood, lassoed, same_terrain
from fairground.editor.tools.tool import Tool

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.editor.tools.tool import Pointer
    from fairground.editor.tools.tool_state import ToolState

#: The most hexes outlined during a drag; of larger rectangles, the rim.
MAX_PREVIEW = 4000


class Select(Tool):
    """Selects hexes in the shape and mode of the options; Shift adds, Alt removes, both keep the overlap.

    ``actions`` edit what is selected. A click off the board in replace mode, or Escape, selects nothing.
    """

    id = "select"
    title = tr("Select")
    group = "select"
    options = ("select", "terrain", "selection", "symmetry")
    hint = tr(
        "Drag or click to select. Shift adds, Alt removes, both keep the overlap. Escape clears the selection."
    )

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(state, parent)
        self.actions = SelectionActions(state, self)
        self.actions.refused.connect(self.refused)
        self._pressed: Pointer | None = None
        #: The outline of a lasso, from neighbour to neighbour.
        self._way: list[Hex] = []
        self._flood = Flood(same_terrain)

    def press(self, p: Pointer) -> None:
        """Begin a rectangle or an outline."""
        if self._pressed is None and p.button == Qt.MouseButton.LeftButton:
            self._pressed = p
            self._way = [p.hex]
            self.hover(p)

    def move(self, p: Pointer) -> None:
        """Show what would be selected."""
        if self._pressed is not None:
            self._way += p.hexes[1:]
        self.hover(p)

    def release(self, p: Pointer) -> None:
        """Select."""
        if self._pressed is None or p.button not in (self._pressed.button, Qt.MouseButton.NoButton):
            return
        self._way += p.hexes[1:]
        mode = mode_at(self._pressed, self.state.select_mode)
        chosen = self._chosen(p)
        self._drop()
        self.state.selection = mode.of(self.board, self.state.selection, chosen)
        self.hover(p)

    def cancel(self) -> None:
        """Cancel the shape; the selection stays."""
        self._drop()
        self.refresh_preview()

    def escape(self) -> bool:
        """Select nothing."""
        had = bool(self.state.selection)
        self.state.selection = frozenset()
        return had

    def deactivate(self) -> None:
        """Cancel the shape; the selection stays."""
        self._drop()
        super().deactivate()

    def preview(self, p: Pointer) -> AbstractSet[Hex]:
        """Return the hexes to outline: of a lasso its outline, of many hexes the rim or the one under the pointer."""
        match self.state.select_shape:
            case SelectShape.RECTANGLE:
                mask = self._rectangle(self._start(p), p.hex)
                if mask.sum() > MAX_PREVIEW:
                    mask &= ~_inner(mask)
                return self.board.hexes_of(mask)
            case SelectShape.LASSO:
                return frozenset(filter(self.board.contains, self._way or (p.hex,)))
            case SelectShape.WAND | SelectShape.SAME:
                mask = self._alike(p.hex)
                return self.board.hexes_of(mask) if mask.sum() <= MAX_PREVIEW else super().preview(p)

    def words(self, p: Pointer) -> str:
        """Return the number of hexes to select; a lasso has none before its end."""
        match self.state.select_shape:
            case SelectShape.RECTANGLE if self._pressed is not None:
                return hex_count(self._rectangle(self._pressed.hex, p.hex).sum())
            case SelectShape.WAND | SelectShape.SAME:
                return hex_count(self._alike(p.hex).sum())
            case _:
                return ""

    def _chosen(self, p: Pointer) -> NDArray[np.bool_]:
        match self.state.select_shape:
            case SelectShape.RECTANGLE:
                return self._rectangle(self._start(p), p.hex)
            case SelectShape.LASSO:
                return lassoed(self.board, self._way)
            case SelectShape.WAND | SelectShape.SAME:
                return self._alike(p.hex)

    def _start(self, p: Pointer) -> Hex:
        return self._pressed.hex if self._pressed else p.hex

    def _alike(self, at: Hex) -> NDArray[np.bool_]:
        """Return the hexes of the stack of ``at`` that the shape takes."""
        if self.state.select_shape is SelectShape.WAND or not self.board.contains(at):
            return self._flood.at(self.document, at)
        return same_terrain(self.board, self.board.cell(at))

    def _rectangle(self, one: Hex, other: Hex) -> NDArray[np.bool_]:
        """Return the hexes between two corners, ``[rows, columns]``."""
        corners = map(self.board.layout.to_offset, (one, other))
        (left, right), (top, bottom) = map(sorted, zip(*corners, strict=True))
        mask = np.zeros(self.board.terrain.shape, np.bool_)
        mask[max(top, 0) : max(bottom + 1, 0), max(left, 0) : max(right + 1, 0)] = True
        return mask

    def _drop(self) -> None:
        self._pressed = None
        self._way = []

    def _option_changed(self, what: str) -> None:
        if what == "document":
            self._drop()
            self._flood.forget()
        elif what == "select_shape":
            self._drop()
        super()._option_changed(what)


def _inner(rectangle: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a rectangle without its outermost rows and columns; ``[rows, columns]``."""
    mask = np.zeros_like(rectangle)
    mask[1:-1, 1:-1] = (
        rectangle[1:-1, 1:-1]
        & rectangle[:-2, 1:-1]
        & rectangle[2:, 1:-1]
        & rectangle[1:-1, :-2]
        & rectangle[1:-1, 2:]
    )
    return mask
