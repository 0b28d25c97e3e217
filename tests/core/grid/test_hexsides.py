from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import GridError
from fairground.core.grid import Hex, Layout, corner, corners, hexside, hexside_between, neighbour
from fairground.core.grid.hexsides import hexsides

HEXES = st.builds(Hex, st.integers(-60, 60), st.integers(-60, 60))
DIRECTION = st.integers(0, 5)
LAYOUTS = st.sampled_from(Layout)


@given(HEXES, DIRECTION)
def test_a_hexside_is_the_same_from_both_hexes(at: Hex, direction: int) -> None:
    side = hexside(at, direction)
    beyond = neighbour(at, direction)
    assert (
        side == hexside(beyond, direction + 3) == hexside_between(at, beyond) == hexside_between(beyond, at)
    )
    assert 0 <= side.direction < 3
    assert set(side.hexes) == {at, beyond}
    assert hexside(side.hex, side.direction) == side


@given(HEXES, DIRECTION)
def test_a_corner_is_the_same_from_all_three_hexes(at: Hex, index: int) -> None:
    first, second = neighbour(at, index), neighbour(at, index + 1)
    assert corner(at, index) == corner(first, index + 2) == corner(second, index + 4)
    assert sum(corner(at, index) in corners(other) for other in (at, first, second)) == 3


@given(HEXES)
def test_a_hex_has_six_hexsides_and_six_corners_of_its_own(at: Hex) -> None:
    assert len(set(hexsides(at))) == len(set(corners(at))) == 6
    for index, side in enumerate(hexsides(at)):
        assert side == hexside(at, index)
        assert set(side.corners) == {corner(at, index - 1), corner(at, index)}


@given(HEXES, DIRECTION, LAYOUTS)
def test_hexsides_and_corners_lie_between_the_hexes_that_share_them(
    at: Hex, direction: int, layout: Layout
) -> None:
    side = hexside(at, direction)
    here, beyond = (layout.centre(hex_) for hex_ in side.hexes)
    start, end = (layout.corner_point(place) for place in side.corners)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    assert middle == pytest.approx(((here[0] + beyond[0]) / 2, (here[1] + beyond[1]) / 2), abs=1e-9)
    assert math.dist(start, end) == pytest.approx(1)
    three = [layout.centre(hex_) for hex_ in (at, neighbour(at, direction), neighbour(at, direction + 1))]
    point = layout.corner_point(corner(at, direction))
    assert [math.dist(point, centre) for centre in three] == pytest.approx([1, 1, 1])
    # Clockwise on screen, as seen from the owner: the cross product is positive where y grows downwards.
    assert (start[0] - here[0]) * (end[1] - here[1]) - (start[1] - here[1]) * (end[0] - here[0]) > 0


def test_hexes_apart_share_no_hexside() -> None:
    for other in (Hex(0, 0), Hex(2, 0), Hex(1, 1)):
        with pytest.raises(GridError, match="they are not adjacent"):
            hexside_between(Hex(0, 0), other)
