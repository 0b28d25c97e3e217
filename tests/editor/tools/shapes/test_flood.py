from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from fairground.core.grid.hexes import neighbours
from fairground.core.grid.layout import Layout
from fairground.editor.tools.shapes import region


@given(
    layout=st.sampled_from(Layout),
    like=array_shapes(min_dims=2, max_dims=2, max_side=12).flatmap(
        lambda shape: arrays(np.bool_, shape, elements=st.booleans())
    ),
    data=st.data(),
)
def test_a_region_is_what_can_be_walked_to(layout: Layout, like: np.ndarray, data: st.DataObject) -> None:
    rows, columns = like.shape
    row, column = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1))
    start = layout.from_offset(column, row)
    there = {layout.from_offset(int(c), int(r)) for r, c in np.argwhere(like)}
    reached, waiting = set(), [start] if start in there else []
    while waiting:
        at = waiting.pop()
        reached.add(at)
        waiting += [to for to in neighbours(at) if to in there and to not in reached]
    found = region(layout, like, row=row, column=column)
    assert {layout.from_offset(int(c), int(r)) for r, c in np.argwhere(found)} == reached


def test_a_spiral_is_one_region() -> None:
    like = np.zeros((41, 41), np.bool_)
    row, column, step = 0, 0, (0, 1)
    for length in (40, 40, 40, *(it for side in range(38, 1, -2) for it in (side, side))):
        for _ in range(length):
            like[row, column] = True
            row, column = row + step[0], column + step[1]
        step = step[1], -step[0]
    assert (region(Layout.ODD_R, like, row=0, column=0) == like).all()
