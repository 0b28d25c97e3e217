from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import RulesetReference

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

    Arena = Callable[..., Scenario]
    Codes = Callable[..., list[str]]

RULES = """\
format: fairground-ruleset/1
id: layered
title: Layered
terrain:
  clear: {name: Clear}
  void: {name: Off the board, passable: false}
  canal: {name: Canal, passable: false, tags: [impassable]}
  bridge: {name: Bridge, carries: true}
  light-woods: {name: Light woods, family: growth}
  woods: {name: Woods, family: growth}
  low: {name: Low growth, detail: true, heights: {growth: 1}}
classes:
  scout: {name: Scout, allowance: 4, forbidden: [woods]}
"""


@pytest.fixture
def stacked(arena: Arena, tmp_path: Path) -> Callable[..., Scenario]:
    """Return ``stacked(kinds)``: an arena whose upper left hex has that stack."""
    (tmp_path / "layered.yaml").write_text(RULES, encoding="utf-8")

    def build(*kinds: str, **parts: object) -> Scenario:
        scenario = arena(ruleset=RulesetReference("layered.yaml"), **parts)
        scenario.folder = tmp_path
        scenario.board.palette.append(PaletteEntry("X", kinds))
        scenario.board.terrain[0, 0] = len(scenario.board.palette) - 1
        return scenario

    return build


def test_void_is_alone(stacked: Callable[..., Scenario], finding: Callable[..., Finding]) -> None:
    found = finding("stack.void", stacked("woods", "void"))
    assert found.message == "'X' (1 hex): void together with woods"
    assert (found.severity, found.place.hex, found.place.path) == ("warning", "A1", ("board", "palette", "X"))


@pytest.mark.parametrize("kinds", [("woods", "woods"), ("light-woods", "woods"), ("clear", "clear")])
def test_a_terrain_comes_once(
    kinds: tuple[str, ...], stacked: Callable[..., Scenario], finding: Callable[..., Finding]
) -> None:
    found = finding("stack.repeated", stacked(*kinds))
    assert f"{kinds[0]} and {kinds[1]} in the same hex" in found.message
    assert found.place.hex == "A1"


def test_details_need_what_they_belong_to(
    stacked: Callable[..., Scenario], finding: Callable[..., Finding], codes: Codes
) -> None:
    assert "low" in finding("stack.detail", stacked("clear", "low")).message
    assert codes(stacked("woods", "low")) == []


def test_a_bridge_makes_room_where_its_canal_has_none(
    stacked: Callable[..., Scenario], codes: Codes, unit: Callable[..., object]
) -> None:
    assert codes(stacked("canal", "bridge", units=[unit("A1")])) == []
    assert "unit.impassable" in codes(stacked("canal", units=[unit("A1")]))


def test_hs_18_units_do_not_start_where_their_class_cannot_go(
    stacked: Callable[..., Scenario],
    finding: Callable[..., Finding],
    codes: Codes,
    unit: Callable[..., object],
) -> None:
    found = finding("unit.forbidden", stacked("woods", units=[unit("A1")]))
    assert found.message == "unit 'Scout' is at A1, which is Woods; the class Scout cannot enter it"
    assert (found.place.hex, found.rule) == ("A1", "HS-18")
    assert codes(stacked("light-woods", units=[unit("A1")])) == []
    assert codes(stacked("woods", "bridge", units=[unit("A1")])) == []
