"""Scenarios made symmetric from a part of them: board, zones, objectives and units correspond afterwards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import assume, given, settings

from fairground.core.errors import ScenarioError
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.arrays import inside
from fairground.core.scenario.blank import blank_hexagon, blank_scenario
from fairground.core.scenario.board_symmetry import content_of
from fairground.core.scenario.compare import changed_hexes
from fairground.core.scenario.parts import Objective, Shield, Side, Unit, Zone, ZoneKind
from fairground.core.scenario.shapes import Columns, Listed, Rows
from fairground.core.scenario.transform.board_transform import BoardTransform
from fairground.core.scenario.transform.carrying import carried_unit
from fairground.core.scenario.transform.make_symmetric import made_symmetric, symmetric_versions, symmetry_of
from fairground.core.scenario.transform.symmetric_parts import side_exchange
from fairground.core.scenario.transform.symmetry_sources import BoardPart, parts
from tests.core.movement.drawing import drawn
from tests.core.scenario.random_scenarios import scenarios

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.scenario.document import Scenario


def top(scenario: Scenario, kind: BoardSymmetry = BoardSymmetry.TURN_180) -> BoardPart:
    return parts(kind, scenario.board.layout)[0]


def duel(*rows: str) -> Scenario:
    """Return an odd-r board with a zone for one side in the first row, and for the other in the last."""
    scenario = drawn("penance-2.0", *rows, layout=Layout.ODD_R)
    last = scenario.board.rows
    scenario.zones = [Zone("one-start", "one", Rows(1, 1)), Zone("two-start", "two", Rows(last, last))]
    return scenario


def images(scenario: Scenario, symmetry: Symmetry, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return what the image of each hex has; -7 off the board."""
    board = scenario.board
    q, r = symmetry.arrays(*board.layout.axial_arrays(board.columns, board.rows))
    on_board, row, column = inside(board.layout, values.shape, q, r)
    return np.where(on_board, values[row, column], -7)


@pytest.mark.long
@settings(deadline=None)
@given(scenarios(least=3))
def test_what_is_made_symmetric_is_so_with_all_that_lies_and_stands_on_it(scenario: Scenario) -> None:
    board = scenario.board
    flat = board.layout in (Layout.ODD_Q, Layout.EVEN_Q)
    ends = (
        (Columns(1, 1), Columns(board.columns, board.columns))
        if flat
        else (Rows(1, 1), Rows(board.rows, board.rows))
    )
    scenario = replace(
        scenario,
        zones=[Zone("a", "red", ends[0]), Zone("b", "blue", ends[1]), Zone("area", "", Listed(("A1",)), ZoneKind.AREA)],
        locked=[],
    )  # fmt: skip
    found = symmetric_versions(scenario).fitting
    assume(found)
    for version in found:
        made = version.scenario
        symmetry = symmetry_of(version.kind, board)
        assert symmetry is not None
        content = content_of(made.board, made.board.void)
        assert np.array_equal(content, images(made, symmetry, content))
        assert {
            symmetry.hexside(it): names for it, names in made.board.hexsides.items()
        } == made.board.hexsides
        exchange = side_exchange(made, symmetry)
        assert exchange == {"red": "blue", "blue": "red"}
        by_side = {it.side: it.shape.mask(made.board).astype(np.int64) for it in made.zones}
        assert np.array_equal(images(made, symmetry, by_side["blue"]), by_side["red"])
        for it in made.objectives:
            assert any(
                np.array_equal(images(made, symmetry, it.shape.mask(made.board).astype(np.int64)) == 1, other.shape.mask(made.board))
                for other in made.objectives
            )  # fmt: skip
        way = BoardTransform(board.layout, board.layout, symmetry)
        moving = [it for it in made.units if symmetry(it.hex) != it.hex]
        there = Counter((it.side, it.unit_class, it.hex, it.facing, it.shield) for it in moving)
        turned = (
            carried_unit(replace(it, side=exchange[it.side]), way, made.board.hex_inches) for it in moving
        )
        assert Counter((it.side, it.unit_class, it.hex, it.facing, it.shield) for it in turned) == there
        assert len({it.id for it in made.units}) == len(made.units)
        # The part that was the model is as it was; made once more, nothing changes.
        assert not changed_hexes(made, made_symmetric(made, version.kind, version.part)).any()


def test_units_and_objectives_go_to_the_other_side_and_keep_its_ids() -> None:
    scenario = duel("clear wall clear", "clear clear clear", "clear clear clear", "clear clear clear")
    at = scenario.board.parse
    scenario.units = [
        Unit("a", "one", "scout", at("A1"), 3, Shield.LEFT, name="Ann"),
        Unit("b", "two", "scout", at("B4"), 1, name="Bo"),
        Unit("c", "two", "heavy", at("C4")),
    ]
    scenario.objectives = [
        Objective("mine", Listed(("A2",)), points=2, side="one"),
        Objective("theirs", Listed(("A3",)), points=1, side="two", name="Tower"),
    ]
    made = made_symmetric(scenario, BoardSymmetry.TURN_180, top(scenario))
    board = made.board
    assert board.terrain_at(at("B4")) == ("wall",)
    # The scout of the second side is where the first side's image is; its heavy has no like.
    assert [(it.id, it.side, it.name, board.label(it.hex)) for it in made.units] == [
        ("a", "one", "Ann", "A1"),
        ("b", "two", "Bo", "C4"),
    ]
    assert made.units[1].shield is Shield.LEFT  # a turn swaps no hands
    assert [(it.id, it.side, it.points, it.name, str(it.shape)) for it in made.objectives] == [
        ("mine", "one", 2, "", "A2"),
        ("theirs", "two", 2, "Tower", "C3"),
    ]
    assert made.zones == scenario.zones
    assert scenario.board.terrain_at(at("B4")) == ("clear",)


