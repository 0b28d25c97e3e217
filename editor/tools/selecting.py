"""Selections: shapes and modes of the select tool, and changes of the whole selection."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt

from fairground.core.grid.hexes import DIRECTIONS
from fairground.core.scenario.arrays import look_up, step

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.shapes import MarkedHexes
    from fairground.editor.tools.tool import Pointer
    from fairground.editor.tools.tool_state import ToolState


class SelectMode(StrEnum):
    """How a choice changes the selection."""

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


def select_all(state: ToolState) -> None:
    """Select every hex of the board that is not void."""
    if state.document is not None:
        board = state.document.scenario.board
        state.selection = board.marked(~board.void)


def invert(state: ToolState) -> None:
    """Select the hexes of the board that are not selected and not void."""
    if state.document is not None:
        board = state.document.scenario.board
        state.selection = board.marked(~board.void & ~board.mask(state.selection))


def grow(state: ToolState) -> None:
    """Add the ring around the selection, without void hexes."""
    if state.document is not None and state.selection:
        board = state.document.scenario.board
        mask = board.mask(state.selection)
        state.selection = board.marked(mask | (grown(board, mask) & ~board.void))


def shrink(state: ToolState) -> None:
    """Deselect every hex beside an unselected one; void hexes and the edge do not count."""
    if state.document is not None and state.selection:
        board = state.document.scenario.board
        mask = board.mask(state.selection)
        state.selection = board.marked(mask & ~grown(board, ~mask & ~board.void))


def select_zone(state: ToolState, zone_id: str, mode: SelectMode = SelectMode.REPLACE) -> None:
    """Select the hexes of all zones with an id."""
    if state.document is None:
        return
    board, zones = state.document.scenario.board, state.document.scenario.zones
    mask = np.zeros(board.terrain.shape, np.bool_)
    for zone in zones:
        if zone.id == zone_id:
            mask |= zone.shape.mask(board)
    state.selection = mode.of(board, state.selection, mask)


def grown(board: Board, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the hexes of a mask ``[rows, columns]`` with all their neighbours on the board."""
    q, r = board.layout.axial_arrays(board.columns, board.rows)
    grown = mask.copy()
    for direction in range(len(DIRECTIONS)):
        grown |= look_up(board.layout, mask, *step(q, r, direction))
    return grown


class SelectShape(StrEnum):
    """What the select tool selects."""

    #: The columns and rows between two corners.
    RECTANGLE = "rectangle"
    #: The hexes of an outline drawn by hand, and inside it.
    LASSO = "lasso"
    #: The connected hexes of one terrain stack.
    WAND = "wand"
    #: All hexes of one terrain stack.
    SAME = "same terrain"


def mode_at(p: Pointer, chosen: SelectMode) -> SelectMode:
    """Return the mode of the held keys. Default: the chosen mode."""
    shift, alt = p.holds(Qt.KeyboardModifier.ShiftModifier), p.holds(Qt.KeyboardModifier.AltModifier)
    if shift and alt:
        return SelectMode.INTERSECT
    if shift:
        return SelectMode.ADD
    return SelectMode.SUBTRACT if alt else chosen
