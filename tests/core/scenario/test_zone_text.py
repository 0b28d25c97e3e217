from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import GridError, LimitError, ScenarioError
from fairground.core.grid.hexes import distance
from fairground.core.grid.labels import label, parse_label
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board
from fairground.core.scenario.shapes import (
    Columns,
    Difference,
    Everything,
    Intersection,
    Listed,
    Painted,
    Rows,
    Shape,
    Union,
    Within,
    listed,
    painted,
)
from fairground.core.scenario.zone_text import MAX_NESTING, MAX_OPERATORS, explain_subtraction, parse_shape

_spans = st.tuples(st.integers(1, 12), st.integers(1, 12)).map(lambda pair: (min(pair), max(pair)))
_labels = st.builds(label, st.integers(0, 30), st.integers(0, 30))
_leaves = st.one_of(
    st.just(Everything()),
    _spans.map(lambda span: Rows(*span)),
    _spans.map(lambda span: Columns(*span)),
    st.builds(Within, st.integers(0, 9), _labels),
    st.lists(_labels, min_size=1, max_size=4).map(lambda names: Listed(tuple(names))),
)
shapes: st.SearchStrategy[Shape] = st.recursive(
    _leaves,
    lambda inner: st.one_of(*(st.builds(join, inner, inner) for join in (Union, Difference, Intersection))),
    max_leaves=8,
)


@given(shapes)
def test_a_shape_s_text_parses_back_to_the_same_hexes(shape: Shape) -> None:
    board = Board.blank(Layout.ODD_R, 9, 11)
    again = parse_shape(str(shape))
    assert (again.mask(board) == shape.mask(board)).all()
    assert str(parse_shape(str(again))) == str(again)


@given(st.text(alphabet="rowscolumnwithinall A1B2C,|&-()0123456789 ", max_size=60))
def test_any_text_is_a_shape_or_a_clear_error(text: str) -> None:
    try:
        shape = parse_shape(text)
    except (ScenarioError, GridError, LimitError):
        return
    assert parse_shape(str(shape)) == shape


@pytest.mark.parametrize(
    ("text", "hexes"),
    [
        ("rows 1-3 & columns 1-3", 9),
        ("within 1 of C4", 7),
        ("within 0 of C4", 1),
        ("A1, B2", 2),
        ("rows 1 | rows 2-3", 21),
        ("rows 1-3 - columns 1", 18),
        ("rows 1 | rows 2 - rows 2", 7),
        ("rows 1 | (rows 2 - rows 2)", 7),
        ("rows 1 | rows 2 & columns 1", 8),
        ("all - (rows 1 | columns 1)", 36),
        ("within 3 of A1", 4 + 3 + 3 + 2),
    ],
)
def test_ar_04_zone_shapes_mean_what_they_say(text: str, hexes: int) -> None:
    board = Board.blank(Layout.ODD_Q, 7, 7)
    assert int(parse_shape(text).mask(board).sum()) == hexes


def test_difference_runs_left_to_right() -> None:
    assert parse_shape("rows 1 - rows 2 | rows 3") == Union(Difference(Rows(1, 1), Rows(2, 2)), Rows(3, 3))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "(character 1). Expected a part of a zone"),
        ("rows", "(character 5). Expected a number"),
        ("rows 3-1", "3-1 runs backwards (character 8). Write 1-3"),
        ("rows 0", "0 is not between 1 and 1,000 (character 6)"),
        ("rows 99999999999999999999", "is not between 1 and 1,000"),
        ("within 3 B7", "Expected 'of' and a hex"),
        ("A1,", "(character 4). Expected a hex, like C4"),
        ("(rows 1", "Expected ')'"),
        ("rows 1 $", "'$' isn't valid here (character 8)"),
        ("rows 1 rows 2", "(character 8). Expected '|', '-', '&' or the end of the text"),
    ],
)
def test_a_fault_is_named_with_its_column(text: str, message: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse_shape(text)
    assert message in str(caught.value)


def test_nesting_and_operators_are_bounded() -> None:
    with pytest.raises(LimitError):
        parse_shape("(" * (MAX_NESTING + 1) + "all" + ")" * (MAX_NESTING + 1))
    with pytest.raises(LimitError):
        parse_shape(" | ".join(["all"] * (MAX_OPERATORS + 2)))
    with pytest.raises(LimitError):
        parse_shape("A1" * 20_000)


@given(st.sampled_from(Layout), st.sets(st.tuples(st.integers(0, 5), st.integers(0, 4)), max_size=12))
def test_hexes_come_back_from_both_ways_to_write_them(layout: Layout, places: set[tuple[int, int]]) -> None:
    board = Board.blank(layout, 6, 5)
    hexes = frozenset(layout.from_offset(column, row) for column, row in places)
    assert board.hexes_of(listed(layout, hexes).mask(board)) == hexes
    assert board.hexes_of(painted(board.mask(hexes)).mask(board)) == hexes


@given(st.sampled_from(Layout), st.integers(0, 6), _labels)
def test_a_disc_is_the_hexes_within_its_radius(layout: Layout, radius: int, centre: str) -> None:
    board = Board.blank(layout, 9, 8)
    middle = layout.from_offset(*parse_label(centre))
    wanted = {at for at in board.hexes() if distance(at, middle) <= radius}
    assert board.hexes_of(Within(radius, centre).mask(board)) == wanted


def test_a_painted_block_may_be_smaller_or_larger_than_the_board() -> None:
    board = Board.blank(Layout.ODD_R, 3, 2)
    assert Painted(("#",)).mask(board).tolist() == [[True, False, False], [False, False, False]]
    assert int(Painted(("#####", "\U0001f600#", "###")).mask(board).sum()) == 4


@pytest.mark.parametrize(
    ("text", "explanation"),
    [
        ("F6-I9", "F6 without I9: 1 hex. For the block from F6 to I9, write columns 6-9 & rows 6-9."),
        ("I9 - F6", "I9 without F6: 1 hex. For the block from I9 to F6, write columns 6-9 & rows 6-9."),
        ("A1, B2 - B2", "A1, B2 without B2: 1 hex."),
        (
            "rows 1-2 | (F6 - F6)",
            "F6 without F6: 0 hexes.",
        ),
        ("rows 1-2 - C2", ""),
        ("columns 6-9 & rows 6-9", ""),
        ("A1, B1", ""),
    ],
)
def test_a_subtraction_of_hexes_that_looks_like_a_range_is_explained(text: str, explanation: str) -> None:
    assert explain_subtraction(parse_shape(text), Board.blank(Layout.ODD_Q, 12, 12)) == explanation


def test_an_explanation_of_many_hexes_stays_short() -> None:
    shape = parse_shape("A1, A2, A3, A4, A5, A6 - B1")
    explanation = explain_subtraction(shape, Board.blank(Layout.ODD_Q, 12, 12))
    assert explanation.startswith("A1, A2, A3, A4 and 2 more without B1: 6 hexes.")
