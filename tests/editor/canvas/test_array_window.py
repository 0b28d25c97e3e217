from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import neighbours
from fairground.core.grid.layout import Layout
from fairground.editor.canvas.camera import VisibleCells, around, cut, side_masks

HIGH, WIDE = 7, 9
LAYOUTS = st.sampled_from(Layout)


@st.composite
def windows(draw: st.DrawFn) -> VisibleCells:
    top, bottom = sorted(draw(st.tuples(st.integers(0, HIGH), st.integers(0, HIGH))))
    left, right = sorted(draw(st.tuples(st.integers(0, WIDE), st.integers(0, WIDE))))
    return VisibleCells(top, bottom, left, right)


@given(LAYOUTS, windows())
def test_neighbours_of_a_window_are_those_of_its_hexes(layout: Layout, cells: VisibleCells) -> None:
    array = np.arange(HIGH * WIDE).reshape(HIGH, WIDE)
    found = list(around(array, cells, layout, off=-1))
    assert len(found) == 6
    for row in range(cells.top, cells.bottom):
        for column in range(cells.left, cells.right):
            for direction, at in enumerate(neighbours(layout.from_offset(column, row))):
                c, r = layout.to_offset(at)
                wanted = array[r, c] if 0 <= r < HIGH and 0 <= c < WIDE else -1
                assert found[direction][row - cells.top, column - cells.left] == wanted


@given(LAYOUTS, windows(), st.integers(0, 2**32))
def test_masks_have_a_bit_for_each_neighbour_that_is_set(
    layout: Layout, cells: VisibleCells, seed: int
) -> None:
    array = np.random.default_rng(seed).random((HIGH, WIDE)) < 0.5
    masks = side_masks(array, cells, layout)
    assert masks.shape == cut(array, cells).shape
    counted = sum(beside.astype(int) for beside in around(array, cells, layout, off=0))
    assert (np.bitwise_count(masks) == counted).all()
