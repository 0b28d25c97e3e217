from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fairground.core.errors import LimitError
from fairground.core.grid.hexes import DIRECTIONS, disc, distance
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.compare import compare
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference, Side, Unit, Zone
from fairground.core.scenario.shapes import Rows, Within
from fairground.core.scenario.transform.whole_board import Keep, relaid
from tests.core.scenario.random_scenarios import scenarios

layouts = st.sampled_from(Layout)


def arena(layout: Layout, columns: int = 4, rows: int = 4) -> Scenario:
    return Scenario(
        name="Arena",
        ruleset=RulesetReference("penance-1.0"),
        board=Board.blank(layout, columns, rows),
        sides=[Side("red")],
    )


@settings(deadline=None)
@given(scenarios(), layouts, st.sampled_from(Keep))
def test_there_and_back_nothing_has_changed(scenario: Scenario, layout: Layout, keep: Keep) -> None:
    own = scenario.board.layout
    there = relaid(scenario, layout, keep)
    assert there.scenario.board.layout is layout
    # A side of the rim may come to lie between two hexes when its neighbours change, on another that is there.
    assume(not any("coincides with another" in text for text in there.said) and not there.lost)
    back = relaid(there.scenario, own, keep)
    inner = keep is Keep.NEIGHBOURS or all(
        all(map(scenario.board.contains, side.hexes)) for side in scenario.board.hexsides
    )
    if inner or layout is own:
        assert [str(it) for it in compare(scenario, back.scenario)] == []
    else:
        assert [str(it) for it in compare(scenario, back.scenario) if "hexside" not in it.what] == []


@settings(deadline=None)
@given(scenarios(void=True), layouts)
def test_keeping_neighbours_keeps_all_distances(scenario: Scenario, layout: Layout) -> None:
    before = scenario.board
    result = relaid(scenario, layout, Keep.NEIGHBOURS)
    after, way = result.scenario.board, result.way
    present = sorted(before.hexes_of(~before.void))
    assert after.hexes_of(~after.void) == {way.hex(at) for at in present}
    assert not result.fallen.any()
    for at in present:
        new = way.hex(at)
        assert after.terrain_at(new) == before.terrain_at(at)
        assert distance(way.hex(present[0]), new) == distance(present[0], at)
        for direction in range(6):
            assert way.hex(at + DIRECTIONS[direction]) == new + DIRECTIONS[way.direction(direction)]
            image = hexside(new, way.direction(direction))
            assert after.hexsides.get(image) == before.hexsides.get(hexside(at, direction))


@pytest.mark.long
@settings(deadline=None)
@given(scenarios(void=True), layouts)
def test_keeping_offsets_keeps_all_labels(scenario: Scenario, layout: Layout) -> None:
    before = scenario.board
    result = relaid(scenario, layout, Keep.OFFSETS)
    after = result.scenario.board
    assert (after.columns, after.rows) == (before.columns, before.rows)
    for row in range(before.rows):
        for column in range(before.columns):
            at, new = before.layout.from_offset(column, row), layout.from_offset(column, row)
            assert result.way.hex(at) == new
            assert after.terrain_at(new) == before.terrain_at(at)
            assert after.names.get(new) == before.names.get(at)
    assert [unit.facing for unit in result.scenario.units] == [unit.facing for unit in scenario.units]
    assert result.scenario.locked == scenario.locked
    for zone, now in zip(scenario.zones, result.scenario.zones, strict=True):
        assert (zone.shape.mask(before) == now.shape.mask(after)).all()


def test_parity_is_changed_by_a_line_at_the_start() -> None:
    scenario = arena(Layout.ODD_Q)
    scenario.zones = [Zone("start", "red", Rows(1, 2))]
    result = relaid(scenario, Layout.EVEN_Q)
    board = result.scenario.board
    assert (board.columns, board.rows) == (5, 4)
    assert board.void[:, 0].all()
    assert not board.void[:, 1:].any()
    assert result.scenario.zones[0].shape == Rows(1, 2)
    assert result.said == ("the layout changes from odd-q to even-q",)
    back = relaid(result.scenario, Layout.ODD_Q).scenario
    assert (back.board.columns, compare(scenario, back)) == (4, [])
    rows = relaid(arena(Layout.EVEN_R), Layout.ODD_R).scenario.board
    assert (rows.columns, rows.rows) == (4, 5)


def test_an_empty_first_line_with_a_note_stays() -> None:
    scenario = relaid(arena(Layout.ODD_Q), Layout.EVEN_Q).scenario
    scenario.board.notes = {scenario.board.parse("A1"): "leave me"}
    assert relaid(scenario, Layout.ODD_Q).scenario.board.columns == 6


def test_a_drawing_turns_by_30_degrees_and_facings_keep_their_numbers() -> None:
    scenario = arena(Layout.ODD_Q, 1, 3)
    scenario.units = [Unit("a", "red", "scout", scenario.board.parse("A3"), 1)]
    pointy = relaid(scenario, Layout.ODD_R, Keep.NEIGHBOURS).scenario
    # A column, seen from its foot, led to the north and leads to the north-east now.
    assert pointy.units[0].facing == 1
    present = pointy.board.hexes_of(~pointy.board.void)
    foot = pointy.units[0].hex
    assert present == {foot + DIRECTIONS[Layout.ODD_R.direction("NE")] * steps for steps in range(3)}
    assert relaid(pointy, Layout.ODD_Q, Keep.NEIGHBOURS).scenario.units[0].facing == 1


def test_neighbours_are_kept_where_the_shape_allows() -> None:
    hexagon = arena(Layout.ODD_Q, 5, 5)
    board = hexagon.board
    board.palette.append(PaletteEntry("-", ("void",)))
    board.terrain[~board.mask(disc(board.parse("C3"), 2))] = 1
    kept = relaid(hexagon, Layout.ODD_R)
    assert kept.way.keeps_neighbours
    assert (kept.scenario.board.columns, kept.scenario.board.rows) == (5, 5)
    rectangle = relaid(arena(Layout.ODD_Q), Layout.ODD_R)
    assert not rectangle.way.keeps_neighbours
    assert "distances and lines of sight change" in rectangle.said[-1]
    assert not rectangle.scenario.board.void.any()


def test_discs_are_listed_where_distances_change() -> None:
    scenario = arena(Layout.ODD_Q)
    scenario.zones = [Zone("start", "red", Within(1, "B2"))]
    listed = relaid(scenario, Layout.EVEN_Q, Keep.OFFSETS).scenario.zones[0].shape
    assert set(listed.labels()) == {"B1", "A2", "B2", "C2", "A3", "B3", "C3"}
    kept = relaid(scenario, Layout.EVEN_Q, Keep.NEIGHBOURS).scenario.zones[0].shape
    assert kept == Within(1, "C2")


def test_the_same_layout_is_no_change() -> None:
    scenario = arena(Layout.EVEN_R)
    result = relaid(scenario, Layout.EVEN_R, Keep.OFFSETS)
    assert (result.said, result.lost, result.scenario) == ((), (), scenario)


def test_a_board_of_full_width_has_no_room_for_a_line() -> None:
    with pytest.raises(LimitError, match="another column, but can have at most 1,000; keep offsets"):
        relaid(arena(Layout.ODD_Q, 1000, 1), Layout.EVEN_Q)
