"""The hexes that all lines from one hex cross, as rows of lanes seen from the start, which serve every start."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.sight.field.sector import TWELVE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.sight.field.lanes import Lanes

    _Numbers = NDArray[np.int32]

#: Rows are kept up to so many hexes on their lines, which take four bytes each.
_MOST_KEPT: Final = 1 << 24
#: So many rows are made at a time.
_BLOCK: Final = 4
#: Tables for so many boards are kept.
_KEPT: Final = 2


class TrackRow(NamedTuple):
    """The lines from a start to ends that follow on each other in one line of the board.

    ``lanes`` are what they cross, seen from the start; ``first`` is where in it each line begins, and the end, ``counts``
    how many each has. A line that crosses nothing has the start itself, 0, so that none is empty. ``last`` is the hex
    before the end of each, next to it; 0 where there is none, as on lines along hexsides. ``x`` is the coordinate of the
    first end.
    """

    x: int
    lanes: _Numbers
    first: NDArray[np.int64]
    counts: NDArray[np.int64]
    last: _Numbers


class Tracks:
    """The rows of boards of one layout and size, made when needed, for lines up to ``reach``, with hexes ``touched`` or not."""

    def __init__(self, lanes: Lanes, reach: int, *, touched: bool) -> None:
        self._lanes = lanes
        self._reach = reach
        self._touched = touched
        self._blocks: dict[int, tuple[TrackRow, ...]] = {}
        self._size = 0
        wide = sum(high - low + 1 for low, high in map(self._bounds, range(min(lanes.lines, reach + 1))))
        #: Whether rows are made whole: those of large boards are not kept for long, and no more of them than is asked for.
        self._whole = wide * min(reach, max(lanes.lines, lanes.length)) <= _MOST_KEPT

    def row(self, y: int, low: int, high: int) -> TrackRow:
        """Return the lines to ends ``y`` lines on (those back are mirrored) with ``x`` from low to high, or more of them."""
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

    def _made(self, ys: range, least: int, most: int) -> tuple[TrackRow, ...]:
        """Return some rows, found together."""
        bounds = [self._bounds(y) for y in ys]
        if not self._whole:
            # From line to line ends move by half a hex at most.
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
            rows.append(
                TrackRow(low, crossed[here[0] : here[-1]], here - here[0], np.diff(here), last[begin:end])
            )
            begin = end
        return tuple(rows)


def _holds(row: TrackRow, low: int, high: int) -> bool:
    return row.x <= low and high < row.x + row.last.size


def _size(row: TrackRow) -> int:
    return row.lanes.size


@lru_cache(maxsize=_KEPT)
def tracks(lanes: Lanes, reach: int | None, *, touched: bool) -> Tracks:
    """Return the rows of a board; ``reach`` None is as far as it goes."""
    longest = lanes.length + lanes.lines
    return Tracks(lanes, longest if reach is None else min(reach, longest), touched=touched)


def _crossed(
    lanes: Lanes, x: _Numbers, y: _Numbers, *, touched: bool
) -> tuple[_Numbers, NDArray[np.int64], _Numbers]:
    """Return the hexes that lines to some ends cross, where the hexes of each line begin, and the last hex of each."""
    a, b = np.zeros_like(x), np.zeros_like(x)
    # How many lanes a step of one is in either coordinate of the sector that each line is like.
    by_a, by_b = np.zeros_like(x), np.zeros_like(x)
    for it in TWELVE:
        sign = it.xx * it.yy - it.xy * it.yx
        to_a, to_b = sign * (it.yy * x - it.xy * y), sign * (it.xx * y - it.yx * x)
        like = (to_a >= to_b) & (to_b >= 0)
        a[like], b[like] = to_a[like], to_b[like]
        by_a[like], by_b[like] = lanes.move((it.xx, it.yx)), lanes.move((it.xy, it.yy))
    # The corners of (i, j) lie up to ``2a + b`` from its middle, in thirds of what ``aj - bi`` counts: the line runs
    # through it where this is less, which is so for one j or two of each i, and touches it where they are the same.
    out = 2 * a + b
    if touched:
        out[a != b] += 1
    columns = np.maximum(a - 1, 1)
    which = np.repeat(np.arange(a.size), columns)
    i = np.arange(which.size, dtype=np.int32)
    i -= (columns.cumsum() - columns - (a > 1)).astype(np.int32)[
        which
    ]  # where there is none, the start itself
    middle, out, thrice = 3 * b[which] * i, np.maximum(out, 1)[which], np.maximum(3 * a, 1)[which]
    low, high = (middle - out) // thrice + 1, -((-middle - out) // thrice) - 1
    from_start = i * by_a[which]
    found = np.stack([from_start + low * by_b[which], from_start + high * by_b[which]], axis=1)
    wanted = np.ones(found.shape, np.bool_)
    wanted[:, 1] = high > low
    first = np.concatenate([[0], wanted.sum(axis=1).cumsum()[columns.cumsum() - 1]])
    last = np.where((a > b) & (a + b > 1), a * by_a + b * by_b - by_a, 0).astype(np.int32)
    return found[wanted], first, last
