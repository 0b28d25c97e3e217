from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.scenario.parts import RulesetReference, Side, Zone
from fairground.core.scenario.shapes import Listed, Rows
from fairground.core.validation.zones import MAX_HEXES

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]

#: On odd-r the line from B1 to B3 runs along the hexside between A2 and B2.
ZONES = [Zone("r", "red", Listed(("B1",))), Zone("b", "blue", Listed(("B3",)))]
ONE_WALL = "... #.. ..."


def test_hs_04_a_line_that_one_side_of_hexsides_decides_is_told(
    arena: Arena, finding: Callable[..., Finding]
) -> None:
    found = finding("sight.hexside-line", arena(ONE_WALL, zones=ZONES))
    assert found.message == (
        "the deployment zones of 'blue' and 'red' see each other only along hexsides that are blocked on one side: "
        "B3 to B1"
    )
    assert (found.severity, found.rule, found.place.hex) == ("advice", "HS-04", "B3")


def test_the_other_reading_is_told_as_such(arena: Arena, finding: Callable[..., Finding]) -> None:
    worse = RulesetReference("penance-1.0", {"sight.hexside": "worse_side"})
    message = finding("sight.hexside-line", arena(ONE_WALL, zones=ZONES, ruleset=worse)).message
    assert "would see each other under other rules, along hexsides" in message


def test_zones_that_see_one_another_elsewhere_are_not_told(arena: Arena, codes: Codes) -> None:
    wider = [Zone("r", "red", Listed(("B1", "C1"))), ZONES[1]]
    assert "sight.hexside-line" not in codes(arena(ONE_WALL, zones=wider))


def test_lines_that_are_plain_are_not_told(arena: Arena, codes: Codes) -> None:
    for board in ("... ... ...", "... ##. ..."):
        assert "sight.hexside-line" not in codes(arena(board, zones=ZONES))


def test_allies_and_areas_are_left_alone(arena: Arena, codes: Codes) -> None:
    allies = [Side("red", team="one"), Side("blue", team="one")]
    assert "sight.hexside-line" not in codes(arena(ONE_WALL, zones=ZONES, sides=allies))
    assert "sight.hexside-line" not in codes(arena(ONE_WALL, zones=[ZONES[0]]))


def test_base_to_base_has_no_such_lines(arena: Arena, codes: Codes) -> None:
    scenario = arena("... ... ...", zones=ZONES, ruleset="base-visibility")
    assert "sight.hexside-line" not in codes(scenario)


def test_large_zones_out_of_sight_are_left_alone(arena: Arena, codes: Codes) -> None:
    """What cannot be said for sure within bounds is not said."""
    wall = "#" * 40
    rows = " ".join(["." * 40] * 19 + [wall] + ["." * 40] * 20)
    zones = [Zone("r", "red", Rows(1, 5)), Zone("b", "blue", Rows(36, 40))]
    assert MAX_HEXES < 200 * 200 * 30
    assert codes(arena(rows, zones=zones)) == ["zone.cut-off"]
