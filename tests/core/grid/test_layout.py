from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import GridError
from fairground.core.grid import (
    DIRECTIONS,
    Hex,
    Layout,
    Orientation,
    corners,
    distance,
    neighbour,
    neighbours,
)

HEXES = st.builds(Hex, st.integers(-60, 60), st.integers(-60, 60))
LAYOUTS = st.sampled_from(Layout)
SIZES = st.sampled_from([1.0, 0.37, 12.5, 1000.0])

#: Where a direction points, in degrees clockwise from the top of the screen.
ANGLES = {"N": 0, "NE": 60, "SE": 120, "S": 180, "SW": 240, "NW": 300}
POINTY_ANGLES = {"NE": 30, "E": 90, "SE": 150, "SW": 210, "W": 270, "NW": 330}


def angle(start: tuple[float, float], end: tuple[float, float]) -> float:
    return math.degrees(math.atan2(end[0] - start[0], start[1] - end[1])) % 360


# -- offset -------------------------------------------------------------------------------------------------


@given(LAYOUTS, st.integers(-50, 50), st.integers(-50, 50))
def test_offset_and_axial_are_inverses(layout: Layout, column: int, row: int) -> None:
    assert layout.to_offset(layout.from_offset(column, row)) == (column, row)
    assert layout.from_offset(*layout.to_offset(Hex(column, row))) == Hex(column, row)


@given(LAYOUTS, st.integers(1, 9), st.integers(1, 9))
def test_the_arrays_of_a_board_agree_with_its_single_hexes(layout: Layout, columns: int, rows: int) -> None:
    q, r = layout.axial_arrays(columns, rows)
    back_columns, back_rows = layout.to_offset_arrays(q, r)
    centres = layout.centres(columns, rows, size=2.5)
    assert q.shape == r.shape == (rows, columns)
    assert centres.shape == (rows, columns, 2)
    for row in range(rows):
        for column in range(columns):
            at = layout.from_offset(column, row)
            assert (q[row, column], r[row, column]) == (at.q, at.r)
            assert (back_columns[row, column], back_rows[row, column]) == (column, row)
            assert tuple(centres[row, column]) == layout.centre(at, size=2.5)


@pytest.mark.parametrize(
    ("layout", "shifted", "straight"),
    [
        (Layout.ODD_Q, {1, 3}, {0, 2, 4}),
        (Layout.EVEN_Q, {0, 2, 4}, {1, 3}),
        (Layout.ODD_R, {1, 3}, {0, 2, 4}),
        (Layout.EVEN_R, {0, 2, 4}, {1, 3}),
    ],
)
def test_the_named_lines_are_shifted_down_or_right_by_half_a_hex(
    layout: Layout, shifted: set[int], straight: set[int]
) -> None:
    centres = layout.centres(5, 5)
    along = centres[0, :, 1] if layout.orientation is Orientation.FLAT else centres[:, 0, 0]
    low = {float(along[line]) for line in straight}
    high = {float(along[line]) for line in shifted}
    assert len(low) == len(high) == 1
    assert high.pop() - low.pop() == pytest.approx(math.sqrt(3) / 2)


@given(LAYOUTS)
def test_a1_is_the_origin_of_every_layout(layout: Layout) -> None:
    assert layout.from_offset(0, 0) == Hex(0, 0)
    assert layout.centre(Hex(0, 0)) == (0, 0)


@given(LAYOUTS, st.integers(2, 9), st.integers(2, 9))
def test_rows_and_columns_run_down_and_right(layout: Layout, columns: int, rows: int) -> None:
    centres = layout.centres(columns, rows)
    steps = (math.sqrt(3), 1.5) if layout.orientation is Orientation.POINTY else (1.5, math.sqrt(3))
    assert np.allclose(np.diff(centres[..., 0], axis=1), steps[0])
    assert np.allclose(np.diff(centres[..., 1], axis=0), steps[1])


# -- directions ---------------------------------------------------------------------------------------------


def test_p2_11_facing_1_is_up_on_flat_top_boards_and_facings_run_clockwise() -> None:
    for layout in (Layout.ODD_Q, Layout.EVEN_Q):
        names = [layout.direction_name(layout.facing_direction(facing)) for facing in range(1, 7)]
        assert names == ["N", "NE", "SE", "S", "SW", "NW"]
        x, y = layout.centre(neighbour(Hex(0, 0), layout.facing_direction(1)))
        assert x == 0
        assert y == pytest.approx(-math.sqrt(3))


def test_facing_1_is_north_east_on_pointy_top_boards() -> None:
    for layout in (Layout.ODD_R, Layout.EVEN_R):
        names = [layout.direction_name(layout.facing_direction(facing)) for facing in range(1, 7)]
        assert names == ["NE", "E", "SE", "SW", "W", "NW"]
        x, y = layout.centre(neighbour(Hex(0, 0), layout.facing_direction(1)))
        assert x > 0 > y


