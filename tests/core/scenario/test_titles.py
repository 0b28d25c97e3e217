"""What zones, units, other parts and classes are called wherever they are shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairground.core import load
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.hex_edits import Edit
from fairground.core.scenario.parts import Objective, RulesetReference, Side, Unit, Zone, ZoneKind
from fairground.core.scenario.ruleset_kinds import classes_text
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


def test_a_unit_has_its_name_or_that_of_its_class() -> None:
    scenario = blank_scenario("Plain", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-2.0")
    at = scenario.board.parse("C3")
    unit = Unit("unit-1", "p1", "scout", at)
    assert scenario.unit_title(unit) == "Scout"
    assert scenario.unit_title(replace(unit, name="Swift")) == "Swift"
    assert scenario.unit_title(replace(unit, unit_class="ghost")) == "ghost"
    scenario.units = [unit]
    assert (
        Edit(scenario.board.parse("D4"), "unit", unit="unit-1").text(scenario) == "Move Scout from C3 to D4."
    )
    scenario.ruleset = RulesetReference("no-such-ruleset")
    assert scenario.unit_title(unit) == "scout"
    assert scenario.part_title(unit) == "scout (C3)"
    assert scenario.part_title(replace(unit, name="Swift")) == "Swift"


def test_an_objective_has_its_name_or_its_id_as_words() -> None:
    assert Objective("objective-1", Listed(("A1",))).title == "Objective 1"
    assert Objective("objective-1", Listed(("A1",)), name="the Well").title == "the Well"


@pytest.mark.parametrize(
    ("classes", "text"),
    [
        (("scout",), "Scout"),
        (("scout", "heavy"), "Scout, Heavy"),
        (("scout", "support", "heavy"), "Scout, Support, Heavy"),
        (("scout", "support", "heavy", "aberrant"), "all but Assault"),
        (("scout", "support", "heavy", "assault", "aberrant"), "all classes"),
    ],
)
def test_classes_are_named_by_their_titles_or_by_those_left_out(classes: tuple[str, ...], text: str) -> None:
    scenario = load("scenarios/standard-arena.yaml")
    measured = ["scout", "support", "heavy", "assault", "aberrant", "scout"]
    assert classes_text(scenario, classes, measured) == text
    # Nothing is said of classes that may not have been measured.
    assert classes_text(scenario, classes) == ", ".join(scenario.rules.classes[it].name for it in classes)
