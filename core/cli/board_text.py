"""Boards and intervals as text on the terminal."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

from fairground.core.grid.labels import label
from fairground.core.grid.layout import Orientation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.simulation.statistics.wilson import Interval

_WIDTH = 41
#: The ends of the axis are multiples of this percentage.
_ROUND = 5


class IntervalPicture:
    """An axis of win rates: ``o`` is a rate, ``=`` its interval, ``[`` and ``]`` are the edges of the band."""

    def __init__(self, band: tuple[float, float], intervals: Sequence[Interval]) -> None:
        self._band = band
        low = min(band[0], *(it.low for it in intervals))
        high = max(band[1], *(it.high for it in intervals))
        # A little wider than the intervals, to show their ends.
        self._low = max(0, _ROUND * floor((100 * low - 1) / _ROUND))
        self._high = min(100, _ROUND * ceil((100 * high + 1) / _ROUND))

    def line(self, rate: float | None, interval: Interval) -> str:
        """Return one interval as text of a fixed width."""
        cells = [" "] * _WIDTH
        first, last = self._at(interval.low), self._at(interval.high)
        cells[first : last + 1] = "=" * (last + 1 - first)
        for edge, sign in zip(self._band, "[]", strict=True):
            cells[self._at(edge)] = sign
        if rate is not None:
            cells[self._at(rate)] = "o"
        return f"|{''.join(cells)}|"

    def axis(self) -> str:
        """Return the ends of the axis, as wide as a line."""
        low, high = f"{self._low}%", f"{self._high}%"
        return low + high.rjust(_WIDTH + 2 - len(low))

    def _at(self, share: float) -> int:
        """Return the place of a share on the axis."""
        span = self._high - self._low
        return min(_WIDTH - 1, max(0, round((100 * share - self._low) / span * (_WIDTH - 1))))


def _columns(count: int, width: int) -> str:
    """Return the line with the letters of the columns; names that are too wide for their column leave out others."""
    line = " " * 6
    for column in range(count):
        place, name = 6 + column * (width + 1), label(column, 0).rstrip("1")
        if place >= len(line):
            line = line.ljust(place) + name + " "
    return line.rstrip()


def board_text(board: Board, mark_of: Callable[[int, int], str], origins: Iterable[Hex] = ()) -> list[str]:
    """Return a line with the letters of the columns, then one for each row of hexes, with the padded mark of each by row and column, and @ at the origins."""
    marks = [[mark_of(row, column) for column in range(board.columns)] for row in range(board.rows)]
    for row, column in map(board.cell, origins):
        marks[row][column] = "@"
    width = max(len(mark) for row in marks for mark in row)
    pointy = board.layout.orientation is Orientation.POINTY
    lines = [_columns(board.columns, width)]
    for row, found in enumerate(marks):
        shifted = pointy and (row % 2 == 1) == board.layout.is_odd
        indent = " " * ((width + 1) // 2) if shifted else ""
        lines.append(f"{row + 1:4}  {indent}{' '.join(mark.ljust(width) for mark in found)}".rstrip())
    return lines
