from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import GridError
from fairground.core.grid import LabelStyle, Layout, label, parse_label
from fairground.core.grid.labels import index_of_letters, letters

STYLES = st.sampled_from(LabelStyle)
INDEX = st.integers(0, 999)


@given(INDEX, INDEX, STYLES, st.sampled_from(Layout))
def test_labels_round_trip_in_every_style_and_layout(
    column: int, row: int, style: LabelStyle, layout: Layout
) -> None:
    name = label(*layout.to_offset(layout.from_offset(column, row)), style)
    assert parse_label(name, style) == (column, row)


@pytest.mark.parametrize("style", LabelStyle)
def test_no_two_hexes_of_a_board_share_a_label(style: LabelStyle) -> None:
    names = {label(column, row, style) for column in range(0, 1000, 9) for row in range(0, 1000, 9)}
    assert len(names) == 112 * 112


@pytest.mark.parametrize(
    ("index", "text"),
    [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA"), (999, "ALL")],
)
def test_letters_count_on_after_z(index: int, text: str) -> None:
    assert letters(index) == text
    assert index_of_letters(text) == index


def test_letters_of_a_thousand_columns_are_distinct_and_ordered() -> None:
    names = [letters(index) for index in range(1000)]
    assert names == sorted(set(names), key=lambda name: (len(name), name))
    assert [index_of_letters(name) for name in names] == list(range(1000))


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        (LabelStyle.COLUMN_LETTER, ["A1", "C4", "AB12", "ALL1000"]),
        (LabelStyle.NUMERIC, ["0101", "0304", "2812", "10001000"]),
        (LabelStyle.ROW_LETTER, ["A1", "D3", "L28", "ALL1000"]),
    ],
)
def test_the_three_styles_name_the_same_hexes(style: LabelStyle, expected: list[str]) -> None:
    places = [(0, 0), (2, 3), (27, 11), (999, 999)]
    assert [label(column, row, style) for column, row in places] == expected
    assert [parse_label(text, style) for text in expected] == places


def test_numeric_labels_widen_both_halves_where_one_needs_it() -> None:
    assert label(2, 103, LabelStyle.NUMERIC) == "003104"
    assert parse_label("003104", LabelStyle.NUMERIC) == (2, 103)


@pytest.mark.parametrize(
    "text", ["", "C", "4", "C0", "C04", "C-1", "C4 C5", "ABCD1", "4C", "Ä1", "C٤", "C4\n", "C" * 99]
)
@pytest.mark.parametrize("style", [LabelStyle.COLUMN_LETTER, LabelStyle.ROW_LETTER])
def test_a_bad_label_is_refused_and_a_good_one_shown(text: str, style: LabelStyle) -> None:
    with pytest.raises(
        GridError, match="is not a hex; write capital letters and a number from 1, like C4"
    ) as error:
        parse_label(text, style)
    assert len(str(error.value)) < 160


@pytest.mark.parametrize("text", ["c4", " C4", "c4\n"])
def test_a_label_that_is_nearly_right_is_put_right_in_the_message(text: str) -> None:
    with pytest.raises(GridError, match="Did you mean 'C4'"):
        parse_label(text)


@pytest.mark.parametrize("text", ["", "304", "03040", "C4", "03-4", "٠٣٠٤", "0304\n", "01" * 6])
def test_a_bad_numeric_label_is_refused_and_a_good_one_shown(text: str) -> None:
    with pytest.raises(GridError, match="is not a hex; write column and row with two digits each, like 0304"):
        parse_label(text, LabelStyle.NUMERIC)


@pytest.mark.parametrize("text", ["0001", "0100", "0000"])
def test_numeric_labels_count_from_one(text: str) -> None:
    with pytest.raises(GridError, match="columns and rows count from 01"):
        parse_label(text, LabelStyle.NUMERIC)


@pytest.mark.parametrize("style", LabelStyle)
@pytest.mark.parametrize(("column", "row"), [(-1, 0), (0, -1), (-3, -4)])
def test_there_are_no_labels_left_of_or_above_the_board(style: LabelStyle, column: int, row: int) -> None:
    with pytest.raises(GridError, match=f"column {column + 1}, row {row + 1} is off the board"):
        label(column, row, style)


def test_letters_count_from_zero_and_are_capital() -> None:
    with pytest.raises(GridError, match="must be 0 or more, not -1"):
        letters(-1)
    for text in ("", "a", "A1", "Ä"):
        with pytest.raises(GridError, match="write capital letters, like A or AB"):
            index_of_letters(text)
