from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point, Polygon

from fairground.core.grid.hexes import DIRECTIONS, Hex, disc, distance, neighbours, ring
from fairground.core.grid.layout import Layout
from fairground.core.grid.lines import hex_line
from fairground.core.scenario.board import Board
from fairground.editor.tools.shapes import lassoed

STEPS = st.lists(st.tuples(st.sampled_from(DIRECTIONS), st.integers(1, 5)), max_size=25)


def walked_around(way: list[Hex]) -> set[Hex]:
    """What cannot be reached from far away without stepping on the closed way: by walking, hex by hex."""
    closed = {*way, *hex_line(way[-1], way[0])}
    reach = max(distance(Hex(0, 0), at) for at in closed) + 1
    everything = set(disc(Hex(0, 0), reach))
    seen = set(ring(Hex(0, 0), reach))
    queue = deque(seen)
    while queue:
        for at in neighbours(queue.popleft()):
            if at in everything and at not in closed and at not in seen:
                seen.add(at)
                queue.append(at)
    return everything - seen


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(Layout), STEPS, st.integers(-4, 12), st.integers(-4, 12))
def test_a_lasso_takes_what_one_cannot_walk_out_of(
    layout: Layout, steps: list[tuple[Hex, int]], column: int, row: int
) -> None:
    board = Board.blank(layout, 9, 8)
    way = [layout.from_offset(column, row)]
    for step, times in steps:
        way += [way[-1] + step * (n + 1) for n in range(times)]
    found = board.hexes_of(lassoed(board, way))
    assert found == {at for at in walked_around(way) if board.contains(at)}


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("radius", [1, 2, 5])
def test_hexes_whose_centre_lies_inside_and_those_of_the_outline(layout: Layout, radius: int) -> None:
    board = Board.blank(layout, 20, 20)
    middle = layout.from_offset(9, 10)
    way = list(ring(middle, radius))
    outline = Polygon([layout.centre(at) for at in way])
    found = board.hexes_of(lassoed(board, way))
    assert found == {at for at in board.hexes() if outline.contains(Point(layout.centre(at))) or at in way}
    assert found == set(disc(middle, radius))


def test_a_loop_within_a_loop_is_inside() -> None:
    board = Board.blank(Layout.ODD_Q, 20, 20)
    middle = board.layout.from_offset(10, 10)
    way = [*ring(middle, 5), *hex_line(ring(middle, 5)[-1], ring(middle, 2)[0]), *ring(middle, 2)]
    assert board.hexes_of(lassoed(board, way)) == set(disc(middle, 5))


def test_a_click_is_its_hex_and_off_the_board_there_is_none() -> None:
    board = Board.blank(Layout.EVEN_R, 5, 5)
    assert board.hexes_of(lassoed(board, [board.parse("C3")])) == {board.parse("C3")}
    assert not lassoed(board, [board.layout.from_offset(30, 30)]).any()
    assert not lassoed(board, [board.layout.from_offset(-9, -9)]).any()


def test_an_outline_around_the_board_takes_all_of_it() -> None:
    board = Board.blank(Layout.ODD_R, 6, 6)
    corners = [board.layout.from_offset(*at) for at in ((-3, -3), (8, -3), (8, 8), (-3, 8))]
    way = [corners[0]]
    for at in corners[1:]:
        way += hex_line(way[-1], at)[1:]
    assert lassoed(board, way).all()
