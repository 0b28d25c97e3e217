"""The edges of obstacles, and the same ones a hair inside."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.sight.bases.obstacles import DEPTH, inside, outlines_of, region_of, walls_of


def test_inner_edges_lie_inside_by_the_depth_on_every_side_and_round_holes() -> None:
    shape = shapely.Polygon([(0, 0), (9, 0), (9, 2), (4, 2), (4, 7), (0, 7)], [[(1, 1), (3, 1), (3, 2)]])
    walls = walls_of([shape])
    assert walls.starts.shape == (9, 2)
    for starts, ends in ((walls.inner_starts, walls.inner_ends),):
        for start, end in zip(starts, ends, strict=True):
            edge = shapely.LineString([start, end])
            assert shape.contains(edge)
            assert shape.boundary.distance(edge) == pytest.approx(DEPTH, rel=1e-3)


def test_no_shapes_have_no_walls() -> None:
    assert walls_of([]).starts.shape == (0, 2)
    assert walls_of([shapely.Polygon()]).starts.shape == (0, 2)


def test_points_are_inside_by_the_edges_of_all_polygons() -> None:
    walls = walls_of([shapely.box(0, 0, 4, 4).difference(shapely.box(1, 1, 3, 3)), shapely.box(6, 0, 7, 1)])
    points = np.array([(0.5, 0.5), (2, 2), (5, 0.5), (6.5, 0.5), (-1, 0.5), (0.5, 9)])
    assert inside(points, walls.starts, walls.ends).tolist() == [True, False, False, True, False, False]


@pytest.mark.parametrize("layout", list(Layout))
def test_bv_10_touching_hexes_are_one_piece_and_others_another(layout: Layout) -> None:
    board = blank_scenario("Hills", layout=layout, size=(7, 5), ruleset="base-visibility").board
    mask = board.mask(board.parse(it) for it in ("A1", "A2", "C2", "C3", "D3", "G5"))
    pieces = list(outlines_of(board, "hill", mask))
    assert sorted(len(it.hexes) for it in pieces) == [1, 2, 3]
    assert sum(it.region.area for it in pieces) == pytest.approx(region_of(board, mask).area)
    assert [it.holds(board.parse("G5")) for it in pieces].count(True) == 1
    # Hexes are 2 inches across: their area is 2 * 2 * sqrt(3) / 2.
    assert pieces[0].region.area / len(pieces[0].hexes) == pytest.approx(2 * 3**0.5)
    assert not list(outlines_of(board, "hill", np.zeros_like(mask)))
