"""How hexes are selected: the shapes that a drag or a click stands for, and what becomes of the selection before."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.marked_hexes import MarkedHexes
    from fairground.editor.tools.pointer import Pointer


class SelectShape(StrEnum):
    """What the select tool takes."""

    #: The columns and rows between two corners.
    RECTANGLE = "rectangle"
    #: What an outline drawn by hand goes through and around.
    LASSO = "lasso"
    #: The hexes of one terrain stack that hang together.
    WAND = "wand"
    #: All hexes of one terrain stack.
    SAME = "same terrain"


class SelectMode(StrEnum):
    """What becomes of the selection that there is."""

    REPLACE = "replace"
    ADD = "add"
    SUBTRACT = "subtract"
    INTERSECT = "intersect"

    def of(self, board: Board, before: AbstractSet[Hex], mask: NDArray[np.bool_]) -> MarkedHexes:
        """Return the selection after the hexes of ``mask``, ``[rows, columns]``, were chosen."""
        match self:
            case SelectMode.REPLACE:
                return board.marked(mask)
            case SelectMode.ADD:
                return board.marked(board.mask(before) | mask)
            case SelectMode.SUBTRACT:
                return board.marked(board.mask(before) & ~mask)
            case SelectMode.INTERSECT:
                return board.marked(board.mask(before) & mask)


def mode_at(p: Pointer, chosen: SelectMode) -> SelectMode:
    """Return the mode of a press: that of the keys held, or the chosen one where none is."""
    shift, alt = p.holds(Qt.KeyboardModifier.ShiftModifier), p.holds(Qt.KeyboardModifier.AltModifier)
    if shift and alt:
        return SelectMode.INTERSECT
    if shift:
        return SelectMode.ADD
    return SelectMode.SUBTRACT if alt else chosen
