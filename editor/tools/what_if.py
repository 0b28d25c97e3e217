"""The what-if tool: says for which hexes somebody asks what if, while a what-if is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fairground.editor.app.texts import tr
from fairground.editor.tools.tool import Tool

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.editor.tools.tool import Pointer
    from fairground.editor.tools.tool_state import ToolState


class WhatIfTool(Tool):
    """Collects the hexes of a click or a drag for ``wanted``, to destroy them or place ``ToolState.what_if`` there.

    The first hex decides for the whole drag. The right button undoes.
    """

    id = "what-if"
    title = tr("What if")
    hint = tr("Click or drag over hexes to make a change; do it again to undo it. Escape closes the what-if.")

    #: The hexes (a tuple, in the order of the drag), and whether with the right button.
    wanted = Signal(object, bool)

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        #: In the order of the drag; None while no button is held.
        self._hexes: dict[Hex, None] | None = None
        super().__init__(state, parent)

    def deactivate(self) -> None:
        """Cancel the drag."""
        self._hexes = None
        super().deactivate()

    def press(self, p: Pointer) -> None:
        """Begin with a hex."""
        if not self._is_open(p.hex):
            self.refused.emit(tr("That is off the board."))
            return
        self._hexes = {p.hex: None}
        self.refresh_preview()

    def move(self, p: Pointer) -> None:
        """Add the hexes that the pointer passed."""
        if self._hexes is not None:
            self._hexes.update(dict.fromkeys(filter(self._is_open, p.hexes)))
        self.hover(p)

    def release(self, p: Pointer) -> None:
        """Emit the hexes."""
        hexes, self._hexes = self._hexes, None
        self.hover(p)
        if hexes:
            self.wanted.emit(tuple(hexes), p.is_right)

    def cancel(self) -> None:
        """Cancel the drag."""
        self._hexes = None
        self.refresh_preview()

    def preview(self, p: Pointer) -> frozenset[Hex]:
        """Return the hexes of the drag, or the one under the pointer."""
        if self._hexes is not None:
            return frozenset(self._hexes)
        return frozenset((p.hex,)) if self._is_open(p.hex) else frozenset()

    def _is_open(self, at: Hex) -> bool:
        board = self.board
        return board.contains(at) and not board.void[board.cell(at)]

    def _option_changed(self, what: str) -> None:
        if what == "document":
            self._hexes = None
        super()._option_changed(what)
