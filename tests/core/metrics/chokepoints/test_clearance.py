"""Clearance: the distance from what bounds the ground, hex by hex, with lakes left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.hexes import distance
from fairground.core.grid.layout import Layout
from fairground.core.metrics.chokepoints.basins import LAKE, field
from tests.core.metrics.plans import plan, steps_on

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


def clearance_of(scenario: Scenario) -> list[list[int]]:
    found = field(steps_on(scenario)).clearance.tolist()
    columns = scenario.board.columns
    return [found[at : at + columns] for at in range(0, len(found), columns)]


@pytest.mark.parametrize("layout", Layout)
def test_on_open_ground_it_is_the_distance_from_off_the_board(layout: Layout) -> None:
    scenario = plan(*["." * 11] * 9, layout=layout)
    board = scenario.board
    outside = [
        layout.from_offset(column, row)
        for column in range(-1, 12)
        for row in range(-1, 10)
        if not (0 <= column < 11 and 0 <= row < 9)
    ]
    found = clearance_of(scenario)
    for at in board.hexes():
        row, column = board.cell(at)
        assert found[row][column] == min(distance(at, it) for it in outside)


def test_a_wall_that_reaches_the_edge_counts() -> None:
    found = clearance_of(plan(*["....#...."] * 3 + ["........."] * 6))
    assert [line[4] for line in found] == [0, 0, 0, 1, 2, 3, 3, 2, 1]


@pytest.mark.parametrize("layout", Layout)
def test_rocks_and_ponds_do_not_count(layout: Layout) -> None:
    rows = ["." * 13] * 13
    spotted = [*rows]
    spotted[3], spotted[4] = "...#.....##..", "........##..."
    spotted[8] = "...####......"
    assert clearance_of(plan(*spotted, layout=layout)) == clearance_of(plan(*rows, layout=layout))


@pytest.mark.parametrize("layout", [Layout.ODD_R, Layout.EVEN_R])
def test_a_clump_counts_from_a_certain_reach(layout: Layout) -> None:
    for length in (LAKE, LAKE + 1):
        rows = [*["." * 15] * 5, "....." + "#" * length + "." * (10 - length), *["." * 15] * 5]
        found = field(steps_on(plan(*rows, layout=layout)))
        assert found.lakes.any() == (length <= LAKE)
        assert (found.clearance[5 * 15 + 5] > 0) == (length <= LAKE)


def test_void_within_the_board_is_a_lake_and_at_its_edge_is_none() -> None:
    found = field(steps_on(plan(*["......."] * 3, "... ...", *["......."] * 3)))
    assert found.lakes.sum() == 1
    found = field(steps_on(plan("  .....", *["......."] * 6)))
    assert not found.lakes.any()
    assert found.clearance[7 + 1] == 1


def test_a_cliff_bounds_the_ground_too() -> None:
    scenario = plan(*["." * 9] * 9)
    scenario.board.elevation[:, 4:] = 9
    found = clearance_of(scenario)
    assert found[4] == [1, 2, 2, 1, 1, 2, 3, 2, 1]


def test_ground_without_any_hex_to_stand_on() -> None:
    found = field(steps_on(plan("###", "###")))
    assert not found.clearance.any()
    assert not found.lakes.any()
