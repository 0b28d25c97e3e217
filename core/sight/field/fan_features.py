"""The hexside features on all lines from one hex, for a whole board, by the shadows of hexsides and corners.

The lines that cross a hexside between its corners end in a wedge behind it, which is one stretch of each line of the board
(``fairground.core.sight.field.lanes``). The lines through a corner end on one ray behind it. Points are in thirds of hexes,
so that corners are whole numbers.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS, Hex, neighbour
from fairground.core.grid.hexsides import corner, hexside
from fairground.core.native import library
from fairground.core.rules.sight import EndHexsidePolicy
from fairground.core.sight.field.sector import TrackEnds, address
from fairground.core.sight.line.features import crossed_at_corner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Corner, Hexside
    from fairground.core.rules.terrain import HexsideFeature
    from fairground.core.sight.board.facts import SightFacts
    from fairground.core.sight.field.lanes import Lanes

    Value = Callable[[HexsideFeature], int]
    _Named = dict[str, HexsideFeature]
    _Numbers = NDArray[np.int64]

#: The number of lines of the board to process at once.
_AT_ONCE: Final = 1 << 20
#: An upper bound of coordinates.
_FAR: Final = 1 << 30


class ShadowSides(NamedTuple):
    """Hexsides by their corners, in thirds, and by their hexes, of shape ``[sides, 2, 2]``, with their values."""

    corners: _Numbers
    hexes: _Numbers
    worth: _Numbers


class Corners(NamedTuple):
    """Corners, in thirds, of shape ``[corners, 2]``, and the three hexes around each, of shape ``[corners, 3, 2]``.

    ``worth`` holds for each of these hexes the corner's value for a line that touches that hex and crosses the others.
    """

    at: _Numbers
    hexes: _Numbers
    worth: _Numbers


class Shadows:
    """The ends behind hexsides and corners, ``[lines, length]``, on a board whose lines begin at ``starts``."""

    def __init__(self, starts: _Numbers, length: int, origin: tuple[int, int], reach: int | None) -> None:
        self._starts = starts
        self._length = length
        self._x, self._y = origin
        self._reach = _FAR if reach is None else reach
        # The value of a stretch is added at its beginning, and subtracted behind its end.
        self._changes = np.zeros((starts.size, length + 1), np.int64)

    def sums(self) -> _Numbers:
        """Return the sum at each end."""
        return self._changes.cumsum(axis=1)[:, :-1]

    def add_sides(self, sides: ShadowSides, *, start_free: bool, end_free: bool) -> None:
        """Add the shadows of hexsides; those of the first, or of the last hex of lines may be free."""
        origin = np.array([self._x, self._y])
        hexes = sides.hexes - origin
        near = _distance(hexes).min(axis=1)
        wanted = near < self._reach
        if start_free:
            wanted &= near > 0
        corners = sides.corners[wanted] - 3 * origin
        # Order the two corners so that the turn from the first to the second is positive.
        turn = _turn(corners[:, 0], corners[:, 1])
        corners = np.where((turn < 0)[:, None, None], corners[:, ::-1], corners)
        seen = turn != 0  # lines run along the others, and do not cross them
        corners, hexes, worth = corners[seen], hexes[wanted][seen], sides.worth[wanted][seen]
        native = library()
        for up in (1, -1):
            if native is not None:
                ends = TrackEnds(self._starts.size, self._length, self._starts.ctypes.data, self._x, self._y)
                ends.reach = self._reach
                mirrored, amounts = (np.ascontiguousarray(it, np.int64) for it in (up * corners, worth))
                native.fairground_shadows(
                    ctypes.byref(ends),
                    ctypes.c_int64(up),
                    ctypes.c_int64(worth.size),
                    address(mirrored),
                    address(amounts),
                    address(self._changes),
                )
                continue
            which = np.flatnonzero((up * corners[:, :, 1]).max(axis=1) > 0)
            step = max(1, _AT_ONCE // self._starts.size)
            for i in range(0, which.size, step):
                chunk = which[i : i + step]
                self._add_wedges(up * corners[chunk], worth[chunk], up)
        if end_free:
            self._take_off_ends(corners, hexes, worth)

    def _add_wedges(self, corners: _Numbers, worth: _Numbers, up: int) -> None:
        """Add the shadows of hexsides on lines of the board after the origin's, or before it (``up`` -1)."""
        x1, y1, x2, y2 = corners.reshape(-1, 4).T
        nearest = np.minimum(y1, y2)
        # The first line that reaches the hexside, or its middle if that is on a line.
        first = (nearest + 2) // 3
        last = min(self._starts.size - 1 - self._y if up > 0 else self._y, self._reach)
        count = np.maximum(last + 1 - first, 0)
        begins = count.cumsum() - count
        y = np.arange(count.sum()) - np.repeat(begins - first, count)
        # Ends are between the rays through the corners.
        first_x, first_y, second_x, second_y = (
            np.repeat(it.astype(np.float64), count) for it in (x1, y1, x2, y2)
        )
        low = np.where(second_y > 0, _floor(second_x * y, second_y) + 1, -_FAR)
        high = np.where(first_y > 0, _floor(first_x * y - 1, first_y), _FAR)
        # On the line of its middle they are also behind the hexside.
        middle = begins[(nearest % 3 == 2) & (count > 0)]
        rightwards = first_y[middle] < second_y[middle]
        right, left = middle[rightwards], middle[~rightwards]
        low[right] = np.maximum(low[right], _floor(first_x[right] + 1, 3))
        high[left] = np.minimum(high[left], _floor(second_x[left], 3))
        if up < 0:
            low, high = np.where(y == 0, _FAR, -high), -low  # the line of the origin has been looked at
        lines = self._y + up * y
        left_of = self._x - self._starts[lines]
        low, high = np.maximum(low + left_of, 0), np.minimum(high + left_of, self._length - 1)
        there = np.flatnonzero(low <= high)
        line, amount = lines[there] * (self._length + 1), np.repeat(worth, count)[there]
        np.add.at(self._changes.ravel(), line + low[there].astype(np.int64), amount)
        np.subtract.at(self._changes.ravel(), line + high[there].astype(np.int64) + 1, amount)

    def _take_off_ends(self, corners: _Numbers, hexes: _Numbers, worth: _Numbers) -> None:
        """Subtract the values of hexsides from lines that end in the hex right behind them."""
        for at in (3 * hexes[:, 0], 3 * hexes[:, 1]):
            first, second = corners[:, 0], corners[:, 1]
            behind = _turn(second - first, at - first) < 0
            crossed = behind & (_turn(first, at) > 0) & (_turn(at, second) > 0)
            self._add_ends(at[crossed] // 3, -worth[crossed])

    def add_corners(self, corners: Corners) -> None:
        """Add the shadows of corners, except for lines that run along a hexside there."""
        origin = np.array([self._x, self._y])
        at = corners.at - 3 * origin
        size = np.gcd(at[:, 0], at[:, 1])
        x, y = step = at.T // size
        # Ends are whole multiples of the step, the corner is ``size`` thirds of it away.
        times = size // 3 + 1
        wanted = (x != y) & (x + 2 * y != 0) & (2 * x + y != 0) & self._is_near(times * step)
        step, times = step.T[wanted], times[wanted, None]
        # The touched hex is the farthest from the line.
        hexes = 3 * (corners.hexes[wanted] - origin) - at[wanted, None]
        touched = abs(_turn(step[:, None], hexes)).argmax(axis=1)
        worth = np.take_along_axis(corners.worth[wanted], touched[:, None], axis=1)[:, 0]
        which = worth != 0
        while which.any():
            step, times, worth = step[which], times[which], worth[which]
            self._add_ends(times * step, worth)
            times = times + 1
            which = self._is_near((times * step).T)

    def _is_near(self, ends: _Numbers) -> NDArray[np.bool_]:
        """Return which ends are on the board and in reach, or so near it that further ends may be."""
        x, y = ends
        line = self._y + y
        on_lines = (line >= 0) & (line < self._starts.size)
        place = self._x + x - self._starts.take(line, mode="clip")
        # Lines are shifted against each other by half a hex.
        near: NDArray[np.bool_] = on_lines & (place >= -2) & (place < self._length + 2)
        return near & (_distance(ends.T) <= self._reach)

    def _add_ends(self, ends: _Numbers, worth: _Numbers) -> None:
        """Add values to single ends, ignoring those off the board."""
        x, y = ends.T
        line = self._y + y
        place = self._x + x - self._starts.take(line, mode="clip")
        there = (line >= 0) & (line < self._starts.size) & (place >= 0) & (place < self._length)
        where = (line * (self._length + 1) + place)[there]
        np.add.at(self._changes.ravel(), where, worth[there])
        np.subtract.at(self._changes.ravel(), where + 1, worth[there])


def _turn(one: _Numbers, other: _Numbers) -> _Numbers:
    """Return the cross product of points: above 0 for a turn as from x to y, 0 if they are collinear with (0, 0)."""
    product: _Numbers = one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]
    return product


