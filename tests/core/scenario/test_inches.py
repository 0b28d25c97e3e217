"""Points of a board in inches."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import neighbours
from fairground.core.grid.layout import Layout
from fairground.core.rules import load_ruleset
from fairground.core.scenario.board import Board
from fairground.core.scenario.inches import diameter, hex_at_point, hex_point, put_at, unit_point
from fairground.core.scenario.parts import Unit

RULES = load_ruleset("base-visibility")


def board_of(layout: Layout, inches: float | None = None) -> Board:
    board = Board.blank(layout, 9, 9)
    board.inches = inches
    return board


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize(("inches", "across"), [(None, 2.0), (1.5, 1.5), (4.0, 4.0)])
def test_neighbours_are_as_far_apart_as_a_hex_is_across_its_flats(
    layout: Layout, inches: float | None, across: float
) -> None:
    board = board_of(layout, inches)
    assert hex_point(board, board.parse("A1")) == (0.0, 0.0)
    here = board.parse("D4")
    for there in neighbours(here):
        assert math.dist(hex_point(board, here), hex_point(board, there)) == pytest.approx(across)
        assert hex_at_point(board, *hex_point(board, there)) == there


@given(
    layout=st.sampled_from(Layout),
    inches=st.sampled_from([None, 1.0, 2.5]),
    x=st.floats(-30, 30),
    y=st.floats(-30, 30),
)
def test_a_unit_is_where_it_was_put_and_in_the_hex_there(
    layout: Layout, inches: float | None, x: float, y: float
) -> None:
    board = board_of(layout, inches)
    unit = put_at(board, Unit("u", "p1", "guard", board.parse("A1"), facing=3), x, y)
    assert unit_point(board, unit) == pytest.approx((x, y), abs=1e-4)
    assert unit.hex == hex_at_point(board, x, y)
    assert unit.facing == 3
    # On the border of two hexes it may be in either.
    again = put_at(board, unit, *unit_point(board, unit))
    assert unit_point(board, again) == pytest.approx(unit_point(board, unit), abs=1e-4)


def test_in_the_middle_of_a_hex_it_needs_no_place() -> None:
    board = board_of(Layout.ODD_Q)
    at = board.parse("C5")
    unit = put_at(board, Unit("u", "p1", "guard", board.parse("A1"), at=(0.5, 0.0)), *hex_point(board, at))
    assert (unit.hex, unit.at) == (at, None)


def test_a_base_is_as_large_as_its_own_or_its_class_says() -> None:
    at = Board.blank(Layout.ODD_Q, 1, 1).parse("A1")
    assert diameter(RULES, Unit("u", "p1", "guard", at)) == 1.26
    assert diameter(RULES, Unit("u", "p1", "guard", at, base=0.0)) == 0
    assert diameter(RULES, Unit("u", "p1", "dragon", at)) == 0
    assert diameter(None, Unit("u", "p1", "guard", at, base=3.5)) == 3.5
