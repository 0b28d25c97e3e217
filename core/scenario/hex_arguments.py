"""Hexes given by value or label, and lists of labels for messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.errors import GridError, ScenarioError
from fairground.core.grid.hexes import Hex
from fairground.core.grid.labels import parse_label
from fairground.core.text.wording import NAMED, first_few

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board


def hexes_named(board: Board, mask: NDArray[np.bool_]) -> str:
    """Return the names of the first few hexes of a non-empty mask ``[rows, columns]``, row by row."""
    flat = np.flatnonzero(mask)
    columns = mask.shape[1]
    cell = board.hex_names.cell
    names = [cell(int(at) % columns, int(at) // columns) for at in flat[:NAMED]]
    return first_few(names, total=len(flat))


def hex_on_board(board: Board, place: Hex | str) -> Hex:
    """Return a hex of the board, given by value or label, such as ``C4``.

    Raises
    ------
    GridError
        When a text is not a label.
    ScenarioError
        When the board has no such hex, or the hex is void.
    """
    at = place if isinstance(place, Hex) else board.parse(place)
    row, column = board.cell(at)
    if board.palette[int(board.terrain[row, column])].is_void:
        raise ScenarioError(
            f"{board.hex_name(at)} is void, so it is not part of the board. Choose another hex"
        )
    return at


def has_label(board: Board, name: str) -> bool:
    """Whether a text is the label of a hex within the board's columns and rows, void or not."""
    try:
        column, row = parse_label(name)
    except GridError:
        return False
    return column < board.columns and row < board.rows
