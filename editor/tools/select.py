"""The selection tool: a rectangle of columns and rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.editor.tools.selection_actions import SelectionActions
from fairground.editor.tools.tool import Tool

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.editor.tools.pointer import Pointer
    from fairground.editor.tools.state import ToolState

#: The largest rectangle that is outlined hex by hex while it is drawn; of larger ones, the rim.
MAX_PREVIEW = 4000


class Select(Tool):
    """Selects the hexes of a rectangle; with Shift they are added to the selection, with Alt taken away from it.

    ``actions`` edit what is selected. A click off the board, or Escape, selects nothing.
    """

    id = "select"
    title = "Select"
    hint = "Drag a rectangle. Shift adds to the selection, Alt takes away; Escape selects nothing."

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(state, parent)
        self.actions = SelectionActions(state, self)
        self.actions.refused.connect(self.refused)
        self._pressed: Pointer | None = None

    def press(self, p: Pointer) -> None:
        """Put down the first corner."""
        if self._pressed is None and p.button == Qt.MouseButton.LeftButton:
            self._pressed = p
            self.hover(p)

    def move(self, p: Pointer) -> None:
        """Show the rectangle up to here."""
        self.hover(p)

    def release(self, p: Pointer) -> None:
        """Put down the other corner, and select."""
        if self._pressed is None or p.button not in (self._pressed.button, Qt.MouseButton.NoButton):
            return
        hexes, held = self._rectangle(self._pressed.hex, p.hex), self._pressed
        self._pressed = None
        if held.holds(Qt.KeyboardModifier.ShiftModifier):
            hexes = self.state.selection | hexes
        elif held.holds(Qt.KeyboardModifier.AltModifier):
            hexes = self.state.selection - hexes
        self.state.selection = hexes
        self.hover(p)

    def cancel(self) -> None:
        """Give up the rectangle that is being drawn; without one, select nothing."""
        if self._pressed is None:
            self.state.selection = frozenset()
        self._pressed = None
        self.refresh_preview()

    def deactivate(self) -> None:
        """Give up the rectangle that is being drawn; the selection stays."""
        self._pressed = None
        super().deactivate()

    def select_all(self) -> None:
        """Select the whole board."""
        self.state.selection = frozenset(self.board.hexes())

    def preview(self, p: Pointer) -> frozenset[Hex]:
        """Return the rectangle up to ``p``, or its rim when it is large."""
        return self._rectangle(self._pressed.hex if self._pressed else p.hex, p.hex, most=MAX_PREVIEW)

    def _rectangle(self, one: Hex, other: Hex, *, most: int | None = None) -> frozenset[Hex]:
        """Return the hexes between two corners that are on the board; of more than ``most``, those at the rim."""
        board = self.board
        (left, right), (top, bottom) = map(
            sorted, zip(*map(board.layout.to_offset, (one, other)), strict=True)
        )
        columns = range(max(left, 0), min(right, board.columns - 1) + 1)
        rows = range(max(top, 0), min(bottom, board.rows - 1) + 1)
        rim_only = most is not None and len(columns) * len(rows) > most
        inner_rows = (rows[0], rows[-1]) if rim_only else rows
        found = {board.layout.from_offset(column, row) for row in inner_rows for column in columns}
        if rim_only:
            found |= {
                board.layout.from_offset(column, row) for row in rows for column in (columns[0], columns[-1])
            }
        return frozenset(found)

    def _option_changed(self, what: str) -> None:
        if what == "document":
            self._pressed = None
        super()._option_changed(what)
