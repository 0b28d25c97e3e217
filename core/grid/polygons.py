"""Hexes and hexsides as Shapely geometry; shared corners have identical coordinates."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
import shapely

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import corners

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from shapely import LineString, MultiPolygon, Polygon

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.grid.layout import Layout

_CORNERS = np.array([(at.q3, at.r3) for at in corners(Hex(0, 0))], np.int64)


def hex_polygons(hexes: Iterable[Hex], layout: Layout, *, size: float = 1.0) -> NDArray[np.object_]:
    """Return a polygon for every hex, clockwise on screen from corner 0, as an object array ``[n]``."""
    places = np.array([(at.q, at.r) for at in hexes], np.int64).reshape(-1, 1, 2)
    thirds = 3 * places + _CORNERS
    polygons = shapely.polygons(layout.corner_points(thirds[..., 0], thirds[..., 1], size=size))
    return cast("NDArray[np.object_]", polygons)  # an array of rings gives an array


def hexes_to_region(hexes: Iterable[Hex], layout: Layout, *, size: float = 1.0) -> Polygon | MultiPolygon:
    """Return the normalised union of the hexes, with holes; an empty polygon for none.

    It is a ``MultiPolygon`` only if the hexes are not connected.
    """
    polygons = hex_polygons(sorted(set(hexes)), layout, size=size)
    if not polygons.size:
        return shapely.Polygon()
    return cast("Polygon | MultiPolygon", shapely.coverage_union_all(polygons).normalize())


def hexside_to_line(side: Hexside, layout: Layout, *, size: float = 1.0) -> LineString:
    """Return the line along a hexside, clockwise from its canonical owner."""
    return shapely.LineString([layout.corner_point(corner, size=size) for corner in side.corners])