@given(LAYOUTS, HEXES, st.integers(0, 5), SIZES)
def test_a_neighbour_lies_where_the_name_of_its_direction_points(
    layout: Layout, at: Hex, direction: int, size: float
) -> None:
    name = layout.direction_name(direction)
    angles = ANGLES if layout.orientation is Orientation.FLAT else POINTY_ANGLES
    start, end = layout.centre(at, size=size), layout.centre(neighbour(at, direction), size=size)
    assert angle(start, end) == pytest.approx(angles[name], abs=1e-6) or angles[name] == 0
    assert math.cos(math.radians(angle(start, end) - angles[name])) == pytest.approx(1)
    assert math.dist(start, end) == pytest.approx(size * math.sqrt(3))
    assert layout.direction(name) == direction


@given(LAYOUTS, st.integers(1, 6))
def test_facings_and_directions_are_inverses(layout: Layout, facing: int) -> None:
    assert layout.facing(layout.facing_direction(facing)) == facing
    assert layout.direction_names[facing - 1] == layout.direction_name(layout.facing_direction(facing))


def test_a_direction_of_the_other_orientation_is_refused_with_those_there_are() -> None:
    with pytest.raises(GridError, match="odd-q has no direction 'E'; it has N, NE, SE, S, SW, NW"):
        Layout.ODD_Q.direction("E")
    with pytest.raises(GridError, match="even-r has no direction 'N'; it has NE, E, SE, SW, W, NW"):
        Layout.EVEN_R.direction("N")


# -- the plane ----------------------------------------------------------------------------------------------


@given(LAYOUTS, HEXES, SIZES)
def test_the_hex_at_a_centre_is_the_hex(layout: Layout, at: Hex, size: float) -> None:
    assert layout.hex_at(*layout.centre(at, size=size), size=size) == at


@given(LAYOUTS, HEXES, st.floats(0, 0.865), st.floats(0, 2 * math.pi), SIZES)
def test_every_point_within_a_hex_finds_it(
    layout: Layout, at: Hex, away: float, bearing: float, size: float
) -> None:
    x, y = layout.centre(at, size=size)
    point = (x + size * away * math.cos(bearing), y + size * away * math.sin(bearing))
    assert layout.hex_at(*point, size=size) == at


@given(LAYOUTS, st.floats(-40, 40), st.floats(-40, 40))
def test_the_hex_at_a_point_is_the_nearest(layout: Layout, x: float, y: float) -> None:
    found = layout.hex_at(x, y)
    own = math.dist(layout.centre(found), (x, y))
    assert own <= min(math.dist(layout.centre(near), (x, y)) for near in neighbours(found)) + 1e-9


@given(LAYOUTS, HEXES)
def test_a_point_on_a_border_finds_a_hex_that_it_touches(layout: Layout, at: Hex) -> None:
    for place in corners(at):
        assert distance(layout.hex_at(*layout.corner_point(place)), at) <= 1


@given(LAYOUTS, st.lists(st.tuples(st.floats(-40, 40), st.floats(-40, 40)), min_size=1, max_size=20), SIZES)
def test_hexes_at_many_points_are_those_at_each(
    layout: Layout, points: list[tuple[float, float]], size: float
) -> None:
    x, y = np.array(points).T
    columns, rows = layout.hexes_at(x, y, size=size)
    assert columns.dtype == rows.dtype == np.int64
    found = [layout.from_offset(int(column), int(row)) for column, row in zip(columns, rows, strict=True)]
    assert found == [layout.hex_at(*point, size=size) for point in points]


def test_hexes_at_keeps_the_shape_and_agrees_on_borders() -> None:
    x, y = np.meshgrid(np.arange(-6, 6, 0.25), np.arange(-6, 6, 0.25))
    for layout in Layout:
        columns, rows = layout.hexes_at(x, y)
        assert columns.shape == rows.shape == x.shape
        for place in np.ndindex(x.shape):
            found = layout.from_offset(int(columns[place]), int(rows[place]))
            assert found == layout.hex_at(float(x[place]), float(y[place]))


@given(LAYOUTS, HEXES, SIZES)
def test_corner_points_are_bit_identical_one_by_one_and_together(
    layout: Layout, at: Hex, size: float
) -> None:
    places = corners(at)
    q3, r3 = (np.array([getattr(place, name) for place in places]) for name in ("q3", "r3"))
    together = layout.corner_points(q3, r3, size=size)
    assert [tuple(point) for point in together] == [layout.corner_point(place, size=size) for place in places]


@given(LAYOUTS, st.integers(2, 12), SIZES)
def test_corners_on_one_level_have_one_coordinate_to_the_last_bit(
    layout: Layout, count: int, size: float
) -> None:
    flat = layout.orientation is Orientation.FLAT
    # Two steps along the board, and back by one across it: a straight line of hexes, level with the first.
    step = DIRECTIONS[2] + DIRECTIONS[1] if flat else DIRECTIONS[2]
    tops = [layout.corner_point(corners(step * index)[0 if flat else 1], size=size) for index in range(count)]
    assert len({y for _, y in tops}) == 1
    assert len({x for x, _ in tops}) == count
