"""Findings about units on tables that are measured in inches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fairground.core import load, validate
from fairground.core.scenario.inches import hex_point, rounded_point
from fairground.core.scenario.parts import Unit, UnitPart

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

    One = Callable[..., Finding]


def table(off: tuple[float, float] | None = None, **changed: object) -> Scenario:
    """Return the abbey with one of its guards, in C7, changed; ``off`` says how far it stands from the middle of that."""
    scenario = load("scenarios/broken-abbey.yaml")
    if off is not None:
        x, y = hex_point(scenario.board, scenario.units[0].hex)
        changed["at"] = rounded_point(x + off[0], y + off[1])
    scenario.units = [replace(scenario.units[0], **changed)]  # type: ignore[arg-type]  # fields by name
    return scenario


def of(code: str, scenario: Scenario) -> list[Finding]:
    return [it for it in validate(scenario) if it.code == code]


def test_the_shipped_table_has_no_findings_of_the_kind() -> None:
    found = {it.code for it in validate(load("scenarios/broken-abbey.yaml"))}
    assert not found & {"unit.at", "unit.over-edge", "unit.base", "unit.trait", "unit.part", "unit.inches"}


def test_bv_01_a_unit_outside_its_hex_is_told_the_hex_it_stands_in(finding: One) -> None:
    found = finding("unit.at", table(off=(0.25, 1.5)))
    assert "is in C8 according to its position in inches, not in C7" in found.message
    assert found.fix == "Write 'hex: C8'."
    assert found.place.path == ("units", 0, "at")
    assert found.rule == "BV-01"
    assert of("unit.at", table(off=(0.25, -0.75))) == []


def test_bv_01_a_unit_just_on_the_border_of_its_hex_is_in_it() -> None:
    assert of("unit.at", table(off=(0.0, 1.0))) == []
    assert of("unit.at", table(off=(0.0, -1.0))) == []


def test_bv_01_a_unit_off_the_table_is_told_so(finding: One) -> None:
    scenario = table(off=(-900.0, 0.0))
    found = finding("unit.at", scenario)
    assert found.fix == "Move it onto the board."


def test_bv_01_bases_over_the_edge_and_larger_than_the_table_are_found(finding: One) -> None:
    corner = load("scenarios/broken-abbey.yaml").board.parse("A1")
    assert finding("unit.over-edge", table(hex=corner, base=2.4))
    assert not of("unit.over-edge", table(hex=corner, base=1.9))
    found = finding("unit.base", table(base=60.0))
    assert "60 inches wide, but the board is only 56 inches across" in found.message


def test_bv_05_traits_are_those_of_the_ruleset(finding: One) -> None:
    found = finding("unit.trait", table(traits=("recon", "stelth")))
    assert "'stelth'" in found.message
    assert "Did you mean 'stealth'" in found.message
    assert found.place.path == ("units", 0, "traits", 1)


def test_bv_09_parts_have_names_of_their_own(finding: One) -> None:
    assert finding("unit.part", table(parts=(UnitPart("head"), UnitPart("head"))))
    assert not of("unit.part", table(parts=(UnitPart("head"), UnitPart("hull"))))


@pytest.mark.parametrize(
    ("changed", "said"),
    [({"at": (0.5, 0.0)}, "'at'"), ({"base": 1.0, "parts": (UnitPart("a"),)}, "'base' and 'parts'")],
)
def test_inches_mean_nothing_where_the_ruleset_measures_in_hexes(
    finding: One, changed: dict[str, object], said: str
) -> None:
    scenario = load("scenarios/standard-arena.yaml")
    assert of("unit.inches", scenario) == []
    at = scenario.board.parse("A1")
    scenario.units = [Unit("one", "p1", "scout", at, **changed)]  # type: ignore[arg-type]  # fields by name
    found = finding("unit.inches", scenario)
    assert f"has {said} in inches" in found.message
    scenario.board.inches = 2.0
    assert len(of("unit.inches", scenario)) == 2
