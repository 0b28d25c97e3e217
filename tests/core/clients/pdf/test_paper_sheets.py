from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.clients.pdf.map_sheet import vertices_of
from fairground.core.clients.pdf.paper_sheets import BLEED, MAX_SHEETS, PAPERS, Paper, Sheet, Sheets, lay_out
from fairground.core.errors import LimitError, UsageError
from fairground.core.grid.layout import Layout
from fairground.core.pictures.plan import BoardPlan, board_extent
from fairground.core.scenario.board import Board, PaletteEntry


def plan_of(board: Board, width: float) -> tuple[BoardPlan, tuple[float, float]]:
    size = width / 3**0.5
    across, down = board_extent(board, size)
    plan = BoardPlan(board, size=size, left=BLEED, top=BLEED)
    return plan, (across + 2 * BLEED, down + 2 * BLEED)


def laid_out(
    board: Board, width: float = 31.75, paper: str = "a4", margin: float = 10, overlap: float = 12.7
) -> Sheets:
    upright = Paper(paper, *PAPERS[paper], margin)
    return lay_out(*plan_of(board, width), (upright, upright.turned), overlap=overlap)


boards = st.builds(Board.blank, st.sampled_from(Layout), st.integers(1, 25), st.integers(1, 25))


@settings(max_examples=40)
@given(
    boards, st.sampled_from([16.0, 19.05, 31.75, 50.0]), st.sampled_from(sorted(PAPERS)), st.integers(0, 20)
)
def test_sheets_show_all_of_the_board_and_meet_at_vertices(
    board: Board, width: float, paper: str, overlap: int
) -> None:
    sheets = laid_out(board, width, paper, overlap=overlap)
    plan, extent = plan_of(board, width)
    vertices = vertices_of(plan)
    for axis, lines in enumerate((sheets.columns, sheets.rows)):
        assert (lines[0], lines[-1]) == (0, extent[axis])
        assert list(lines) == sorted(set(lines))
        for seam in lines[1:-1]:
            assert (abs(vertices[:, axis] - seam) < 1e-6).any()
    assert len(sheets.there) == (len(sheets.columns) - 1) * (len(sheets.rows) - 1)
    for sheet in sheets.there:
        for span, room in zip(sheets.spans(sheet), sheets.paper.room, strict=True):
            assert span.length <= room + 1e-6
        for dx, dy in ((1, 0), (0, 1)):
            other = Sheet(sheet.column + dx, sheet.row + dy)
            if other in sheets.there:
                here, there = sheets.spans(sheet)[dy], sheets.spans(other)[dy]
                assert here.end - there.start == pytest.approx(overlap)


@settings(max_examples=20)
@given(boards)
def test_no_other_way_to_turn_the_paper_takes_fewer_sheets(board: Board) -> None:
    upright = Paper("a4", *PAPERS["a4"], 10)
    counts = [len(lay_out(*plan_of(board, 25), (it,), overlap=10).there) for it in (upright, upright.turned)]
    assert len(laid_out(board, 25, overlap=10).there) == min(counts)


@pytest.mark.parametrize(("size", "lies"), [((7, 5), True), ((5, 7), False)])
def test_paper_lies_as_the_board_does(size: tuple[int, int], *, lies: bool) -> None:
    sheets = laid_out(Board.blank(Layout.ODD_R, *size), 25)
    assert len(sheets.there) == 1
    assert (sheets.paper.width > sheets.paper.height) == lies


def test_sheets_are_cut_evenly_where_that_takes_no_more() -> None:
    sheets = laid_out(Board.blank(Layout.ODD_R, 16, 6))
    widths = [b - a for a, b in pairwise(sheets.columns)]
    assert max(widths) - min(widths) < 2 * 31.75


def test_sheets_without_a_hex_are_left_out() -> None:
    board = Board.blank(Layout.ODD_R, 20, 20)
    board.palette.append(PaletteEntry("-", ("void",)))
    board.terrain[8:, 8:] = 1
    sheets = laid_out(board)
    labels = [it.label for it in sheets.there]
    assert labels[0] == "A1"
    assert Sheet(len(sheets.columns) - 2, len(sheets.rows) - 2) not in sheets.there
    plan, _ = plan_of(board, 31.75)
    for place in plan.places:
        column = np.searchsorted(sheets.columns, place.x) - 1
        row = np.searchsorted(sheets.rows, place.y) - 1
        assert Sheet(int(column), int(row)) in sheets.there


def test_too_many_sheets_are_refused_with_what_would_fit() -> None:
    board = Board.blank(Layout.ODD_Q, 100, 100)
    with pytest.raises(LimitError, match=rf"sheets of A4; the limit is {MAX_SHEETS}. Use hexes of 38 mm"):
        laid_out(board, 60)
    assert len(laid_out(board, 38).there) <= MAX_SHEETS


def test_hexes_too_large_for_the_paper_are_refused() -> None:
    with pytest.raises(
        UsageError, match="a hex of 150 mm does not fit on the paper with an overlap of 50 mm"
    ):
        laid_out(Board.blank(Layout.ODD_Q, 5, 5), 150, margin=40, overlap=50)
