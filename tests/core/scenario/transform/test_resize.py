from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import LimitError
from fairground.core.grid.hexes import DIRECTIONS
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import MAX_SIDE, Board, PaletteEntry
from fairground.core.scenario.compare import compare
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import Objective, RulesetReference, Side, Unit, Zone
from fairground.core.scenario.shapes import Listed, Painted, Rows, Within
from fairground.core.scenario.transform.whole_board import Anchor, anchor_shift, resized
from fairground.core.scenario.zone_text import parse_shape
from tests.core.scenario.random_scenarios import scenarios

if TYPE_CHECKING:
    from fairground.core.scenario.shapes import Shape

anchors = st.sampled_from(Anchor)


def arena(layout: Layout = Layout.ODD_Q, columns: int = 8, rows: int = 8) -> Scenario:
    return Scenario(
        name="Arena",
        ruleset=RulesetReference("penance-1.0"),
        board=Board.blank(layout, columns, rows),
        sides=[Side("red")],
    )


def zone_after(text: Shape, columns: int, rows: int, anchor: Anchor | tuple[int, int]) -> Shape | None:
    """Return what a zone of an 8x8 board becomes; None where it is lost."""
    scenario = arena()
    scenario.zones = [Zone("start", "red", text)]
    found = resized(scenario, columns, rows, anchor).scenario.zones
    return found[0].shape if found else None


# -- there and back ---------------------------------------------------------------------------------------------


@given(scenarios(void=True), anchors, st.integers(0, 5), st.integers(0, 5))
def test_growing_and_shrinking_back_loses_nothing(
    scenario: Scenario, anchor: Anchor, wider: int, higher: int
) -> None:
    board = scenario.board
    grown = resized(scenario, board.columns + wider, board.rows + higher, anchor)
    back = resized(grown.scenario, board.columns, board.rows, anchor)
    assert compare(scenario, back.scenario) == []
    assert (grown.lost, back.lost) == ((), ())
    assert not grown.fallen.any()
    assert back.fallen.sum() == (board.columns + wider) * (board.rows + higher) - board.columns * board.rows


@given(scenarios(void=True), st.integers(-3, 3), st.integers(-3, 3), st.integers(1, 8), st.integers(1, 8))
def test_every_hex_keeps_what_it_has_and_its_neighbours(
    scenario: Scenario, across: int, down: int, columns: int, rows: int
) -> None:
    before = scenario.board
    result = resized(scenario, columns, rows, (across, down))
    after = result.scenario.board
    assert (after.columns, after.rows) == (columns, rows)
    fallen = set(result.fallen_labels(before))
    for at in before.hexes():
        new = result.way.hex(at)
        column, row = before.layout.to_offset(at)
        assert after.layout.to_offset(new) == (column + across, row + down)
        if not after.contains(new):
            assert (before.label(at) in fallen) == (not before.void[before.cell(at)])
            continue
        assert before.label(at) not in fallen
        assert after.terrain_at(new) == before.terrain_at(at)
        assert after.level_at(new) == before.level_at(at)
        assert after.effects_at(new) == before.effects_at(at)
        for direction, step in enumerate(DIRECTIONS):
            assert result.way.hex(at + step) == new + step
            assert after.hexsides.get(hexside(new, direction)) == before.hexsides.get(hexside(at, direction))
    kept = {unit.id: unit for unit in result.scenario.units}
    lost = {(it.part, it.name) for it in result.lost}
    for unit in scenario.units:
        on_board = after.contains(result.way.hex(unit.hex))
        assert (unit.id in kept) == on_board
        assert (("unit", unit.id) in lost) == (not on_board)
    for zone in scenario.zones:
        was = {result.way.hex(at) for at in before.hexes_of(zone.shape.mask(before))}
        now = next((it for it in result.scenario.zones if it.id == zone.id), None)
        there = {at for at in was if after.contains(at)}
        assert (now is None) == (not there) == (("zone", zone.id) in lost)
        if now is not None:
            carried = {result.way.hex(at) for at in before.hexes()}
            assert after.hexes_of(now.shape.mask(after)) & carried == there


# -- parity -----------------------------------------------------------------------------------------------------


def test_an_odd_shift_of_shifted_lines_changes_the_layout_and_says_so() -> None:
    result = resized(arena(), 9, 9, Anchor.TOP_RIGHT)
    assert result.scenario.board.layout is Layout.EVEN_Q
    assert result.said == ("the layout changes from odd-q to even-q",)
    pointy = resized(arena(Layout.EVEN_R), 9, 9, Anchor.BOTTOM_LEFT)
    assert pointy.scenario.board.layout is Layout.ODD_R


def test_other_shifts_leave_the_layout() -> None:
    assert resized(arena(), 10, 9, Anchor.BOTTOM_RIGHT).scenario.board.layout is Layout.ODD_Q
    assert resized(arena(Layout.ODD_R), 9, 10, Anchor.BOTTOM_RIGHT).scenario.board.layout is Layout.ODD_R


