"""Shapes of zones, mended: kept to the board, or less some hexes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fairground.core.scenario.hex_arguments import has_label
from fairground.core.scenario.shapes import (
    Columns,
    Difference,
    Intersection,
    Listed,
    Painted,
    Rows,
    Union,
    Within,
    listed,
    painted,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.shapes import Shape

#: The most hexes that are named one by one in a shape; more are painted.
_LISTED = 12


def repaired(shape: Shape, board: Board) -> Shape | None:
    """Return a shape that says the same of the board and nothing of what is beyond it.

    None when a part names nothing on the board: then nothing certain can be said.
    """
    match shape:
        case Rows() | Columns():
            bound = board.rows if isinstance(shape, Rows) else board.columns
            return replace(shape, last=min(shape.last, bound)) if shape.first <= bound else None
        case Listed():
            there = tuple(name for name in shape.hexes if has_label(board, name))
            return Listed(there) if there else None
        case Within():
            return shape if has_label(board, shape.centre) else None
        case Painted():
            return painted(shape.mask(board))
        case Union() | Difference() | Intersection():
            left, right = repaired(shape.left, board), repaired(shape.right, board)
            return replace(shape, left=left, right=right) if left and right else None
        case _:
            return shape


def without(shape: Shape, mask: NDArray[np.bool_], board: Board) -> Shape | None:
    """Return a shape of the hexes that are not in ``mask``; None when nothing changes or nothing would be left.

    A few hexes are named, so that ``rows 1-2`` stays readable; many are painted.
    """
    own = shape.mask(board)
    taken, rest = own & mask, own & ~mask
    if not taken.any() or not rest.any():
        return None
    if isinstance(shape, Listed):
        return listed(board.layout, board.hexes_of(rest))
    if isinstance(shape, Painted) or taken.sum() > _LISTED:
        return painted(rest)
    return Difference(shape, listed(board.layout, board.hexes_of(taken)))
