"""Lines that keep clear of every wall by more than rounding can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.sight.bases.obstacles import inside

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.sight.bases.discs import Pair
    from fairground.core.sight.bases.obstacles import Walls

    Points = NDArray[np.float64]
    Numbers = NDArray[np.float64]

#: By how much a line keeps clear, in inches: more than coordinates of any board are rounded by, much less than ``DEPTH``.
MARGIN: Final = 1e-11


def clear_of(segments: Points, starts: Points, ends: Points) -> NDArray[np.bool_]:
    """Return which segments ``[n, 2, 2]`` keep clear of all edges ``[m, 2]``; perhaps not all of those that do."""
    long = np.maximum(np.hypot(*(segments[:, 1] - segments[:, 0]).T), 1e-300)[:, None]
    along = (segments[:, 1] - segments[:, 0]) / long
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    edges = (ends - starts) / np.hypot(*(ends - starts).T)[:, None]
    normals = np.stack([-edges[:, 1], edges[:, 0]], axis=1)
    p, q = segments[:, 0], segments[:, 1]

    def past(one: Numbers, other: Numbers, limit: Numbers) -> NDArray[np.bool_]:
        """Whether both numbers are below 0, or both above a limit, by the margin."""
        low, high = np.minimum(one, other), np.maximum(one, other)
        return np.logical_or(high < -MARGIN, low > limit + MARGIN)

    nothing = np.zeros(1)
    own = (across * p).sum(1, keepdims=True)
    edge = (normals * starts).sum(1)
    begin = (along * p).sum(1, keepdims=True)
    clear = np.logical_or.reduce(
        [
            past(across @ starts.T - own, across @ ends.T - own, nothing),
            past(p @ normals.T - edge, q @ normals.T - edge, nothing),
            past(along @ starts.T - begin, along @ ends.T - begin, long),
        ]
    )
    every: NDArray[np.bool_] = clear.all(1)
    return every


def first_certified(pair: Pair, segments: Points, near: Walls, every: Walls) -> int | None:
    """Return the first segment that is free whatever the rounding, with ends inside the discs; None for none."""
    good = clear_of(segments, near.starts, near.ends)
    for end, (centre, radius) in enumerate(zip(pair.centres, (pair.first, pair.second), strict=True)):
        off = segments[:, end] - centre
        good &= np.hypot(off[:, 0], off[:, 1]) <= (radius - MARGIN if radius > MARGIN else 0.0)
    for place in np.flatnonzero(good).tolist():
        if not inside(segments[place, :1], every.starts, every.ends)[0]:
            return int(place)
    return None
