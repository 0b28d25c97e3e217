"""Which hexes of a board a brush covers."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.drawn_shapes import bar as hex_bar
from fairground.core.grid.hexes import Hex, disc

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board


def footprint(
    board: Board, hexes: tuple[Hex, ...], *, radius: int, bar: int | None = None
) -> NDArray[np.bool_]:
    """Return what a brush covers around ``hexes``, as far as it is on the board, ``[rows, columns]``.

    The brush is a disc of ``radius``; with ``bar``, it is a row of hexes as long as that disc is wide, along that
    direction (0-2).
    """
    at = _axial(hexes)
    around = (at[:, None, :] + _brush(radius, bar)[None, :, :]).reshape(-1, 2)
    column, row = board.layout.to_offset_arrays(around[:, 0], around[:, 1])
    there = (column >= 0) & (column < board.columns) & (row >= 0) & (row < board.rows)
    found = np.zeros(board.terrain.shape, np.bool_)
    found[row[there], column[there]] = True
    return found


def bar_length(radius: int) -> int:
    """Return how many hexes long a bar is for a size of the brush: as long as the disc of that radius is wide."""
    return 2 * radius + 1


@cache
def _brush(radius: int, bar: int | None) -> NDArray[np.int64]:
    middle = Hex(0, 0)
    return _axial(disc(middle, radius) if bar is None else hex_bar(middle, bar_length(radius), bar))


def _axial(hexes: tuple[Hex, ...]) -> NDArray[np.int64]:
    """Return q and r of the hexes, ``[hexes, 2]``."""
    return np.array([(at.q, at.r) for at in hexes], np.int64).reshape(-1, 2)
