"""The sections of a page's data for its answers, without a browser: facts, overlays, fairness, movement."""

from __future__ import annotations

import base64
import json
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from fairground.core import fairness, load, territory
from fairground.core.clients.player_rules import player_rules
from fairground.core.movement.mover import movers
from fairground.core.report.contents import report
from fairground.core.report.sentences import verdict_sentence
from fairground.core.sight.field.visibility import visibility
from fairground.core.web_page.facts_section import facts_section
from fairground.core.web_page.movement_section import movement_section
from fairground.core.web_page.overlays_section import overlays_section
from fairground.core.web_page.page_texts import fairness_section
from fairground.core.web_page.sight_section import sight_section

if TYPE_CHECKING:
    from fairground.core.web_page.packing import PackedJson, PackedNumbers

MIRROR = "scenarios/salt-road.yaml"


def _bytes(it: PackedJson | PackedNumbers) -> bytes:
    return zlib.decompress(base64.b64decode(it["packed"]))


def _numbers(it: PackedNumbers | None) -> np.ndarray[Any, Any]:
    assert it is not None
    return np.frombuffer(_bytes(it), f"<{it['numbers']}")


def test_facts_name_the_terrain_of_each_hex() -> None:
    scenario = load("scenarios/powder-mill.yaml")
    board, data = scenario.board, facts_section(scenario)["terrain"]
    stacks = _numbers(data["hexes"])
    for at in board.hexes():
        row, column = board.cell(at)
        stack = data["stacks"][stacks[row * board.columns + column]]
        known = [scenario.rules.terrain[kind].name for kind in board.terrain_at(at)]
        assert [data["kinds"][it]["title"] for it in stack] == known


def test_facts_have_features_on_both_sides() -> None:
    scenario = load("scenarios/powder-mill.yaml")
    sides = json.loads(_bytes(facts_section(scenario)["sides"]))
    assert len(sides) >= len(scenario.board.hexsides)
    assert len({(hex_, direction) for hex_, direction, _ in sides}) == len(sides)


def test_notes_of_the_designer_are_not_among_the_facts() -> None:
    scenario = load(MIRROR)
    scenario.board.notes[scenario.board.parse("A1")] = "ambush here"
    data = facts_section(scenario)
    packed = [_bytes(it) for it in (data["sides"],)]
    assert "ambush" not in json.dumps(data)
    assert not any(b"ambush" in it for it in packed)


def test_units_without_a_name_go_by_their_class() -> None:
    scenario = load("scenarios/crown-hill.yaml")
    titles = [it["title"] for it in facts_section(scenario)["units"]]
    ids = {it.id for it in scenario.units if not it.name}
    assert ids
    assert ids.isdisjoint(titles)


def test_overlays_say_what_core_counts() -> None:
    scenario = load(MIRROR)
    found = {it["id"]: it for it in overlays_section(report(scenario))}
    exposure = found["exposure"]
    assert exposure["texts"] is not None
    texts = json.loads(_bytes(exposure["texts"]))
    said = [texts[it] for it in _numbers(exposure["said"])]
    counts = visibility(scenario).exposure().ravel().tolist()
    void = scenario.board.void.ravel().tolist()
    assert [it.removesuffix(", though no unit can stand there") for it in said] == [
        "" if gone else f"seen by {count} hex{'es' * (count != 1)}"
        for count, gone in zip(counts, void, strict=True)
    ]
    walls = [
        "wall" in scenario.board.terrain_at(at)
        for at in sorted(scenario.board.hexes(), key=scenario.board.cell)
    ]
    assert any(walls)
    assert all(it.endswith("no unit can stand there") for it, wall in zip(said, walls, strict=True) if wall)
    owned = territory(scenario, mover=report(scenario).territory.mover)  # type: ignore[union-attr]  # it has one
    kinds = _numbers(found["territory"]["kinds"])
    assert [int((kinds == i + 1).sum()) for i in range(len(owned.zones))] == list(owned.counts().values())


