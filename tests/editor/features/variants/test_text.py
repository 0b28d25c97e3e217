from __future__ import annotations

from dataclasses import replace

from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.fairness_titles_and_limits import Verdict
from fairground.editor.features.variants.job import VariantEntry
from fairground.editor.features.variants.text import describe_changed, describe_variant, short_verdict


def test_what_is_not_judged_is_said_with_the_verdict() -> None:
    scenario = blank_scenario("Map", layout=Layout.ODD_Q, size=(3, 3), ruleset="penance-1.0")
    clause = "; not judged: exposure"
    entry = VariantEntry("v01", "Variant 1", Verdict.GREEN, (), (), frozenset(), (), scenario, b"", clause)
    assert describe_variant(entry).startswith("Variant 1: green; not judged: exposure. ")
    assert short_verdict(entry) == "green in part"
    assert short_verdict(replace(entry, clause="")) == "green"


def test_ways_to_win_that_are_left_out_stand_beside_the_number_of_changed_hexes() -> None:
    scenario = blank_scenario("Map", layout=Layout.ODD_Q, size=(3, 3), ruleset="penance-1.0")
    changed = frozenset([scenario.board.parse("A1")])
    left_out = ("Raiders: destroy Wagon", "Raiders: hold Mill")
    entry = VariantEntry("v01", "Variant 1", None, (), (), changed, left_out, scenario, b"")
    assert describe_changed(entry) == (
        "1 hex changed; ways to win left out (Raiders: destroy Wagon; Raiders: hold Mill)"
    )
