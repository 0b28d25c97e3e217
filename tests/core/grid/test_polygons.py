from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid import (
    Hex,
    Layout,
    corners,
    disc,
    hexes_enclosed,
    hexside,
    neighbour,
    region_boundary,
    ring,
)
from fairground.core.grid.polygons import (
    hex_polygons,
    hexes_to_region,
    hexside_to_line,
)

AREA = 1.5 * math.sqrt(3)
HEXES = st.builds(Hex, st.integers(-60, 60), st.integers(-60, 60))
REGIONS = st.frozensets(st.builds(Hex, st.integers(-4, 4), st.integers(-4, 4)))
LAYOUTS = st.sampled_from(Layout)


@given(st.lists(HEXES, max_size=12), LAYOUTS, st.sampled_from([1.0, 0.3, 25.0]))
def test_polygons_have_the_corners_areas_and_centres_of_their_hexes_in_order(
    hexes: list[Hex], layout: Layout, size: float
) -> None:
    found = hex_polygons(hexes, layout, size=size)
    assert found.shape == (len(hexes),)
    for polygon, at in zip(found, hexes, strict=True):
        assert polygon.is_valid
        assert polygon.area == pytest.approx(AREA * size**2)
        assert (polygon.centroid.x, polygon.centroid.y) == pytest.approx(
            layout.centre(at, size=size), abs=1e-6
        )
        assert list(polygon.exterior.coords)[:-1] == [
            layout.corner_point(place, size=size) for place in corners(at)
        ]


@given(REGIONS, LAYOUTS, st.sampled_from([1.0, 0.3]))
def test_a_region_has_the_area_and_the_rings_of_its_hexes(
    region: frozenset[Hex], layout: Layout, size: float
) -> None:
    found = hexes_to_region(region, layout, size=size)
    assert found.is_valid
    assert found.area == pytest.approx(len(region) * AREA * size**2)
    parts = list(shapely.get_parts(found)) if region else []
    rings = region_boundary(region)
    assert len(parts) == sum(hexes_enclosed(one) > 0 for one in rings)
    assert sum(len(part.interiors) for part in parts) == sum(hexes_enclosed(one) < 0 for one in rings)
    # The same rings, to the last bit, although the one comes from integers and the other from Shapely.
    from_shapely = {
        frozenset(pairwise(line.coords)) | frozenset((b, a) for a, b in pairwise(line.coords))
        for part in parts
        for line in (part.exterior, *part.interiors)
    }
    from_corners = set()
    for one in rings:
        points = [layout.corner_point(place, size=size) for place in (*one, one[0])]
        from_corners.add(frozenset(pairwise(points)) | frozenset((b, a) for a, b in pairwise(points)))
    assert from_shapely == from_corners


@given(REGIONS, LAYOUTS)
def test_a_region_holds_the_centres_of_its_hexes_and_no_others(
    region: frozenset[Hex], layout: Layout
) -> None:
    found = hexes_to_region(region, layout)
    around = [Hex(q, r) for q in range(-5, 6) for r in range(-5, 6)]
    held = shapely.contains_xy(found, np.array([layout.centre(at) for at in around]))
    assert {at for at, inside in zip(around, held, strict=True) if inside} == region


@given(REGIONS, LAYOUTS)
def test_equal_sets_give_identical_regions(region: frozenset[Hex], layout: Layout) -> None:
    other_order = hexes_to_region([*sorted(region, reverse=True), *region], layout)
    assert shapely.equals_identical(hexes_to_region(region, layout), other_order)


@pytest.mark.parametrize("layout", Layout)
def test_regions_of_no_hexes_of_a_disc_and_of_a_lake_with_an_island(layout: Layout) -> None:
    empty = hexes_to_region([], layout)
    assert empty.geom_type == "Polygon"
    assert empty.is_empty
    assert hexes_to_region(disc(Hex(0, 0), 2), layout).geom_type == "Polygon"
    lake = hexes_to_region(ring(Hex(0, 0), 2), layout)
    assert lake.geom_type == "Polygon"
    assert len(lake.interiors) == 1
    island = hexes_to_region([*ring(Hex(0, 0), 2), Hex(0, 0)], layout)
    assert island.geom_type == "MultiPolygon"
    assert island.area == pytest.approx(13 * AREA)


@given(HEXES, st.integers(0, 5), LAYOUTS)
def test_the_line_of_a_hexside_is_what_its_two_hexes_share(at: Hex, direction: int, layout: Layout) -> None:
    line = hexside_to_line(hexside(at, direction), layout)
    shared = shapely.intersection(*hex_polygons((at, neighbour(at, direction)), layout))
    assert shapely.equals_identical(line.normalize(), shared.normalize())
