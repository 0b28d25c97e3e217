"""The hexes that a brush covers, shapes from one hex to another, connected regions, and the hexes inside an outline drawn by hand."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.hexes import Hex, disc, distance, ring
from fairground.core.grid.layout import Orientation
from fairground.core.grid.lines import Tie, hex_line
from fairground.core.grid.lines import bar as hex_bar
from fairground.core.scenario.arrays import groups
from fairground.core.scenario.shapes import Listed, Painted
from fairground.editor.app.texts import hex_count, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.shapes import Shape
    from fairground.editor.document.document import Document

    Likeness = Callable[[Board, tuple[int, int]], NDArray[np.bool_]]


class DragShape(StrEnum):
    """What a drag draws."""

    #: The hexes that the brush passes.
    FREEHAND = "freehand"
    #: A hex line.
    LINE = "line"
    #: The columns and rows between two corners.
    RECTANGLE = "rectangle"
    #: All hexes as near to the first one as the last one.
    DISC = "disc"

    @property
    def has_inside(self) -> bool:
        """Whether it can be filled, or drawn as an outline."""
        return self in (DragShape.RECTANGLE, DragShape.DISC)


#: The names of the shapes.
SHAPE_NAMES = {
    DragShape.FREEHAND: tr("Freehand"),
    DragShape.LINE: tr("Line"),
    DragShape.RECTANGLE: tr("Rectangle"),
    DragShape.DISC: tr("Disc"),
}


@dataclass(frozen=True, slots=True)
class DragDrawing:
    """A shape from ``start`` to ``end``, which may be off the board; ``filled`` is for shapes with an inside."""

    shape: DragShape
    start: Hex
    end: Hex
    filled: bool = True

    def covers(self, board: Board, *, radius: int = 0, bar: int | None = None) -> NDArray[np.bool_]:
        """Return the hexes of the board that it covers, ``[rows, columns]``.

        Lines and outlines are drawn with the brush that ``radius`` and ``bar`` describe; what is filled is as it is.
        """
        if self.shape.has_inside and self.filled:
            return self._filled(board)
        return footprint(board, self._outline(board), radius=radius, bar=bar)

    def rim(self, board: Board) -> NDArray[np.bool_]:
        """Return its outline, one hex wide, as the preview of a large shape."""
        return footprint(board, self._outline(board), radius=0)

    def words(self, board: Board, count: int) -> str:
        """Describe it, for ``count`` hexes: ``rectangle 5 x 3, 15 hexes``."""
        size = ""
        if self.shape is DragShape.RECTANGLE:
            left, right, top, bottom = _bounds(board, self.start, self.end)
            size = f" {right - left} x {bottom - top}"
        elif self.shape is DragShape.DISC:
            size = tr(", radius {distance}").format(distance=distance(self.start, self.end))
        name = SHAPE_NAMES[self.shape]
        if self.shape.has_inside and not self.filled:
            name = tr("Ring") if self.shape is DragShape.DISC else tr("Outline")
        return f"{name}{size}, {hex_count(count)}"

    def _outline(self, board: Board) -> tuple[Hex, ...]:
        match self.shape:
            case DragShape.RECTANGLE:
                left, right, top, bottom = _bounds(board, self.start, self.end)
                at = board.layout.from_offset
                across = [at(column, row) for row in {top, bottom - 1} for column in range(left, right)]
                down = [at(column, row) for column in {left, right - 1} for row in range(top, bottom)]
                return tuple(dict.fromkeys(across + down)) if left < right and top < bottom else ()
            case DragShape.DISC:
                return ring(self.start, distance(self.start, self.end))
            case DragShape.LINE:
                # Where either hex would do, the one that keeps the line on the board.
                lines = (hex_line(self.start, self.end, tie=tie) for tie in Tie)
                return max(lines, key=lambda line: sum(map(board.contains, line)))
            case DragShape.FREEHAND:
                return (self.end,)

    def _filled(self, board: Board) -> NDArray[np.bool_]:
        mask = np.zeros(board.terrain.shape, np.bool_)
        if self.shape is DragShape.RECTANGLE:
            left, right, top, bottom = _bounds(board, self.start, self.end)
            mask[top:bottom, left:right] = True
            return mask
        # A disc reaches as many columns and rows far as hexes, in every layout: no others are looked at.
        radius = distance(self.start, self.end)
        column, row = board.layout.to_offset(self.start)
        rows = np.arange(max(row - radius, 0), min(row + radius + 1, board.rows))
        columns = np.arange(max(column - radius, 0), min(column + radius + 1, board.columns))
        if len(rows) and len(columns):
            q, r = board.layout.from_offset_arrays(columns[None, :], rows[:, None])
            q, r = q - self.start.q, r - self.start.r
            near = np.maximum(np.maximum(abs(q), abs(r)), abs(q + r)) <= radius
            mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] = near
        return mask


def _bounds(board: Board, a: Hex, b: Hex) -> tuple[int, int, int, int]:
    """Return left, right, top and bottom of the columns and rows between two corners, as far as the board has them.

    Right and bottom are open ends.
    """
    (column, row), (other_column, other_row) = map(board.layout.to_offset, (a, b))
    left, right = sorted((column, other_column))
    top, bottom = sorted((row, other_row))
    right, bottom = min(max(right + 1, 0), board.columns), min(max(bottom + 1, 0), board.rows)
    return max(left, 0), right, max(top, 0), bottom


#: The longest text of a shape that is quoted.
_LONGEST = 60


def is_expression(shape: Shape) -> bool:
    """Whether a shape says more than its hexes: ``rows 1-2`` does, a list does not."""
    return not isinstance(shape, Listed | Painted)


def lost_words(name: str, before: Shape, after: Shape) -> str:
    """Return the remark that an expression became single hexes; empty when it did not.

    Examples
    --------
    >>> from fairground.core.scenario.shapes import Rows
    >>> lost_words("North", Rows(1, 1), Listed(("A1", "B2")))
    'North was "rows 1" and is now a list of 2 hexes. It no longer grows with the board. Undo restores it.'
    """
    if not is_expression(before) or is_expression(after):
        return ""
    text = str(before)
    was = f'"{text}"' if len(text) <= _LONGEST else tr("an expression")
    now = (
        tr("a list of {count} hexes").format(count=len(after.hexes))
        if isinstance(after, Listed)
        else tr("a painted block")
    )
    return tr(
        "{name} was {was} and is now {now}. It no longer grows with the board. Undo restores it."
    ).format(name=name, was=was, now=now)


def footprint(
    board: Board, hexes: tuple[Hex, ...], *, radius: int, bar: int | None = None
) -> NDArray[np.bool_]:
    """Return the hexes on the board that a brush covers around ``hexes``, ``[rows, columns]``.

    The brush is a disc of ``radius``; with ``bar``, it is a row of hexes as long as that disc is wide, along that
    direction (0-2).
    """
    at = _axial(hexes)
    around = (at[:, None, :] + _brush(radius, bar)[None, :, :]).reshape(-1, 2)
    column, row = board.layout.to_offset_arrays(around[:, 0], around[:, 1])
    there = (column >= 0) & (column < board.columns) & (row >= 0) & (row < board.rows)
    mask = np.zeros(board.terrain.shape, np.bool_)
    mask[row[there], column[there]] = True
    return mask


def bar_length(radius: int) -> int:
    """Return the length of a bar in hexes: the width of the disc of that radius."""
    return 2 * radius + 1


@cache
def _brush(radius: int, bar: int | None) -> NDArray[np.int64]:
    middle = Hex(0, 0)
    return _axial(disc(middle, radius) if bar is None else hex_bar(middle, bar_length(radius), bar))


def _axial(hexes: tuple[Hex, ...]) -> NDArray[np.int64]:
    """Return q and r of the hexes, ``[hexes, 2]``."""
    return np.array([(at.q, at.r) for at in hexes], np.int64).reshape(-1, 2)


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
