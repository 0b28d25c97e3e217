from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.errors import LimitError, ScenarioError
from fairground.core.grid.hexes import disc
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import POINT_SYMMETRIES, BoardSymmetry, Symmetry
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.compare import compare
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference, Shield, Side, Unit, Zone
from fairground.core.scenario.shapes import Everything, Painted, Rows, Within
from fairground.core.scenario.transform.whole_board import turned
from tests.core.scenario.random_scenarios import scenarios

symmetries = st.sampled_from(POINT_SYMMETRIES)
linear = st.builds(Symmetry, st.integers(0, 5), st.booleans())


def arena(layout: Layout, columns: int, rows: int) -> Scenario:
    return Scenario(
        name="Arena",
        ruleset=RulesetReference("penance-1.0"),
        board=Board.blank(layout, columns, rows),
        sides=[Side("red")],
    )


@settings(deadline=None)
@given(scenarios(least=2), symmetries)
def test_six_turns_or_two_mirrors_give_the_scenario_back(scenario: Scenario, symmetry: Symmetry) -> None:
    after = scenario
    for _ in range(2 if symmetry.mirrored else 6):
        result = turned(after, symmetry)
        assert result.lost == ()
        assert not result.fallen.any()
        after = result.scenario
    # A board of one line would be of both parities at once.
    assert [str(it) for it in compare(scenario, after)] == []


@pytest.mark.long
@settings(deadline=None)
@given(scenarios(void=True), symmetries)
def test_everything_turns_with_the_hexes(scenario: Scenario, symmetry: Symmetry) -> None:
    before = scenario.board
    result = turned(scenario, symmetry)
    after, way = result.scenario.board, result.way
    assert way.symmetry is not None
    assert way.symmetry.linear == symmetry
    present = before.hexes_of(~before.void)
    assert after.hexes_of(~after.void) == {way.hex(at) for at in present}
    for at in present:
        new = way.hex(at)
        assert after.terrain_at(new) == before.terrain_at(at)
        assert after.level_at(new) == before.level_at(at)
        assert after.effects_at(new) == before.effects_at(at)
        assert after.names.get(new) == before.names.get(at)
        for direction in range(6):
            side, image = hexside(at, direction), hexside(new, symmetry.direction(direction))
            assert after.hexsides.get(image) == before.hexsides.get(side)
    for unit, new_unit in zip(scenario.units, result.scenario.units, strict=True):
        assert new_unit.hex == way.hex(unit.hex)
        assert new_unit.facing == symmetry.facing(unit.facing, before.layout)
    zones = {zone.id: zone for zone in result.scenario.zones}
    for zone in scenario.zones:
        was = before.hexes_of(zone.shape.mask(before) & ~before.void)
        assert after.hexes_of(zones[zone.id].shape.mask(after) & ~after.void) == {way.hex(at) for at in was}
    row, column = np.nonzero(~after.void)
    assert (row.min(), column.min()) == (0, 0)
    assert (row.max(), column.max()) == (after.rows - 1, after.columns - 1), "no rectangle is smaller"


@pytest.mark.parametrize(
    ("layout", "kind"),
    [(Layout.ODD_Q, BoardSymmetry.TOP_BOTTOM), (Layout.ODD_R, BoardSymmetry.LEFT_RIGHT)],
)
def test_a_mirror_that_shifts_lines_the_other_way_keeps_the_rectangle(
    layout: Layout, kind: BoardSymmetry
) -> None:
    result = turned(arena(layout, 6, 5), kind.linear(layout))
    board = result.scenario.board
    assert (board.columns, board.rows) == (6, 5)
    assert not board.void.any()
    assert board.layout is not layout
    assert result.said == (f"the layout changes from {layout.value} to {board.layout.value}",)


def test_a_half_turn_needs_no_other_layout_where_the_board_has_it() -> None:
    result = turned(arena(Layout.ODD_Q, 6, 5), Symmetry(3))
    assert result.scenario.board.layout is Layout.ODD_Q
    assert result.said == ()


def test_rows_stay_rows_in_a_half_turn_and_become_lists_in_others() -> None:
    scenario = arena(Layout.ODD_R, 4, 6)
    scenario.zones = [
        Zone("start", "red", Rows(1, 2)),
        Zone("disc", "red", Within(1, "B2")),
        Zone("all", "red", Everything()),
    ]
    half = turned(scenario, Symmetry(3)).scenario
    assert [str(zone.shape) for zone in half.zones] == ["rows 5-6", "within 1 of C5", "all"]
    third = turned(scenario, Symmetry(2)).scenario
    assert [len(zone.shape.labels()) for zone in third.zones] == [8, 1, 0]


def test_many_hexes_are_painted() -> None:
    scenario = arena(Layout.ODD_R, 40, 40)
    scenario.zones = [Zone("start", "red", Rows(1, 10))]
    assert isinstance(turned(scenario, Symmetry(1)).scenario.zones[0].shape, Painted)


def test_a_hexagon_stays_one() -> None:
    scenario = arena(Layout.EVEN_Q, 7, 7)
    board = scenario.board
    board.palette.append(PaletteEntry("-", ("void",)))
    board.terrain[:] = 1
    board.terrain[board.mask(disc(board.parse("D4"), 3))] = 0
    for symmetry in POINT_SYMMETRIES:
        after = turned(scenario, symmetry).scenario.board
        assert (after.columns, after.rows) == (7, 7)
        assert after == board


def test_shields_change_hands_in_a_mirror_only() -> None:
    scenario = arena(Layout.ODD_Q, 3, 3)
    scenario.units = [
        Unit("a", "red", "scout", scenario.board.parse("A1"), 1, Shield.LEFT),
        Unit("b", "red", "scout", scenario.board.parse("B1"), 2, Shield.NONE),
    ]
    mirror = BoardSymmetry.LEFT_RIGHT.linear(Layout.ODD_Q)
    assert [unit.shield for unit in turned(scenario, mirror).scenario.units] == [Shield.RIGHT, Shield.NONE]
    assert [unit.facing for unit in turned(scenario, mirror).scenario.units] == [1, 6]
    assert [unit.shield for unit in turned(scenario, Symmetry(1)).scenario.units] == [
        Shield.LEFT,
        Shield.NONE,
    ]
    assert [unit.facing for unit in turned(scenario, Symmetry(1)).scenario.units] == [2, 3]


def test_what_an_import_found_is_said_to_be_as_it_was() -> None:
    scenario = arena(Layout.ODD_Q, 2, 2)
    scenario.board.palette = [PaletteEntry("r", ("clear",), "road:1:18")]
    assert any("was not rotated" in text for text in turned(scenario, Symmetry(1)).said)
    assert not any("was not rotated" in text for text in turned(scenario, Symmetry(0)).said)


def test_what_is_too_large_or_nothing_is_refused() -> None:
    with pytest.raises(LimitError, match="at most 1,000 columns and rows"):
        turned(arena(Layout.ODD_Q, 1000, 1000), Symmetry(1))
    scenario = arena(Layout.ODD_Q, 2, 2)
    scenario.board.palette = [PaletteEntry("-", ("void",))]
    with pytest.raises(ScenarioError, match="every hex of the board is void"):
        turned(scenario, Symmetry(1))
