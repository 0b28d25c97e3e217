from __future__ import annotations

import re
from itertools import product

import pytest

from fairground.core.grid import BoardSymmetry, Layout, Orientation, board_symmetry, symmetry_facts, why_not


@pytest.mark.parametrize("layout", Layout)
def test_the_facts_agree_with_the_board_and_the_sentence_with_the_fact(layout: Layout) -> None:
    for columns, rows in product(range(1, 9), repeat=2):
        facts = symmetry_facts(layout, columns, rows)
        assert [fact.kind for fact in facts] == list(BoardSymmetry)
        for fact in facts:
            assert fact.possible == (board_symmetry(fact.kind, layout, columns, rows) is not None)
            start = f"An {layout.value} board of {columns}x{rows} has {'a' if fact.possible else 'no'} "
            assert fact.sentence.startswith(start)
            assert fact.sentence.endswith(".")
            expected = "" if fact.possible else fact.sentence
            assert why_not(fact.kind, layout, columns, rows) == expected


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("kind", [BoardSymmetry.TURN_180, BoardSymmetry.LEFT_RIGHT, BoardSymmetry.TOP_BOTTOM])
def test_the_size_that_a_sentence_names_would_do_and_none_is_nearer(
    layout: Layout, kind: BoardSymmetry
) -> None:
    refused = 0
    for columns, rows in product(range(1, 13), repeat=2):
        sentence = why_not(kind, layout, columns, rows)
        if not sentence:
            continue
        refused += 1
        named = re.search(r"(\d+|a single) (column|row)s? would work", sentence)
        assert named, sentence
        count = 1 if named[1] == "a single" else int(named[1])
        size = (count, rows) if named[2] == "column" else (columns, count)
        assert board_symmetry(kind, layout, *size), sentence
        apart = abs(size[0] - columns) + abs(size[1] - rows)
        for nearer_columns, nearer_rows in product(range(1, 14), repeat=2):
            if abs(nearer_columns - columns) + abs(nearer_rows - rows) < apart:
                assert board_symmetry(kind, layout, nearer_columns, nearer_rows) is None, sentence
    assert refused


@pytest.mark.parametrize("layout", Layout)
def test_a_mirror_that_the_layout_forbids_is_had_in_the_layouts_named(layout: Layout) -> None:
    flat = layout.orientation is Orientation.FLAT
    kind = BoardSymmetry.TOP_BOTTOM if flat else BoardSymmetry.LEFT_RIGHT
    named = re.search(r"or (\S+) or (\S+) with an odd number of (\w+)s", why_not(kind, layout, 8, 8))
    assert named
    size = (8, 7) if named[3] == "row" else (7, 8)
    for name in (named[1], named[2]):
        assert board_symmetry(kind, Layout(name), *size)


def test_the_sentences_read_well() -> None:
    assert why_not(BoardSymmetry.TURN_180, Layout.ODD_Q, 15, 17) == (
        "An odd-q board of 15x17 has no 180° turn: the number of columns must be even; 14 columns would work."
    )
    assert why_not(BoardSymmetry.TOP_BOTTOM, Layout.EVEN_R, 7, 2) == (
        "An even-r board of 7x2 has no top-bottom mirror: the number of rows must be odd; 1 row would work."
    )
    assert why_not(BoardSymmetry.TOP_BOTTOM, Layout.ODD_Q, 16, 17) == (
        "An odd-q board of 16x17 has no top-bottom mirror: every second column is shifted half a hex down, and a "
        "mirror would shift it the other way; a single column would work, or odd-r or even-r with an odd number of "
        "rows."
    )
    assert why_not(BoardSymmetry.TURN_120, Layout.ODD_R, 7, 7) == (
        "An odd-r board of 7x7 has no 120° turn: only the smallest rectangles have such a symmetry; use void hexes "
        "to cut the board to a hexagon, which has every turn and mirror."
    )
    possible = {fact.kind: fact.sentence for fact in symmetry_facts(Layout.ODD_R, 7, 8)}
    assert possible[BoardSymmetry.TURN_180] == "An odd-r board of 7x8 has a 180° turn."
