from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import GridError
from fairground.core.grid.hexes import Hex, direction_between, distance
from fairground.core.grid.labels import label
from fairground.core.grid.layout import Layout
from fairground.core.grid.lines import bar, hex_line, rectangle

layouts = st.sampled_from(Layout)
hexes = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))


@pytest.mark.parametrize("layout", Layout)
def test_a_rectangle_is_read_like_a_page(layout: Layout) -> None:
    corners = layout.from_offset(2, 1), layout.from_offset(0, 0)
    found = rectangle(layout, *corners)
    assert [label(*layout.to_offset(at)) for at in found] == ["A1", "B1", "C1", "A2", "B2", "C2"]


@pytest.mark.parametrize("layout", Layout)
def test_an_outline_leaves_the_inside_out(layout: Layout) -> None:
    corners = layout.from_offset(0, 2), layout.from_offset(2, 0)
    outline = rectangle(layout, *corners, outline=True)
    assert set(rectangle(layout, *corners)) - set(outline) == {layout.from_offset(1, 1)}


@given(layouts, hexes, hexes)
def test_a_rectangle_is_the_same_from_all_corners(layout: Layout, a: Hex, b: Hex) -> None:
    (column, row), (other_column, other_row) = layout.to_offset(a), layout.to_offset(b)
    found = rectangle(layout, a, b)
    assert found == rectangle(layout, b, a)
    others = layout.from_offset(column, other_row), layout.from_offset(other_column, row)
    assert found == rectangle(layout, *others)
    assert len(set(found)) == (abs(column - other_column) + 1) * (abs(row - other_row) + 1)


@given(hexes, st.integers(1, 9), st.integers(0, 5))
def test_a_bar_is_a_straight_line_through_its_centre(centre: Hex, length: int, direction: int) -> None:
    found = bar(centre, length, direction)
    assert len(found) == length
    assert found == hex_line(found[0], found[-1])
    assert distance(found[0], centre) == (length - 1) // 2
    assert distance(found[-1], centre) == length // 2
    assert all(direction_between(a, b) == direction for a, b in pairwise(found))


def test_a_bar_has_at_least_one_hex() -> None:
    with pytest.raises(GridError, match="1 or more, not 0"):
        bar(Hex(0, 0), 0, 2)