def _floor(numbers: NDArray[np.float64], by: NDArray[np.float64] | int) -> NDArray[np.float64]:
    """Return quotients of whole numbers, rounded down: exact for numbers below 2^26, and ten times as fast as integers."""
    quotients: NDArray[np.float64] = np.floor(numbers / by)
    return quotients


def _distance(steps: _Numbers) -> _Numbers:
    """Return the lengths of steps in hexes."""
    x, y = steps[..., 0], steps[..., 1]
    lengths: _Numbers = np.maximum(np.maximum(abs(x), abs(y)), abs(x + y))
    return lengths


class _Worth(NamedTuple):
    """The values of a board's features for the lines that meet them."""

    sides: ShadowSides
    corners: Corners
    #: By index of corner and lane of hex, ``[6, lanes]``: for lines that leave or enter the hex there along a hexside, and for
    #: those that leave it there, along that hexside.
    at_corner: _Numbers
    along: _Numbers


class FanFeatures:
    """The features of a board; ``starts`` are the coordinates of the first hexes of its lines of hexes."""

    def __init__(self, facts: SightFacts, lanes: Lanes, starts: _Numbers) -> None:
        self._facts = facts
        self._lanes = lanes
        self._starts = starts
        board = facts.scenario.board
        sides = [hexside(Hex(q, r), direction) for q, r, direction in facts.sides]
        self._sides = [it for it in sides if any(map(board.contains, it.hexes))]
        self._policy = facts.rules.sight.corner_hexside
        self._ends_free = facts.rules.sight.end_hexside is EndHexsidePolicy.FREE
        #: Cached values, shared by all fans of the board.
        self._known: dict[Value, _Worth] = {}

    def any(self, value: Value) -> bool:
        """Return whether any feature has a value."""
        return any(value(it) for side in self._sides for it in self._facts.features(side))

    def stops(self, origin: Hex, reach: int | None) -> NDArray[np.bool_]:
        """Return the ends, by line, to which lines are blocked by features that they cross."""
        return (
            self._crossed(blocking, origin, reach, start_free=self._ends_free, end_free=self._ends_free) > 0
        )

    def hinders(self, origin: Hex, reach: int | None, *, own_free: bool) -> _Numbers:
        """Return the hindrance of the features that lines cross, by line; those of the origin may be free."""
        return self._crossed(hindering, origin, reach, start_free=own_free, end_free=False)

    def _crossed(
        self, value: Value, origin: Hex, reach: int | None, *, start_free: bool, end_free: bool
    ) -> _Numbers:
        """Return the sum of the features that lines cross, by line, except for lines along hexsides."""
        worth = self._worth(value)
        shadows = Shadows(self._starts, self._lanes.length, self._lanes.step(origin), reach)
        shadows.add_sides(worth.sides, start_free=start_free, end_free=end_free)
        shadows.add_corners(worth.corners)
        return shadows.sums()

    def stops_ray(self, origin: Hex, index: int, count: int) -> NDArray[np.bool_]:
        """Return which of the first ``count`` lines along hexsides from a corner are blocked by features."""
        leaving, along, entering = self._on_ray(blocking, origin, index, count)
        if self._ends_free:
            leaving[0] = 0
        passed = np.cumsum(leaving + along + entering)
        if self._ends_free:
            passed -= entering
        return passed > 0

    def hinders_ray(
        self, origin: Hex, index: int, count: int, *, own_free: bool
    ) -> tuple[_Numbers, NDArray[np.bool_]]:
        """Return the hindrance of features on such lines, and whether they run along a feature that hinders."""
        leaving, along, entering = self._on_ray(hindering, origin, index, count)
        if own_free:
            leaving[0] = 0
        return np.cumsum(leaving + along + entering), np.cumsum(along) > 0

    def _on_ray(
        self, value: Value, origin: Hex, index: int, count: int
    ) -> tuple[_Numbers, _Numbers, _Numbers]:
        """Return, by hexside, the values of features where a hex is left, along the hexside, and where one is entered."""
        worth = self._worth(value)
        step = self._lanes.move(self._lanes.step(DIRECTIONS[index] + DIRECTIONS[(index + 1) % 6]))
        at = self._lanes.lane(origin) + step * np.arange(count)
        return worth.at_corner[index, at], worth.along[index, at], worth.at_corner[(index + 3) % 6, at + step]

    def _worth(self, value: Value) -> _Worth:
        if value not in self._known:
            sides = [it for it in self._sides if any(map(value, self._facts.features(it)))]
            self._known[value] = _Worth(
                self._across(value, sides), self._corners(value, sides), *self._beside(value, sides)
            )
        return self._known[value]

    def _across(self, value: Value, sides: list[Hexside]) -> ShadowSides:
        points = [self._third(it) for side in sides for it in side.corners]
        hexes = [self._lanes.step(at) for side in sides for at in side.hexes]
        worth = [sum(map(value, self._facts.features(side))) for side in sides]
        return ShadowSides(
            _pairs(points).reshape(-1, 2, 2), _pairs(hexes).reshape(-1, 2, 2), np.array(worth, np.int64)
        )

    def _corners(self, value: Value, sides: list[Hexside]) -> Corners:
        """Return the values of the corners where features meet (rule HS-09)."""
        corners = {
            corner(side.hex, i): (side.hex, i) for side in sides for i in (side.direction - 1, side.direction)
        }
        points, hexes, worth = [], [], []
        for point, (at, index) in corners.items():
            around = at, neighbour(at, index), neighbour(at, index + 1)
            # The features between each of the three and the next.
            between = [self._between(around[k], around[(k + 1) % 3]) for k in range(3)]
            amounts = [
                sum(map(value, self._met_at(between[(k + 1) % 3], between[k], between[(k + 2) % 3])))
                for k in range(3)
            ]
            if any(amounts):
                points.append(self._third(point))
                hexes += [self._lanes.step(it) for it in around]
                worth.append(amounts)
        return Corners(
            _pairs(points), _pairs(hexes).reshape(-1, 3, 2), np.array(worth, np.int64).reshape(-1, 3)
        )

    def _met_at(self, between: _Named, first: _Named, second: _Named) -> list[HexsideFeature]:
        """Return the features crossed at a corner by a line that touches one of its hexes (rule HS-09)."""
        names = {
            **crossed_at_corner(self._policy, between, first),
            **crossed_at_corner(self._policy, between, second),
        }
        return list(names.values())

    def _beside(self, value: Value, sides: list[Hexside]) -> tuple[_Numbers, _Numbers]:
        """Return the values of each hex's corners, and of the hexsides that start there (rules HS-05, HS-09)."""
        at_corner, along = np.zeros((2, 6, self._lanes.total), np.int64)
        for at, index in {it for side in sides for it in _corners_of_hexes(side)}:
            lane = self._lanes.lane(at)
            met = crossed_at_corner(self._policy, self._on(at, index), self._on(at, index + 1))
            at_corner[index, lane] = sum(map(value, met.values()))
        for side in sides:
            for left, direction in ((side.hex, side.direction), (side.hexes[1], side.direction + 3)):
                at = neighbour(left, direction + 1)
                index = (direction - 2) % 6
                if 0 <= (lane := self._lanes.lane(at)) < self._lanes.total:
                    along[index, lane] = sum(map(value, self._facts.features(side)))
        return at_corner, along

    def _third(self, at: Corner) -> tuple[int, int]:
        return self._lanes.step(Hex(at.q3, at.r3))

    def _between(self, a: Hex, b: Hex) -> _Named:
        return self._on(a, DIRECTIONS.index(b - a))

    def _on(self, at: Hex, direction: int) -> _Named:
        return {it.name: it for it in self._facts.features(hexside(at, direction))}


def _corners_of_hexes(side: Hexside) -> Iterator[tuple[Hex, int]]:
    """Yield the corners at both ends of a hexside, for both hexes."""
    for at, direction in zip(side.hexes, (side.direction, side.direction + 3), strict=True):
        for index in (direction - 1, direction):
            yield at, index % 6


def _pairs(pairs: list[tuple[int, int]]) -> _Numbers:
    return np.array(pairs, np.int64).reshape(-1, 2)


def blocking(feature: HexsideFeature) -> int:
    """Return 1 for a feature that blocks, else 0."""
    return int(feature.blocks_sight)


def hindering(feature: HexsideFeature) -> int:
    """Return the hindrance of a feature."""
    return feature.hindrance
