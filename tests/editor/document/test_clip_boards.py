from __future__ import annotations

import pytest

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import MAX_SIDE, Board, PaletteEntry
from fairground.core.scenario.transform.clip import clip_of
from fairground.editor.document.clip_patches import clip_board


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("place", [(0, 0), (1, 0), (0, 1), (-3, -2), (5, 7)])
def test_a_clip_stands_on_its_board_as_it_would_elsewhere(layout: Layout, place: tuple[int, int]) -> None:
    source = Board.blank(layout, 5, 5)
    source.palette.append(PaletteEntry("#", ("wall",)))
    source.terrain[2, 3] = 1
    source.elevation[1, 1] = 2
    middle = source.parse("C3")
    source.names = {middle: "Mill"}
    source.hexsides = {hexside(middle, 0): ("hedge",), hexside(source.parse("A1"), 5): ("hedge",)}
    clip = clip_of(source, tuple(source.hexes()), middle)
    scenario = blank_scenario("T", layout=layout, size=(4, 4), ruleset="penance-1.0")
    at = layout.from_offset(*place)
    found = clip_board(scenario, clip, at)
    assert (found.column % 2, found.row % 2) == (0, 0)
    board = found.scenario.board
    shift = Symmetry(translation=layout.from_offset(-found.column, -found.row) + at)
    assert board.hexes_of(~board.void) == {shift(it) for it in clip.hexes}
    assert board.hexes_of(board.where_terrain("wall")) == {shift(source.parse("D3") - middle)}
    assert board.level_at(shift(source.parse("B2") - middle)) == 2
    assert board.names == {shift(Hex(0, 0)): "Mill"}
    assert len(board.hexsides) == 2
    assert all(board.contains(it) for side in board.hexsides for it in side.hexes)
    # The same places on the plane, but for the shift.
    x, y = layout.centre(at)
    x0, y0 = layout.centre(layout.from_offset(found.column, found.row))
    assert layout.centre(shift(Hex(0, 0))) == pytest.approx((x - x0, y - y0))


def test_nothing_of_the_scenario_but_its_rules_is_there() -> None:
    scenario = blank_scenario("T", layout=Layout.ODD_Q, size=(4, 4), ruleset="penance-1.0")
    clip = clip_of(scenario.board, (Hex(0, 0),))
    alone = clip_board(scenario, clip, Hex(0, 0)).scenario
    assert (alone.zones, alone.units, alone.objectives, alone.sides) == ([], [], [], [])
    assert alone.rules is scenario.rules
    assert scenario.zones


def test_a_clip_as_large_as_a_board_can_be() -> None:
    board = Board.blank(Layout.ODD_Q, MAX_SIDE, 2)
    clip = clip_of(board, (Hex(0, 0), board.layout.from_offset(MAX_SIDE - 1, 1)))
    scenario = blank_scenario("T", layout=Layout.ODD_Q, size=(4, 4), ruleset="penance-1.0")
    assert clip_board(scenario, clip, Hex(1, 0)).scenario.board.columns > MAX_SIDE
