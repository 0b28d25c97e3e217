"""The side of a hex nearest to a point, against the distances to all six of them."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fairground.core.grid.hexes import DIRECTIONS, Hex, neighbour
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.editor.canvas.camera import Camera, nearest_side

HEXES = st.builds(Hex, st.integers(-40, 40), st.integers(-40, 40))
LAYOUTS = st.sampled_from(Layout)
SHARES = st.floats(0, 1)


def distance(layout: Layout, at: Hex, direction: int, x: float, y: float) -> float:
    """The distance from a point to a side, as a stretch between its two corners."""
    (ax, ay), (bx, by) = (layout.corner_point(it) for it in hexside(at, direction).corners)
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    along = min(max(along, 0.0), 1.0)
    return math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay))


@given(layout=LAYOUTS, at=HEXES, towards=st.integers(0, 5), out=SHARES, aside=SHARES)
@example(layout=Layout.ODD_Q, at=Hex(0, 0), towards=0, out=0.0, aside=0.5)
def test_it_is_the_side_with_the_least_distance(
    layout: Layout, at: Hex, towards: int, out: float, aside: float
) -> None:
    (ax, ay), (bx, by) = (layout.corner_point(it) for it in hexside(at, towards).corners)
    middle_x, middle_y = layout.centre(at)
    x = middle_x + out * (ax + aside * (bx - ax) - middle_x)
    y = middle_y + out * (ay + aside * (by - ay) - middle_y)
    found = nearest_side(layout, at, x, y)
    least = min(distance(layout, at, direction, x, y) for direction in range(6))
    assert distance(layout, at, found, x, y) == pytest.approx(least, abs=1e-9)


@given(layout=LAYOUTS, at=HEXES, direction=st.integers(0, 5), out=st.floats(0.01, 0.99))
def test_it_has_the_name_of_the_way_from_the_centre(
    layout: Layout, at: Hex, direction: int, out: float
) -> None:
    (x, y), (other_x, other_y) = layout.centre(at), layout.centre(neighbour(at, direction))
    found = nearest_side(layout, at, x + out * (other_x - x) / 2, y + out * (other_y - y) / 2)
    assert layout.direction_name(found) == layout.direction_name(direction)


@pytest.mark.parametrize("layout", Layout)
def test_in_the_very_middle_it_is_the_first(layout: Layout) -> None:
    assert nearest_side(layout, Hex(0, 0), 0.0, 0.0) == 0


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("wanted", [3.0, 17.0, 48.0, 131.0])
def test_the_camera_finds_the_side_from_both_hexes(layout: Layout, wanted: float) -> None:
    camera = Camera(layout, 9, 9, 800, 600, wanted=wanted, left=-37, top=-21)
    at = layout.from_offset(4, 4)
    for direction in range(len(DIRECTIONS)):
        beyond = neighbour(at, direction)
        (x, y), (other_x, other_y) = camera.centre(at), camera.centre(beyond)
        for share, origin in ((0.45, at), (0.55, beyond)):
            found = camera.side_at(x + share * (other_x - x), y + share * (other_y - y))
            assert found[0] == origin
            assert hexside(*found) == hexside(at, direction)


@pytest.mark.parametrize("layout", Layout)
def test_the_ends_of_a_side_lie_half_a_hex_from_both_centres(layout: Layout) -> None:
    camera = Camera(layout, 9, 9, 800, 600, wanted=60.0)
    at = layout.from_offset(3, 3)
    for direction in range(6):
        (ax, ay), (bx, by) = camera.side(hexside(at, direction))
        (x, y), (other_x, other_y) = camera.centre(at), camera.centre(neighbour(at, direction))
        assert ((ax + bx) / 2, (ay + by) / 2) == pytest.approx(
            ((x + other_x) / 2, (y + other_y) / 2), abs=1.0
        )
