"""Connected regions of hexes, and the hexes inside an outline drawn by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.layout import Orientation
from fairground.core.grid.lines import hex_line
from fairground.core.scenario.arrays import groups

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.board import Board
    from fairground.editor.document.document import Document

    #: Returns where a board is like its cell ``(row, column)``, as a bool array ``[rows, columns]``.
    Likeness = Callable[[Board, tuple[int, int]], NDArray[np.bool_]]


def lassoed(board: Board, way: Sequence[Hex]) -> NDArray[np.bool_]:
    """Return the hexes on the board that are on an outline or inside it.

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
    area = np.zeros(board.terrain.shape, np.bool_)
    first_row, first_column = max(top, 0), max(left, 0)
    part = inside[first_row - top :, first_column - left :][
        : max(board.rows - first_row, 0), : max(board.columns - first_column, 0)
    ]
    area[first_row : first_row + part.shape[0], first_column : first_column + part.shape[1]] = part
    return area


def _even_below(value: int) -> int:
    """Return the greatest even number below ``value``."""
    return (value - 1) // 2 * 2


class Flood:
    """The connected region under the pointer; the last one is cached while the pointer stays in it."""

    def __init__(self, like: Likeness) -> None:
        self._like = like
        self._known: tuple[Document, int, NDArray[np.bool_]] | None = None

    def at(self, document: Document, at: Hex) -> NDArray[np.bool_]:
        """Return the region of a hex, ``[rows, columns]``; empty off the board."""
        board = document.scenario.board
        if not board.contains(at):
            return np.zeros(board.terrain.shape, np.bool_)
        row, column = board.cell(at)
        known = self._known
        if known and known[0] is document and known[1] == document.revision and known[2][row, column]:
            return known[2]
        area = region(board.layout, self._like(board, (row, column)), row=row, column=column)
        self._known = document, document.revision, area
        return area

    def forget(self) -> None:
        """Clear the cache."""
        self._known = None


def same_terrain(board: Board, cell: tuple[int, int]) -> NDArray[np.bool_]:
    """Return the cells with the terrain stack of a cell, ``[rows, columns]``."""
    stack = board.palette[board.terrain[cell]].kinds
    return np.array([entry.kinds == stack for entry in board.palette], np.bool_)[board.terrain]


def same_level(board: Board, cell: tuple[int, int]) -> NDArray[np.bool_]:
    """Return the cells with the level of a cell, ``[rows, columns]``."""
    area: NDArray[np.bool_] = board.elevation == board.elevation[cell]
    return area


def region(layout: Layout, like: NDArray[np.bool_], *, row: int, column: int) -> NDArray[np.bool_]:
    """Return the hexes of ``like`` connected to the one at ``row``, ``column``, ``[rows, columns]``.

    There are none when that hex is not one of them. All is done in arrays, so that a board of 500x500 takes
    milliseconds: hexes are gathered into runs along the lines of the layout, and touching runs are joined.
    """
    flat = layout.orientation is Orientation.FLAT
    lines = like.T if flat else like
    line, place = (column, row) if flat else (row, column)
    if not lines[line, place]:
        return np.zeros_like(like)
    starts = lines.copy()
    starts[:, 1:] &= ~lines[:, :-1]
    run = np.cumsum(starts).reshape(lines.shape) - 1
    first, second = _touching(lines, run, shifted=int(layout.is_odd))
    group = groups(int(run[-1, -1]) + 1, first, second)
    area: NDArray[np.bool_] = lines & (group[run] == group[run[line, place]])
    return area.T if flat else area


def _touching(
    lines: NDArray[np.bool_], run: NDArray[np.int64], *, shifted: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the runs that touch one of the next line, and those they touch.

    Every second line, from index ``shifted`` on, stands half a hex further; a hex touches the hex of its own place
    in the next line and one beside that: the one after it for shifted lines, the one before it for the others.
    """
    first, second = [], []
    upper, lower = lines[:-1], lines[1:]
    upper_run, lower_run = run[:-1], run[1:]
    same = slice(None), slice(None)
    later, earlier = slice(1, None), slice(None, -1)
    for parity, here, there in (
        (slice(None), *same),
        (slice(shifted, None, 2), earlier, later),
        (slice(1 - shifted, None, 2), later, earlier),
    ):
        both = upper[parity, here] & lower[parity, there]
        # The first touching hex of two runs is enough.
        both[:, 1:] &= ~both[:, :-1]
        first.append(upper_run[parity, here][both])
        second.append(lower_run[parity, there][both])
    return np.concatenate(first), np.concatenate(second)
