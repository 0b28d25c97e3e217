"""What a format says it carries is what its files show: each part of a scenario is changed, and the files compared."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core.clients import export_formats, load_format
from fairground.core.clients.format import export_settings
from fairground.core.clients.scenario_parts import ScenarioPart, count, losses
from fairground.core.files import read_bytes
from fairground.core.files.writer import content_hash
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside
from fairground.core.scenario.decorations import Decoration
from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.core.scenario.parts import FairnessBands, RulesetReference, UnitPart, Victory

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fairground.core.clients import Format
    from fairground.core.scenario.document import Scenario

TEXT = b"""\
# Head of the file.
format: fairground/2
name: All of it
author: Somebody
notes: Read this aloud.
ruleset: penance-2.0
weather: fog
turns: 5
board:
  layout: odd-q
  size: [4, 4]
  inches: 1.5
  palette: {'.': clear, '#': {terrain: [wall], source: "heavy_wall"}, r: rubble}
  terrain: |
    ...r
    .#..
    ....
    ....
  elevation: |
    ....
    ....
    .2..
    ....
  effects_palette: {'.': [], s: smoke}
  effects: |
    ....
    ....
    ...s
    ....
  hexsides: |
    C3 N wall
  names: {B2: Old Mill}
  notes: {C4: Too strong}
  source: |
    tag "kept"
sides:
  - {id: a, name: Ants, force: penance-line, wins: [{last_standing: true}]}
  - {id: b, name: Bees}
zones:
  - {id: a-start, side: a, hexes: rows 1}
  - {id: b-start, side: b, hexes: rows 4}
objectives:
  - {id: top, hexes: [B3], points: 3, hold: 2}
units:
  - {id: one, side: a, class: scout, hex: B1, facing: 4, shield: right, at: [1.75, 1], arrives: 2, defence: 3}
victory: {points: 3}
house_rules: [no flying]
fairness: {bands: {territory: "1/10:1/5"}}
images: {logo: logo.svg}
decorations:
  - {image: tree, hex: C2, side: N, scale: 1.5, rotation: 30}
