from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator

from fairground.core.clients import load_format
from fairground.core.clients.arena_json import arena_schema
from fairground.core.clients.format import ExportSettings
from fairground.core.files import read_bytes

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

TEXT = b"""\
format: fairground/1
name: All of it
ruleset: penance-1.0
weather: rain
turns: 5
board:
  layout: odd-q
  size: [3, 4]
  palette: {'.': clear, '-': void, '#': wall}
  terrain: |
    -..
    ...
    .#.
    ...
  elevation: |
    ...
    .2.
    ...
    ...
  effects_palette: {'.': [], s: smoke}
  effects: |
    ...
    ...
    ..s
    ...
  names: {B2: Top}
sides:
  - {id: a}
  - {id: b, team: x, role: guard}
zones:
  - {id: a-start, side: a, hexes: rows 1}
  - {id: b-start, side: b, hexes: [A4, B4]}
objectives:
  - {id: top, hexes: [B2], points: 3, hold: 2}
units:
  - {id: one, side: a, class: scout, hex: B1, facing: 4, shield: right}
victory: {points: 3}
"""


def exported() -> tuple[Scenario, dict[str, Any]]:
    reading = read_bytes(TEXT)
    assert reading.scenario is not None
    write = load_format("json").write
    assert write is not None
    answer = json.loads(write(reading.scenario, ExportSettings()).content)
    return reading.scenario, answer


def test_the_export_has_the_published_shape() -> None:
    Draft202012Validator(arena_schema()).validate(exported()[1])


def test_every_hex_but_void_is_there_with_all_it_has() -> None:
    hexes = {it["label"]: it for it in exported()[1]["board"]["hexes"]}
    assert len(hexes) == 3 * 4 - 1
    assert "A1" not in hexes
    assert hexes["B2"]["level"] == 2
    assert hexes["B2"]["name"] == "Top"
    assert hexes["C3"]["effects"] == ["smoke"]
    assert hexes["B3"]["terrain"] == ["wall"]
    assert (hexes["C3"]["q"], hexes["C3"]["r"]) == (2, 1)


def test_zones_are_resolved_and_leave_out_void() -> None:
    zones = {it["id"]: it["hexes"] for it in exported()[1]["zones"]}
    assert zones == {"a-start": ["B1", "C1"], "b-start": ["A4", "B4"]}


def test_the_ruleset_travels_with_it() -> None:
    scenario, answer = exported()
    assert answer["ruleset"]["id"] == "penance-1.0"
    assert answer["ruleset"]["content_hash"] == scenario.rules.content_hash
    assert "wall" in answer["ruleset"]["content"]["terrain"]


def test_units_are_said_in_numbers_and_names() -> None:
    unit = exported()[1]["units"][0]
    assert (unit["class"], unit["facing"], unit["facing_name"], unit["shield"]) == ("scout", 4, "S", "right")
