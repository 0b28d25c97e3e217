"""The keys of tables that are measured in inches: read, written, refused, turned, compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.files import read_bytes
from fairground.core.files.writer import to_text
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import POINT_SYMMETRIES, Symmetry
from fairground.core.scenario.compare import compare
from fairground.core.scenario.inches import offset_in_hex, unit_point
from fairground.core.scenario.parts import Unit, UnitPart
from fairground.core.scenario.players_copy import players_copy
from fairground.core.scenario.ruleset_kinds import Topic
from fairground.core.scenario.transform.rerule import reruled
from fairground.core.scenario.transform.whole_board import Anchor, Keep, relaid, resized, turned

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

TEXT = """\
format: fairground/1
name: Table
ruleset: base-visibility
weather: none
board:
  layout: odd-q
  size: [4, 4]
  inches: 1.5
  palette: {'.': clear}
  terrain: |
    ....
    ....
    ....
    ....
sides:
  - {id: a}
units:
  - id: one
    side: a
    class: guard
    hex: B2
    facing: 4
    shield: none
    at: [1.799, 2]
    base: 1
    traits: [recon]
  - id: two
    side: a
    class: large-target
    hex: D4
    facing: 1
    shield: none
    parts:
      - {name: head, at: [0, 0.5], base: 0.6}
      - {name: hull, at: [0, 0], base: 2}
"""
INCHES = st.integers(-10_000, 10_000).map(lambda it: it / 10_000)


def read(text: str) -> Scenario:
    reading = read_bytes(text.encode())
    assert reading.scenario is not None
    assert reading.findings == []
    return reading.scenario


def offset(scenario: Scenario) -> tuple[float, float]:
    """Return how far the first unit stands from the centre of its hex."""
    return offset_in_hex(scenario.board, scenario.units[0])


def test_the_keys_are_read_and_written_byte_for_byte() -> None:
    scenario = read(TEXT)
    assert scenario.board.inches == 1.5
    one, two = scenario.units
    assert (one.at, one.base, one.traits, one.parts) == ((1.799, 2.0), 1.0, ("recon",), ())
    assert two.parts == (UnitPart("head", (0.0, 0.5), 0.6), UnitPart("hull", (0.0, 0.0), 2.0))
    assert to_text(scenario) == TEXT


@given(INCHES, INCHES, INCHES.map(abs), st.sampled_from([None, 0.25, 2.0, 17.0]))
def test_what_is_written_reads_back_equal(x: float, y: float, base: float, inches: float | None) -> None:
    scenario = read(TEXT)
    scenario.board.inches = inches
    scenario.units = [
        Unit(
            "u",
            "a",
            "guard",
            scenario.units[0].hex,
            at=(x, y),
            base=base,
            parts=(UnitPart("p", (y, x), base),),
        )
    ]
    text = to_text(scenario)
    assert read(text).units == scenario.units
    assert read(text).board.inches == inches
    assert to_text(read(text)) == text


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("at: [1.799, 2]", "at: [1.79901, 2]", "at most 4 decimal places"),
        ("at: [1.799, 2]", "at: [1.799]", "2"),
        ("at: [1.799, 2]", "at: [5000000, 0]", "2000000"),
        ("base: 1\n", "base: -1\n", "0"),
        ("inches: 1.5", "inches: 0", "0"),
        ("inches: 1.5", "inches: 1.5001", "at most 3 decimal places"),
        ("traits: [recon]", "trait: [recon]", "traits"),
        ("{name: hull, at: [0, 0], base: 2}", "{at: [0, 0]}", "name"),
    ],
)
def test_what_makes_no_sense_is_a_finding_with_its_line(before: str, after: str, words: str) -> None:
    assert before in TEXT
    reading = read_bytes(TEXT.replace(before, after).encode())
    assert reading.findings
    assert words in f"{reading.findings[0].message} {reading.findings[0].fix}"
    assert reading.findings[0].place.line is not None


@pytest.mark.parametrize("symmetry", POINT_SYMMETRIES)
def test_places_and_parts_turn_with_the_board(symmetry: Symmetry) -> None:
    scenario = read(TEXT)
    result = turned(scenario, symmetry).scenario
    before, after = ([unit_point(it.board, unit) for unit in it.units] for it in (scenario, result))

    def square(points: list[tuple[float, float]]) -> float:
        (ax, ay), (bx, by) = points
        return (ax - bx) ** 2 + (ay - by) ** 2

    # Places are rounded to ten-thousandths of an inch.
    assert square(after) == pytest.approx(square(before), abs=1e-2)
    (x, y), head = offset_in_hex(result.board, result.units[0]), result.units[1].parts[0].at
    assert x * x + y * y == pytest.approx(0.5**2 + 0.25**2, abs=1e-3)
    assert head[0] ** 2 + head[1] ** 2 == pytest.approx(0.25, abs=1e-3)
    assert result.board.inches == 1.5
    assert read(to_text(result)).units == result.units


def test_places_keep_to_their_hexes_in_a_half_turn_and_other_layouts_turn_by_30_degrees() -> None:
    scenario = read(TEXT)
    assert offset(turned(scenario, Symmetry(3)).scenario) == pytest.approx((-0.5, 0.25), abs=1e-4)
    kept = relaid(scenario, Layout.EVEN_Q).scenario
    assert offset(kept) == pytest.approx((0.5, -0.25), abs=1e-4)
    by_label = relaid(scenario, Layout.ODD_R, Keep.OFFSETS).scenario
    assert offset(by_label) == pytest.approx((0.5, -0.25), abs=1e-4)
    drawn = relaid(scenario, Layout.ODD_R, Keep.NEIGHBOURS).scenario.units[1].parts[0].at
    assert drawn == (-0.25, 0.433)


def test_a_unit_keeps_its_place_in_the_hex_when_the_board_grows() -> None:
    scenario = read(TEXT)
    grown = resized(scenario, 7, 6, Anchor.BOTTOM_RIGHT).scenario
    assert offset(grown) == pytest.approx((0.5, -0.25), abs=1e-4)
    assert grown.units[1].at is None
    assert grown.board.inches == 1.5


def test_players_and_other_rulesets_get_what_they_can_use() -> None:
    scenario = read(TEXT)
    assert players_copy(scenario, "a").units == scenario.units
    assert players_copy(scenario).board.inches == 1.5
    classes = {Topic.CLASSES: {"guard": "scout", "large-target": "heavy"}}
    result = reruled(scenario, "penance-2.0", classes)
    assert [str(it) for it in result.lost] == ["trait recon of Guard (B2)"]
    assert result.scenario.units[0].traits == ()


def test_what_differs_is_said_in_words() -> None:
    before, after = read(TEXT), read(TEXT.replace("at: [1.799, 2]", "at: [1.299, 2.375]").replace("1.5", "2"))
    after.units[1] = Unit("two", "a", "large-target", after.units[1].hex)
    assert [str(it) for it in compare(before, after)] == [
        "board inches: 1.5 -> 2.0",
        "unit one at: [1.799, 2] -> [1.299, 2.375]",
        "unit two parts: removed head at [0, 0.5] base 0.6 + hull at [0, 0] base 2",
    ]


def test_places_that_differ_in_their_last_decimal_differ() -> None:
    before, after = (
        read(TEXT.replace("at: [1.799, 2]", f"at: [{x}, 2]").replace("inches: 1.5", "inches: 150"))
        for x in ("123.4567", "123.4569")
    )
    assert [str(it) for it in compare(before, after)] == ["unit one at: [123.4567, 2] -> [123.4569, 2]"]
