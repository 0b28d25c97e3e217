"""The lines of a board blocked by hexside features, for all pairs of hexes at once."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.grid.hexes import DIRECTIONS, Hex, direction_between
from fairground.core.rules.sight import EndHexsidePolicy
from fairground.core.sight.field.sector import into_sector, sector_line
from fairground.core.sight.line.features import crossed_at_corner

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.rules.sight import CornerHexsidePolicy
    from fairground.core.rules.terrain import HexsideFeature
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.field.lanes import Lanes
    from fairground.core.sight.field.sector import Step


#: The number of cached lines; boards of 100x100 have 5,700, which take 10 MB.
_CACHED: Final = 1 << 13


class _Met(NamedTuple):
    """Hexsides, by their two hexes, and corners, by hex and thirds, on the line to an offset: ``x, y, x, y``."""

    sides: NDArray[np.int16]
    corners: NDArray[np.int16]


class Crossings:
    """The features of a scenario that block sight, by their place on the board.

    They count where a line crosses or follows their hexside (rule HS-05); at corners ``sight.corner_hexside`` decides (rule
    HS-09). Features of the hexes at the ends may be free (rule HS-15), unless the line follows them.
    """

    def __init__(self, scenario: Scenario, lanes: Lanes) -> None:
        self._lanes = lanes
        sight = scenario.rules.sight
        self._ends_free = sight.end_hexside is EndHexsidePolicy.FREE
        stopping = {name: it for name, it in scenario.rules.hexsides.items() if it.blocks_sight}
        blocking = {
            side: features
            for side, kinds in scenario.board.hexsides.items()
            if (features := {kind: stopping[kind] for kind in kinds if kind in stopping})
            and any(map(scenario.board.contains, side.hexes))
        }
        # By the move from one hex to the other, the lanes of the lower one; all shifted up by a line of hexes, since lines
        # that run back along their first line of hexes look at lower lanes.
        self._sides = self._of_sides(blocking)
        # By corner, in thirds as lanes, the lanes of the hexes at whose corner a feature is crossed.
        self._corners = self._of_corners(blocking, sight.corner_hexside)

    def __bool__(self) -> bool:
        return bool(self._sides)

    def stopped(self, steps: Iterable[Step]) -> Iterator[int]:
        """Yield for each offset the lanes from which its lines are blocked."""
        for step in steps:
            offset, matrix = into_sector(*step)
            met = _met(*offset, ends_free=self._ends_free)
            moves = np.array([self._lanes.move(matrix.apply((1, 0))), self._lanes.move(matrix.apply((0, 1)))])
            one, other = met.sides[:, :2] @ moves, met.sides[:, 2:] @ moves
            at, corner = met.corners[:, :2] @ moves, met.corners[:, 2:] @ moves
            lower, move = np.minimum(one, other), abs(one - other)
            raise_by = self._lanes.stride
            yield _any(self._sides, lower + raise_by, move) | _any(self._corners, at + raise_by, corner)

    def _of_sides(self, sides: Iterable[Hexside]) -> dict[int, int]:
        planes: defaultdict[int, int] = defaultdict(int)
        for side in sides:
            low, high = sorted(map(self._lanes.lane, side.hexes))
            planes[high - low] |= 1 << low
        return {move: plane << self._lanes.stride for move, plane in planes.items()}

    def _of_corners(
        self, sides: dict[Hexside, dict[str, HexsideFeature]], policy: CornerHexsidePolicy
    ) -> dict[int, int]:
        around: defaultdict[Hex, dict[int, dict[str, HexsideFeature]]] = defaultdict(dict)
        for side, features in sides.items():
            for at, beyond in (side.hexes, side.hexes[::-1]):
                direction = direction_between(at, beyond)
                if direction is not None:
                    around[at][direction] = features
        planes: defaultdict[int, int] = defaultdict(int)
        for at, by_direction in around.items():
            for first in range(6):
                second = (first + 1) % 6
                # All of them block, so anything crossed blocks the line.
                if crossed_at_corner(policy, by_direction.get(first, {}), by_direction.get(second, {})):
                    corner = self._lanes.step(DIRECTIONS[first] + DIRECTIONS[second])
                    planes[self._lanes.move(corner)] |= 1 << self._lanes.lane(at)
        return {corner: plane << self._lanes.stride for corner, plane in planes.items()}


def _any(planes: dict[int, int], hexes: NDArray[np.int64], which: NDArray[np.int64]) -> int:
    """Return the lanes from which one of some hexes, each so many lanes further, is in its plane."""
    lanes = 0
    for key, plane in planes.items():
        for by in hexes[which == key].tolist():
            lanes |= plane >> by
    return lanes


@lru_cache(maxsize=_CACHED)
def _met(a: int, b: int, *, ends_free: bool) -> _Met:
    line = sector_line(a, b)
    ends = {(0, 0), (a, b)} if ends_free else set()
    sides = [*line.along, *((one, other) for one, other in line.across if not {one, other} & ends)]
    corners = [(at, corner) for at, corner in line.corners if at not in ends]
    return _Met(*(np.array(rows, np.int16).reshape(-1, 4) for rows in (sides, corners)))
