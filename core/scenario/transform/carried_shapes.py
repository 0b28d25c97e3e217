"""Carry zone shapes to another board, as the same kind of shape if possible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.grid.labels import label, parse_label
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.scenario.shapes import (
    Columns,
    Difference,
    Everything,
    Intersection,
    Listed,
    Painted,
    Rows,
    Union,
    Within,
    painted,
)
from fairground.core.scenario.zone_text import MAX_LENGTH, MAX_OPERATORS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.shapes import Shape
    from fairground.core.scenario.transform.board_transform import BoardTransform

#: Most hexes of a shape that becomes a list rather than a painted block.
MOST_NAMED: Final = 200


class CarriedShapes:
    """Carries the shapes of one board to a rectangle of ``columns`` and ``rows``."""

    def __init__(self, before: Board, transform: BoardTransform, columns: int, rows: int) -> None:
        self._before = before
        self._transform = transform
        self._columns, self._rows = columns, rows
        row, column = np.indices((before.rows, before.columns), np.int64)
        self._column, self._row = transform.offsets(column, row)
        self._row_line = _line(self._row)
        self._column_line = _line(self._column.T)

    def carried(self, shape: Shape) -> Shape | None:
        """Return the image of a shape; None if all its hexes are off the new board."""
        if not self._mask(shape).any():
            return None if shape.mask(self._before).any() else Listed(())
        image = None if isinstance(shape, Painted) else self._part(shape)
        if image is None or len(str(image)) > MAX_LENGTH or _operators(image) > MAX_OPERATORS:
            return painted(self._mask(shape))
        # Lists stay lists; other shapes that became long lists are painted.
        if isinstance(image, Listed) and not isinstance(shape, Listed) and len(image.hexes) > MOST_NAMED:
            return painted(self._mask(shape))
        return image

    def hex(self, name: str) -> str | None:
        """Return the new label of a hex, or None if it is off the new board."""
        at = self._transform.hex(self._before.layout.from_offset(*parse_label(name)))
        column, row = self._transform.after.to_offset(at)
        inside = 0 <= column < self._columns and 0 <= row < self._rows
        return label(column, row) if inside else None

    def _mask(self, shape: Shape) -> NDArray[np.bool_]:
        """Return the image of a shape's hexes on the new board, ``[rows, columns]``."""
        image = np.zeros((self._rows, self._columns), np.bool_)
        old = shape.mask(self._before)
        column, row = self._column[old], self._row[old]
        on_board = (column >= 0) & (column < self._columns) & (row >= 0) & (row < self._rows)
        image[row[on_board], column[on_board]] = True
        return image

    def _part(self, shape: Shape) -> Shape | None:
        """Return the image of a part of a shape, or None if it is empty."""
        part: Shape | None
        match shape:
            case Union(left, right) | Difference(left, right) | Intersection(left, right):
                part = _joined(shape, self._part(left), self._part(right))
            case Everything():
                part = shape
            case Rows(first, last):
                part = self._lines(shape, self._row_line, first, last, self._rows)
            case Columns(first, last):
                part = self._lines(shape, self._column_line, first, last, self._columns)
            case Within(radius, centre):
                name = self.hex(centre) if self._transform.keeps_neighbours else None
                part = Within(radius, name) if name is not None else self._listed(shape)
            case Listed(hexes):
                names = tuple(name for name in map(self.hex, hexes) if name is not None)
                part = Listed(names) if names else None
            case _:
                part = self._listed(shape)
        return part

    def _lines(
        self, shape: Rows | Columns, line: tuple[int, int] | None, first: int, last: int, count: int
    ) -> Shape | None:
        if line is None:
            return self._listed(shape)
        step, start = line
        one, other = sorted((step * (first - 1) + start + 1, step * (last - 1) + start + 1))
        if other < 1 or one > count:
            return None
        return type(shape)(max(one, 1), min(other, MAX_SIDE))

    def _listed(self, shape: Shape) -> Listed | None:
        places = np.argwhere(self._mask(shape)).tolist()
        return Listed(tuple(label(column, row) for row, column in places)) if places else None


def _joined(
    shape: Union | Difference | Intersection, left: Shape | None, right: Shape | None
) -> Shape | None:
    """Return two parts, either of which may be empty, joined as before."""
    if left is not None and right is not None:
        return type(shape)(left, right)
    if isinstance(shape, Union):
        return right if left is None else left
    return left if isinstance(shape, Difference) else None


def _line(places: NDArray[np.int64]) -> tuple[int, int] | None:
    """Return step (1 or -1) and start if each line of an array is constant and they are one step apart, or None."""
    first = places[:, 0]
    step = int(first[1] - first[0]) if len(first) > 1 else 1
    straight = (places == first[:, None]).all() and (np.diff(first) == step).all()
    return (step, int(first[0])) if straight and abs(step) == 1 else None


def _operators(shape: Shape) -> int:
    if isinstance(shape, Union | Difference | Intersection):
        return 1 + _operators(shape.left) + _operators(shape.right)
    return 0
