"""The hexes that all lines from one hex cross, as arrays: what lies on a line is then one sum over a stretch of them.

A *row* holds the lines to the hexes that are so many lines of the board away (``fairground.core.sight.lanes``); hexes on
them are lanes seen from the start, so that a row serves every start.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.sight.sector import TWELVE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.sight.lanes import Lanes

    _Numbers = NDArray[np.int32]

#: Rows are kept up to so many hexes on their lines, which take four bytes each.
_MOST_KEPT: Final = 1 << 23
#: So many rows are made at a time.
_BLOCK: Final = 16
#: Tables for so many boards are kept.
_KEPT: Final = 4
#: Points between hexes are counted in quarters: see ``Row.points``.
QUARTERS: Final = 4


class Row(NamedTuple):
    """The lines from a start to ends that follow on each other in one line of the board.

    ``lanes`` are what they cross, seen from the start, and ``first`` is where in it each line begins, and the end; a line
    that crosses nothing has the start itself, 0, so that none is empty. ``last`` is the hex before the end of each, next
    to it; 0 where there is none, as on lines along hexsides. ``x`` is the coordinate of the first end.
    """

    x: int
    lanes: _Numbers
    first: NDArray[np.int64]
    last: _Numbers
    #: The same for the points at which lines go from hex to hex, as ``Points`` numbers them; empty where not wanted.
    points: _Numbers
    first_point: NDArray[np.int64]


class Points:
    """Numbers for the points at which lines go from one hex to the next, in quarters of hexes.

    Between A and B it is the middle of their hexside, ``2A + 2B``. At a corner where a line touches C it lies near the
    corner, towards C: ``A + B + 2C``. Both kinds are apart from each other, and a step moves all points alike.
    """

    def __init__(self, lanes: Lanes) -> None:
        self.stride = QUARTERS * (lanes.length + 4)
        #: What is added so that no point of a board, or next to one, is below 0.
        self.base = 2 * QUARTERS * self.stride
        self.total = QUARTERS * (lanes.lines + 4) * self.stride

    def number(self, x: int, y: int) -> int:
        """Return the number of a point of the board, from coordinates in quarters."""
        return self.base + self.move(x, y)

    def move(self, x: int, y: int) -> int:
        """Return by how much a step of so many quarters moves."""
        return x + y * self.stride


class Tracks:
    """The rows of boards of one layout and size, made when they are first asked for.

    ``reach`` is how many hexes long lines are at most. ``touched`` is whether hexes met at a corner alone belong to a
    line, ``points`` whether the points between hexes are wanted.
    """

    def __init__(self, lanes: Lanes, reach: int, *, touched: bool, points: bool) -> None:
        self._lanes = lanes
        self._reach = reach
        self._touched = touched
        self._points = Points(lanes) if points else None
        self._blocks: dict[int, tuple[Row, ...]] = {}
        self._size = 0
        wide = sum(high - low + 1 for low, high in map(self._bounds, range(min(lanes.lines, reach + 1))))
        #: Whether rows are made whole: those of large boards are not kept for long, and no more of them than is asked for.
        self._whole = wide * min(reach, max(lanes.lines, lanes.length)) <= 2 * _MOST_KEPT

    def row(self, y: int, low: int, high: int) -> Row:
        """Return the lines to ends ``y`` (0 or more) lines on, no further than the reach, with ``x`` from low to high.

        It may hold more. Lines to ends as many lines back are the same the other way round.
        """
        block = y // _BLOCK
        found = self._blocks.get(block)
        if found is None or not _holds(found[y % _BLOCK], low, high):
            self._drop(block)
            found = self._made(range(block * _BLOCK, (block + 1) * _BLOCK), low, high)
            self._size += sum(map(_size, found))
            while self._blocks and self._size > _MOST_KEPT:
                self._drop(next(iter(self._blocks)))
            self._blocks[block] = found
        return found[y % _BLOCK]

    def _drop(self, block: int) -> None:
        self._size -= sum(map(_size, self._blocks.pop(block, ())))

    def _bounds(self, y: int) -> tuple[int, int]:
        """Return the lowest and the highest ``x`` that ends may have."""
        # One more on either side than there may be: an odd number of lines on, it depends on where one starts.
        low = max(-(self._lanes.length + (y + 1) // 2), -self._reach)
        return low, max(min(self._lanes.length - y // 2, self._reach - y), low - 1)

    def _made(self, ys: range, least: int, most: int) -> tuple[Row, ...]:
        """Return some rows, walked together."""
        bounds = [self._bounds(y) for y in ys]
        if not self._whole:
            # From line to line ends move by half a hex at most.
            bounds = [(max(low, least - _BLOCK), min(high, most + _BLOCK)) for low, high in bounds]
        lows = [low for low, _ in bounds]
        xs = [np.arange(low, max(high + 1, low), dtype=np.int32) for low, high in bounds]
        x, y = np.concatenate(xs), np.repeat(np.array(ys, np.int32), [it.size for it in xs])
        crossed, last, points = _Walk(self._lanes, self._points, x, y, touched=self._touched).walk()
        rows = []
        at = 0
        for low, it in zip(lows, xs, strict=True):
            which = slice(at, at + it.size)
            rows.append(Row(low, *crossed.of(which), last[which], *points.of(which)))
            at += it.size
        return tuple(rows)


def _holds(row: Row, low: int, high: int) -> bool:
    return row.x <= low and high < row.x + row.last.size


def _size(row: Row) -> int:
    return row.lanes.size + row.points.size


@lru_cache(maxsize=_KEPT)
def tracks(lanes: Lanes, reach: int | None, *, touched: bool, points: bool) -> Tracks:
    """Return the rows of a board; ``reach`` None is as far as it goes."""
    longest = lanes.length + lanes.lines
    return Tracks(lanes, longest if reach is None else min(reach, longest), touched=touched, points=points)


class _Walk:
    """Walks many lines at once, hex by hex, in the sector that each of them is like."""

    def __init__(
        self, lanes: Lanes, points: Points | None, x: _Numbers, y: _Numbers, *, touched: bool
    ) -> None:
        self._touched = touched
        self._points = points
        self._a, self._b = np.zeros_like(x), np.zeros_like(x)
        # What a step of one in either coordinate of the sector is, in lanes and in points.
        self._steps = np.zeros((2, 2, x.size), np.int32)
        strides = lanes.stride, points.stride if points else 0
        for it in TWELVE:
            sign = it.xx * it.yy - it.xy * it.yx
            a, b = sign * (it.yy * x - it.xy * y), sign * (it.xx * y - it.yx * x)
            like = (a >= b) & (b >= 0)
            self._a[like], self._b[like] = a[like], b[like]
            for steps, stride in zip(self._steps, strides, strict=True):
                steps[0, like] = it.xx + it.yx * stride
                steps[1, like] = it.xy + it.yy * stride

    def walk(self) -> tuple[_Stretches, _Numbers, _Stretches]:
        """Return the hexes crossed, the last hex before each end, and the points between."""
        count = self._a.size
        crossed, points = _Stretches(count), _Stretches(count)
        last = np.zeros(count, np.int32)
        who = np.flatnonzero(self._a + self._b)
        x, y, here = (np.zeros(who.size, np.int32) for _ in range(3))
        while who.size:
            a, b = self._a[who], self._b[who]
            # On which side of the line the two corners lie between which it leaves: above 0 to its right.
            turn = 3 * (a * y - b * x)
            first, second = turn - a - 2 * b, turn + a - b
            along = (second == 0) & (a == b)
            on_x = x + ((first > 0) | (second >= 0))
            on_y = y + (((second < 0) | along).astype(np.int32) - (first > 0))
            if self._touched or self._points:
                corners = (first == 0, on_x, on_y - 1), ((second == 0) & ~along, on_x - 1, y + 1)
                if self._touched:
                    for where, to_x, to_y in corners:
                        crossed.add(who[where], self._moved(0, who, to_x, to_y)[where])
                if self._points:
                    double = [2 * (x + on_x), 2 * (y + on_y)]
                    for where, *to in corners:
                        double = [
                            np.where(where, it // 2 + 2 * at, it) for it, at in zip(double, to, strict=True)
                        ]
                    points.add(who[~along], self._moved(1, who, *double)[~along])
            going = (on_x != a) | (on_y != b)
            last[who[~going]] = np.where(along, 0, here)[~going]
            who, x, y = who[going], on_x[going], on_y[going]
            here = self._moved(0, who, x, y)
            crossed.add(who, here)
        return crossed, last, points

    def _moved(self, what: int, who: NDArray[np.int64], x: _Numbers, y: _Numbers) -> _Numbers:
        by_x, by_y = self._steps[what]
        moved: _Numbers = x * by_x[who] + y * by_y[who]
        return moved


class _Stretches:
    """What lines meet: numbers, line by line."""

    def __init__(self, count: int) -> None:
        self._counts = np.zeros(count, np.int64)
        self._found: list[tuple[NDArray[np.int64], NDArray[np.int64], _Numbers]] = []
        self._joined: tuple[_Numbers, NDArray[np.int64]] | None = None

    def add(self, who: NDArray[np.int64], what: _Numbers) -> None:
        """Add one number to each of some lines."""
        self._found.append((who, self._counts[who], what))
        self._counts[who] += 1

    def of(self, which: slice) -> tuple[_Numbers, NDArray[np.int64]]:
        """Return the numbers of some lines, and where in them each begins, and the end; a line that met nothing has a 0."""
        if self._joined is None:
            self._joined = self._join()
        numbers, first = self._joined
        start = first[which.start]
        return numbers[start : first[which.stop]], first[which.start : which.stop + 1] - start

    def _join(self) -> tuple[_Numbers, NDArray[np.int64]]:
        first = np.concatenate([np.zeros(1, np.int64), np.cumsum(np.maximum(self._counts, 1))])
        numbers = np.zeros(first[-1], np.int32)
        for who, place, what in self._found:
            numbers[first[who] + place] = what
        return numbers, first