def test_overlays_without_an_answer_say_why() -> None:
    found = {it["id"]: it for it in overlays_section(report(load("scenarios/broken-abbey.yaml")))}
    assert "from base to base" in found["exposure"]["missing"]
    assert found["exposure"]["kinds"] is None


@pytest.mark.parametrize("path", [MIRROR, "scenarios/crown-hill.yaml"])
def test_fairness_has_every_measure_with_its_sentence(path: str) -> None:
    scenario = load(path)
    judged, data = fairness(scenario), fairness_section(report(scenario))
    assert data["band"] == (judged.verdict.value if judged.verdict else "")
    told = sorted(it["text"] for family in data["families"] for it in family["measures"])
    assert told == sorted(it.text for it in judged.measures)
    hexes = sum(sum(it["runs"][1::2]) for family in data["families"] for it in family["measures"])
    assert hexes == sum(len(it.hexes) for it in judged.measures)


def test_movement_has_a_mover_for_each_class_and_mode() -> None:
    scenario = load("scenarios/crown-hill.yaml")
    data = movement_section(scenario)
    assert data is not None
    known = [(it.unit_class.name, it.mode.name) for it in movers(scenario)]
    assert [(it["unit_class"], it["mode"]) for it in data["movers"]][: len(known)] == known
    assert len(data["times"]) < len(data["movers"])


def test_sight_is_small() -> None:
    data = sight_section(load("scenarios/millwater-valley.yaml"))
    assert len(json.dumps(data)) < 20_000


def test_a_measure_says_how_it_is_rated_and_where_its_ways_begin() -> None:
    found = report(load("scenarios/three-crowns.yaml"))
    data = {it["title"]: it for it in fairness_section(found)["families"]}
    contact, shot = data["Time to contact"], data["Time to the first shot"]
    assert contact["rule"] == (
        "The difference between the sides is rated: green if there is none, amber up to 1 turn, red above. "
        "So is the lowest value: green from 2 turns, amber from 1 turn, red below."
    )
    assert shot["rule"] == (
        "Only the difference between the sides is rated: green if there is none, amber up to 1 turn, red above."
    )
    assert contact["measures"][0]["text"].endswith(
        "That is amber: the lowest value is 1 turn, and green starts at 2 turns."
    )
    assert contact["measures"][0]["where"] == (
        "The shortest ways begin and end in D3 and E3 (Hawk), K6 and K7 (Otter), E11 and E12 (Boar)."
    )
    assert data["Routes"]["measures"][0]["where"] == ""
    assert "(Scout: 1 turn for Hawk, 1 turn for Otter, 1 turn for Boar; green starts at 2 turns)" in (
        verdict_sentence(found)
    )


def test_a_level_says_what_climbing_to_it_costs() -> None:
    data = facts_section(load("scenarios/three-crowns.yaml"))["climb"]
    assert data[2] == "Movement points on top of the terrain: +4 from level 0, +2 from level 1."
    assert 0 not in data
    assert facts_section(load("scenarios/broken-abbey.yaml"))["climb"] == {}


def test_the_rules_card_lists_the_costs_of_climbing_but_no_void() -> None:
    tables = {it.heading: it.rows for it in player_rules(load("scenarios/three-crowns.yaml"))}
    assert tables["Climbing"] == (("1", "0", "+1"), ("2", "0", "+4"), ("2", "1", "+2"))
    assert "Off the board" not in [row[0] for row in tables["Terrain"]]
    assert tables["Chance to hit"][0][2] == "always"


def test_a_cut_names_the_zones_that_it_separates() -> None:
    overlays = {it["id"]: it for it in overlays_section(report(load("scenarios/three-crowns.yaml")))}
    found = overlays["chokepoints"]
    assert [it["sign"] for it in found["legend"]][:3] == ["6", "6", "6"]
    assert any(
        it["text"].startswith("one of 6 hexes that separate Hawk's zone from") for it in found["marks"]
    )
