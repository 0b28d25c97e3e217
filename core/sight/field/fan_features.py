"""The hexside features on all lines from one hex, for a whole board."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS, Hex, neighbour
from fairground.core.grid.hexsides import corner, hexside
from fairground.core.rules.sight import EndHexsidePolicy
from fairground.core.sight.field.fan_shadows import Corners, Shadows, ShadowSides
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
