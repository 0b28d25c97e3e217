"""The points that two discs have in common, where bases touch or overlap."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.sight.bases.certify import MARGIN, clear_of
from fairground.core.sight.bases.obstacles import DEPTH, inside
from fairground.core.sight.bases.sweep import entries

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.sight.bases.discs import Pair
    from fairground.core.sight.bases.obstacles import Walls

    Points = NDArray[np.float64]


class CommonPoint(NamedTuple):
    """A point of both discs that is in no obstacle, and whether it keeps clear of them and inside both discs."""

    at: tuple[float, float]
    clear: bool


def common_point(pair: Pair, near: Walls, every: Walls) -> CommonPoint | None:
    """Return a point of both discs that is in no obstacle; None where obstacles hold all of them.

    What is free of the discs' common part has a corner, unless it is all of it: a corner of a wall, a point where a wall
    enters a disc, or where the two circles meet. The middle is tried first.
    """
    tried = np.concatenate([[_middle(pair)], _meetings(pair), near.starts, entries(pair, near)])
    common = np.ones(len(tried), np.bool_)
    for centre, radius in zip(pair.centres, (pair.first, pair.second), strict=True):
        off = tried - centre
        common &= np.hypot(off[:, 0], off[:, 1]) <= radius + DEPTH / 2
    tried = tried[common]
    tried = tried[~inside(tried, every.inner_starts, every.inner_ends)]
    if not tried.size:
        return None
    x, y = tried[0].tolist()
    return CommonPoint((x, y), _is_clear(pair, tried[0], near))


def _is_clear(pair: Pair, at: Points, near: Walls) -> bool:
    radii = (pair.first, pair.second)
    far = [math.dist(centre, at) for centre in pair.centres]
    within = all(off <= radius - MARGIN or off == radius == 0 for off, radius in zip(far, radii, strict=True))
    return within and bool(clear_of(np.array([[at, at]]), near.starts, near.ends)[0])


def _middle(pair: Pair) -> tuple[float, float]:
    """Return the middle of what two discs have in common."""
    left = max(-pair.half - pair.first, pair.half - pair.second)
    right = min(-pair.half + pair.first, pair.half + pair.second)
    return (left + right) / 2, 0.0


def _meetings(pair: Pair) -> Points:
    """Return where two circles meet, or the two ends of what they have in common where one lies in the other."""
    if pair.half == 0:
        least = min(pair.first, pair.second)
        return np.array([(least, 0.0), (-least, 0.0)])
    x = (pair.first**2 - pair.second**2) / (4 * pair.half)
    high = pair.first**2 - (x + pair.half) ** 2
    if high < 0:
        small, centre = (pair.first, -pair.half) if pair.first < pair.second else (pair.second, pair.half)
        return np.array([(centre + small, 0.0), (centre - small, 0.0)])
    return np.array([(x, math.sqrt(high)), (x, -math.sqrt(high))])
