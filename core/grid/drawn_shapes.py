"""Shapes that are drawn over a board besides lines, discs and rings: rectangles of columns and rows, and bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import GridError
from fairground.core.grid.hexes import DIRECTIONS

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.layout import Layout


def rectangle(layout: Layout, a: Hex, b: Hex, *, outline: bool = False) -> tuple[Hex, ...]:
    """Return the hexes of the columns and rows from ``a`` to ``b``, which are opposite corners, row by row.

    With ``outline``, only those of the first and last column and row.
    """
    (column, row), (other_column, other_row) = layout.to_offset(a), layout.to_offset(b)
    left, right = sorted((column, other_column))
    top, bottom = sorted((row, other_row))
    return tuple(
        layout.from_offset(x, y)
        for y in range(top, bottom + 1)
        for x in range(left, right + 1)
        if not outline or x in (left, right) or y in (top, bottom)
    )


def bar(centre: Hex, length: int, direction: int) -> tuple[Hex, ...]:
    """Return ``length`` hexes in a straight row through ``centre``, in the order of ``direction`` (0-5, modulo 6).

    Of an even number, one more lies in that direction than against it.

    Raises
    ------
    GridError
        When ``length`` is less than 1.
    """
    if length < 1:
        raise GridError(f"a bar has a length of 1 or more, not {length}")
    step = DIRECTIONS[direction % 6]
    behind = (length - 1) // 2
    return tuple(centre + step * (i - behind) for i in range(length))
