from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.layout import Layout
from fairground.editor.canvas.camera import FULL_PITCH, Camera

LAYOUTS = st.sampled_from(Layout)
PITCHES = st.floats(2, 200)


def camera(layout: Layout, pitch: float = 40.0, *, ratio: float = 1.0, width: int = 900) -> Camera:
    return Camera(layout, 30, 20, width, 600, ratio, wanted=pitch * ratio).centred_on_board()


@given(LAYOUTS, PITCHES, st.integers(0, 29), st.integers(0, 19), st.sampled_from((1.0, 1.5, 2.0)))
def test_the_pixel_of_a_centre_is_in_its_hex(
    layout: Layout, pitch: float, column: int, row: int, ratio: float
) -> None:
    view = camera(layout, pitch, ratio=ratio)
    at = layout.from_offset(column, row)
    assert layout.hex_at(*view.from_view(*view.centre(at))) == at


@given(LAYOUTS, PITCHES)
def test_centres_of_arrays_are_those_of_hexes(layout: Layout, pitch: float) -> None:
    view = camera(layout, pitch)
    columns, rows = np.meshgrid(np.arange(-1, 31), np.arange(-1, 21))
    many = view.centres(columns, rows)
    for column, row in ((-1, -1), (0, 0), (1, 0), (0, 1), (7, 8), (29, 19)):
        one = view.centre(layout.from_offset(column, row))
        assert many[row + 1, column + 1] == pytest.approx(one, abs=1e-6)


@given(LAYOUTS, st.floats(6, 200))
def test_near_centres_lie_on_whole_pixels(layout: Layout, pitch: float) -> None:
    view = camera(layout, pitch)
    for column, row in ((0, 0), (1, 0), (0, 1), (13, 17)):
        x, y = view.centre(layout.from_offset(column, row))
        assert (x, y) == pytest.approx((round(x), round(y)), abs=1e-6)
    assert view.pitch == pytest.approx(pitch, abs=1.01)


@given(LAYOUTS, st.floats(20, 60), st.floats(0.1, 3), st.integers(0, 899), st.integers(0, 599))
def test_zooming_keeps_the_point_under_the_pointer(
    layout: Layout, pitch: float, factor: float, x: int, y: int
) -> None:
    # Large enough that the view is never held back at the edge of the board.
    view = Camera(layout, 1000, 1000, 900, 600, wanted=pitch).centred_on_board()
    after = view.zoomed(factor, x, y)
    assert after.to_view(*view.from_view(x, y)) == pytest.approx((x, y), abs=0.51)


@given(LAYOUTS, st.integers(1, 400), st.integers(1, 400), st.sampled_from((1.0, 2.0)))
def test_a_fitted_board_is_in_the_view(layout: Layout, columns: int, rows: int, ratio: float) -> None:
    view = Camera(layout, columns, rows, 900, 600, ratio).fitted()
    left, top, right, bottom = view.extent()
    assert min(view.to_view(left, top)) >= -1
    x, y = view.to_view(right, bottom)
    assert x <= view.width + 1
    assert y <= view.height + 1


@given(LAYOUTS, PITCHES, st.integers(-9000, 9000), st.integers(-9000, 9000))
def test_the_board_cannot_be_lost(layout: Layout, pitch: float, across: int, down: int) -> None:
    view = camera(layout, pitch).panned(across, down)
    x, y = view.from_view(view.width / 2, view.height / 2)
    left, top, right, bottom = view.extent()
    assert left - 1 <= x <= right + 1
    assert top - 1 <= y <= bottom + 1


@given(LAYOUTS, PITCHES, st.integers(0, 29), st.integers(0, 19))
def test_the_window_of_a_rectangle_holds_the_cells_that_draw_into_it(
    layout: Layout, pitch: float, column: int, row: int
) -> None:
    view = camera(layout, pitch)
    x, y = view.centre(layout.from_offset(column, row))
    cells = view.cells_in(x - 1, y - 1, x + 1, y + 1)
    assert cells.top <= row < cells.bottom
    assert cells.left <= column < cells.right
    # And the neighbours, whose slopes and outlines reach in; but not many more.
    assert cells.top <= max(row - 1, 0)
    assert cells.bottom >= min(row + 2, 20)
    assert (cells.bottom - cells.top) * (cells.right - cells.left) <= 30


def test_zooming_stops_at_limits() -> None:
    view = camera(Layout.ODD_Q)
    assert view.zoomed(1e9, 0, 0).pitch == pytest.approx(216)
    assert 0.4 < view.zoomed(1e-9, 0, 0).pitch <= 6


def test_wide_views_are_far_earlier() -> None:
    assert camera(Layout.ODD_Q, 7).is_near
    assert not camera(Layout.ODD_Q, 7, width=1920).is_near
    assert camera(Layout.ODD_Q, 9, width=1920).is_near
    assert not camera(Layout.ODD_Q, 5).is_near


def test_zoom_counts_from_the_printed_size() -> None:
    assert camera(Layout.EVEN_R, FULL_PITCH, ratio=2.0).zoom == pytest.approx(1.0)


@pytest.mark.parametrize("layout", Layout)
def test_a_view_of_another_density_shows_the_same(layout: Layout) -> None:
    view = camera(layout, 40)
    dense = view.resized(1800, 1200, 2.0)
    assert dense.pitch == pytest.approx(view.pitch, abs=1)
    x, y = view.centre(layout.from_offset(14, 9))
    assert dense.centre(layout.from_offset(14, 9)) == pytest.approx((2 * x, 2 * y), abs=6)
