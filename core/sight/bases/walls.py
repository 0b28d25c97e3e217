"""The edges of what blocks sight from base to base, and the same edges a hair further inside.

A line may touch a corner and run along an edge (rules H-05, BV-01): it is stopped by the open inside alone. Floats cannot
tell touching from crossing, so lines are tested against edges that lie ``DEPTH`` further inside: what touches the true
edge stays clear of them, and what comes ``DEPTH`` deep is stopped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import shapely

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    Points = NDArray[np.float64]

#: How deep a line may go into an obstacle and still count as touching it, in inches.
DEPTH: Final = 9e-10
#: The least of 1 plus the cosine between neighbouring edges that a spike is followed inwards for.
_SPIKE: Final = 1e-6


class Walls(NamedTuple):
    """The edges of polygons, each from ``starts`` to ``ends``, and the same ones inside; arrays of shape ``[n, 2]``."""

    starts: Points
    ends: Points
    inner_starts: Points
    inner_ends: Points

    def where(self, chosen: NDArray[np.bool_]) -> Walls:
        """Return some of the edges."""
        return Walls(*(points[chosen] for points in self))

    def moved(self, by: tuple[float, float], turn: tuple[float, float]) -> Walls:
        """Return the edges moved, and then turned back from the direction of a unit vector."""
        return Walls(*(turned_back(points + by, turn) for points in self))


def turned_back(points: Points, turn: tuple[float, float]) -> Points:
    """Return points in the frame whose first axis is the unit vector ``turn``."""
    cos, sin = turn
    found: Points = points @ np.array([[cos, -sin], [sin, cos]])
    return found


def walls_of(shapes: Iterable[BaseGeometry]) -> Walls:
    """Return the edges of what some shapes cover together: between shapes that touch along an edge there is none."""
    whole = shapely.orient_polygons(shapely.remove_repeated_points(shapely.union_all(list(shapes))))
    rings = shapely.get_rings(shapely.get_parts(whole))
    points, ring = shapely.get_coordinates(rings, return_index=True)
    # The last point of a ring is its first again.
    closing = np.append(ring[1:] != ring[:-1], True) if ring.size else np.zeros(0, np.bool_)
    starts, ends = points[~closing], points[1:][~closing[:-1]]
    ring = ring[~closing]
    first = np.searchsorted(ring, ring, "left")
    last = np.searchsorted(ring, ring, "right") - 1
    place = np.arange(ring.size)
    before = np.where(place == first, last, place - 1)
    after = np.where(place == last, first, place + 1)
    along = ends - starts
    along /= np.hypot(along[:, :1], along[:, 1:])
    inwards = np.stack(
        [-along[:, 1], along[:, 0]], axis=1
    )  # outer rings run so that the inside is on this hand
    cos = (inwards * inwards[before]).sum(axis=1, keepdims=True)
    inner = starts + DEPTH * (inwards + inwards[before]) / np.maximum(1 + cos, _SPIKE)
    return Walls(starts, ends, inner, inner[after])


def inside(points: Points, starts: Points, ends: Points) -> NDArray[np.bool_]:
    """Return which points lie inside the polygons of some edges, all of which must be there; on an edge, either."""
    x, y = points[:, :1], points[:, 1:]
    (x1, y1), (x2, y2) = starts.T, ends.T
    with np.errstate(divide="ignore", invalid="ignore"):
        crossed = ((y1 > y) != (y2 > y)) & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
    odd: NDArray[np.bool_] = crossed.sum(axis=1) % 2 == 1
    return odd
