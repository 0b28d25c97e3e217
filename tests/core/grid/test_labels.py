from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import GridError
from fairground.core.grid import HexNames, LabelStyle, Layout, label, parse_label
from fairground.core.grid.labels import index_of_letters, letters

STYLES = st.sampled_from(LabelStyle)
LAYOUTS = st.sampled_from(Layout)
#: Sizes around which labels gain a digit or a letter, and any other.
SIDE = st.sampled_from([1, 2, 26, 27, 99, 100, 111, 500, 999, 1000]) | st.integers(1, 1000)


@st.composite
def boards_and_cells(draw: st.DrawFn) -> tuple[HexNames, tuple[int, int], tuple[int, int]]:
    columns, rows = draw(SIDE), draw(SIDE)
    names = HexNames(draw(LAYOUTS), columns, rows, draw(STYLES))
    cells = st.tuples(st.integers(0, columns - 1), st.integers(0, rows - 1))
    return names, draw(cells), draw(cells)


@given(boards_and_cells())
def test_parsing_a_name_gives_its_hex_in_every_style_and_on_every_board(
    case: tuple[HexNames, tuple[int, int], tuple[int, int]],
) -> None:
    names, cell, _ = case
    assert names.parse(names.cell(*cell)) == cell


@given(boards_and_cells())
def test_two_hexes_of_a_board_have_different_names(
    case: tuple[HexNames, tuple[int, int], tuple[int, int]],
) -> None:
    names, one, other = case
    assert (names.cell(*one) == names.cell(*other)) == (one == other)


@pytest.mark.parametrize("style", LabelStyle)
@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("size", [(1, 1), (99, 12), (100, 3), (111, 20), (20, 111)])
def test_all_names_of_a_board_are_different(layout: Layout, style: LabelStyle, size: tuple[int, int]) -> None:
    columns, rows = size
    names = HexNames(layout, columns, rows, style)
    every = {names.cell(column, row): (column, row) for row in range(rows) for column in range(columns)}
    assert len(every) == columns * rows
    assert all(names.parse(name) == cell for name, cell in every.items())


@given(boards_and_cells())
def test_labels_of_files_are_understood_unless_they_look_like_those_of_rows_in_letters(
    case: tuple[HexNames, tuple[int, int], tuple[int, int]],
) -> None:
    names, (column, row), _ = case
    expected = (row, column) if names.style is LabelStyle.ROW_LETTER else (column, row)
    assert names.parse(label(column, row)) == expected
    assert names.of_label(label(column, row)) == names.cell(column, row)


@given(boards_and_cells())
def test_numeric_names_of_a_board_all_have_the_same_length(
    case: tuple[HexNames, tuple[int, int], tuple[int, int]],
) -> None:
    names, one, other = case
    numeric = replace(names, style=LabelStyle.NUMERIC)
    assert len(numeric.cell(*one)) == len(numeric.cell(*other)) == 2 * numeric.digits


def test_columns_11_and_111_have_different_numbers_on_a_wide_board() -> None:
    names = HexNames(Layout.ODD_Q, 120, 40, LabelStyle.NUMERIC)
    assert [names.cell(10, 101), names.cell(110, 1)] == ["011102", "111002"]
    assert names.parse("111002") == (110, 1)


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
        (LabelStyle.COLUMN_LETTER, ["A1", "C4", "AB12"]),
        (LabelStyle.NUMERIC, ["0101", "0304", "2812"]),
        (LabelStyle.ROW_LETTER, ["A1", "D3", "L28"]),
        (LabelStyle.AXIAL, ["(0,0)", "(2,2)", "(27,-2)"]),
    ],
)
def test_the_styles_name_the_same_hexes(style: LabelStyle, expected: list[str]) -> None:
    names = HexNames(Layout.ODD_Q, 30, 12, style)
    places = [(0, 0), (2, 3), (27, 11)]
    assert [names.cell(column, row) for column, row in places] == expected
    assert [names.parse(text) for text in expected] == places


