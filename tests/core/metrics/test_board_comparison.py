"""Two states of one board: compared with every pair, every unit and every measure by itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from fairground.core import compare_states, fairness, load, reach, relaid, resized, visibility, what_if
from fairground.core.errors import CancelledError, UsageError
from fairground.core.grid.layout import Layout
from fairground.core.metrics.board_comparison import NAMED
from fairground.core.scenario.board import Board
from fairground.core.scenario.parts import Unit

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario


@pytest.fixture(scope="module")
def arena() -> Scenario:
    return load("scenarios/standard-arena.yaml")


def pairs_in_sight(scenario: Scenario, reach: int | None = None) -> set[frozenset[Hex]]:
    table = visibility(scenario, reach)
    return {frozenset(pair) for pair in combinations(scenario.board.hexes(), 2) if table.sees(*pair)}


@pytest.mark.parametrize("reach", [None, 3])
@pytest.mark.parametrize("name", ["standard-arena", "standard-arena-odd-q"])
def test_pairs_that_open_and_close_are_those_of_the_table(name: str, reach: int | None) -> None:
    before = load(f"scenarios/{name}.yaml")
    after = what_if(before, ["destroy C1, A3", "smoke at D4"]).scenario
    was, now = pairs_in_sight(before, reach), pairs_in_sight(after, reach)
    found = compare_states(before, after, range=reach, measures=()).sight
    assert found is not None
    assert (found.opened, found.closed) == (len(now - was), len(was - now))
    assert {frozenset(it) for it in found.opened_pairs} <= now - was
    assert {frozenset(it) for it in found.closed_pairs} <= was - now
    assert len(found.closed_pairs) == min(NAMED, found.closed)


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("size", [(1, 1), (1, 6), (5, 1), (4, 5), (7, 3)])
def test_no_pair_is_left_out_in_any_layout(arena: Scenario, layout: Layout, size: tuple[int, int]) -> None:
    before = replace(arena, board=Board.blank(layout, *size, terrain="clear"), zones=[], units=[])
    after = replace(before, board=Board.blank(layout, *size, terrain="wall"))
    was, now = pairs_in_sight(before), pairs_in_sight(after)
    found = compare_states(before, after, measures=()).sight
    assert found is not None
    assert (found.opened, found.closed) == (0, len(was - now))


def test_zones_are_set_against_each_other(arena: Scenario) -> None:
    after = what_if(arena, ["smoke at D4"]).scenario
    found = compare_states(arena, after, measures=()).sight
    assert found is not None
    (between,) = found.zones
    one, other = (set(arena.board.hexes_of(it.shape.mask(arena.board))) for it in arena.zones)
    for scenario, count in ((arena, between.before), (after, between.after)):
        table = visibility(scenario)
        assert sum(table.sees(a, b) for a in one for b in other) == count
    assert (between.zones, between.of) == (("p1-start", "p2-start"), 14 * 14)
    assert between.after < between.before


def test_reach_is_told_of_units_for_which_it_changed(arena: Scenario) -> None:
    units = [
        Unit("near", "p1", "scout", arena.board.parse("B1")),
        Unit("far", "p2", "assault", arena.board.parse("D7")),
    ]
    before = replace(arena, units=units)
    after = what_if(before, ["destroy C1"]).scenario
    (changed,) = compare_states(before, after, measures=()).reach
    counts = [
        int((reach(it, "B1", 1, unit_class="scout", facing=1).turns >= 0).sum()) for it in (before, after)
    ]
    assert changed.unit == "near"
    assert changed.before < changed.after
    assert counts[0] <= changed.before


def test_measures_that_changed_are_those_of_the_reports(arena: Scenario) -> None:
    after = what_if(arena, ["destroy C1"]).scenario
    found = compare_states(arena, after, unit_class="scout", measures=["territory", "exposure", "routes"])
    reports = [
        fairness(it, unit_class="scout", measures=["territory", "exposure", "routes"])
        for it in (arena, after)
    ]
    values = [
        {(it.id, it.range_band): (dict(it.values), dict(it.pairs), it.band) for it in report.measures}
        for report in reports
    ]
    assert {(it.id, it.range_band) for it in found.measures} == {
        key for key in values[0] if values[0][key] != values[1][key]
    }
    assert found.verdict == (reports[0].verdict, reports[1].verdict)
    territory = next(it for it in found.measures if it.id == "territory")
    assert (territory.before, territory.classes) == (values[0]["territory", None][0], ("scout",))
    assert territory.after == values[1]["territory", None][0]


def test_states_that_are_the_same_differ_in_nothing(arena: Scenario) -> None:
    found = compare_states(arena, arena)
    assert found.sight is not None
    assert (found.changes, found.sight.opened, found.sight.closed) == ((), 0, 0)
    assert (found.reach, found.measures, found.notes) == ((), (), ())
    assert found.verdict is not None
    assert found.verdict[0] is found.verdict[1]


def test_what_cannot_be_compared_says_why(arena: Scenario) -> None:
    zoneless = replace(arena, zones=[])
    found = compare_states(zoneless, zoneless)
    assert (found.verdict, found.measures) == (None, ())
    assert found.notes[0].startswith("Fairness is not compared: fairness needs two teams")
    bases = replace(arena, ruleset=replace(arena.ruleset, name="base-visibility"), units=[])
    found = compare_states(bases, bases, measures=())
    assert found.sight is None
    assert found.notes[0].startswith("Sight is not compared: ")


def test_boards_of_another_size_or_layout_are_no_states_of_one(arena: Scenario) -> None:
    larger = resized(arena, 8, 7, (0, 0)).scenario
    with pytest.raises(UsageError, match="one is 7x7 odd-r and the other 8x7 odd-r"):
        compare_states(arena, larger)
    with pytest.raises(UsageError, match="even-r"):
        compare_states(arena, relaid(arena, Layout.EVEN_R).scenario)


def test_progress_is_told_and_work_is_cancelled(arena: Scenario) -> None:
    shares: list[float] = []
    compare_states(arena, arena, measures=["territory"], unit_class="scout", progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    with pytest.raises(CancelledError):
        compare_states(arena, arena, cancelled=lambda: True)
