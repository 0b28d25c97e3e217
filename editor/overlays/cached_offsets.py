"""Which lines of sight have been drawn before: those are drawn again in no time."""

from __future__ import annotations

import numpy as np


class KnownOffsets:
    """Remembers, by offset in columns and rows, which lines fans of the whole board have drawn."""

    def __init__(self) -> None:
        self._shape = (0, 0)
        self._known = np.zeros((0, 0), np.bool_)

    def missing(self, shape: tuple[int, ...], row: int, column: int) -> int:
        """Return how many lines of a fan from a cell would be new, on a board of a shape (rows, columns)."""
        return int(np.count_nonzero(~self._part(shape, row, column)))

    def add(self, shape: tuple[int, ...], row: int, column: int) -> None:
        """Note that the fan from a cell was drawn."""
        self._part(shape, row, column)[:] = True

    def _part(
        self, shape: tuple[int, ...], row: int, column: int
    ) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
        rows, columns = shape
        if (rows, columns) != self._shape:
            self._shape = rows, columns
            self._known = np.zeros((2 * rows - 1, 2 * columns - 1), np.bool_)
        part: np.ndarray[tuple[int, int], np.dtype[np.bool_]] = self._known[
            rows - 1 - row : 2 * rows - 1 - row, columns - 1 - column : 2 * columns - 1 - column
        ]
        return part