def test_axial_names_can_be_written_with_and_without_brackets() -> None:
    names = HexNames(Layout.EVEN_R, 9, 9, LabelStyle.AXIAL)
    assert {names.parse(it) for it in ("(-1,4)", "-1,4", "-1, 4")} == {names.parse(names.cell(1, 4))}


@pytest.mark.parametrize("text", ["(1,2", "1,2)", "1", "1;2", "", "1,-90", "99999,1"])
def test_a_bad_axial_name_is_refused(text: str) -> None:
    with pytest.raises(GridError, match=r"write q and r, like \(2,2\)|is off the board"):
        HexNames(Layout.ODD_Q, 9, 9, LabelStyle.AXIAL).parse(text)


@pytest.mark.parametrize("style", LabelStyle)
def test_hexes_left_of_the_board_are_named_by_column_and_row(style: LabelStyle) -> None:
    names = HexNames(Layout.ODD_Q, 9, 9, style)
    at = Layout.ODD_Q.from_offset(-2, 3)
    assert names.of(at) == ("(-2,4)" if style is LabelStyle.AXIAL else "column -1, row 4")


def test_labels_in_a_zone_expression_become_names() -> None:
    names = HexNames(Layout.ODD_Q, 12, 12, LabelStyle.NUMERIC)
    assert names.restyle("within 2 of C4 | rows 1-2 - A1, B2") == "within 2 of 0304 | rows 1-2 - 0101, 0202"


@pytest.mark.parametrize(
    "text", ["", "C", "4", "C0", "C04", "C-1", "C4 C5", "ABCD1", "4C", "Ä1", "C٤", "C4\n", "C" * 99]
)
@pytest.mark.parametrize("style", [LabelStyle.COLUMN_LETTER, LabelStyle.ROW_LETTER])
def test_a_bad_label_is_refused_and_a_good_one_shown(text: str, style: LabelStyle) -> None:
    with pytest.raises(
        GridError, match="is not a hex; write capital letters and a number of 1 or more, like C4"
    ) as error:
        HexNames(Layout.ODD_Q, 9, 9, style).parse(text)
    assert len(str(error.value)) < 160


@pytest.mark.parametrize("text", ["c4", " C4", "c4\n"])
def test_a_label_that_is_nearly_right_is_put_right_in_the_message(text: str) -> None:
    with pytest.raises(GridError, match="Did you mean 'C4'"):
        parse_label(text)


@pytest.mark.parametrize("text", ["", "304", "03040", "c4", "03-4", "٠٣٠٤", "0304\n", "01" * 6])
def test_a_bad_numeric_label_is_refused_and_a_good_one_shown(text: str) -> None:
    with pytest.raises(GridError, match="is not a hex; write column and row with two digits each, like 0304"):
        HexNames(Layout.ODD_Q, 9, 9, LabelStyle.NUMERIC).parse(text)


@pytest.mark.parametrize("text", ["0001", "0100", "0000"])
def test_numeric_labels_count_from_one(text: str) -> None:
    with pytest.raises(GridError, match="columns and rows are numbered from 01"):
        HexNames(Layout.ODD_Q, 9, 9, LabelStyle.NUMERIC).parse(text)


@pytest.mark.parametrize(("column", "row"), [(-1, 0), (0, -1), (-3, -4)])
def test_there_are_no_labels_left_of_or_above_the_board(column: int, row: int) -> None:
    with pytest.raises(GridError, match=f"column {column + 1}, row {row + 1} is off the board"):
        label(column, row)


def test_letters_count_from_zero_and_are_capital() -> None:
    with pytest.raises(GridError, match="must be 0 or more, not -1"):
        letters(-1)
    for text in ("", "a", "A1", "Ä"):
        with pytest.raises(GridError, match="write capital letters, like A or AB"):
            index_of_letters(text)
