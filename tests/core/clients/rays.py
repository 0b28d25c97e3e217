"""Rays against walls, as a virtual table casts them: which walls lie between the centres of two hexes.

It shares nothing with the program's own lines of sight: walls are bare pieces of lines, and a ray meets each of them by the
signs of two products. Coordinates are those of corners, thirds of the axial ones, or any others that keep straight lines
straight.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    Floats = np.ndarray[Any, np.dtype[Any]]

#: A wall from one point to another, and at which crossing of such walls a ray ends: the first, or the second.
Piece = tuple[float, float, float, float, int]


@dataclass(frozen=True)
class Ray:
    """Whether a ray ends, seen from a hair to its left and from a hair to its right.

    It is a tie where it runs along a wall or through the end of one: which side of it counts is then a choice.
    """

    left: bool
    right: bool
    is_tie: bool


class Walls:
    """Walls to cast rays at."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        found = np.array(list(pieces)).reshape(-1, 5)
        self.start, self.end, self.at = found[:, :2], found[:, 2:4], found[:, 4]

    def ray(self, a: tuple[float, float], b: tuple[float, float]) -> Ray:
        """Cast a ray from one point to another, neither of them on a wall."""
        way = np.array(b) - np.array(a)
        first, last = self.start - np.array(a), self.end - np.array(a)
        sides = _cross(way, first), _cross(way, last)
        # How far along the ray each wall is met, times the turn between the two.
        turn = sides[1] - sides[0]
        met = _cross(first, last)
        reached = np.where(turn > 0, (met > 0) & (met < turn), (met < 0) & (met > turn))
        left, right = (
            self._ends((_side(sides[0], tie=tie) != _side(sides[1], tie=tie)) & reached)
            for tie in (True, False)
        )
        through = (sides[0] == 0) & _between(first, way) | (sides[1] == 0) & _between(last, way)
        return Ray(left, right, bool(through.any()))

    def _ends(self, crossed: Floats) -> bool:
        return any(np.count_nonzero(crossed & (self.at == at)) >= at for at in (1, 2))


def _side(turns: Floats, *, tie: bool) -> Floats:
    """Return on which side points lie; those on the ray on the one that is said."""
    return np.where(turns == 0, tie, turns > 0)


def _between(points: Floats, way: Floats) -> Floats:
    """Return which points on the line of the ray lie between its ends."""
    there = points[..., 0] * way[0] + points[..., 1] * way[1]
    found: Floats = (there > 0) & (there < way @ way)
    return found


def _cross(a: Floats, b: Floats) -> Floats:
    found: Floats = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return found
