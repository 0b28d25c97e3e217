from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core import load
from fairground.core.errors import GridError, LimitError, ScenarioError
from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import MAX_SIDE, Board, PaletteEntry


@given(st.sampled_from(Layout), st.integers(1, 9), st.integers(1, 9))
def test_every_hex_of_a_board_has_a_cell_and_a_label(layout: Layout, columns: int, rows: int) -> None:
    board = Board.blank(layout, columns, rows)
    hexes = list(board.hexes())
    assert len(set(hexes)) == columns * rows
    assert [board.parse(board.label(at)) for at in hexes] == hexes
    assert len({board.cell(at) for at in hexes}) == columns * rows
    assert all(board.contains(at) for at in hexes)
    assert board.labels(reversed(hexes)) == [board.label(at) for at in hexes]
    assert board.labels(board.marked(~board.void)) == board.labels(hexes)


def test_a_hex_off_the_board_is_named_in_the_error() -> None:
    board = Board.blank(Layout.ODD_R, 7, 5)
    with pytest.raises(
        ScenarioError, match=r"H1 is off the board\. The board has columns A to G and rows 1 to 5"
    ):
        board.parse("H1")
    with pytest.raises(GridError, match="write capital letters"):
        board.parse("h1")
    with pytest.raises(ScenarioError, match="column 0, row 1 is off the board"):
        board.cell(Hex(-1, 0))
    assert not board.contains(Hex(-1, 0))


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (MAX_SIDE + 1, 5), (5, -1)])
def test_a_board_s_sides_are_bounded(size: tuple[int, int]) -> None:
    with pytest.raises(LimitError, match=f"1 to {MAX_SIDE:,}"):
        Board.blank(Layout.ODD_Q, *size)


def test_stacks_effects_and_levels_are_read_by_hex() -> None:
    board = Board.blank(Layout.EVEN_Q, 3, 3)
    board.palette.append(PaletteEntry("w", ("woods", "road")))
    board.effects_palette.append(PaletteEntry("s", ("smoke",)))
    at = board.parse("B3")
    board.terrain[board.cell(at)] = 1
    board.effects[board.cell(at)] = 1
    board.elevation[board.cell(at)] = -2
    assert board.terrain_at(at) == ("woods", "road")
    assert board.effects_at(at) == ("smoke",)
    assert board.level_at(at) == -2
    assert board.effects_at(board.parse("A1")) == ()
    assert board.hexes_of(board.where_terrain("road")) == {at}
    assert board.hexes_of(board.where_effect("smoke")) == {at}


def test_void_is_wherever_the_stack_has_it() -> None:
    board = Board.blank(Layout.ODD_R, 2, 2)
    board.palette.append(PaletteEntry("-", ("void",)))
    board.terrain[1, 0] = 1
    assert board.void.tolist() == [[False, False], [True, False]]


def test_boards_are_equal_by_content() -> None:
    one, other = Board.blank(Layout.ODD_R, 4, 4), Board.blank(Layout.ODD_R, 4, 4)
    assert one == other
    other.elevation[2, 2] = 1
    assert one != other
    assert one != Board.blank(Layout.EVEN_R, 4, 4)
    assert one != "a board"


def test_masks_leave_out_what_is_off_the_board() -> None:
    board = Board.blank(Layout.ODD_R, 2, 2)
    mask = board.mask((Hex(0, 0), Hex(-3, 0), Hex(0, 7)))
    assert np.count_nonzero(mask) == 1
    assert board.hexes_of(mask) == {Hex(0, 0)}
    assert board.labels([Hex(0, 0), Hex(-1, 0), Hex(0, 0)]) == ["A1"]


def test_boards_and_scenarios_are_short_at_a_prompt() -> None:
    scenario = load(Path(__file__).parents[3] / "scenarios/twin-stones.yaml")
    assert repr(scenario.board) == "<Board 9x8 odd-q>"
    assert repr(scenario) == (
        "<Scenario 'Twin Stones': <Board 9x8 odd-q>, penance-2.0, 2 sides, 2 zones, 1 objective, 4 units>"
    )
