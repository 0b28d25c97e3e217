"""``Scenario.zone_title``: what a zone is called wherever it is shown."""

from __future__ import annotations

import pytest

from fairground.core import load
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.parts import Side, Zone, ZoneKind
from fairground.core.scenario.shapes import Listed


@pytest.mark.parametrize(
    ("path", "zone", "title"),
    [
        ("scenarios/standard-arena.yaml", "p1-start", "Player 1's zone"),
        ("scenarios/road-to-vaubrais.yaml", "attackers-start", "Attackers' zone"),
        ("scenarios/night-raid.yaml", "guard-start", "Camp"),
        ("scenarios/standard-arena.yaml", "nowhere", "nowhere"),
    ],
)
def test_a_zone_has_its_name_or_one_of_its_side(path: str, zone: str, title: str) -> None:
    assert load(path).zone_title(zone) == title


def test_zones_of_a_kind_are_numbered_and_those_of_nobody_keep_their_id() -> None:
    scenario = blank_scenario("Plain", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-2.0")
    scenario.sides = [Side("a", "Ash"), Side("b")]
    scenario.zones = [
        Zone("one", "a", Listed(())),
        Zone("two", "a", Listed(()), name="Hill"),
        Zone("three", "a", Listed(())),
        Zone("late", "a", Listed(()), ZoneKind.REINFORCEMENT),
        Zone("out", "a", Listed(()), ZoneKind.EXIT),
        Zone("part", "a", Listed(()), ZoneKind.AREA),
        Zone("theirs", "b", Listed(())),
        Zone("wood", "", Listed(()), ZoneKind.AREA),
    ]
    assert [scenario.zone_title(it.id) for it in scenario.zones] == [
        "Ash's zone 1",
        "Hill",
        "Ash's zone 2",
        "Ash's reinforcement zone",
        "Ash's exit",
        "Ash's area",
        "theirs",
        "wood",
    ]
