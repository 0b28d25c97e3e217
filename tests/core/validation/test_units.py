from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fairground.core.errors import ScenarioError
from fairground.core.grid.hexes import Hex
from fairground.core.scenario.parts import Shield

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]
    MakeUnit = Callable[..., Unit]


def test_units_stand_on_the_board(arena: Arena, unit: MakeUnit, finding: Callable[..., Finding]) -> None:
    found = finding("unit.off-board", arena(units=[unit("F1")]))
    assert (
        found.message
        == "unit 'Scout' is at F1, which is off the board. The board has columns A to E and rows 1 to 5"
    )
    assert found.place.path == ("units", 0, "hex")
    left = replace(unit("A1"), hex=Hex(-1, 0))
    assert "column 0, row 1" in finding("unit.off-board", arena(units=[left]), in_file=False).message


def test_units_do_not_stand_in_the_void(
    arena: Arena, unit: MakeUnit, finding: Callable[..., Finding], codes: Codes
) -> None:
    board = "..-.. ..... ..... ..... ....."
    found = finding("unit.void", arena(board, units=[unit("C1")]))
    assert found.message == "unit 'Scout' is at C1, which is void"
    assert (found.severity, found.place.hex) == ("error", "C1")
    assert "unit.void" not in codes(arena(board, units=[unit("B1")]))


def test_p1_01_units_do_not_stand_in_walls(
    arena: Arena, unit: MakeUnit, finding: Callable[..., Finding], codes: Codes
) -> None:
    board = "..#~. ..... ..... ..... ....."
    found = finding("unit.impassable", arena(board, units=[unit("C1")]))
    assert found.message == "unit 'Scout' is at C1, which is Wall"
    assert (found.severity, found.place.hex, found.rule) == ("error", "C1", "P1-01")
    assert "unit.impassable" not in codes(arena(board, units=[unit("D1")]))


def test_p1_14_a_hex_holds_one_unit(
    arena: Arena, unit: MakeUnit, finding: Callable[..., Finding], codes: Codes
) -> None:
    two = [unit("B1"), unit("B1", id="scout-2")]
    found = finding("unit.occupied", arena(units=two))
    assert found.message == "unit 'Scout' starts at B1, where unit 'Scout' starts too"
    assert (found.rule, found.place.path) == ("P1-14", ("units", 1, "hex"))
    assert codes(arena(units=[unit("B1"), unit("C1", id="scout-2")])) == []


def test_units_start_in_their_side_s_zone(
    arena: Arena, unit: MakeUnit, finding: Callable[..., Finding], codes: Codes
) -> None:
    found = finding("unit.outside-zone", arena(units=[unit("C3")]))
    assert found.message == "unit 'Scout' starts at C3, outside the deployment zone of side 'red'"
    assert found.severity == "warning"
    assert "unit.outside-zone" not in codes(arena(units=[unit("C3")], zones=[]))


@pytest.mark.parametrize("facing", [0, 7, -1])
def test_facings_are_the_six(facing: int, unit: MakeUnit) -> None:
    with pytest.raises(ScenarioError, match=f"'scout-1' has facing {facing}; facings are 1 to 6"):
        unit("A1", facing=facing)


def test_every_facing_and_shield_of_the_ruleset_is_fine(arena: Arena, unit: MakeUnit, codes: Codes) -> None:
    for facing in range(1, 7):
        for shield in Shield:
            assert codes(arena(units=[unit("A1", facing=facing, shield=shield)])) == []


def test_p2_13_shields_need_a_ruleset_with_shields(
    arena: Arena, unit: MakeUnit, finding: Callable[..., Finding], codes: Codes, bare_rules: Path
) -> None:
    there = {"ruleset": bare_rules.name, "folder": bare_rules.parent}
    found = finding("unit.shield", arena(units=[unit("A1", shield=Shield.LEFT)], **there))
    assert found.place.path == ("units", 0, "shield")
    assert "unit.shield" not in codes(arena(units=[unit("A1")], **there))
