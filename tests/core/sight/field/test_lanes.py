"""Boards as whole numbers: lanes, moves between them, and amounts added up in them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import Hex, neighbours
from fairground.core.grid.layout import Layout
from fairground.core.sight.field.lanes import Lanes
from fairground.core.sight.field.line_sums import added, bits_for, clear_along, reaching
from fairground.core.sight.field.program_plan import PlanHexes, plan
from fairground.core.sight.line.trace import sight_line

COLUMNS, ROWS = 7, 6


def hexes(layout: Layout) -> list[Hex]:
    return [layout.from_offset(column, row) for row in range(ROWS) for column in range(COLUMNS)]


@pytest.mark.parametrize("layout", Layout)
def test_h_08_hexes_and_their_neighbours_off_the_board_have_lanes_of_their_own(layout: Layout) -> None:
    lanes = Lanes(layout, COLUMNS, ROWS)
    around = {*hexes(layout), *(it for at in hexes(layout) for it in neighbours(at))}
    assert len({lanes.lane(at) for at in around}) == len(around)
    assert all(0 <= lanes.lane(at) < lanes.total for at in around)
    assert lanes.of_hexes.ravel().tolist() == [lanes.lane(at) for at in hexes(layout)]


@pytest.mark.parametrize("layout", Layout)
def test_packed_hexes_are_the_lanes_that_are_set(layout: Layout) -> None:
    lanes = Lanes(layout, COLUMNS, ROWS)
    mask = np.random.default_rng(1).random((ROWS, COLUMNS)) < 0.4
    assert lanes.set_lanes(lanes.pack(mask)).tolist() == sorted(lanes.of_hexes[mask].tolist())
    assert lanes.set_lanes(0).tolist() == []


@pytest.mark.parametrize("layout", Layout)
def test_h_03_every_pair_has_an_entry_and_its_clear_lines_meet_nothing(layout: Layout) -> None:
    lanes = Lanes(layout, COLUMNS, ROWS)
    mask = np.random.default_rng(2).random((ROWS, COLUMNS)) < 0.25
    blocking = {at for at, it in zip(hexes(layout), mask.ravel(), strict=True) if it}
    found = plan(lanes, None, touched=False)
    met = set()
    every = zip(found.entries, found.places, found.rows, clear_along(found, lanes.pack(mask)), strict=True)
    for entry, places, rows, clear in every:
        for lane in lanes.set_lanes(places & rows).tolist():
            start = next(at for at in hexes(layout) if lanes.lane(at) == lane)
            end = next(at for at in hexes(layout) if lanes.step(at - start) == entry.step)
            line = sight_line(start, end)
            if entry.hexes in (PlanHexes.CROSSED, PlanHexes.CROSSED_ALONE):
                met |= {(start, end), (end, start)}
                assert bool(clear >> lane & 1) is blocking.isdisjoint(line.crossed)
    assert len(met) == (ROWS * COLUMNS) * (ROWS * COLUMNS - 1)


def test_h_03_a_hex_stops_the_lines_that_cross_it_and_no_others_on_a_long_board() -> None:
    # From twelve hexes a line on, some pieces of lines are known from their other end alone.
    layout, size = Layout.ODD_R, (20, 3)
    lanes, wall = Lanes(layout, *size), layout.from_offset(9, 1)
    board = [layout.from_offset(column, row) for row in range(size[1]) for column in range(size[0])]
    starts = {lanes.lane(at): at for at in board}
    found = plan(lanes, None, touched=False)
    stopped = 0
    every = zip(
        found.entries, found.places, found.rows, clear_along(found, 1 << lanes.lane(wall)), strict=True
    )
    for entry, places, rows, clear in every:
        if entry.hexes in (PlanHexes.CROSSED, PlanHexes.CROSSED_ALONE):
            crossed = sight_line(Hex(0, 0), Hex(*entry.step)).crossed
            for lane in lanes.set_lanes(places & rows).tolist():
                assert bool(clear >> lane & 1) is (wall - starts[lane] not in crossed)
                stopped += wall - starts[lane] in crossed
    assert stopped > 100


def test_results_of_some_entries_are_those_of_all() -> None:
    lanes = Lanes(Layout.ODD_Q, COLUMNS, ROWS)
    found = plan(lanes, None, touched=True)
    hexes_met = lanes.pack(np.random.default_rng(3).random((ROWS, COLUMNS)) < 0.2)
    every = list(clear_along(found, hexes_met))
    some = list(range(5, len(every), 7))
    assert list(clear_along(found, hexes_met, some)) == [every[i] for i in some]


@given(st.integers(1, 40), st.lists(st.tuples(st.integers(0, 45), st.integers(0, 45)), max_size=20))
def test_mm_03_amounts_add_up_lane_by_lane_to_a_limit(limit: int, pairs: list[tuple[int, int]]) -> None:
    def packed(numbers: list[int]) -> tuple[int, ...]:
        least = [min(it, limit) for it in numbers]
        return tuple(
            sum((it >> n & 1) << lane for lane, it in enumerate(least)) for n in range(bits_for(limit))
        )

    one, other = (packed([pair[i] for pair in pairs]) for i in (0, 1))
    moved = tuple(it << 3 for it in other)
    found = reaching(added(one, moved, 3), limit)
    assert [bool(found >> lane & 1) for lane in range(len(pairs))] == [a + b >= limit for a, b in pairs]
