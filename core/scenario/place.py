"""A hex of a board as its callers name it: by itself, or by its label."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import ScenarioError
from fairground.core.grid.hexes import Hex

if TYPE_CHECKING:
    from fairground.core.scenario.board import Board


def hex_on_board(board: Board, place: Hex | str) -> Hex:
    """Return a hex of the board, given as such or by its label, such as ``C4``.

    Raises
    ------
    GridError
        When a text is no label.
    ScenarioError
        When the board has no such hex, or the hex is void.
    """
    at = place if isinstance(place, Hex) else board.parse(place)
    row, column = board.cell(at)
    if board.palette[int(board.terrain[row, column])].is_void:
        raise ScenarioError(f"{board.label(at)} is void: there is no hex on the board")
    return at
