"""Formats that are written and read: what differs after both ways is what the export says it loses, no less and no more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core import load
from fairground.core.clients import (
    Imported,
    ImportOptions,
    ImportSource,
    load_format,
)
from fairground.core.clients.format import export_settings
from fairground.core.clients.scenario_parts import ScenarioPart, count, losses
from fairground.core.grid.layout import Layout
from fairground.core.scenario.compare import compare
from tests.core.clients.test_carried import PARTS, full

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fairground.core.clients import Format
    from fairground.core.scenario.document import Scenario

SHIPPED = sorted((Path(__file__).parents[3] / "scenarios").glob("*.yaml"))


def stacks(it: Scenario, layer: str) -> list[tuple[str, ...]]:
    return [getattr(it.board, f"{layer}_at")(at) for at in it.board.hexes()]


def sources(it: Scenario) -> list[str | None]:
    """Return what is kept of an imported file: lines of no hex, and what stands with the terrain of each."""
    entries = it.board.palette
    return [it.board.source, *(entries[int(at)].source for at in it.board.terrain.ravel())]


def zones(it: Scenario) -> list[tuple[object, ...]]:
    return [
        (zone.id, zone.side, zone.kind, zone.name, zone.shape.mask(it.board).tolist()) for zone in it.zones
    ]


def objectives(it: Scenario) -> list[tuple[object, ...]]:
    return [
        (at.id, at.points, at.hold, at.kind, at.side, at.name, at.shape.mask(it.board).tolist())
        for at in it.objectives
    ]


#: What a part of a scenario is, to be compared.
VALUES: Mapping[ScenarioPart, Callable[[Scenario], object]] = {
    ScenarioPart.DECORATIONS: lambda it: (it.images, it.decorations),
    ScenarioPart.TERRAIN: lambda it: stacks(it, "terrain"),
    ScenarioPart.ELEVATION: lambda it: it.board.elevation.tolist(),
    ScenarioPart.EFFECTS: lambda it: stacks(it, "effects"),
    ScenarioPart.HEXSIDES: lambda it: it.board.hexsides,
    ScenarioPart.NAMES: lambda it: it.board.names,
    ScenarioPart.NOTES: lambda it: it.board.notes,
    ScenarioPart.TITLE: lambda it: it.name,
    ScenarioPart.AUTHOR: lambda it: it.author,
    ScenarioPart.BRIEFING: lambda it: it.notes,
    ScenarioPart.RULESET: lambda it: (it.ruleset.name, dict(it.ruleset.overrides)),
    ScenarioPart.WEATHER: lambda it: it.weather,
    ScenarioPart.TURNS: lambda it: it.turns,
    ScenarioPart.SIDES: lambda it: [replace(side, force="", wins=()) for side in it.sides],
    ScenarioPart.ZONES: zones,
    ScenarioPart.OBJECTIVES: objectives,
    ScenarioPart.UNITS: lambda it: [
        replace(unit, at=None, base=None, parts=(), traits=(), arrives=1)
        for unit in (replace(unit, hit_points=None, defence=None, unarmed=False) for unit in it.units)
    ],
    ScenarioPart.BASES: lambda it: [(unit.at, unit.base, unit.parts, unit.traits) for unit in it.units],
    ScenarioPart.INCHES: lambda it: it.board.inches,
    ScenarioPart.VICTORY: lambda it: it.victory,
    ScenarioPart.WINS: lambda it: [side.wins for side in it.sides],
    ScenarioPart.FORCES: lambda it: [side.force for side in it.sides],
    ScenarioPart.ARRIVALS: lambda it: [unit.arrives for unit in it.units],
    ScenarioPart.STRENGTH: lambda it: [(unit.hit_points, unit.defence, unit.unarmed) for unit in it.units],
    ScenarioPart.HOUSE_RULES: lambda it: it.house_rules,
    ScenarioPart.LOCKS: lambda it: it.locked,
    ScenarioPart.FAIRNESS: lambda it: it.fairness,
    ScenarioPart.SOURCE: sources,
    ScenarioPart.COMMENTS: lambda it: it.comments,
}


def there_and_back(target: Format, scenario: Scenario) -> tuple[Imported, tuple[str, ...]]:
    """Return the scenario that comes back, and what the export said it loses within the parts that it carries."""
    assert target.write is not None
    assert target.read is not None
    made = target.write(scenario, export_settings(target.options, {}, "there"))
    options = ImportOptions(folder=scenario.folder)
    text = made.content.decode().replace("\r\n", "\n")
    return target.read(ImportSource(text, f"there{target.ending}", options)), made.losses


def differing(before: Scenario, after: Scenario) -> set[ScenarioPart]:
    return {part for part, value in VALUES.items() if value(before) != value(after)}


def test_every_part_is_compared() -> None:
    assert set(VALUES) == set(PARTS)


@pytest.mark.parametrize("name", ["geojson", "hexjson"])
def test_what_differs_is_what_is_said_to_be_lost(name: str) -> None:
    target, scenario = load_format(name), full()
    (after, found), within = there_and_back(target, scenario)
    assert differing(scenario, after) == set(PARTS) - target.carries
    assert within == ()
    assert found == ()


def test_of_a_megamek_board_what_differs_is_what_is_said_to_be_lost() -> None:
    target, scenario = load_format("megamek"), full()
    # The ruleset is not carried, and terrain comes back as far as MegaMek knows it.
    (after, _), within = there_and_back(target, scenario)
    lost = differing(scenario, after)
    assert lost - target.carries == {
        part for part in ScenarioPart if part not in target.carries and count(scenario, part)
    }
    assert lost & target.carries == {ScenarioPart.TERRAIN, ScenarioPart.EFFECTS, ScenarioPart.SOURCE}
    assert within[0] == "MegaMek has no wall (1 hex)"
    assert "the 'source' of 1 hex no longer matches the terrain and was dropped" in within


@pytest.mark.parametrize("name", ["geojson", "hexjson"])
def test_every_shipped_scenario_comes_back_as_it_was(name: str) -> None:
    target = load_format(name)
    for path in SHIPPED:
        scenario = load(path)
        (after, found), within = there_and_back(target, scenario)
        assert compare(scenario, after) == [], path.name
        assert (found, within) == ((), ()), path.name
        assert losses(scenario, target.carries) == losses(
            scenario, frozenset(ScenarioPart) - {ScenarioPart.COMMENTS}
        )


@pytest.mark.parametrize("name", ["geojson", "hexjson"])
@pytest.mark.parametrize("layout", list(Layout))
def test_every_layout_and_every_level_comes_back(name: str, layout: Layout) -> None:
    scenario = full()
    board = scenario.board
    for held in (board.hexsides, board.names, board.notes):
        held.clear()
    scenario.units.clear()
    board.layout = layout
    board.elevation[:] = np.arange(16).reshape(4, 4) * 8 - 20
    (after, found), _ = there_and_back(load_format(name), scenario)
    assert differing(scenario, after) == {ScenarioPart.COMMENTS}
    assert found == ()
