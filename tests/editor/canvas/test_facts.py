from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.grid.layout import Layout
from fairground.core.pictures.tiles import load_tile
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import Objective, RulesetReference, ZoneKind
from fairground.core.scenario.shapes import Listed, Rows
from fairground.editor.canvas.facts import Facts

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from tests.editor.canvas.conftest import Stand


@pytest.fixture
def scenario(stand: Stand) -> Scenario:
    found: Scenario = stand.motley(Layout.ODD_Q)
    return found


def test_hexes_show_the_variants_of_the_printed_picture(scenario: Scenario) -> None:
    facts = Facts(scenario)
    for name in ("forest", "clear", "wall"):
        tile = load_tile(name)
        for row in range(scenario.board.rows):
            for column in range(scenario.board.columns):
                seed = int(facts.seeds[row, column])
                assert seed % len(tile.variants) + 1 == tile.variant_at(column, row)


def test_only_zones_that_changed_are_drawn_again(scenario: Scenario) -> None:
    facts = Facts(scenario)
    first, *others = scenario.zones
    assert not facts.refresh_zones().any()
    scenario.zones = [replace(first, shape=Rows(1, 3)), *others]
    changed = facts.refresh_zones()
    assert changed[2].all()
    assert not changed[0].any()
    # Zones over it have their outlines further in, and others do not.
    scenario.zones = [replace(first, shape=Rows(1, 3), kind=ZoneKind.AREA), *others]
    assert facts.refresh_zones()[:3].all()
    scenario.zones = others
    assert facts.refresh_zones()[:3].all()
    scenario.zones = []
    assert facts.refresh_zones().any()
    assert facts.zones == ()


def test_parts_that_moved_are_told(scenario: Scenario) -> None:
    facts = Facts(scenario)
    unit = scenario.units[1]
    scenario.units = [scenario.units[0], replace(unit, hex=Layout.ODD_Q.from_offset(9, 8))]
    assert sorted(facts.refresh_parts("units").tolist()) == [[2, 6], [9, 8]]
    assert facts.refresh_parts("units").tolist() == []
    scenario.board.hexsides = {}
    assert {tuple(it) for it in facts.refresh_parts("hexsides").tolist()} == {(4, 4)}


def test_one_hex_of_an_objective_carries_the_points(scenario: Scenario) -> None:
    scenario.board.terrain[:] = 0
    scenario.objectives = [Objective("o", Listed(("C3", "D3", "E3")), 5)]
    facts = Facts(scenario)
    assert [isinstance(key, tuple) and key[-1] for key in facts.objectives.keys] == [False, True, False]
    scenario.board.terrain[2, 3] = 5  # void
    assert facts.refresh_parts("objectives").tolist()
    assert len(facts.objectives.keys) == 2


def test_palettes_are_read_when_they_are_replaced(scenario: Scenario) -> None:
    facts = Facts(scenario)
    assert not facts.has_other_palettes
    board = scenario.board
    board.palette = [*board.palette, PaletteEntry("r", ("road",))]
    assert facts.has_other_palettes
    assert facts.refresh_palettes()
    board.palette = [PaletteEntry("x", ("lava",)), *board.palette[1:]]
    assert not facts.refresh_palettes()
    assert not facts.has_other_palettes


def test_a_scenario_without_a_readable_ruleset_is_drawn_by_names(scenario: Scenario) -> None:
    scenario.ruleset = RulesetReference("nowhere.yaml")
    scenario.board.palette = [
        *scenario.board.palette,
        PaletteEntry("r", ("clear", "road")),
        PaletteEntry("s", ("stream",)),
    ]
    facts = Facts(scenario)
    assert [stack.top.name for stack in facts.stacks][:2] == ["clear", "wall"]
    assert set(facts.networks) == {"road", "stream"}
    assert np.flatnonzero(facts.networks["road"]).tolist() == [len(facts.stacks) - 2]
    assert facts.network_kinds["road"] == "road"


def test_an_objective_is_read_anew_when_one_of_its_hexes_becomes_void_or_is_void_no_more(
    scenario: Scenario,
) -> None:
    board = scenario.board
    void = next(at for at, entry in enumerate(board.palette) if entry.is_void)
    land = next(at for at, entry in enumerate(board.palette) if not entry.is_void)
    board.terrain[:3, :3] = land
    scenario.objectives = [Objective("o", Listed(("A1", "B1", "B2")), 5)]
    facts = Facts(scenario)
    every = np.arange(board.terrain.size)
    assert not facts.moves_points(every)
    board.terrain[2, 2] = void
    assert not facts.moves_points(every)
    board.terrain[0, 0] = void
    assert facts.moves_points(every)
    assert not facts.moves_points(every[1:])
    facts.refresh_parts("objectives")
    assert list(zip(facts.objectives.columns, facts.objectives.rows, strict=True)) == [(1, 0), (1, 1)]
    board.terrain[0, 0] = land
    assert facts.moves_points(every)
