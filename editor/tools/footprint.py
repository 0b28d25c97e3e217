"""Which hexes of a board a brush covers."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.hexes import Hex, disc

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board


def footprint(board: Board, hexes: tuple[Hex, ...], *, radius: int) -> NDArray[np.bool_]:
    """Return the discs of ``radius`` around ``hexes``, as far as they are on the board, ``[rows, columns]``."""
    at = _axial(hexes)
    around = (at[:, None, :] + _disc(radius)[None, :, :]).reshape(-1, 2)
    column, row = board.layout.to_offset_arrays(around[:, 0], around[:, 1])
    there = (column >= 0) & (column < board.columns) & (row >= 0) & (row < board.rows)
    found = np.zeros(board.terrain.shape, np.bool_)
    found[row[there], column[there]] = True
    return found


@cache
def _disc(radius: int) -> NDArray[np.int64]:
    return _axial(disc(Hex(0, 0), radius))


def _axial(hexes: tuple[Hex, ...]) -> NDArray[np.int64]:
    """Return q and r of the hexes, ``[hexes, 2]``."""
    return np.array([(at.q, at.r) for at in hexes], np.int64).reshape(-1, 2)
