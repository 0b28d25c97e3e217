"""The arenas as their author publishes them, where they lie beside the checkout: they may not be part of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core import import_file, validate
from fairground.core.files import read_bytes, to_text
from fairground.core.finding import Severity

if TYPE_CHECKING:
    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

ARENAS = Path(__file__).parents[4] / "shared" / "arenas"

pytestmark = pytest.mark.skipif(not ARENAS.is_dir(), reason=f"no published arenas in {ARENAS}")


def arena(name: str, expect_size: tuple[int, int] | None = None) -> tuple[Scenario, dict[str, list[Finding]]]:
    """Return a published arena, and what its import said, by code."""
    scenario, losses = import_file(ARENAS / f"{name}.txt", expect_size=expect_size)
    by_code: dict[str, list[Finding]] = {}
    for loss in losses:
        by_code.setdefault(loss.code, []).append(loss)
    return scenario, by_code


def counts(scenario: Scenario) -> dict[str, int]:
    return dict(Counter("+".join(scenario.board.terrain_at(at)) for at in scenario.board.hexes()))


def levels(scenario: Scenario) -> dict[int, list[str]]:
    """Return the labels of raised hexes, by level, row by row."""
    found: dict[int, list[str]] = {}
    for at in scenario.board.hexes():
        if scenario.board.level_at(at):
            found.setdefault(scenario.board.level_at(at), []).append(scenario.board.label(at))
    return found


@pytest.mark.parametrize("name", ["proving-grounds", "proving-grounds-config", "reliquary-ruins"])
def test_ar_07_published_arenas_import_whole_and_without_errors(name: str) -> None:
    scenario, losses = arena(name)
    assert scenario.ruleset.name == "penance-arena"
    assert scenario.board.layout == "odd-r"
    assert len(losses.pop("import.layout")) == 1
    assert all(entry.source is None for entry in scenario.board.palette)
    assert not [it for it in validate(scenario) if it.severity is Severity.ERROR]
    assert read_bytes(to_text(scenario).encode()).scenario == scenario


def test_ar_07_proving_grounds() -> None:
    scenario, losses = arena("proving-grounds", (12, 12))
    assert (scenario.board.columns, scenario.board.rows) == (12, 12)
    # The author's own legend counts eight hexes of forest.
    assert counts(scenario) == {"forest": 16, "rubble": 12, "water": 28, "clear": 88}
    assert levels(scenario) == {1: ["F5", "G5", "E6", "H6"], 2: ["E7", "H7", "F8", "G8"]}
    assert (scenario.sides, scenario.zones, scenario.objectives) == ([], [], [])
    (indent,) = losses["import.indent"]
    assert indent.message == (
        "rows are indented by 1 space (lines 1-5 and 8-12) and 0 spaces (lines 6-7); the indent was ignored"
    )
    assert set(losses) == {"import.indent", "import.layout"}


def test_ar_07_proving_grounds_in_row_codes_is_another_board() -> None:
    scenario, losses = arena("proving-grounds-config")
    assert (scenario.board.columns, scenario.board.rows) == (12, 12)
    assert scenario.name == "The Proving Grounds"
    assert scenario.notes.startswith("12×12 Hex Tactical Map - Scenario #1\n")
    assert counts(scenario) == {"forest": 12, "rubble": 12, "water": 28, "clear": 92}
    assert levels(scenario) == {1: ["C4", "D4", "I4", "J4"], 2: ["F7", "G7", "F8", "G8"]}
    grounds = [it.message for it in losses["import.ground"]]
    assert ["'PC' (4 hexes" in grounds[0], "'PD' (6 hexes" in grounds[1], len(grounds)] == [True, True, 2]
    assert set(losses) == {"import.ground", "import.zone-sizes", "import.layout"}


def test_ar_04_zones_given_as_codes() -> None:
    scenario, losses = arena("proving-grounds-config")
    assert [side.id for side in scenario.sides] == ["church", "dwarf"]
    assert {zone.side: zone.shape.labels() for zone in scenario.zones} == {
        "church": ("A1", "B1", "A2", "A3"),
        "dwarf": ("J11", "K11", "L11", "J12", "K12", "L12"),
    }
    (sizes,) = losses["import.zone-sizes"]
    assert "differ in size: 4 and 6 hexes" in sizes.message


def test_ar_05_objectives_given_as_codes() -> None:
    scenario, losses = arena("reliquary-ruins", (14, 12))
    assert (scenario.board.columns, scenario.board.rows) == (12, 13)
    assert {it.id: it.shape.labels() for it in scenario.objectives} == {
        "r1": ("E2", "H2"),
        "r2": ("D4", "I4"),
        "r3": ("F6", "G6", "F7", "G7"),
        "r4": ("D10", "I10"),
        "r5": ("E12", "H12"),
    }
    board = scenario.board
    for objective in scenario.objectives:
        hexes = [board.parse(name) for name in objective.shape.labels()]
        assert {board.terrain_at(at) for at in hexes} == {("clear",)}
        assert {board.level_at(at) for at in hexes} == ({2} if objective.id == "r3" else {0})
    (size,) = losses["import.size"]
    assert size.message == "expected 14x12, but the board has 12 columns and 13 rows"
    assert set(losses) == {"import.size", "import.layout"}


def test_ar_07_reliquary_ruins() -> None:
    scenario, _ = arena("reliquary-ruins")
    found = counts(scenario)
    assert {kind: found[kind] for kind in ("forest", "water", "pillar")} == {
        "forest": 26,
        "water": 18,
        "pillar": 4,
    }
    assert "rubble" not in found
    assert len(levels(scenario)[2]) == 14