locked: [A1]
"""


#: All parts but the tracing image, which no export carries.
PARTS = tuple(it for it in ScenarioPart if it is not ScenarioPart.TRACING_IMAGE)


def full() -> Scenario:
    """Return a scenario that has something of every part but the tracing image."""
    reading = read_bytes(TEXT)
    assert reading.scenario is not None, reading.findings
    assert all(count(reading.scenario, part) for part in PARTS)
    return reading.scenario


def _level(it: Scenario) -> None:
    it.board.elevation[2, 1] = 3


def _terrain(it: Scenario) -> None:
    it.board.terrain[0, 0] = it.board.terrain[0, 3]


def _effects(it: Scenario) -> None:
    it.board.effects[2, 3] = 0


def _hexsides(it: Scenario) -> None:
    it.board.hexsides.clear()


def _first_side(it: Scenario, **changes: Any) -> None:
    it.sides[0] = replace(it.sides[0], **changes)


def _first_unit(it: Scenario, **changes: Any) -> None:
    it.units[0] = replace(it.units[0], **changes)


def _source(it: Scenario) -> None:
    it.board.source = 'tag "changed"\n'
    it.board.palette[1] = replace(it.board.palette[1], source="other")


#: A change of each part that leaves all others as they are.
CHANGES: Mapping[ScenarioPart, Callable[[Scenario], object]] = {
    ScenarioPart.TERRAIN: _terrain,
    ScenarioPart.ELEVATION: _level,
    ScenarioPart.EFFECTS: _effects,
    ScenarioPart.HEXSIDES: _hexsides,
    ScenarioPart.NAMES: lambda it: it.board.names.update({next(iter(it.board.names)): "New Mill"}),
    ScenarioPart.NOTES: lambda it: it.board.notes.update({next(iter(it.board.notes)): "Too weak"}),
    ScenarioPart.TITLE: lambda it: setattr(it, "name", "Another"),
    ScenarioPart.AUTHOR: lambda it: setattr(it, "author", "Somebody else"),
    ScenarioPart.BRIEFING: lambda it: setattr(it, "notes", "Read this."),
    ScenarioPart.RULESET: lambda it: setattr(it, "ruleset", RulesetReference("penance-1.0")),
    ScenarioPart.WEATHER: lambda it: setattr(it, "weather", "none"),
    ScenarioPart.TURNS: lambda it: setattr(it, "turns", 6),
    ScenarioPart.SIDES: lambda it: _first_side(it, name="Aphids"),
    ScenarioPart.ZONES: lambda it: it.zones.pop(),
    ScenarioPart.OBJECTIVES: lambda it: it.objectives.pop(),
    ScenarioPart.UNITS: lambda it: _first_unit(it, hex=Hex(0, 0)),
    ScenarioPart.BASES: lambda it: _first_unit(
        it, at=(0.0, 0.5), base=1.0, parts=(UnitPart("head"),), traits=("recon",)
    ),
    ScenarioPart.INCHES: lambda it: setattr(it.board, "inches", 3.0),
    ScenarioPart.VICTORY: lambda it: setattr(it, "victory", Victory(points=4)),
    ScenarioPart.WINS: lambda it: _first_side(it, wins=(Win((Task(TaskKind.POINTS, points=2),)),)),
    ScenarioPart.FORCES: lambda it: _first_side(it, force="lance"),
    ScenarioPart.ARRIVALS: lambda it: _first_unit(it, arrives=3),
    ScenarioPart.STRENGTH: lambda it: _first_unit(it, hit_points=7, defence=1, unarmed=True),
    ScenarioPart.HOUSE_RULES: lambda it: setattr(it, "house_rules", ["no night moves"]),
    ScenarioPart.DECORATIONS: lambda it: setattr(it, "decorations", [Decoration("rock", Hex(1, 1))]),
    ScenarioPart.FAIRNESS: lambda it: setattr(it, "fairness", FairnessBands()),
    ScenarioPart.LOCKS: lambda it: it.locked.clear(),
    ScenarioPart.SOURCE: _source,
    ScenarioPart.COMMENTS: lambda it: it.comments.clear(),
}


def files(target: Format, scenario: Scenario) -> tuple[bytes, ...]:
    assert target.write is not None
    # Images of boards as small as can be: they are drawn anew for every part.
    small = {it.name: str(it.lowest) for it in target.options if it.name == "pixels"}
    small |= {it.name: "40" for it in target.options if it.name == "dpi"}
    made = target.write(scenario, export_settings(target.options, small, "all-of-it"))
    # A web page names the version of the scenario that it was made from, whatever has changed in it.
    version = content_hash(scenario).encode()
    return (made.content.replace(version, b""), *(it.content for it in made.companions))


@pytest.mark.parametrize("name", export_formats())
def test_a_change_of_a_part_changes_the_files_of_those_formats_that_carry_it(name: str) -> None:
    target = load_format(name)
    before = files(target, full())
    assert files(target, full()) == before
    shown = set()
    for part, change in CHANGES.items():
        scenario = full()
        change(scenario)
        if files(target, scenario) != before:
            shown.add(part)
    assert {part.name for part in shown} == {part.name for part in PARTS if part in target.carries}


def test_losses_name_and_count_what_is_not_carried() -> None:
    carried = frozenset(ScenarioPart) - {
        ScenarioPart.HEXSIDES,
        ScenarioPart.SIDES,
        ScenarioPart.WEATHER,
        ScenarioPart.RULESET,
    }
    assert losses(full(), carried) == (
        "1 hexside feature is dropped",
        "the ruleset is dropped",
        "the weather is dropped",
        "2 sides are dropped",
    )


def test_what_a_scenario_has_not_is_not_lost() -> None:
    scenario = full()
    scenario.board.hexsides[hexside(Hex(0, 0), 1)] = ("wall", "hedge")
    assert count(scenario, ScenarioPart.HEXSIDES) == 3
    scenario.board.hexsides.clear()
    assert losses(scenario, frozenset(ScenarioPart) - {ScenarioPart.HEXSIDES}) == ()
