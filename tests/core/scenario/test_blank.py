from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.errors import LimitError, ScenarioError
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry, board_symmetry
from fairground.core.scenario.blank import blank_hexagon
from fairground.core.validation import validate

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


def hexagon(layout: Layout = Layout.ODD_Q, along: int = 6, sides: int = 3) -> Scenario:
    return blank_hexagon("Six corners", layout=layout, along=along, sides=sides, ruleset="penance-2.0")


@pytest.mark.parametrize("along", [2, 3, 6, 7])
@pytest.mark.parametrize("layout", Layout)
def test_a_hexagon_has_every_turn_and_mirror(layout: Layout, along: int) -> None:
    board = hexagon(layout, along).board
    assert (board.columns, board.rows) == (2 * along - 1, 2 * along - 1)
    present = ~board.void
    assert present.sum() == 3 * along * (along - 1) + 1
    for kind in BoardSymmetry:
        assert board_symmetry(kind, layout, board.columns, board.rows, present=present) is not None


@pytest.mark.parametrize("sides", [2, 3, 6])
@pytest.mark.parametrize("layout", Layout)
def test_each_side_has_a_corner_and_a_turn_takes_one_zone_to_the_next(layout: Layout, sides: int) -> None:
    scenario = hexagon(layout, sides=sides)
    board = scenario.board
    assert [it.side for it in scenario.zones] == [it.id for it in scenario.sides]
    assert len(scenario.sides) == sides
    kind = {2: BoardSymmetry.TURN_180, 3: BoardSymmetry.TURN_120, 6: BoardSymmetry.TURN_60}[sides]
    turn = board_symmetry(kind, layout, board.columns, board.rows, present=~board.void)
    assert turn is not None
    zones = [set(board.hexes_of(it.shape.mask(board))) for it in scenario.zones]
    assert {len(it) for it in zones} == {9}
    for zone in zones:
        assert {turn(at) for at in zone} in zones


def test_a_hexagon_is_in_order() -> None:
    for sides in (2, 3, 6):
        assert [it.code for it in validate(hexagon(sides=sides))] == []


def test_zones_of_small_hexagons_do_not_touch() -> None:
    for along in range(2, 8):
        scenario = hexagon(along=along, sides=6)
        count = np.sum([it.shape.mask(scenario.board) for it in scenario.zones], axis=0)
        assert count.max() == 1


def test_sizes_and_numbers_of_sides_that_cannot_be_are_refused() -> None:
    with pytest.raises(LimitError, match="2 to 500 hexes along an edge, not 1"):
        hexagon(along=1)
    with pytest.raises(LimitError, match="not 501"):
        hexagon(along=501)
    with pytest.raises(ScenarioError, match="2, 3 or 6 sides with equal starts, not 4"):
        hexagon(sides=4)
