from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon
from shapely.geometry import Point

from fairground.core.errors import LimitError
from fairground.core.grid.hexes import neighbours
from fairground.core.grid.layout import Layout
from fairground.core.pictures.plan import BoardPlan, board_extent
from fairground.core.scenario.board import Board, PaletteEntry

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

layouts = st.sampled_from(Layout)
sides = st.integers(1, 6)


def board_with_holes(layout: Layout, columns: int, rows: int, seed: int) -> Board:
    board = Board.blank(layout, columns, rows)
    board.palette.append(PaletteEntry("-", ("void",)))
    board.terrain[:] = np.random.default_rng(seed).random((rows, columns)) < 0.3
    return board


@given(layouts, sides, sides, st.floats(1, 100))
def test_the_board_fills_its_extent(layout: Layout, columns: int, rows: int, size: float) -> None:
    plan = BoardPlan(Board.blank(layout, columns, rows), size=size, left=3, top=5)
    points = np.array([plan.outline(place) for place in plan.places]).reshape(-1, 2)
    width, height = board_extent(Board.blank(layout, columns, rows), size)
    assert points.min(axis=0) == pytest.approx([3, 5])
    assert points.max(axis=0) == pytest.approx([3 + width, 5 + height])


@given(layouts, sides, sides, st.integers(0, 99))
def test_neighbours_are_those_of_the_grid_and_void_is_not_drawn(
    layout: Layout, columns: int, rows: int, seed: int
) -> None:
    board = board_with_holes(layout, columns, rows, seed)
    plan = BoardPlan(board, size=11)
    drawn = {place.hex for place in plan.places}
    assert drawn == set(board.hexes_of(~board.void))
    for place in plan.places:
        expected = [at if at in drawn else None for at in neighbours(place.hex)]
        assert [other and other.hex for other in plan.beside(place)] == expected
        assert plan.place_of(place.hex) is place


# Between the two, Shapely's buffer takes the inset for nothing and closes holes.
@given(layouts, sides, sides, st.integers(0, 99), st.just(0.0) | st.floats(0.001, 0.85))
def test_borders_enclose_the_area(layout: Layout, columns: int, rows: int, seed: int, inset: float) -> None:
    board = board_with_holes(layout, columns, rows, seed)
    plan = BoardPlan(board, size=2)
    rings = []
    for commands in plan.borders(plan.places, at_edge=True, inset=inset):
        assert commands[-1] == ("Z", ())
        rings.append(Polygon([values for letter, values in commands if letter != "Z"]))
    # Shapely's buffer is the reference: the same area, shrunk with sharp corners.
    whole: BaseGeometry = Polygon()
    for place in plan.places:
        whole = whole.union(Polygon(plan.outline(place)).buffer(1e-9, join_style="mitre"))
    shrunk = whole.buffer(-inset, join_style="mitre", mitre_limit=10)
    signed = sum(ring.area if ring.exterior.is_ccw else -ring.area for ring in rings)
    assert signed == pytest.approx(shrunk.area, abs=1e-3)


@given(layouts)
def test_open_borders_leave_out_the_edge_of_the_board(layout: Layout) -> None:
    plan = BoardPlan(Board.blank(layout, 4, 5), size=1)
    assert plan.borders(plan.places, at_edge=False, inset=0.1) == ()
    left = [place for place in plan.places if place.column < 2]
    (line,) = plan.borders(left, at_edge=False, inset=0.0)
    assert line[-1][0] == "L"
    inner: BaseGeometry = Polygon(plan.outline(left[0]))
    for place in left:
        inner = inner.union(Polygon(plan.outline(place)))
    assert all(inner.boundary.distance(Point(values)) < 1e-9 for _, values in line)


@pytest.mark.parametrize("layout", Layout)
def test_directions_point_at_the_neighbours(layout: Layout) -> None:
    plan = BoardPlan(Board.blank(layout, 3, 3), size=1)
    middle = plan.at(1, 1)
    assert middle is not None
    for direction, other in enumerate(plan.beside(middle)):
        assert other is not None
        angle = plan.angle(direction)
        step = np.array([other.x - middle.x, other.y - middle.y])
        assert step / np.hypot(*step) == pytest.approx([np.cos(angle), np.sin(angle)])


def test_a_board_too_large_for_a_picture_is_refused() -> None:
    with pytest.raises(LimitError, match=r"250,000 hexes.*501x500"):
        BoardPlan(Board.blank(Layout.ODD_Q, 501, 500), size=11)
