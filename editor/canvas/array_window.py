"""A window of the board's arrays, with the values of every cell's six neighbours."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from fairground.core.grid.hexes import neighbour
from fairground.core.grid.layout import Layout, Orientation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.editor.canvas.camera import VisibleCells

Value = TypeVar("Value", bound=np.generic)


@cache
def steps(layout: Layout) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return, for even and odd lines, the steps in columns and rows of the six directions."""
    table = []
    for line in (2, 3):
        column, row = (line, 2) if layout.orientation is Orientation.FLAT else (2, line)
        at = layout.from_offset(column, row)
        ends = (layout.to_offset(neighbour(at, direction)) for direction in range(6))
        table.append(tuple((c - column, r - row) for c, r in ends))
    return tuple(table)


def cut(array: NDArray[Value], cells: VisibleCells) -> NDArray[Value]:
    """Return the part of an array in the window."""
    return array[cells.top : cells.bottom, cells.left : cells.right]


def around(
    array: NDArray[Value], cells: VisibleCells, layout: Layout, *, off: int
) -> Iterator[NDArray[Value]]:
    """Yield, for each of the six directions, the values of the neighbours of the cells in the window.

    ``off`` is the value off the board.
    """
    high, wide = cells.bottom - cells.top, cells.right - cells.left
    padded = np.full((high + 2, wide + 2), off, array.dtype)
    top, left = max(cells.top - 1, 0), max(cells.left - 1, 0)
    part = array[top : cells.bottom + 1, left : cells.right + 1]
    y, x = top - cells.top + 1, left - cells.left + 1
    padded[y : y + part.shape[0], x : x + part.shape[1]] = part
    flat = layout.orientation is Orientation.FLAT
    first = cells.left if flat else cells.top
    table = steps(layout)
    for direction in range(6):
        values = np.empty((high, wide), array.dtype)
        for parity in (0, 1):
            lines = slice((parity - first) % 2, None, 2)
            across, down = table[parity][direction]
            moved = padded[1 + down : 1 + down + high, 1 + across : 1 + across + wide]
            if flat:
                values[:, lines] = moved[:, lines]
            else:
                values[lines] = moved[lines]
        yield values


def side_masks(
    array: NDArray[np.bool_], cells: VisibleCells, layout: Layout, *, off: bool = False
) -> NDArray[np.uint8]:
    """Return which neighbours of every cell in the window are set, as bits by direction.

    ``off`` says whether those off the board are.
    """
    masks = np.zeros((cells.bottom - cells.top, cells.right - cells.left), np.uint8)
    for direction, beside in enumerate(around(array, cells, layout, off=int(off))):
        masks |= beside.astype(np.uint8) << np.uint8(direction)
    return masks
