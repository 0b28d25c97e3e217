"""What an outline drawn by hand goes around, exactly: no pixels and no rounding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.lines import hex_line
from fairground.editor.tools.shapes.flood import region

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board


def lassoed(board: Board, way: Sequence[Hex]) -> NDArray[np.bool_]:
    """Return the hexes of an outline and those whose centre it goes around, as far as they are on the board.

    ``way`` leads from neighbour to neighbour and may leave the board; it is closed by the hex line from its end to its
    beginning. The result is ``[rows, columns]``. A centre off the outline lies inside exactly when one cannot walk from
    its hex to far away without stepping on the outline, so that loops within loops are inside as well.
    """
    closed = [*way, *hex_line(way[-1], way[0])]
    q = np.array([at.q for at in closed], np.int64)
    r = np.array([at.r for at in closed], np.int64)
    column, row = board.layout.to_offset_arrays(q, r)
    # A frame of free hexes all around; it begins at an even line, so that shifted lines stay shifted.
    left, top = (_even_below(int(values.min())) for values in (column, row))
    free = np.ones((int(row.max()) - top + 2, int(column.max()) - left + 2), np.bool_)
    free[row - top, column - left] = False
    inside = ~region(board.layout, free, row=0, column=0)
    found = np.zeros(board.terrain.shape, np.bool_)
    first_row, first_column = max(top, 0), max(left, 0)
    part = inside[first_row - top :, first_column - left :][
        : max(board.rows - first_row, 0), : max(board.columns - first_column, 0)
    ]
    found[first_row : first_row + part.shape[0], first_column : first_column + part.shape[1]] = part
    return found


def _even_below(value: int) -> int:
    """Return the greatest even number below ``value``."""
    return (value - 1) // 2 * 2
