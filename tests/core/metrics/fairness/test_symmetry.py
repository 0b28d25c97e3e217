"""The symmetry report: what fits, what deviates, and when symmetry alone is enough."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from fairground.core import fairness, load
from fairground.core.grid.layout import Layout
from fairground.core.metrics.fairness.sentences import TURN_ORDER
from fairground.core.scenario.parts import Objective, Unit
from fairground.core.scenario.zone_text import parse_shape
from tests.core.metrics.fairness.contests import arena

if TYPE_CHECKING:
    from fairground.core.metrics.fairness.symmetry import SymmetryReport
    from fairground.core.scenario.document import Scenario

ENDS = {"west": "A1", "east": "F1"}


def report(scenario: Scenario) -> SymmetryReport:
    return fairness(scenario, unit_class=next(iter(scenario.rules.classes))).symmetry


def test_a_deviating_hex_is_named_with_its_partner() -> None:
    scenario = arena(".o....", zones=ENDS)
    found = report(scenario)
    label = scenario.board.label
    assert (found.name, found.share) == ("180° turn", Fraction(4, 6))
    assert [(label(at), image and label(image)) for at, image in found.partners] == [
        ("B1", "E1"),
        ("E1", "B1"),
    ]
    assert found.text == "The board is 66.7% symmetric under a 180° turn; 2 hexes differ from their partners."
    assert not found.fair


def test_a_turn_is_fair_but_for_the_order_of_turns() -> None:
    found = report(arena(".o..o.", zones=ENDS))
    assert found.fair
    assert found.share == 1
    assert found.but == (TURN_ORDER,)


def test_a_mirror_leaves_shields_where_they_are() -> None:
    # Seven rows of odd-r have no turn, but a mirror.
    rows = ("...", ".o.", "...")
    found = report(arena(*rows, zones={"north": "row 1", "south": "row 3"}, layout=Layout.ODD_R))
    assert found.name == "top-bottom mirror"
    assert not found.fair
    assert "shields stay on the same arm" in found.text


def test_without_shields_a_mirror_is_as_good_as_a_turn() -> None:
    rows = ("...", "...", "...")
    zones = {"north": "row 1", "south": "row 3"}
    scenario = arena(*rows, zones=zones, layout=Layout.ODD_R, ruleset="megamek")
    assert report(scenario).fair


def test_a_board_without_an_exact_symmetry_gets_the_nearest() -> None:
    # An odd number of columns has no turn: all but the last column is turned on itself.
    found = report(arena("...", "...", zones={"west": "A1", "east": "C1"}, layout=Layout.EVEN_Q))
    assert found.symmetry is not None
    assert 0 < found.share <= 1


def test_ar_05_objectives_and_units_are_part_of_it() -> None:
    scenario = arena("......", zones=ENDS)
    scenario.objectives = [Objective("hill", parse_shape("B1"))]
    found = report(scenario)
    assert not found.fair
    assert "the objectives are not symmetric" in found.but
    scenario.objectives.append(Objective("hole", parse_shape("E1")))
    assert report(scenario).fair
    scenario.units = [Unit("one", "west", "heavy", scenario.board.parse("A1"))]
    assert any("units" in it for it in report(scenario).but)
    scenario.units.append(Unit("two", "east", "heavy", scenario.board.parse("F1")))
    assert report(scenario).fair


def test_ar_06_roles_are_not_symmetric() -> None:
    scenario = arena("......", zones=ENDS)
    scenario.sides = [replace(scenario.sides[0], role="escort"), replace(scenario.sides[1], role="ambush")]
    assert "the roles differ (ambush, escort)" in report(scenario).but


def test_every_party_must_be_taken_to_every_other() -> None:
    # The turn exchanges the ends of the board, and the two in the middle with each other.
    zones = {"a": "A1", "b": "F1", "c": "C1", "d": "D1"}
    found = report(arena("......", zones=zones))
    assert found.share == 1
    assert found.but[0] == "no symmetry maps a to c"


def test_zones_that_nothing_exchanges() -> None:
    found = report(arena("......", zones={"west": "columns 1-5", "east": "F1"}))
    assert found.symmetry is None or found.share < 1


def test_the_two_drawings_of_the_standard_arena() -> None:
    plain, twin = (
        report(load(f"scenarios/{name}.yaml")) for name in ("standard-arena", "standard-arena-odd-q")
    )
    assert plain.share == Fraction(47, 49)
    assert twin.share < plain.share
