"""Lines of one sector of 30 degrees; all others follow by the twelve rotations and reflections of the grid.

``Tracks`` holds the hexes that the lines to all ends cross, row by row.
"""

from __future__ import annotations

import ctypes
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np

from fairground.core.grid.hexes import Hex
from fairground.core.sight.board.cells import Cells
from fairground.core.sight.line.trace import trace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.sight.field.lanes import Lanes

    _LaneNumbers = NDArray[np.int32]

#: Two axial coordinates, or a step of so many of each.
Step: TypeAlias = tuple[int, int]


class Matrix(NamedTuple):
    """A linear map of axial coordinates: ``(x, y)`` to ``(xx * x + xy * y, yx * x + yy * y)``."""

    xx: int
    xy: int
    yx: int
    yy: int

    def apply(self, at: Step) -> Step:
        """Return the image of a point."""
        x, y = at
        return self.xx * x + self.xy * y, self.yx * x + self.yy * y


#: The twelve rotations and reflections; each maps the sector onto one of the twelve around a hex.
_TURNS = ((1, 0, 0, 1), (0, -1, 1, 1), (-1, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, -1), (1, 1, -1, 0))
TWELVE = tuple(
    found for a, b, c, d in _TURNS for found in (Matrix(a, b, c, d), Matrix(b, a, d, c))
)  # fmt: skip


def into_sector(x: int, y: int) -> tuple[Step, Matrix]:
    """Return the offset of the sector that corresponds to (x, y), and the map from it to (x, y)."""
    for matrix in TWELVE:
        # The inverse of a map of determinant 1 or -1.
        sign = matrix.xx * matrix.yy - matrix.xy * matrix.yx
        a, b = sign * (matrix.yy * x - matrix.xy * y), sign * (matrix.xx * y - matrix.yx * x)
        if a >= b >= 0:
            return (a, b), matrix
    raise AssertionError((x, y))


class SectorLine(NamedTuple):
    """The hexes, hexsides and corners on the line from (0, 0) to an offset of the sector, in order.

    ``touched`` are the hexes met only at a corner. ``across`` and ``along`` hold the two hexes of each hexside crossed or
    followed, ``corners`` each hex left or entered at a corner, with the corner in thirds from its centre.
    """

    crossed: tuple[Step, ...]
    touched: tuple[Step, ...]
    across: tuple[tuple[Step, Step], ...]
    along: tuple[tuple[Step, Step], ...]
    corners: tuple[tuple[Step, Step], ...]


def sector_line(a: int, b: int) -> SectorLine:
    """Return what the line to (a, b) meets, for ``a >= b >= 0``."""
    ends = Hex(0, 0), Hex(a, b)
    cells = Cells.around(ends)
    course = trace(cells, *ends)
    # Numbers of these cells are coordinates: see ``Cells.hex``.
    lists = course.path, course.left, course.right
    path, left, right = ([divmod(at, cells.stride) for at in numbers] for numbers in lists)
    touched = {step: divmod(course.touched[step], cells.stride) for step in sorted(course.touched)}
    across: list[tuple[Step, Step]] = []
    corners: list[tuple[Step, Step]] = []
    for step, (at, onward) in enumerate(pairwise(path)):
        if left:
            corners += [_corner(it, left[step], right[step]) for it in (at, onward)]
        elif step in touched:
            corners += [_corner(at, onward, touched[step]), _corner(onward, at, touched[step])]
        else:
            across.append((at, onward))
    along = tuple(zip(left, right, strict=True))
    return SectorLine(tuple(path[1:-1]), tuple(touched.values()), tuple(across), along, tuple(corners))


def _corner(at: Step, one: Step, other: Step) -> tuple[Step, Step]:
    """Return a hex, and the corner that it shares with two others, in thirds from its centre."""
    (x, y), (x1, y1), (x2, y2) = at, one, other
    return at, (x1 + x2 - 2 * x, y1 + y2 - 2 * y)


#: The number of hexes in cached rows, at four bytes each.
MOST_CACHED: Final = 1 << 24
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
    lanes: _LaneNumbers
    first: NDArray[np.int64]
    counts: NDArray[np.int64]
    last: _LaneNumbers


class TrackEnds(ctypes.Structure):
    """``Ends`` of ``core/native/line_sums.c``."""

    _fields_ = [
        ("lines", ctypes.c_int64),
        ("length", ctypes.c_int64),
        ("starts", ctypes.c_void_p),
        ("x", ctypes.c_int64),
        ("y", ctypes.c_int64),
        ("reach", ctypes.c_int64),
        ("start", ctypes.c_int64),
    ]


def sectors(lanes: Lanes) -> NDArray[np.int64]:
    """Return ``Sector`` of ``core/native/line_sums.c`` for all twelve: how a and b follow from x and y, and lanes by a and b."""
    found = []
    for it in TWELVE:
        # The inverse of a map of determinant 1 or -1.
        sign = it.xx * it.yy - it.xy * it.yx
        coordinates = sign * it.yy, -sign * it.xy, -sign * it.yx, sign * it.xx
        found.append((*coordinates, lanes.move((it.xx, it.yx)), lanes.move((it.xy, it.yy))))
    return np.array(found, np.int64)


def address(array: NDArray[Any]) -> ctypes.c_void_p:
    """Return where the compiled part finds an array."""
    return ctypes.c_void_p(array.ctypes.data)


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
        self._whole = wide * min(reach, max(lanes.lines, lanes.length)) <= MOST_CACHED

    def row(self, y: int, low: int, high: int) -> TrackRow:
        """Return the lines to ends ``y`` lines on, with ``x`` at least from low to high; those back are mirrored."""
        block = y // _BLOCK
        rows = self._blocks.get(block)
        if rows is None or not _holds(rows[y % _BLOCK], low, high):
            self._drop(block)
            rows = self._compute(range(block * _BLOCK, (block + 1) * _BLOCK), low, high)
            self._size += sum(map(_size, rows))
            while self._blocks and self._size > MOST_CACHED:
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
            lanes, ends = crossed[here[0] : here[-1]], last[begin:end]
            here = here - here[0]
            rows.append(TrackRow(low, lanes, here, np.diff(here), ends))
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
    lanes: Lanes, x: _LaneNumbers, y: _LaneNumbers, *, touched: bool
) -> tuple[_LaneNumbers, NDArray[np.int64], _LaneNumbers]:
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
