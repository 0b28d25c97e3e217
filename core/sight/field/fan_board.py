"""A board for fans: the sums along all lines from one hex."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS
from fairground.core.grid.layout import Orientation
from fairground.core.rules.sight import CornerPolicy
from fairground.core.sight.board.facts import HexKinds
from fairground.core.sight.field.fan_features import FanFeatures
from fairground.core.sight.field.fan_values import KindValues
from fairground.core.sight.field.lanes import Lanes
from fairground.core.sight.field.sector import TWELVE
from fairground.core.sight.line.verdict import Verdicts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.board.facts import SightFacts

    _Numbers = NDArray[np.int64]
    _Words = NDArray[np.signedinteger[Any]]
    _Cell = TypeVar("_Cell", bound=np.generic)
    _LaneNumbers = NDArray[np.int32]

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
    lanes: _LaneNumbers
    first: NDArray[np.int64]
    counts: NDArray[np.int64]
    last: _LaneNumbers


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


#: The least number of hexes on lines to look up at once.
_BATCH: Final = 1 << 15


class Ray(NamedTuple):
    """The lines along hexsides from one corner of the start; arrays have an item for each end, nearest first.

    ``ends`` are cells by line, ``left`` and ``right`` the lanes on both sides of the last hexside before each end.
    """

    corner: int
    ends: _Numbers
    left: _Numbers
    right: _Numbers


class _Stretch(NamedTuple):
    """The lines to consecutive ends in one line of the board, at ``places`` there, as part of a row."""

    line: int
    #: In the order of the row, reversed if ``sign`` is -1.
    places: slice
    row: TrackRow
    ends: slice
    #: 1, or -1 if lines run opposite to those of the row.
    sign: int

    @property
    def lanes(self) -> NDArray[np.int32]:
        """The lanes that the lines cross, relative to the start."""
        first = self.row.first
        lanes = self.row.lanes[first[self.ends.start] : first[self.ends.stop]]
        return lanes if self.sign > 0 else -lanes


class FanBoard:
    """Data shared by all fans of a scenario. Arrays *by line* have the shape ``[lines, length]`` of ``lanes``."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        board, self.rules = scenario.board, scenario.rules
        self.lanes = Lanes(board.layout, board.columns, board.rows)
        self._flat = board.layout.orientation is Orientation.FLAT
        kinds = HexKinds(scenario)
        self.kinds = KindValues(self.rules.sight, kinds)
        none = len(kinds.facts)
        #: The kind of hex of each lane; the last kind if there is none.
        self.kind_of_lane = self.lanes.spread(kinds.of_hexes, elsewhere=none)
        #: The kind of each hex, by line.
        self.kind_of_hex = self.by_line(kinds.of_hexes)
        self._present: NDArray[np.bool_] = kinds.where(lambda _: True)
        #: The lanes of the hexes, by line.
        self.lane_of_hex = self.by_line(self.lanes.of_hexes)
        self._touched = self.rules.sight.corner is CornerPolicy.CROSSED
        lines = np.arange(self.lanes.lines)
        # The coordinate of the first hex of each line.
        self._starts: _Numbers = self.lane_of_hex[:, 0] - (2 + lines) * self.lanes.stride

    @cached_property
    def facts(self) -> SightFacts:
        """The facts of single hexes."""
        return self.verdicts.facts

    @cached_property
    def verdicts(self) -> Verdicts:
        """The verdicts on single lines."""
        return Verdicts(self.scenario)

    @cached_property
    def features(self) -> FanFeatures:
        """The features of the hexsides."""
        return FanFeatures(self.facts, self.lanes, self._starts)

    def by_line(self, cells: NDArray[_Cell]) -> NDArray[_Cell]:
        """Return an array ``[rows, columns]`` by line."""
        return cells.T if self._flat else cells

    def cells(self, by_line: NDArray[_Cell]) -> NDArray[_Cell]:
        """Return an array by line as ``[rows, columns]``."""
        return by_line.T if self._flat else by_line

    def within(self, origin: Hex, reach: int | None) -> NDArray[np.bool_]:
        """Return the hexes on the board within a range, of shape ``[rows, columns]``."""
        if reach is None:
            return self._present.copy()
        board = self.scenario.board
        q, r = board.layout.axial_arrays(board.columns, board.rows)
        q, r = q - origin.q, r - origin.r
        near: NDArray[np.bool_] = np.maximum(np.maximum(abs(q), abs(r)), abs(q + r)) <= reach
        return self._present & near

    def longest(self, reach: int | None) -> int:
        """Return an upper bound of the hexes that a line meets."""
        most = self.lanes.length + self.lanes.lines
        return 4 * (most if reach is None else min(reach, most)) + 4

    def sums(
        self, words: Sequence[_Words], classes: _Numbers | None, origin: Hex, reach: int | None
    ) -> list[_Numbers]:
        """Return the sums of words along the line to each hex, by line.

        ``words`` have a value for each lane, one set of lanes for each class; ``classes`` is the set that counts for the
        lines to each hex, by line, None for the first.
        """
        totals = [np.zeros(self.lane_of_hex.shape, np.int64) for _ in words]
        start = self.lanes.lane(origin)
        sets = None if classes is None else classes * self.lanes.total + start
        for batch in _batches(self._stretches(origin, reach)):
            where = np.concatenate([it.lanes for it in batch], dtype=np.intp)
            count = np.concatenate([it.row.counts[it.ends] for it in batch])
            if sets is None:
                where += start
            else:
                where += np.repeat(np.concatenate([sets[it.line, it.places] for it in batch]), count)
            first = count.cumsum() - count
            for word, sums in zip(words, totals, strict=True):
                added = np.add.reduceat(word.take(where), first, dtype=word.dtype)
                at = 0
                for it in batch:
                    size = it.ends.stop - it.ends.start
                    sums[it.line, it.places] = added[at : at + size]
                    at += size
        return totals

    def last_lanes(self, origin: Hex, reach: int | None) -> _Numbers:
        """Return the lane of the last hex that each line crosses, by line; that of the start if it crosses none."""
        start = self.lanes.lane(origin)
        lanes = np.full(self.lane_of_hex.shape, start, np.int64)
        for it in self._stretches(origin, reach):
            lanes[it.line, it.places] += it.sign * it.row.last[it.ends]
        return lanes

    def _stretches(self, origin: Hex, reach: int | None) -> Iterator[_Stretch]:
        rows = tracks(self.lanes, reach, touched=self._touched)
        x, y = self.lanes.step(origin)
        lines, length = self.lane_of_hex.shape
        most = max(y, lines - 1 - y)
        for by in range(most + 1 if reach is None else min(most, reach) + 1):
            parts = []
            for sign in (1, -1) if by else (1,):
                line = y + sign * by
                if not 0 <= line < lines:
                    continue
                low = begin = int(self._starts[line]) - x
                high = low + length - 1
                if reach is not None:
                    low, high = max(low, -reach, -reach - sign * by), min(high, reach, reach - sign * by)
                if low <= high:
                    first, last = low - begin, high - begin
                    if sign > 0:
                        parts.append((line, slice(first, last + 1), sign, low, high))
                    else:
                        places = slice(last, first - 1 if first else None, -1)
                        parts.append((line, places, sign, -high, -low))
            if parts:
                # Ends the same number of lines on and back share a row.
                row = rows.row(by, min(it[3] for it in parts), max(it[4] for it in parts))
                for line, places, sign, low, high in parts:
                    yield _Stretch(line, places, row, slice(low - row.x, high - row.x + 1), sign)

    def rays(self, origin: Hex, reach: int | None) -> Iterator[Ray]:
        """Yield the lines along hexsides within the board and the range."""
        start = self.lanes.lane(origin)
        most = max(self.lane_of_hex.shape)
        count = most if reach is None else min(most, reach // 2)
        for index in range(6):
            sides = DIRECTIONS[index], DIRECTIONS[(index + 1) % 6]
            left, right = (self.lanes.move(self.lanes.step(it)) for it in sides)
            by = (left + right) * np.arange(count)
            lanes = start + by + left + right
            cells = self._cell_of_lane.take(lanes, mode="clip")
            off = np.flatnonzero((cells < 0) | (lanes < 0) | (lanes >= self.lanes.total))
            if off.size:
                cells, by = cells[: off[0]], by[: off[0]]
            if cells.size:
                yield Ray(index, cells, start + by + left, start + by + right)

    @cached_property
    def _cell_of_lane(self) -> _Numbers:
        cells = np.full(self.lanes.total, -1, np.int64)
        cells[self.lane_of_hex.ravel()] = np.arange(self.lane_of_hex.size)
        return cells


def _batches(stretches: Iterator[_Stretch]) -> Iterator[list[_Stretch]]:
    """Yield stretches in batches, each with enough hexes for fast array operations."""
    batch: list[_Stretch] = []
    hexes = 0
    for it in stretches:
        batch.append(it)
        hexes += int(it.row.first[it.ends.stop] - it.row.first[it.ends.start])
        if hexes >= _BATCH:
            yield batch
            batch, hexes = [], 0
    if batch:
        yield batch
