"""Boards for fans, or parts of them: the sums along all lines from one hex."""

from __future__ import annotations

import ctypes
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.grid.layout import Orientation
from fairground.core.native import library
from fairground.core.rules.sight import CornerPolicy
from fairground.core.sight.board.facts import HexKinds, SightFacts
from fairground.core.sight.field.fan_features import FanFeatures
from fairground.core.sight.field.fan_values import Enough, KindValues
from fairground.core.sight.field.lanes import Lanes
from fairground.core.sight.field.sector import TrackEnds, address, sectors, tracks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.field.sector import TrackRow

    _Numbers = NDArray[np.int64]
    _Words = NDArray[np.signedinteger[Any]]
    _Cell = TypeVar("_Cell", bound=np.generic)

#: The least number of hexes on lines to look up at once.
_BATCH: Final = 1 << 15
#: Parts of large boards serve fans from a square of so many rows and columns; the number of cached ones.
_TILE: Final = 32
_PARTS: Final = 4
#: How far beyond a range the hexes lie that bear on lines within it: next to the line, or to a corner of it.
_BESIDE: Final = 2


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
    def features(self) -> FanFeatures:
        """The features of the hexsides."""
        return FanFeatures(SightFacts(self.scenario), self.lanes, self._starts)

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
        self,
        words: Sequence[_Words],
        classes: _Numbers | None,
        origin: Hex,
        reach: int | None,
        enough: Sequence[Enough] | None = None,
    ) -> list[_Numbers]:
        """Return the sums of words along the line to each hex, by line.

        ``words`` have a value for each lane, one set of lanes for each class; ``classes`` is the set that counts for the
        lines to each hex, by line, None for the first. A sum that is ``enough``, word by word, may lack some of its values.
        """
        totals = [np.zeros(self.lane_of_hex.shape, np.int64) for _ in words]
        if (native := library()) is not None:
            sets = None if classes is None else np.ascontiguousarray(classes, np.int64)
            by_class = None if sets is None else address(sets), ctypes.c_int64(self.lanes.total)
            ends, touched = self._ends(origin, reach), ctypes.c_int64(self._touched)
            for word, sums, limit in zip(words, totals, enough or [Enough(0, 0)] * len(words), strict=True):
                wide = ctypes.c_int64(word.itemsize > np.dtype(np.int32).itemsize)
                native.fairground_line_sums(
                    ctypes.byref(ends),
                    address(self._sectors),
                    touched,
                    address(word),
                    wide,
                    *by_class,
                    (ctypes.c_int64 * 2)(*limit),
                    address(sums),
                )
            return totals
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
        if (native := library()) is not None:
            ends = self._ends(origin, reach)
            native.fairground_last_lanes(ctypes.byref(ends), address(self._sectors), address(lanes))
            return lanes
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

    def _ends(self, origin: Hex, reach: int | None) -> TrackEnds:
        """Return the ends of lines from a hex, for the compiled part."""
        x, y = self.lanes.step(origin)
        lines, length = self.lane_of_hex.shape
        far = lines + length if reach is None else min(reach, lines + length)
        return TrackEnds(lines, length, self._starts.ctypes.data, x, y, far, self.lanes.lane(origin))

    @cached_property
    def _sectors(self) -> _Numbers:
        """The sectors around a hex, for the compiled part."""
        return sectors(self.lanes)

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


# -- parts of large boards -------------------------------------------------------------------------------------


class FanPart(NamedTuple):
    """A part of a board, as a board of its own: its rows and columns on the whole board, and its first hex there."""

    board: FanBoard
    rows: slice
    columns: slice
    first: Hex

    def spread(self, cells: NDArray[_Cell], shape: tuple[int, int]) -> NDArray[_Cell]:
        """Return an array of the part as one of the whole board, both ``[rows, columns]``, with 0 elsewhere."""
        if cells.shape == shape:
            return cells
        whole = np.zeros(shape, cells.dtype)
        whole[self.rows, self.columns] = cells
        return whole


class FanParts:
    """The parts of a scenario's board that hold all that fans of limited range meet; the last few are cached."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self._known: dict[tuple[int, int, int | None], FanPart] = {}

    @cached_property
    def _sides(self) -> tuple[list[Hexside], _Numbers, _Numbers]:
        """The hexsides with features, and the columns and rows of their first hexes."""
        board = self.scenario.board
        sides = list(board.hexsides)
        q, r = np.array([(it.hex.q, it.hex.r) for it in sides], np.int64).reshape(-1, 2).T
        return sides, *board.layout.to_offset_arrays(q, r)

    def around(self, origin: Hex, reach: int | None) -> FanPart:
        """Return a part with all hexes within a range of a hex, and those beside them.

        Raises ScenarioError if the hex is off the board.
        """
        board = self.scenario.board
        row, column = (at // _TILE * _TILE for at in board.cell(origin))
        if reach is None or 2 * (_TILE + 2 * reach) ** 2 > board.terrain.size:
            row = column = 0
            reach = None
        key = row, column, reach
        if key not in self._known:
            if len(self._known) == _PARTS:
                del self._known[next(iter(self._known))]
            self._known[key] = self._part(row, column, reach)
        return self._known[key]

    def _part(self, row: int, column: int, reach: int | None) -> FanPart:
        scenario, board = self.scenario, self.scenario.board
        if reach is None:
            return FanPart(FanBoard(scenario), slice(0, board.rows), slice(0, board.columns), Hex(0, 0))
        around = reach + _BESIDE
        # From an even row and column on, lines are shifted as on the whole board.
        low_row, low_column = (max(at - around, 0) & ~1 for at in (row, column))
        rows, columns = slice(low_row, row + _TILE + around), slice(low_column, column + _TILE + around)
        first = board.layout.from_offset(low_column, low_row)
        sides, side_columns, side_rows = self._sides
        near = (side_columns >= columns.start - 1) & (side_columns <= columns.stop)
        near &= (side_rows >= rows.start - 1) & (side_rows <= rows.stop)
        part = replace(
            board,
            terrain=board.terrain[rows, columns],
            elevation=board.elevation[rows, columns],
            effects=board.effects[rows, columns],
            hexsides={
                replace(side, hex=side.hex - first): board.hexsides[side]
                for side in map(sides.__getitem__, np.flatnonzero(near).tolist())
            },
            names={},
            notes={},
        )
        units = [replace(unit, hex=unit.hex - first) for unit in scenario.units]
        return FanPart(FanBoard(replace(scenario, board=part, units=units)), rows, columns, first)
