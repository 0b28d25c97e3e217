"""The verb: which zones are cut off from which, and the answer as plain data."""

from __future__ import annotations

import json
import pickle
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core import chokepoints, mover
from fairground.core.errors import ScenarioError
from fairground.core.scenario.parts import Side, Zone, ZoneKind
from fairground.core.scenario.shapes import Columns
from tests.core.metrics.plans import plan

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


def gate() -> Scenario:
    """Return two rooms with a gate between them, and a zone at either end."""
    room = "......."
    scenario = plan(*(room + mark + room for mark in "###.###"))
    scenario.zones = [Zone("west", "one", Columns(1, 1)), Zone("east", "two", Columns(15, 15))]
    return scenario


def test_all_four_answers_name_the_gate() -> None:
    found = chokepoints(gate())
    told = found.to_json()
    assert told["cuts"] == [{"zones": ["west", "east"], "width": 1, "near_a": ["H4"], "near_b": ["H4"]}]
    assert told["articulation"] == ["H4"]
    assert told["narrow"] == [{"hexes": ["H4"], "width": 1}]
    assert told["traffic"]["H4"] == max(told["traffic"].values()) == 1
    assert min(told["traffic"].values()) > 0
    assert json.loads(json.dumps(told)) == told
    assert pickle.loads(pickle.dumps(found)).to_json() == told  # noqa: S301  # our own


def test_hexes_go_row_by_row() -> None:
    told = chokepoints(gate()).to_json()["traffic"]
    cells = [(int(label[1:]), label[0]) for label in told]
    assert cells == sorted(cells)


def test_without_zones_there_are_passages_all_the_same() -> None:
    scenario = gate()
    scenario.zones = []
    told = chokepoints(scenario).to_json()
    assert (told["cuts"], told["traffic"]) == ([], {})
    assert told["narrow"] == [{"hexes": ["H4"], "width": 1}]


def test_each_two_sides_that_are_not_allied_are_cut_off() -> None:
    scenario = gate()
    scenario.sides = [Side("one", team="home"), Side("ally", team="home"), Side("two"), Side("three")]
    scenario.zones += [
        Zone("south", "ally", Columns(3, 3)),
        Zone("more", "two", Columns(13, 13)),
        Zone("last", "three", Columns(9, 9)),
        Zone("nobody", "", Columns(5, 5)),
        Zone("exit", "two", Columns(5, 5), ZoneKind.EXIT),
    ]
    pairs = [it.zones for it in chokepoints(scenario).cuts]
    assert pairs == [
        ("west", "east"),
        ("west", "more"),
        ("west", "last"),
        ("east", "south"),
        ("east", "last"),
        ("south", "more"),
        ("south", "last"),
        ("more", "last"),
    ]
    named = chokepoints(scenario, zones=["west", "south", "exit"]).cuts
    assert [it.zones for it in named] == [("west", "south"), ("west", "exit"), ("south", "exit")]


def test_unknown_zones_are_named() -> None:
    with pytest.raises(ScenarioError, match=r"no zone 'wets'\. Did you mean 'west'"):
        chokepoints(gate(), zones=["wets", "east"])


def test_who_moves_is_chosen_like_everywhere() -> None:
    scenario = gate()
    who = mover(scenario, "scout")
    assert chokepoints(scenario, mover=who).mover is who
    assert chokepoints(scenario, "scout", "walk").mover == who
    with pytest.raises(ScenarioError, match="class"):
        chokepoints(scenario, "knight")


def test_the_way_back_has_a_cut_of_its_own_where_steps_go_one_way() -> None:
    scenario = gate()
    # Two levels are too much to climb at once, and none too many to go down.
    scenario.ruleset = type(scenario.ruleset)("penance-1.0")
    scenario.board.elevation[:, :8] = 9
    cuts = chokepoints(scenario, "assault").cuts
    assert [it.zones for it in cuts] == [("west", "east"), ("east", "west")]


def test_without_traffic_all_else_is_the_same() -> None:
    whole, part = (chokepoints(gate(), with_traffic=it).to_json() for it in (True, False))
    assert part == {**whole, "traffic": {}}


def test_traffic_goes_both_ways() -> None:
    found = chokepoints(gate())
    turned = gate()
    turned.zones.reverse()
    assert np.allclose(found.traffic, chokepoints(turned).traffic)