def test_objectives_that_meet_or_touch_their_image_stay_one() -> None:
    scenario = duel(*["clear clear clear"] * 4)
    scenario.objectives = [Objective("centre", Listed(("B2",)), points=5)]
    made = made_symmetric(scenario, BoardSymmetry.TURN_180, top(scenario))
    assert [(it.id, str(it.shape)) for it in made.objectives] == [("centre", "B2, B3")]
    scenario.objectives.append(Objective("other", Listed(("B3",)), points=5))
    kept = made_symmetric(scenario, BoardSymmetry.TURN_180, top(scenario))
    assert kept.objectives == scenario.objectives


@pytest.mark.parametrize("sides", [2, 3, 6])
def test_a_hexagon_has_a_version_from_each_part_of_each_symmetry_that_exchanges_its_sides(sides: int) -> None:
    scenario = blank_hexagon("Round", layout=Layout.ODD_Q, along=4, sides=sides, ruleset="penance-2.0")
    at = scenario.board.parse("D3")
    scenario.board.elevation[scenario.board.cell(at)] = 2
    kinds = {it.kind for it in symmetric_versions(scenario).fitting}
    turn = {2: BoardSymmetry.TURN_180, 3: BoardSymmetry.TURN_120, 6: BoardSymmetry.TURN_60}[sides]
    assert turn in kinds
    # An odd number of sides leaves one where it is under every mirror.
    assert any(it.is_mirror for it in kinds) == (sides != 3)


def reason(scenario: Scenario, kind: BoardSymmetry) -> str:
    return next(it.reason for it in symmetric_versions(scenario).unfit if it.kind is kind)


def test_what_does_not_fit_says_why() -> None:
    wide = blank_scenario("Wide", layout=Layout.ODD_R, size=(5, 7), ruleset="penance-2.0")
    assert "The number of rows must be even" in reason(wide, BoardSymmetry.TURN_180)
    assert "The scenario already has this symmetry." in reason(wide, BoardSymmetry.TOP_BOTTOM)
    scenario = duel(*["clear clear clear"] * 4)
    assert made_symmetric(scenario, BoardSymmetry.TURN_180, top(scenario)).zones == scenario.zones
    beside = replace(wide, zones=[Zone("a", "p1", Columns(1, 1)), Zone("b", "p2", Columns(5, 5))])
    assert "The symmetry leaves Player 1 and Player 2 where they start." in reason(
        beside, BoardSymmetry.TOP_BOTTOM
    )
    roles = replace(scenario, sides=[Side("one", role="attacker"), Side("two", role="defender")])
    assert "different roles (attacker and defender)" in reason(roles, BoardSymmetry.TURN_180)
    three = replace(scenario, sides=[*scenario.sides, Side("three")])
    assert "there are 3 sides" in reason(three, BoardSymmetry.TURN_180)
    homeless = replace(scenario, zones=scenario.zones[:1])
    assert "The side two has neither a deployment zone nor units" in reason(homeless, BoardSymmetry.TURN_180)
    with pytest.raises(ScenarioError, match="left-right mirror"):
        made_symmetric(scenario, BoardSymmetry.LEFT_RIGHT, top(scenario))


def test_allies_go_to_one_team() -> None:
    scenario = duel(*["clear clear clear clear"] * 4)
    scenario.sides = [Side(it, team=team) for it, team in zip("abcd", ("n", "n", "s", "s"), strict=True)]
    corners = {"a": "A1", "b": "D1", "c": "A4", "d": "D4"}
    scenario.zones = [Zone(f"{it}-start", it, Listed((at,))) for it, at in corners.items()]
    symmetry = symmetry_of(BoardSymmetry.TURN_180, scenario.board)
    assert symmetry is not None
    assert side_exchange(scenario, symmetry) == {"a": "d", "b": "c", "c": "b", "d": "a"}
    crossed = replace(scenario, sides=[Side(it, team=team) for it, team in zip("abcd", "nssn", strict=True)])
    with pytest.raises(ScenarioError, match="does not map every team to another: a to d"):
        side_exchange(crossed, symmetry)


def test_locked_hexes_and_zones_stay_as_they_are() -> None:
    scenario = duel("clear wall clear", "clear clear clear", "clear clear clear", "clear clear clear")
    halves = {it.part.where for it in symmetric_versions(scenario).fitting}
    assert halves == {"top", "bottom"}
    locked = replace(scenario, locked=["B4"])
    found = symmetric_versions(locked)
    assert {it.part.where for it in found.fitting} == {"bottom"}
    assert "B4 is locked and would change." in {it.reason for it in found.unfit}
    assert not symmetric_versions(replace(scenario, locked=["one-start", "two-start"])).fitting


def test_sides_without_a_zone_in_the_model_are_refused() -> None:
    scenario = duel(*["clear clear clear clear clear clear"] * 6)
    scenario.zones = [Zone("a", "one", Listed(("A1",))), Zone("b", "two", Listed(("A6",)))]
    found = symmetric_versions(scenario)
    assert "The side one would have no deployment zone because it has none in the right half." in {
        it.reason for it in found.unfit
    }
    left = next(it for it in found.fitting if it.part.where == "left")
    assert [str(it.shape) for it in left.scenario.zones] == ["A1, F1", "A6, F6"]
