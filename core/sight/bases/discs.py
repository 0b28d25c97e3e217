"""Two discs: the lines that meet both, and the points common to both."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.sight.bases.obstacles import DEPTH, MARGIN, clear_of, inside
from fairground.core.sight.bases.sweep import entries

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.sight.bases.obstacles import Walls

    Points = NDArray[np.float64]


class CommonPoint(NamedTuple):
    """A point of both discs outside all obstacles, and whether it is so by more than rounding errors."""

    at: tuple[float, float]
    clear: bool


def common_point(pair: Pair, near: Walls, every: Walls) -> CommonPoint | None:
    """Return a point of both discs outside all obstacles; None if obstacles cover them all.

    If the middle is not free, the free area has a corner: of a wall, where a wall enters a disc, or where the circles meet.
    """
    points = np.concatenate([[_middle(pair)], _meetings(pair), near.starts, entries(pair, near)])
    common = np.ones(len(points), np.bool_)
    for centre, radius in zip(pair.centres, (pair.first, pair.second), strict=True):
        off = points - centre
        common &= np.hypot(off[:, 0], off[:, 1]) <= radius + DEPTH / 2
    points = points[common]
    points = points[~inside(points, every.inner_starts, every.inner_ends)]
    if not points.size:
        return None
    x, y = points[0].tolist()
    return CommonPoint((x, y), _is_clear(pair, points[0], near))


def _is_clear(pair: Pair, at: Points, near: Walls) -> bool:
    radii = (pair.first, pair.second)
    far = [math.dist(centre, at) for centre in pair.centres]
    within = all(off <= radius - MARGIN or off == radius == 0 for off, radius in zip(far, radii, strict=True))
    return within and bool(clear_of(np.array([[at, at]]), near.starts, near.ends)[0])


def _middle(pair: Pair) -> tuple[float, float]:
    """Return the middle of the common part of two discs."""
    left = max(-pair.half - pair.first, pair.half - pair.second)
    right = min(-pair.half + pair.first, pair.half + pair.second)
    return (left + right) / 2, 0.0


def _meetings(pair: Pair) -> Points:
    """Return where two circles meet, or the ends of the smaller one's diameter if it is inside the other."""
    if pair.half == 0:
        least = min(pair.first, pair.second)
        return np.array([(least, 0.0), (-least, 0.0)])
    x = (pair.first**2 - pair.second**2) / (4 * pair.half)
    high = pair.first**2 - (x + pair.half) ** 2
    if high < 0:
        small, centre = (pair.first, -pair.half) if pair.first < pair.second else (pair.second, pair.half)
        return np.array([(centre + small, 0.0), (centre - small, 0.0)])
    return np.array([(x, math.sqrt(high)), (x, -math.sqrt(high))])


class Disc(NamedTuple):
    """A closed disc; a point where the radius is 0. In inches."""

    x: float
    y: float
    radius: float


class Pair(NamedTuple):
    """Two discs centred at ``(-half, 0)`` and ``(half, 0)`` of a frame with the given ``middle`` and unit vector ``along``."""

    first: float
    second: float
    half: float
    middle: tuple[float, float]
    along: tuple[float, float]

    @classmethod
    def of(cls, first: Disc, second: Disc) -> Pair:
        """Return two discs in their own frame; with a common centre, its axes are those of the plane."""
        dx, dy = second.x - first.x, second.y - first.y
        apart = math.hypot(dx, dy)
        along = (dx / apart, dy / apart) if apart else (1.0, 0.0)
        middle = (first.x + second.x) / 2, (first.y + second.y) / 2
        return cls(first.radius, second.radius, apart / 2, middle, along)

    @property
    def centres(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The two centres."""
        return (-self.half, 0.0), (self.half, 0.0)

    def plane(self, points: Points) -> Points:
        """Transform points of this frame to the plane."""
        cos, sin = self.along
        in_plane: Points = points @ np.array([[cos, sin], [-sin, cos]]) + self.middle
        return in_plane

    def tangents(self) -> Points:
        """Return the common tangents, as segments ``[n, 2, 2]`` between the points of contact."""
        segments = []
        for side in (1, -1):  # both discs on one side of the line, or one on each
            sine = (side * self.second - self.first) / (2 * self.half) if self.half else math.inf
            if abs(sine) <= 1:
                for up in (1, -1):
                    normal = np.array([-sine, up * math.sqrt(1 - sine * sine)])
                    ends = (self.first * normal, side * self.second * normal)
                    segments.append([np.array(c) + end for c, end in zip(self.centres, ends, strict=True)])
        return np.array(segments).reshape(-1, 2, 2)

    def between(self, starts: Points, ends: Points, slack: float) -> NDArray[np.bool_]:
        """Return which edges may be near the hull of both discs; the others are not."""
        x, y = np.stack([starts[:, 0], ends[:, 0]]), np.stack([starts[:, 1], ends[:, 1]])
        left, right = -self.half - self.first - slack, self.half + self.second + slack
        high = max(self.first, self.second) + slack
        out = (x < left).all(0) | (x > right).all(0) | (y > high).all(0) | (y < -high).all(0)
        if abs(self.second - self.first) < 2 * self.half:
            sine = (self.second - self.first) / (2 * self.half)
            cosine = math.sqrt(1 - sine * sine)
            reach = sine * self.half + self.first + slack
            out |= (cosine * y - sine * x > reach).all(0) | (-cosine * y - sine * x > reach).all(0)
        return np.logical_not(out)
