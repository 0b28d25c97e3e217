"""The hexes that a brush covers, and shapes from one hex to another: lines, rectangles, discs and rings."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.hexes import Hex, disc, distance, ring
from fairground.core.grid.lines import Tie, hex_line
from fairground.core.grid.lines import bar as hex_bar
from fairground.core.scenario.shapes import Listed, Painted
from fairground.editor.app.texts import hex_count, tr

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.shapes import Shape


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
    >>> lost_words("p1-start", Rows(1, 1), Listed(("A1", "B2")))
    'p1-start was "rows 1" and is a list of 2 hexes now: it no longer grows with the board. Undo brings it back.'
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