@pytest.mark.parametrize(
    ("layout", "size", "new", "anchor", "shift"),
    [
        (Layout.ODD_Q, (8, 8), (10, 12), Anchor.CENTRE, (1, 2)),
        (Layout.ODD_Q, (8, 8), (11, 11), Anchor.CENTRE, (2, 1)),
        (Layout.ODD_R, (8, 8), (11, 11), Anchor.CENTRE, (1, 2)),
        (Layout.ODD_Q, (8, 8), (9, 9), Anchor.CENTRE, (0, 0)),
        (Layout.ODD_Q, (11, 11), (8, 8), Anchor.CENTRE, (-2, -1)),
        (Layout.ODD_Q, (8, 8), (6, 9), Anchor.RIGHT, (-2, 0)),
        (Layout.ODD_Q, (8, 8), (6, 9), Anchor.BOTTOM, (-1, 1)),
        (Layout.ODD_Q, (8, 8), (6, 9), Anchor.TOP_LEFT, (0, 0)),
    ],
)
def test_what_anchors_shift(
    layout: Layout, size: tuple[int, int], new: tuple[int, int], anchor: Anchor, shift: tuple[int, int]
) -> None:
    assert anchor_shift(layout, size, new, anchor) == shift


# -- shapes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("rows 1-2", "rows 3-4"),
        ("columns 7-8 & rows 2", "columns 9-10 & rows 4"),
        ("within 2 of B7", "within 2 of D9"),
        ("all - rows 3-6", "all - rows 5-8"),
        ("A1, C4 | columns 8", "C3, E6 | columns 10"),
    ],
)
def test_shapes_stay_shapes(before: str, after: str) -> None:
    assert str(zone_after(parse_shape(before), 12, 12, (2, 2))) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("rows 1-3", "rows 1"),
        ("rows 1-3 | A1, H8", "rows 1 | F6"),
        ("within 1 of B2", "A1"),
        ("all - rows 1-2", "all"),
        ("columns 1 & rows 1-8", None),
        ("(columns 1 | columns 5) - rows 4", "columns 3 - rows 2"),
    ],
)
def test_shapes_are_cut_where_the_board_is(before: str, after: str | None) -> None:
    found = zone_after(parse_shape(before), 6, 6, (-2, -2))
    assert (str(found) if found else None) == after


def test_lists_and_painted_blocks_are_shifted() -> None:
    assert zone_after(Listed(("B1", "A1")), 9, 9, (1, 0)) == Listed(("C1", "B1"))
    block = Painted(("#.......", *["........"] * 7))
    assert zone_after(block, 9, 9, (1, 0)) == Painted((".#.......", *["........."] * 8))


def test_a_large_disc_that_loses_its_centre_is_painted() -> None:
    scenario = arena(columns=40, rows=40)
    scenario.zones = [Zone("start", "red", Within(20, "B20"))]
    found = resized(scenario, 38, 40, (-2, 0)).scenario.zones[0].shape
    assert isinstance(found, Painted)


def test_a_zone_without_hexes_stays_one() -> None:
    assert zone_after(Listed(()), 9, 9, (1, 1)) == Listed(())
    assert zone_after(Rows(20, 21), 9, 9, (1, 1)) == Listed(())


def test_a_zone_that_has_other_hexes_now_is_named() -> None:
    scenario = arena()
    scenario.zones = [Zone("start", "red", Rows(1, 2))]
    assert resized(scenario, 10, 8).said == ("zone start now has 20 hexes, not 16",)


# -- what falls off ---------------------------------------------------------------------------------------------


def test_whatever_falls_off_is_listed() -> None:
    scenario = arena(columns=4, rows=4)
    board = scenario.board
    board.names = {board.parse("D1"): "Mill", board.parse("A1"): "Ford"}
    board.notes = {board.parse("D2"): "a note"}
    board.hexsides = {hexside(board.parse("D1"), 0): ("hedge",), hexside(board.parse("C2"), 1): ("wall",)}
    scenario.zones = [Zone("start", "red", parse_shape("columns 4"))]
    scenario.objectives = [Objective("goal", Listed(("D4",)))]
    scenario.units = [Unit("scout-1", "red", "scout", board.parse("D3"))]
    scenario.locked = ["A1", "D1", "start"]
    scenario.comments = {("zones", "start"): (" here",), ("board",): (" the board",)}
    result = resized(scenario, 3, 4)
    assert [str(it) for it in result.lost] == [
        "hexside D1 N hedge",
        "place name Mill (D1)",
        "note a note (D2)",
        "zone start",
        "objective Goal",
        "unit Scout (D3)",
        "locked D1",
    ]
    assert result.fallen_labels(board) == ("D1", "D2", "D3", "D4")
    after = result.scenario
    assert list(after.board.hexsides.values()) == [("wall",)], "a side of the new rim stays"
    assert after.locked == ["A1"]
    assert after.comments == {("board",): (" the board",)}
    assert list(after.board.names.values()) == ["Ford"]


def test_void_hexes_do_not_count_as_lost() -> None:
    scenario = arena(columns=2, rows=1)
    scenario.board.palette.append(PaletteEntry("-", ("void",)))
    scenario.board.terrain[0, 1] = 1
    assert not resized(scenario, 1, 1).fallen.any()


def test_new_hexes_are_of_the_terrain_that_is_asked_for() -> None:
    scenario = arena(columns=1, rows=1)
    after = resized(scenario, 2, 1, fill="water").scenario.board
    assert [after.terrain_at(at) for at in after.hexes()] == [("clear",), ("water",)]
    assert len(scenario.board.palette) == 1, "the scenario itself stays as it is"


@pytest.mark.parametrize("size", [(0, 5), (5, MAX_SIDE + 1)])
def test_a_size_that_no_board_has_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(LimitError, match=f"1 to {MAX_SIDE:,}"):
        resized(arena(), *size)


def test_arrays_are_copies() -> None:
    scenario = arena()
    after = resized(scenario, 8, 8).scenario
    after.board.terrain[0, 0] = 9
    assert not np.any(scenario.board.terrain)
