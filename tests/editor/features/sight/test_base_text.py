"""What is said of sight from base to base."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.labels import LabelStyle
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import Unit, UnitPart
from fairground.core.sight.bases.verdict import base_sight
from fairground.editor.features.sight.text import base_rows, describe_base_ends, describe_base_verdict
from fairground.editor.widgets.number_fields import inch_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.scenario.document import Scenario

KINDS = ("clear", "building", "ruin", "obscured", "concealed")


@pytest.fixture
def table() -> Scenario:
    scenario = blank_scenario("Table", layout=Layout.ODD_Q, size=(20, 7), ruleset="base-visibility")
    scenario.board.palette = [PaletteEntry(str(at), (kind,)) for at, kind in enumerate(KINDS)]
    side, board = scenario.sides[0].id, scenario.board
    scenario.units = [
        Unit("near", side, "guard", board.parse("B4"), name="Old Guard"),
        Unit("far", side, "guard", board.parse("H4")),
    ]
    return scenario


def put(scenario: Scenario, kind: str, *labels: str) -> None:
    board = scenario.board
    for label in labels:
        board.terrain[board.cell(board.parse(label))] = KINDS.index(kind)


def told(
    scenario: Scenario, *, grounded: bool = False, weapon: Sequence[str] = ()
) -> tuple[str, dict[str, str]]:
    found = base_sight(scenario, "near", "far", grounded=grounded, weapon=weapon)
    return describe_base_verdict(found), dict(base_rows(scenario, found))


def test_easy_difficult_and_hidden_targets(table: Scenario) -> None:
    verdict, rows = told(table)
    assert verdict == "Easy target"
    assert rows["Visibility"] == "Exposed: easy target within 24″"
    assert rows["Distance"] == "9.13″ from edge to edge"
    assert not {"Evasion", "Hard cover", "Parts seen"} & rows.keys()
    put(table, "concealed", "H4")
    verdict, rows = told(table)
    assert verdict == "Difficult target"
    assert (rows["Visibility"], rows["Evasion"]) == ("Concealed: easy target within 6″", "+3")
    assert told(table, grounded=True)[0] == "Hidden while on the ground"
    put(table, "building", *(f"E{row}" for row in range(1, 8)))
    verdict, rows = told(table)
    assert verdict == "Hidden"
    assert "Visibility" not in rows
    assert told(table, weapon=("indirect",))[0] == "Out of sight, but within reach of this weapon"


def test_hard_cover_is_named_with_its_hexes(table: Scenario) -> None:
    put(table, "ruin", "F4", "F5", "E4", "E5", "E3", "F3")
    rows = told(table)[1]
    assert rows["Hard cover"] == "Ruin (E3, E4, E5, F3 and 2 more)"
    assert rows["Toughness"] == "+1"


def test_parts_are_listed_as_they_are_seen(table: Scenario) -> None:
    near, far = table.units
    high = UnitPart("mast", (0.0, -5.0), 0.5)
    table.units = [near, replace(far, parts=(UnitPart("hull", (0.0, 0.0), 1.0), high))]
    put(table, "building", "E4", "E5")
    rows = told(table)[1]
    assert (rows.get("Parts seen"), rows.get("Parts hidden")) == ("mast", "hull")


def test_ends_are_told_by_name_and_hex(table: Scenario) -> None:
    assert describe_base_ends(table, base_sight(table, "near", "far")) == "Old Guard (B4) to Guard (H4)"
    table.board.label_style = LabelStyle.NUMERIC
    assert describe_base_ends(table, base_sight(table, "near", "A1")) == "Old Guard (0204) to 0101"


@pytest.mark.parametrize(
    ("value", "text"), [(2.0, "2"), (1.26, "1.26"), (0.5001, "0.5001"), (-0.00001, "0"), (-1.5, "-1.5")]
)
def test_inches_are_written_as_short_as_they_are(value: float, text: str) -> None:
    assert inch_text(value) == text
