"""The board as numbers: hexes counted row by row, their distances, and the direction from one to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.grid.hexes import Hex
from fairground.core.sight.board.cells import Cells
from fairground.core.sight.line.trace import trace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board

#: The largest board supported, in hexes: tables have a number for every pair of hexes.
MOST_HEXES: Final = 2_500
#: The value of ``BoardNumbers.ways`` from a hex to itself.
NO_WAY: Final = 12


class BoardNumbers:
    """The hexes of a board by number, ``row * columns + column``, with the geometry between any two of them.

    ``ways[a, b]`` is the direction from a to b: ``2 d`` for direction d, ``2 d + 1`` between d and the next clockwise, 12 for
    the hex itself. ``distances`` and ``ways`` have the rows that ``look_from`` has filled.
    """

    def __init__(self, board: Board) -> None:
        count = board.rows * board.columns
        if count > MOST_HEXES:
            raise LimitError(f"self-play supports boards of at most {MOST_HEXES:,} hexes, not {count:,}")
        self.board = board
        self.count = count
        self.void: NDArray[np.bool_] = board.void.ravel()
        q, r = board.layout.axial_arrays(board.columns, board.rows)
        self.q, self.r = q.ravel().astype(np.int64), r.ravel().astype(np.int64)
        self.hexes: tuple[Hex, ...] = tuple(map(Hex, self.q.tolist(), self.r.tolist()))
        self.numbers = {at: number for number, at in enumerate(self.hexes)}
        self.levels: NDArray[np.int64] = board.elevation.ravel().astype(np.int64)
        self.distances = np.zeros((count, count), np.int16)
        self.ways = np.zeros((count, count), np.int8)
        self.known = bytearray(count)
        self._between: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}

    def look_from(self, at: int) -> None:
        """Fill the row of a hex, once."""
        if not self.known[at]:
            q, r = self.q - self.q[at], self.r - self.r[at]
            self.distances[at] = (abs(q) + abs(r) + abs(q + r)) // 2
            self.ways[at] = _ways(q, r)
            self.known[at] = 1

    def between(self, a: int, b: int, *, touched: bool) -> int:
        """Return the hexes that a line crosses as a bit set; ``touched`` includes those met only at a corner."""
        q, r = int(self.q[b] - self.q[a]), int(self.r[b] - self.r[a])
        start_q, start_r = int(self.q[a]), int(self.r[a])
        found = 0
        for over, down in self.offsets_between(q, r, touched=touched):
            number = self.numbers.get(Hex(start_q + over, start_r + down))
            if number is not None:
                found |= 1 << number
        return found

    def offsets_between(self, q: int, r: int, *, touched: bool) -> tuple[tuple[int, int], ...]:
        """Return the hexes that a line to an offset crosses, as offsets (q, r) from its start; as ``between``."""
        if (q, r) not in self._between:
            self._between[q, r] = crossed(q, r, touched=touched)
        return self._between[q, r]


def _ways(q: NDArray[np.int64], r: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the directions of offsets; see ``BoardNumbers``."""
    s = -q - r
    along = np.stack((s - r, q - r, q - s, r - s, r - q, s - q))
    best = along == along.max(axis=0)
    first = np.argmax(best, axis=0)
    two = best.sum(axis=0) > 1
    # Between 5 and 0 the first is 5.
    first = np.where(two & best[0] & best[5], 5, first)
    found = 2 * first + two
    return np.where((q == 0) & (r == 0), NO_WAY, found)


def crossed(q: int, r: int, *, touched: bool) -> tuple[tuple[int, int], ...]:
    """Return the hexes, as offsets, that a line from a hex to one at an offset crosses, with those ``touched`` or without."""
    start, end = Hex(0, 0), Hex(q, r)
    cells = Cells.around((start, end))
    found = trace(cells, start, end)
    numbers = found.crossed_or_touched if touched else found.crossed
    return tuple((at.q, at.r) for at in map(cells.hex, numbers))
