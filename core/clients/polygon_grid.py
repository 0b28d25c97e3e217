"""Find the hex grid that polygons on a plane form: its layout, and the column and row of each polygon."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.grid.layout import Layout, Orientation
from fairground.core.text.foreign import own_decimal, own_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

Point = tuple[float, float]

#: How far a corner may be from that of a stretched regular hexagon, as a share of the distance from centre to corner.
_CORNER_TOLERANCE: Final = 0.1
#: The same for a polygon among others, and for its centre from the grid: maps on the globe are distorted.
_SHAPE_TOLERANCE: Final = 0.2
_CENTRE_TOLERANCE: Final = 0.25
#: Points of a ring that are nearer to the line of their neighbours, as a share of its extent, are no corners.
_FLAT: Final = 0.01
#: The most points of a ring that are looked at.
MAX_POINTS: Final = 200
#: Farther from the middle, counted in hexes, there is no board.
_FARTHEST: Final = 100_000.0


class PolygonGrid(NamedTuple):
    """A grid: its layout, columns and rows of the polygons from 0, and which polygons do not fit.

    ``width`` and ``height`` are those of a hex, ``turn`` the degrees by which it is turned counter-clockwise.
    """

    layout: Layout
    columns: NDArray[np.int64]
    rows: NDArray[np.int64]
    misfits: NDArray[np.bool_]
    width: float
    height: float
    turn: float


def corners_of(ring: Sequence[Point]) -> list[Point]:
    """Return the corners of a closed ring, counter-clockwise: its points without repeated ones and those on straight lines."""
    points = [it for at, it in enumerate(ring) if it != ring[at - 1]] or list(ring[:1])
    extent = max((math.dist(points[0], it) for it in points), default=0.0)
    found = []
    for at, (x, y) in enumerate(points):
        (x0, y0), (x1, y1) = points[at - 1], points[(at + 1) % len(points)]
        turn = (x - x0) * (y1 - y) - (y - y0) * (x1 - x)
        if abs(turn) > _FLAT * extent * math.hypot(x1 - x0, y1 - y0):
            found.append((x, y))
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(found, found[1:] + found[:1], strict=True))
    return found if area >= 0 else found[::-1]


def is_hexagon(corners: Sequence[Point]) -> bool:
    """Return whether six corners are those of a regular hexagon, perhaps stretched."""
    if len(corners) != 6:
        return False
    spokes = np.array(corners) - np.mean(corners, axis=0)
    size = own_decimal(np.abs(spokes).max())
    # In a regular hexagon, each corner is the sum of its neighbours, seen from the centre.
    off = np.abs(spokes - np.roll(spokes, 1, axis=0) - np.roll(spokes, -1, axis=0)).max()
    return bool(size > 0 and off <= _CORNER_TOLERANCE * size)


def find_grid(hexagons: NDArray[np.float64]) -> PolygonGrid:
    """Return the grid of at least one hexagon, given as corners ``[n, 6, 2]`` counter-clockwise with y upwards."""
    centres = hexagons.mean(axis=1)
    order = np.argsort(np.abs(centres - np.median(centres, axis=0)).sum(axis=1), kind="stable")
    spokes = _aligned(hexagons - centres[:, None], at=own_whole(order[0]))
    shape = np.median(spokes, axis=0)
    size = own_decimal(np.hypot(*shape.T).mean())
    misfits = np.abs(spokes - shape).max(axis=(1, 2)) > _SHAPE_TOLERANCE * size
    orientation, basis, turn = _steps(shape)
    places = _fitted(centres, basis, order[~misfits[order]])
    misfits |= np.abs(places).max(axis=1) > _FARTHEST
    places[misfits] = 0.0
    axial = np.rint(places)
    misfits |= np.abs((places - axial) @ basis).max(axis=1) > _CENTRE_TOLERANCE * size
    layout, columns, rows = _offsets(axial.astype(np.int64), orientation, ~misfits)
    width, height = np.ptp(shape, axis=0).tolist()
    return PolygonGrid(layout, columns, rows, misfits, width, height, turn)


def _aligned(spokes: NDArray[np.float64], *, at: int) -> NDArray[np.float64]:
    """Return the corners of hexagons, seen from their centres, each beginning where that of one of them does."""
    chosen, least = spokes.copy(), np.full(len(spokes), np.inf)
    for number in range(6):
        turned = np.roll(spokes, -number, axis=1)
        off = np.abs(turned - spokes[at]).sum(axis=(1, 2))
        nearer = off < least
        chosen[nearer], least[nearer] = turned[nearer], off[nearer]
    return chosen


def _steps(shape: NDArray[np.float64]) -> tuple[Orientation, NDArray[np.float64], float]:
    """Return the orientation of a hexagon, the vectors of its steps in q and r, and by how many degrees it is turned."""
    steps = shape + np.roll(shape, -1, axis=0)
    angles = np.degrees(np.arctan2(steps[:, 1], steps[:, 0]))
    from_south, from_east = ((angles - wanted + 180) % 360 - 180 for wanted in (-90.0, 0.0))
    south, east = own_whole(np.abs(from_south).argmin()), own_whole(np.abs(from_east).argmin())
    # Steps go counter-clockwise: after south comes south-east, and before east.
    if abs(from_south[south]) <= abs(from_east[east]):
        return Orientation.FLAT, steps[[(south + 1) % 6, south]], own_decimal(from_south[south])
    return Orientation.POINTY, steps[[east, east - 1]], own_decimal(from_east[east])


def _fitted(
    centres: NDArray[np.float64], basis: NDArray[np.float64], order: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the axial places of all centres, not rounded, from those in ``order``, the middle ones first.

    Steps measured on one hexagon are not exact enough for a whole board, so they are measured again on ever more. A map
    projection bends rows, so that squares and cubes of coordinates count too where there are enough hexes.
    """
    origin = centres[order[0]]
    points = centres - origin
    points = points / np.abs(points).max() if np.abs(points).max() > 0 else points
    places: NDArray[np.float64] = (centres - origin) @ np.linalg.inv(basis)
    count = 32
    while True:
        near = order[:count]
        near = near[np.abs(places[near]).max(axis=1) <= _FARTHEST]
        for degree in (3, 2, 1) if count >= 512 else (2, 1) if count >= 64 else (1,):
            powers = [(a, b) for a in range(degree + 1) for b in range(degree + 1 - a)]
            known = np.stack([points[:, 0] ** a * points[:, 1] ** b for a, b in powers], axis=1)
            found, _, rank, _ = np.linalg.lstsq(known[near], np.rint(places[near]), rcond=1e-4)
            # A few lines of hexes leave the highest powers open, and a single line even one of the steps.
            if rank == len(powers):
                places = known @ found
                break
        if count >= len(order):
            return places
        count *= 2


def _offsets(
    axial: NDArray[np.int64], orientation: Orientation, fitting: NDArray[np.bool_]
) -> tuple[Layout, NDArray[np.int64], NDArray[np.int64]]:
    """Return layout, columns and rows of axial places, so that the board is as small as possible; odd layouts come first."""
    flat = orientation is Orientation.FLAT
    best: tuple[int, Layout, NDArray[np.int64], NDArray[np.int64]] | None = None
    for layout in (Layout.ODD_Q, Layout.EVEN_Q) if flat else (Layout.ODD_R, Layout.EVEN_R):
        q, r = axial[:, 0].copy(), axial[:, 1].copy()
        if fitting.any():
            # The first line is that of the leftmost (uppermost) hex, whichever that is.
            lines = q if flat else r
            lines -= lines[fitting].min()
        columns, rows = layout.to_offset_arrays(q, r)
        across = rows if flat else columns
        if fitting.any():
            across = across - across[fitting].min()
        extent = own_whole(across[fitting].max()) if fitting.any() else 0
        if best is None or extent < best[0]:
            best = (extent, layout, *((columns, across) if flat else (across, rows)))
    assert best is not None  # noqa: S101  # there are always two layouts
    return best[1], best[2], best[3]
