"""Distances on tables that are exactly at, just within or just beyond a limit, in the coordinates of files."""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from fairground.core import Weapon, attack, base_fan, base_sight, load, resized, save, turned
from fairground.core.cli.command_group import fairground
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import Symmetry
from fairground.core.rules.visibility import TargetState
from fairground.core.scenario.board import Board
from fairground.core.scenario.inches import hex_at_point

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.document import Scenario

#: What awareness there is, on which ground, and how two bases lie whose edges are as far apart: base, across, down.
LIMITS = [
    (24, "exposed", (1.0, 25.0, 0.0)),
    (24, "exposed", (1.0, 7.0, 24.0)),
    (24, "exposed", (1.0, 15.0, 20.0)),
    (12, "obscured", (1.0, 0.0, 13.0)),
    (12, "obscured", (1.0, 5.0, 12.0)),
    (6, "concealed", (0.5, 6.5, 0.0)),
    (6, "concealed", (4.0, 6.0, 8.0)),
]
STARTS = [(1.3, 2.1), (2.75, 3.9), (5.0, 5.0), (7.7777, 4.4444)]
HAIR = 0.0001


def text_of(layout: str, ground: str, base: float, *places: tuple[float, float]) -> str:
    """Return a file of a table of one ground with two units, which stand at places in inches."""
    board = Board.blank(Layout(layout), 30, 30)
    units = [
        f"  - {{id: {name}, side: a, class: guard, hex: {board.label(hex_at_point(board, *place))}, facing: 1, "
        f"shield: none, at: [{place[0]:.4f}, {place[1]:.4f}], base: {base}}}"
        for name, place in zip(("one", "two"), places, strict=True)
    ]
    rows = "\n".join(["    " + "." * 30] * 30)
    return (
        "format: fairground/1\nname: Table\nruleset: base-visibility\nboard:\n"
        f"  layout: {layout}\n  size: [30, 30]\n  palette: {{'.': {ground}}}\n  terrain: |\n{rows}\n"
        "sides:\n  - {id: a}\nunits:\n" + "\n".join(units) + "\n"
    )


def table(
    folder: Path, layout: str, ground: str, off: tuple[float, float, float], start: tuple[float, float]
) -> Path:
    base, across, down = off
    file = folder / "table.yaml"
    place = start[0] + across, start[1] + down
    file.write_text(text_of(layout, ground, base, start, place), encoding="utf-8")
    return file


def farther(off: tuple[float, float, float], by: float) -> tuple[float, float, float]:
    """Return the same lie of two bases, a hair farther apart or nearer, along the longer way."""
    base, across, down = off
    return (base, across + by, down) if across > down else (base, across, down + by)


def states(scenario: Scenario) -> set[TargetState]:
    return {base_sight(scenario, *pair).state for pair in (("one", "two"), ("two", "one"))}


@pytest.mark.parametrize(("layout", "start"), [*product(["odd-q", "even-q", "odd-r", "even-r"], STARTS)])
@pytest.mark.parametrize(("inches", "ground", "off"), LIMITS)
def test_bv_02_at_the_awareness_within_and_beyond(
    tmp_path: Path,
    layout: str,
    start: tuple[float, float],
    inches: int,
    ground: str,
    off: tuple[float, float, float],
) -> None:
    exact = load(table(tmp_path, layout, ground, off, start))
    found = base_sight(exact, "one", "two")
    assert (found.awareness, found.distance) == (inches, inches)
    assert states(exact) == {TargetState.EASY}
    assert states(load(table(tmp_path, layout, ground, farther(off, -HAIR), start))) == {TargetState.EASY}
    assert states(load(table(tmp_path, layout, ground, farther(off, HAIR), start))) == {TargetState.DIFFICULT}


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("by", [-HAIR, 0.0, HAIR])
def test_the_range_of_a_weapon_in_inches_is_exact(
    tmp_path: Path, start: tuple[float, float], by: float
) -> None:
    scenario = load(table(tmp_path, "odd-q", "clear", farther((1.0, 7.0, 24.0), by), start))
    found = attack(scenario, "one", "two", weapon=Weapon(reach=24))
    assert found.engagement.is_in_reach == (by <= 0)


def test_bv_02_the_command_line_says_the_same(tmp_path: Path) -> None:
    for by, state in ((-HAIR, "easy"), (0.0, "easy"), (HAIR, "difficult")):
        file = table(tmp_path, "odd-q", "exposed", farther((1.0, 7.0, 24.0), by), (7.7777, 4.4444))
        answer = CliRunner().invoke(fairground, ["sight", str(file), "one", "two", "--json"])
        assert answer.exit_code == 0, answer.output
        assert json.loads(answer.stdout)["difficult"] == (state == "difficult")


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize(
    ("layout", "symmetry"),
    [
        ("odd-q", Symmetry(3)),
        ("odd-q", Symmetry(0, mirrored=True)),
        ("odd-q", Symmetry(3, mirrored=True)),
        ("odd-r", Symmetry(3)),
        ("odd-r", Symmetry(1, mirrored=True)),
        ("odd-r", Symmetry(4, mirrored=True)),
    ],
)
def test_bv_02_mirrors_half_turns_and_shifts_keep_the_distance(
    tmp_path: Path, layout: str, start: tuple[float, float], symmetry: Symmetry
) -> None:
    for by, state in ((0.0, TargetState.EASY), (HAIR, TargetState.DIFFICULT)):
        before = load(table(tmp_path, layout, "exposed", farther((1.0, 7.0, 24.0), by), start))
        for after in (turned(before, symmetry).scenario, resized(before, 31, 31, (1, 1)).scenario):
            save(after, tmp_path / "after.yaml")
            again = load(tmp_path / "after.yaml")
            assert again.units == after.units
            assert states(again) == {state}


def test_bv_02_centres_of_hexes_are_where_they_are_exactly(tmp_path: Path) -> None:
    # A14 is 13 hexes of 2 inches down from A1: 26 inches, and 24 between bases of 2.
    text = text_of("odd-q", "exposed", 2.0, (0.0, 0.0), (0.0, 26.0))
    for more, state in (("", "easy"), (", at: [0, 26.0001]", "difficult"), (", at: [0, 25.9999]", "easy")):
        there = text.replace(", at: [0.0000, 0.0000]", "").replace(", at: [0.0000, 26.0000]", more)
        (tmp_path / "t.yaml").write_text(there, encoding="utf-8")
        assert base_sight(load(tmp_path / "t.yaml"), "one", "two").state.value == state


@pytest.mark.parametrize("by", [-HAIR, 0.0, HAIR])
def test_the_range_of_a_fan_is_exact(tmp_path: Path, by: float) -> None:
    # The usual base has 0.63 to its edge, as the unit of 1.26 has: 26.74 up from A15 and down to its middle.
    text = text_of("odd-q", "clear", 1.26, (0.0, 28.0 - 13.26 - by), (0.0, 0.0))
    (tmp_path / "t.yaml").write_text(text, encoding="utf-8")
    scenario = load(tmp_path / "t.yaml")
    seen = base_fan(scenario, "one", range=12).visible
    assert seen[scenario.board.cell(scenario.board.parse("A15"))] == (by <= 0)
