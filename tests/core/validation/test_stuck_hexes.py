"""Hexes of deployment zones that lead nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.scenario.parts import Side, Zone
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]
    One = Callable[..., Finding]

RIVER = "..... ..... ##### ..... ....."
#: The first four hexes are walled in.
POCKETS = "....# ##### ..... ..... ....."
SIDES = [Side("red", name="Red Lance"), Side("blue")]


def test_hexes_of_a_zone_that_lead_nowhere_are_a_warning(arena: Arena, finding: One, codes: Codes) -> None:
    zones = [Zone("r", "red", parse_shape("rows 1 | A3")), Zone("b", "blue", parse_shape("rows 5"))]
    found = finding("zone.stuck", arena(POCKETS, zones=zones, sides=SIDES))
    assert found.severity == "warning"
    assert found.message == (
        "no unit on foot can get from 4 hexes of the deployment zone of 'Red Lance' to an enemy's zone or an objective: A1, B1, C1 and D1"
    )
    assert found.place.hex == "A1"
    assert "zone.stuck" not in codes(arena(zones=zones))


def test_a_zone_that_is_cut_off_as_a_whole_is_one_finding(arena: Arena, codes: Codes) -> None:
    found = codes(arena(RIVER))
    assert found.count("zone.cut-off") == 1
    assert "zone.stuck" not in found
