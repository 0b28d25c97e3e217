"""Zone shapes on a carried board: a shape stays a shape where one says the same there."""

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

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.shapes import Shape
    from fairground.core.scenario.transform.board_transform import BoardTransform

#: More hexes than these are painted rather than named one by one, where a zone is nothing but them.
MOST_NAMED: Final = 200


class CarriedShapes:
    """Carries the shapes of one board to a rectangle of ``columns`` and ``rows``."""

    def __init__(self, before: Board, way: BoardTransform, columns: int, rows: int) -> None:
        self._before = before
        self._way = way
        self._columns, self._rows = columns, rows
        row, column = np.indices((before.rows, before.columns), np.int64)
        self._column, self._row = way.offsets(column, row)
        self._row_line = _line(self._row)
        self._column_line = _line(self._column.T)

    def carried(self, shape: Shape) -> Shape | None:
        """Return what a shape becomes: an empty list without hexes, None with none of its hexes on the new board."""
        if not self._mask(shape).any():
            return None if shape.mask(self._before).any() else Listed(())
        found = None if isinstance(shape, Painted) else self._part(shape)
        if found is None or len(str(found)) > MAX_LENGTH or _operators(found) > MAX_OPERATORS:
            return painted(self._mask(shape))
        # What was a list stays one; what had to become one is painted when it is long.
        if isinstance(found, Listed) and not isinstance(shape, Listed) and len(found.hexes) > MOST_NAMED:
            return painted(self._mask(shape))
        return found

    def hex(self, name: str) -> str | None:
        """Return the label that a hex gets; None where it is off the new board."""
        at = self._way.hex(self._before.layout.from_offset(*parse_label(name)))
        return self._label(at)

    def _label(self, at: Hex) -> str | None:
        column, row = self._way.after.to_offset(at)
        inside = 0 <= column < self._columns and 0 <= row < self._rows
        return label(column, row) if inside else None

    def _mask(self, shape: Shape) -> NDArray[np.bool_]:
        """Return the hexes of a shape of the old board, on the new one, ``[rows, columns]``."""
        found = np.zeros((self._rows, self._columns), np.bool_)
        wanted = shape.mask(self._before)
        column, row = self._column[wanted], self._row[wanted]
        there = (column >= 0) & (column < self._columns) & (row >= 0) & (row < self._rows)
        found[row[there], column[there]] = True
        return found

    def _part(self, shape: Shape) -> Shape | None:
        """Return what a part of a shape becomes; None where nothing is left of it."""
        found: Shape | None
        match shape:
            case Union(left, right) | Difference(left, right) | Intersection(left, right):
                found = _joined(shape, self._part(left), self._part(right))
            case Everything():
                found = shape
            case Rows(first, last):
                found = self._lines(shape, self._row_line, first, last, self._rows)
            case Columns(first, last):
                found = self._lines(shape, self._column_line, first, last, self._columns)
            case Within(radius, centre):
                name = self.hex(centre) if self._way.keeps_neighbours else None
                found = Within(radius, name) if name is not None else self._named(shape)
            case Listed(hexes):
                names = tuple(name for name in map(self.hex, hexes) if name is not None)
                found = Listed(names) if names else None
            case _:
                found = self._named(shape)
        return found

    def _lines(
        self, shape: Rows | Columns, line: tuple[int, int] | None, first: int, last: int, count: int
    ) -> Shape | None:
        if line is None:
            return self._named(shape)
        step, start = line
        one, other = sorted((step * (first - 1) + start + 1, step * (last - 1) + start + 1))
        if other < 1 or one > count:
            return None
        return type(shape)(max(one, 1), min(other, MAX_SIDE))

    def _named(self, shape: Shape) -> Listed | None:
        places = np.argwhere(self._mask(shape)).tolist()
        return Listed(tuple(label(column, row) for row, column in places)) if places else None


def _joined(
    shape: Union | Difference | Intersection, left: Shape | None, right: Shape | None
) -> Shape | None:
    """Return two parts joined as before, where one of them or both may be gone."""
    if left is not None and right is not None:
        return type(shape)(left, right)
    if isinstance(shape, Union):
        return right if left is None else left
    return left if isinstance(shape, Difference) else None


def _line(places: NDArray[np.int64]) -> tuple[int, int] | None:
    """Return step (1 or -1) and start when the lines of an array are numbers one step apart; None otherwise."""
    first = places[:, 0]
    step = int(first[1] - first[0]) if len(first) > 1 else 1
    straight = (places == first[:, None]).all() and (np.diff(first) == step).all()
    return (step, int(first[0])) if straight and abs(step) == 1 else None


def _operators(shape: Shape) -> int:
    if isinstance(shape, Union | Difference | Intersection):
        return 1 + _operators(shape.left) + _operators(shape.right)
    return 0
