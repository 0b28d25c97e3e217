"""The hexes that all lines from one hex cross, as rows of lanes relative to the start, shared by all starts."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.sight.field.sector import TWELVE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.sight.field.lanes import Lanes

    _Numbers = NDArray[np.int32]

#: The number of hexes in cached rows, at four bytes each.
_MOST_CACHED: Final = 1 << 24
#: The number of rows computed at a time.
_BLOCK: Final = 4
#: The number of boards with cached rows.
_CACHED: Final = 2


class TrackRow(NamedTuple):
    """The lines from a start to consecutive ends in one line of the board.

    ``lanes`` are those they cross, relative to the start; ``first`` holds the index of each line's first lane, and the total;
    ``counts`` their numbers. A line that crosses nothing has the start, 0. ``last`` is the hex before each end; 0 if there is
    none, as on lines along hexsides. ``x`` is the coordinate of the first end.
    """

    x: int
    lanes: _Numbers
    first: NDArray[np.int64]
    counts: NDArray[np.int64]
    last: _Numbers


class Tracks:
    """The rows of boards of one layout and size, computed when needed; ``touched`` is whether touched hexes count."""

    def __init__(self, lanes: Lanes, reach: int, *, touched: bool) -> None:
        self._lanes = lanes
        self._reach = reach
        self._touched = touched
        self._blocks: dict[int, tuple[TrackRow, ...]] = {}
        self._size = 0
        wide = sum(high - low + 1 for low, high in map(self._bounds, range(min(lanes.lines, reach + 1))))
        #: Whether to compute whole rows; on large boards only the part needed is.
        self._whole = wide * min(reach, max(lanes.lines, lanes.length)) <= _MOST_CACHED

    def row(self, y: int, low: int, high: int) -> TrackRow:
        """Return the lines to ends ``y`` lines on, with ``x`` at least from low to high; those back are mirrored."""
        block = y // _BLOCK
        rows = self._blocks.get(block)
        if rows is None or not _holds(rows[y % _BLOCK], low, high):
            self._drop(block)
            rows = self._compute(range(block * _BLOCK, (block + 1) * _BLOCK), low, high)
            self._size += sum(map(_size, rows))
            while self._blocks and self._size > _MOST_CACHED:
                self._drop(next(iter(self._blocks)))
            self._blocks[block] = rows
        return rows[y % _BLOCK]

    def _drop(self, block: int) -> None:
        self._size -= sum(map(_size, self._blocks.pop(block, ())))

    def _bounds(self, y: int) -> tuple[int, int]:
        """Return the lowest and the highest ``x`` that ends may have."""
        # One extra on either side: for an odd number of lines the limit depends on the start.
        low = max(-(self._lanes.length + (y + 1) // 2), -self._reach)
        return low, max(min(self._lanes.length - y // 2, self._reach - y), low - 1)

    def _compute(self, ys: range, least: int, most: int) -> tuple[TrackRow, ...]:
        bounds = [self._bounds(y) for y in ys]
        if not self._whole:
            # From line to line ends move by at most half a hex.
            bounds = [(max(low, least - _BLOCK), min(high, most + _BLOCK)) for low, high in bounds]
        lows = [low for low, _ in bounds]
        xs = [np.arange(low, max(high + 1, low), dtype=np.int32) for low, high in bounds]
        x, y = np.concatenate(xs), np.repeat(np.array(ys, np.int32), [it.size for it in xs])
        crossed, first, last = _crossed(self._lanes, x, y, touched=self._touched)
        rows = []
        begin = 0
        for low, it in zip(lows, xs, strict=True):
            end = begin + it.size
            here = first[begin : end + 1]
            lanes = crossed[here[0] : here[-1]]
            rows.append(TrackRow(low, lanes, here - here[0], np.diff(here), last[begin:end]))
            begin = end
        return tuple(rows)


def _holds(row: TrackRow, low: int, high: int) -> bool:
    return row.x <= low and high < row.x + row.last.size


def _size(row: TrackRow) -> int:
    return row.lanes.size


@lru_cache(maxsize=_CACHED)
def tracks(lanes: Lanes, reach: int | None, *, touched: bool) -> Tracks:
    """Return the rows of a board; ``reach`` None is unlimited."""
    longest = lanes.length + lanes.lines
    return Tracks(lanes, longest if reach is None else min(reach, longest), touched=touched)


def _crossed(
    lanes: Lanes, x: _Numbers, y: _Numbers, *, touched: bool
) -> tuple[_Numbers, NDArray[np.int64], _Numbers]:
    """Return the hexes that lines to some ends cross, the index of each line's first, and the last hex of each."""
    a, b = np.zeros_like(x), np.zeros_like(x)
    # The lanes of a unit step in either coordinate of the sector that each line corresponds to.
    by_a, by_b = np.zeros_like(x), np.zeros_like(x)
    for it in TWELVE:
        sign = it.xx * it.yy - it.xy * it.yx
        to_a, to_b = sign * (it.yy * x - it.xy * y), sign * (it.xx * y - it.yx * x)
        like = (to_a >= to_b) & (to_b >= 0)
        a[like], b[like] = to_a[like], to_b[like]
        by_a[like], by_b[like] = lanes.move((it.xx, it.yx)), lanes.move((it.xy, it.yy))
    # As in ``programs._crossed``; the line touches a hex if both numbers are equal.
    out = 2 * a + b
    if touched:
        out[a != b] += 1
    columns = np.maximum(a - 1, 1)
    which = np.repeat(np.arange(a.size), columns)
    i = np.arange(which.size, dtype=np.int32)
    # A line without hexes has the start itself.
    i -= (columns.cumsum() - columns - (a > 1)).astype(np.int32)[which]
    middle, out, thrice = 3 * b[which] * i, np.maximum(out, 1)[which], np.maximum(3 * a, 1)[which]
    low, high = (middle - out) // thrice + 1, -((-middle - out) // thrice) - 1
    from_start = i * by_a[which]
    hexes = np.stack([from_start + low * by_b[which], from_start + high * by_b[which]], axis=1)
    wanted = np.ones(hexes.shape, np.bool_)
    wanted[:, 1] = high > low
    first = np.concatenate([[0], wanted.sum(axis=1).cumsum()[columns.cumsum() - 1]])
    last = np.where((a > b) & (a + b > 1), a * by_a + b * by_b - by_a, 0).astype(np.int32)
    return hexes[wanted], first, last
