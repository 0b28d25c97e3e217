from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import DIRECTIONS, Hex, distance
from fairground.core.grid.layout import Layout
from fairground.core.grid.lines import square_length, straightened
from fairground.core.grid.symmetry import POINT_SYMMETRIES

HEXES = st.builds(Hex, st.integers(-30, 30), st.integers(-30, 30))


@given(HEXES)
def test_the_length_is_that_on_the_plane(way: Hex) -> None:
    x, y = Layout.ODD_R.centre(way)
    assert abs((x * x + y * y) / 3 - square_length(way)) < 1e-6


@given(HEXES, HEXES)
def test_a_straightened_way_runs_along_a_direction_and_is_as_long(start: Hex, end: Hex) -> None:
    found = straightened(start, end)
    far = distance(start, end)
    assert distance(start, found) == far
    assert found in {start + step * far for step in DIRECTIONS}


@given(HEXES, st.integers(0, 5), st.integers(0, 40))
def test_what_is_straight_stays(start: Hex, direction: int, far: int) -> None:
    end = start + DIRECTIONS[direction] * far
    assert straightened(start, end) == end


@given(HEXES, st.sampled_from(POINT_SYMMETRIES))
def test_no_direction_is_nearer(end: Hex, symmetry: object) -> None:
    assert callable(symmetry)
    start = Hex(0, 0)
    left = square_length(straightened(start, end) - end)
    # However the way is turned, it comes as near to a direction.
    assert square_length(straightened(start, symmetry(end)) - symmetry(end)) == left
