from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid import (
    Corner,
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

REGIONS = st.frozensets(st.builds(Hex, st.integers(-4, 4), st.integers(-4, 4)))


def test_one_hex_has_its_own_six_corners_clockwise() -> None:
    (found,) = region_boundary([Hex(2, 3)])
    start = corners(Hex(2, 3)).index(found[0])
    assert found == corners(Hex(2, 3))[start:] + corners(Hex(2, 3))[:start]
    assert hexes_enclosed(found) == 1


def test_no_hexes_have_no_outline() -> None:
    assert region_boundary([]) == ()


def test_outer_rings_run_clockwise_on_screen_and_holes_the_other_way() -> None:
    around = region_boundary(ring(Hex(0, 0), 1))
    assert sorted(hexes_enclosed(found) for found in around) == [-1, 7]
    for layout in Layout:
        for found in around:
            points = [layout.corner_point(place) for place in found]
            # The shoelace sum is positive for clockwise where y grows downwards.
            doubled = sum(a[0] * b[1] - a[1] * b[0] for a, b in pairwise([*points, points[0]]))
            assert (doubled > 0) == (hexes_enclosed(found) > 0)


@given(REGIONS)
def test_the_rings_walk_every_outer_hexside_once_with_the_set_on_the_right(region: frozenset[Hex]) -> None:
    expected = {
        hexside(at, direction): at
        for at in region
        for direction in range(6)
        if neighbour(at, direction) not in region
    }
    ends = {frozenset(side.corners): side for side in expected}
    walked = []
    for found in region_boundary(region):
        for start, end in pairwise([*found, found[0]]):
            side = ends[frozenset((start, end))]
            walked.append(side)
            around = corners(expected[side])
            assert around[(around.index(start) + 1) % 6] == end  # clockwise around the hex inside
    assert len(walked) == len(expected)
    assert set(walked) == set(expected)


@given(REGIONS)
def test_rings_enclose_the_hexes_of_the_set(region: frozenset[Hex]) -> None:
    assert sum(hexes_enclosed(found) for found in region_boundary(region)) == len(region)


@given(REGIONS)
def test_rings_never_touch_not_even_at_a_corner(region: frozenset[Hex]) -> None:
    places = [place for found in region_boundary(region) for place in found]
    assert len(places) == len(set(places))


@given(REGIONS)
def test_the_rings_do_not_depend_on_the_order_of_the_hexes(region: frozenset[Hex]) -> None:
    rings = region_boundary(sorted(region))
    assert region_boundary(sorted(region, reverse=True)) == rings
    assert region_boundary([*region, *region]) == rings
    assert list(rings) == sorted(rings)
    assert all(found[0] == min(found) for found in rings)


def test_hexes_that_do_not_touch_have_a_ring_each_and_an_island_in_a_lake_its_own() -> None:
    assert len(region_boundary([Hex(0, 0), Hex(2, 0)])) == 2
    island = [*ring(Hex(0, 0), 2), Hex(0, 0)]
    assert sorted(hexes_enclosed(found) for found in region_boundary(island)) == [-7, 1, 19]


@pytest.mark.parametrize("radius", [0, 1, 2, 5])
def test_a_disc_has_one_ring_of_six_corners_more_than_its_rim_needs(radius: int) -> None:
    (found,) = region_boundary(disc(Hex(0, 0), radius))
    assert len(found) == 6 * (2 * radius + 1)
    assert all(isinstance(place, Corner) for place in found)
