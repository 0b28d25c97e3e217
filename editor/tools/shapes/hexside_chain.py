"""Chains of hexsides along the borders of hexes, for drags with the hexside tool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import GridError
from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.grid.hexsides import Corner, Hexside

if TYPE_CHECKING:
    from collections.abc import Iterator

#: From a corner to the three beside it, in thirds of axial coordinates; from every second one, the other way.
_STEPS = ((-2, 1), (1, -2), (1, 1))


class HexsideChain:
    """The path of a drag from corner to corner, without gaps and spurs.

    It begins with one hexside. ``reach`` leads it on to another along the shortest way; where the way turns back on
    itself, it takes back what it goes over, so that a pointer which strays at a corner leaves nothing there, and a
    drag that goes back shortens the chain.
    """

    def __init__(self, first: Hexside) -> None:
        self._way: list[Corner] = list(first.corners)

    @property
    def sides(self) -> tuple[Hexside, ...]:
        """The hexsides in the order of the path, some of them twice where it crosses itself."""
        return tuple(map(hexside_of_corners, self._way, self._way[1:]))

    def reach(self, side: Hexside) -> list[tuple[Hexside, int]]:
        """Extend the chain to ``side``.

        Return the hexsides that were gone along, and how often more each is in the chain now: once (1), as often as
        before (0) or once less (-1).
        """
        if len(self._way) == 2 and self._off(side, self._way[0]) < self._off(side, self._way[1]):
            # Which way the first one is gone along, the second shows.
            self._way.reverse()
        near, far = sorted(side.corners, key=lambda it: (corner_distance(self._way[-1], it), it))
        if {near, far} == {*self._way[-2:]}:
            return []
        changes = [self._step(corner) for corner in _way_between(self._way[-1], near)]
        if self._way[-2] != far:
            changes.append(self._step(far))
        return changes

    def _step(self, corner: Corner) -> tuple[Hexside, int]:
        """Go to a corner beside the last one; return the hexside between, and how often more it is in the chain."""
        side = hexside_of_corners(self._way[-1], corner)
        if self._way[-2] != corner:
            self._way.append(corner)
            return side, 1
        if len(self._way) == 2:
            # The first hexside stays, gone along the other way.
            self._way.reverse()
            return side, 0
        self._way.pop()
        return side, -1

    def _off(self, side: Hexside, corner: Corner) -> int:
        return min(corner_distance(corner, it) for it in side.corners)


def corner_distance(one: Corner, other: Corner) -> int:
    """Return the number of hexsides on the shortest path between two corners along borders of hexes."""
    # Corners are the points of a cubic grid in two neighbouring layers along its diagonal, and a hexside is a step
    # along one of its axes: every shortest way in the cubic grid can be gone within the layers.
    return sum(abs(a - b) for a, b in zip(_cubic(one), _cubic(other), strict=True))


def hexside_of_corners(one: Corner, other: Corner) -> Hexside:
    """Return the canonical hexside between two corners.

    Raises
    ------
    GridError
        When no hexside joins them.
    """
    if corner_distance(one, other) != 1:
        raise GridError(f"{one} and {other} are not the ends of a hexside")
    # The corners of a hexside add up to the centres of its two hexes, three halves of them each.
    q, r = (one.q3 + other.q3) // 3, (one.r3 + other.r3) // 3
    for direction, step in enumerate(DIRECTIONS[:3]):
        if (q - step.q) % 2 == 0 and (r - step.r) % 2 == 0:
            return Hexside(Hex((q - step.q) // 2, (r - step.r) // 2), direction)
    raise GridError(f"{one} and {other} are not the ends of a hexside")


def _way_between(start: Corner, goal: Corner) -> Iterator[Corner]:
    """Yield the corners of the straightest shortest path, with the goal and without the start."""
    at = start
    while at != goal:
        left = corner_distance(at, goal)
        nearer = (it for it in _beside(at) if corner_distance(it, goal) < left)
        at = min(nearer, key=lambda it: (_off_line(start, goal, it), it))
        yield at


def _beside(at: Corner) -> Iterator[Corner]:
    """Yield the three corners beside one."""
    sign = 1 if at.q3 % 3 == 1 else -1
    for q, r in _STEPS:
        yield Corner(at.q3 + sign * q, at.r3 + sign * r)


def _off_line(start: Corner, goal: Corner, at: Corner) -> int:
    """Return the distance of a corner from the straight line between two others, in any unit."""
    across, down = goal.q3 - start.q3, goal.r3 - start.r3
    return abs(across * (at.r3 - start.r3) - down * (at.q3 - start.q3))


def _cubic(at: Corner) -> tuple[int, int, int]:
    return at.q3 // 3, at.r3 // 3, (-at.q3 - at.r3) // 3
