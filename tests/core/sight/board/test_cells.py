"""Numbers for hexes: one each, linear, and sums that tell hexsides apart."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.sight.board.cells import Cells
from fairground.core.sight.line.trace import sight_line

hexes = st.builds(Hex, st.integers(-30, 30), st.integers(-30, 30))
blocks = st.builds(Cells, hexes, st.integers(1, 7), st.integers(1, 7))


def all_of(cells: Cells) -> list[Hex]:
    return [cells.first + Hex(q, r) for q in range(cells.columns) for r in range(cells.rows)]


@given(blocks)
def test_a_number_stands_for_one_hex(cells: Cells) -> None:
    found = [cells.number(at) for at in all_of(cells)]
    assert len(set(found)) == len(found)
    assert all(0 <= number < cells.size for number in found)
    assert [cells.hex(number) for number in found] == all_of(cells)


@given(blocks)
def test_the_numbers_on_either_side_of_a_hexside_add_up_to_its_own(cells: Cells) -> None:
    among = set(all_of(cells))
    sides = {frozenset((at, at + step)) for at in among for step in DIRECTIONS if at + step in among}
    sums = {sum(map(cells.number, side)) for side in sides}
    assert len(sums) == len(sides)
    assert all(0 <= number < 2 * cells.size for number in sums)


@given(blocks, hexes)
def test_steps_add_the_same_everywhere(cells: Cells, at: Hex) -> None:
    assert cells.steps == tuple(cells.number(at + step) - cells.number(at) for step in DIRECTIONS)


@given(blocks, st.lists(hexes, min_size=1))
def test_many_hexes_are_numbered_and_held_like_one(cells: Cells, many: list[Hex]) -> None:
    q, r = np.array([(at.q, at.r) for at in many]).T
    assert cells.number_arrays(q, r).tolist() == [cells.number(at) for at in many]
    assert cells.holds_arrays(q, r).tolist() == [cells.holds(at) for at in many]


@given(hexes, hexes)
def test_around_two_hexes_is_all_that_the_line_between_them_meets(start: Hex, end: Hex) -> None:
    cells, line = Cells.around((start, end)), sight_line(start, end)
    beside = [at for it in line.stretches for at in (it.left, it.right)]
    assert all(map(cells.holds, (start, end, *line.crossed, *line.touched, *beside)))
    assert not cells.holds(Hex(max(start.q, end.q) + 1, start.r))
    assert not cells.holds(Hex(start.q, min(start.r, end.r) - 1))
