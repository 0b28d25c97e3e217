"""Hexside features as the lines from one hex meet them: what ``features`` says of one line, for a whole board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS, Hex, neighbour
from fairground.core.grid.hexsides import corner, hexside
from fairground.core.rules.sight import CornerHexsidePolicy, EndHexsidePolicy

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Corner
    from fairground.core.rules.terrain import HexsideFeature
    from fairground.core.sight.facts import SightFacts
    from fairground.core.sight.lanes import Lanes
    from fairground.core.sight.tracks import Points

    Value = Callable[[HexsideFeature], int]
    _Named = dict[str, HexsideFeature]


class FanFeatures:
    """The features of a board."""

    def __init__(self, facts: SightFacts, lanes: Lanes, points: Points) -> None:
        self._facts = facts
        self._lanes = lanes
        self._points = points
        board = facts.scenario.board
        sides = [hexside(Hex(q, r), direction) for q, r, direction in facts.sides]
        self._sides = [it for it in sides if any(map(board.contains, it.hexes))]
        self._beside = frozenset(at for it in self._sides for at in it.hexes)
        self._both = facts.rules.sight.corner_hexside is CornerHexsidePolicy.BOTH
        self._ends_free = facts.rules.sight.end_hexside is EndHexsidePolicy.FREE
        #: What ``values`` found, which is the same for every fan of the board.
        self._found: dict[Value, NDArray[np.int64]] = {}
        #: What a ray meets in its n-th hex, by the hex and the corner that it leaves it by.
        self._met: dict[tuple[Value, Hex, int], tuple[int, int, int]] = {}

    def any(self, value: Value) -> bool:
        """Return whether any feature has a value."""
        return any(value(it) for side in self._sides for it in self._facts.features(side))

    def values(self, value: Value) -> NDArray[np.int64]:
        """Return what features are worth at each point between hexes, as ``Points`` numbers them; not to be changed."""
        if value not in self._found:
            self._found[value] = self._valued(value)
        return self._found[value]

    def _valued(self, value: Value) -> NDArray[np.int64]:
        found = np.zeros(self._points.total, np.int64)
        corners: dict[Corner, tuple[Hex, int]] = {}
        for side in self._sides:
            amount = sum(value(it) for it in self._facts.features(side))
            if not amount:
                continue
            found[self._point(side.hexes, side.hexes)] = amount
            for index in (side.direction - 1, side.direction):
                corners[corner(side.hex, index)] = side.hex, index
        for at, index in corners.values():
            around = at, neighbour(at, index), neighbour(at, index + 1)
            # What stands between each of the three and the next.
            between = [self._between(around[k], around[(k + 1) % 3]) for k in range(3)]
            for touched in range(3):
                apart, one, other = (around[(touched + by) % 3] for by in range(3))
                beside = between[touched], between[(touched + 2) % 3]
                amount = sum(map(value, self._crossed(between[(touched + 1) % 3], *beside)))
                found[self._point((one, other), (apart, apart))] = amount
        return found

    def _point(self, one: tuple[Hex, Hex], other: tuple[Hex, Hex]) -> int:
        x, y = self._lanes.step(one[0] + one[1] + other[0] + other[1])
        return self._points.number(x, y)

    def _crossed(self, between: _Named, first: _Named, second: _Named) -> list[HexsideFeature]:
        """Return the features crossed at the corner of three hexes by a line that touches one of them (rule HS-09).

        They stand between the hex left and the one entered, and between each of these and the one touched.
        """
        names = {**between, **first, **second}
        if self._both:
            names = {name: it for name, it in between.items() if name in first or name in second}
        return list(names.values())

    def _between(self, a: Hex, b: Hex) -> dict[str, HexsideFeature]:
        return self._on(a, DIRECTIONS.index(b - a))

    def _on(self, at: Hex, direction: int) -> dict[str, HexsideFeature]:
        return {it.name: it for it in self._facts.features(hexside(at, direction))}

    # -- lines along hexsides -------------------------------------------------------------------------------

    def stops_ray(self, origin: Hex, index: int, count: int) -> NDArray[np.bool_]:
        """Return which of the lines along the hexsides from a corner on features stop, the first so many of them."""
        leaving, along, entering = self._on_ray(blocking, origin, index, count)
        if self._ends_free:
            leaving[0] = 0
        passed = np.cumsum(leaving + along + entering)
        if self._ends_free:
            passed -= entering
        return passed > 0

    def hinders_ray(
        self, origin: Hex, index: int, count: int, *, own_free: bool
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return by how much features hinder such lines, and whether any of them runs along one that does."""
        leaving, along, entering = self._on_ray(hindering, origin, index, count)
        if own_free:
            leaving[0] = 0
        return np.cumsum(leaving + along + entering), np.cumsum(along) > 0

    def _on_ray(self, value: Value, origin: Hex, index: int, count: int) -> NDArray[np.int64]:
        """Return, hexside by hexside, what features are worth where a hex is left, along it, and where one is entered."""
        found = np.zeros((3, count), np.int64)
        if not self._sides:
            return found
        step = DIRECTIONS[index % 6] + DIRECTIONS[(index + 1) % 6]
        at = origin
        for n in range(count):
            onward, left = at + step, neighbour(at, index)
            if at in self._beside or onward in self._beside or left in self._beside:
                key = value, at, index % 6
                if key not in self._met:
                    along = sum(map(value, self._on(left, index + 2).values()))
                    corners = self._at_corner(value, at, index), self._at_corner(value, onward, index + 3)
                    self._met[key] = corners[0], along, corners[1]
                found[:, n] = self._met[key]
            at = onward
        return found

    def _at_corner(self, value: Value, at: Hex, index: int) -> int:
        """Return what features are worth at a corner of a hex that a line leaves or enters there (rule HS-09)."""
        one, other = self._on(at, index), self._on(at, index + 1)
        names = one.keys() & other.keys() if self._both else one.keys() | other.keys()
        return sum(value(one.get(name) or other[name]) for name in names)


def blocking(feature: HexsideFeature) -> int:
    """Return 1 for a feature that blocks, otherwise 0."""
    return int(feature.blocks_sight)


def hindering(feature: HexsideFeature) -> int:
    """Return by how much a feature hinders."""
    return feature.hindrance
