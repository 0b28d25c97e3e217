"""What the rulesets set limits to, one below the limit, at it and one above it, on maps written as files.

Distances in inches are in ``sight/bases/test_exact_distances.py``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from fairground.core import (
    Weapon,
    attack,
    fairness,
    fan,
    load,
    mover,
    path,
    reach,
    sight,
    validate_file,
    visibility,
)
from fairground.core.rules.attack import ModifierKind
from fairground.core.scenario.fairness_standards import standards_asked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.metrics.fairness.report import Measure

    Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes a file of a map: its rows, what their keys mean, and any lines behind."""

    def file(
        ruleset: str, rows: list[str], palette: str, more: str = "", levels: list[str] | None = None
    ) -> Path:
        lines = [
            "format: fairground/1",
            "name: Limits",
            f"ruleset: {ruleset}",
            "board:",
            "  layout: odd-r",
            f"  size: [{len(rows[0])}, {len(rows)}]",
            f"  palette: {{{palette}}}",
            "  terrain: |",
            *(f"    {row}" for row in rows),
            *(["  elevation: |", *(f"    {row}" for row in levels)] if levels else []),
            more,
        ]
        made = tmp_path / "limits.yaml"
        made.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return made

    return file


def label(column: int) -> str:
    """Return the hex of the first row in a column, counted from 0."""
    return f"{chr(ord('A') + column)}1"


# -- distances ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "modifiers"),
    [
        ("penance-2.0", {1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 1, 7: 2, 9: 2, 10: 2, 11: 3, 12: 3}),
        ("penance-1.0", {2: 1, 3: 1, 4: 0, 5: 0, 6: 0, 7: -1, 8: -1}),
    ],
)
def test_p2_01_p1_16_bands_of_distance(write: Write, ruleset: str, modifiers: dict[int, int]) -> None:
    scenario = load(write(ruleset, ["." * 14], "'.': clear"))
    for far, amount in modifiers.items():
        found = attack(scenario, "A1", label(far))
        assert sum(it.amount for it in found.to_hit if it.kind is ModifierKind.RANGE) == amount, far


@pytest.mark.parametrize("limit", [1, 8, 12])
def test_p2_02_a_weapon_reaches_as_far_as_it_does(write: Write, limit: int) -> None:
    scenario = load(write("penance-2.0", ["." * 14], "'.': clear"))
    weapon = Weapon(reach=limit)
    for far in (limit - 1, limit, limit + 1):
        if far:
            found = attack(scenario, "A1", label(far), weapon=weapon)
            assert found.engagement.is_in_reach == (far <= limit)


# -- opacity --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "palette", "row", "clear"),
    [
        ("penance-arena", "'.': clear, 'f': forest", ".f...", "yes"),
        ("penance-arena", "'.': clear, 'f': forest", ".f.f.", "no"),
        ("penance-arena", "'.': clear, 'f': forest", "ff.f.", "no"),
        ("penance-arena", "'.': clear, 'f': forest", "ff..f", "yes"),
        ("megamek", "'.': clear, '1': woods-1, '2': woods-2", ".11..", "yes"),
        ("megamek", "'.': clear, '1': woods-1, '2': woods-2", ".2...", "yes"),
        ("megamek", "'.': clear, '1': woods-1, '2': woods-2", ".111.", "no"),
        ("megamek", "'.': clear, '1': woods-1, '2': woods-2", ".12..", "no"),
        ("megamek", "'.': clear, '2': woods-2", ".22..", "no"),
        ("megamek", "'.': clear, 'p': planted_fields", ".ppppp.", "yes"),
        ("megamek", "'.': clear, 'p': planted_fields", ".pppppp.", "no"),
        ("megamek", "'.': clear, 'p': planted_fields", ".ppppppp.", "no"),
    ],
)
def test_ar_01_mm_03_limits_of_opacity(
    write: Write, ruleset: str, palette: str, row: str, clear: str
) -> None:
    scenario = load(write(ruleset, [row], palette))
    end = label(len(row) - 1)
    for a, b in (("A1", end), (end, "A1")):
        assert sight(scenario, a, b).clear == (clear == "yes")
        assert fan(scenario, a).visible[scenario.board.cell(scenario.board.parse(b))] == (clear == "yes")
        assert visibility(scenario).sees(a, b) == (clear == "yes")


# -- movement -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "unit_class", "allowance"),
    [
        ("penance-1.0", "scout", 5),
        ("penance-1.0", "assault", 2),
        ("hexside-ww2", "leader", 6),
        ("hexside-ww2", "squad", 4),
        ("megamek", "walker", 4),
    ],
)
def test_p1_19_hs_18_a_turn_goes_as_far_as_the_allowance(
    write: Write, ruleset: str, unit_class: str, allowance: int
) -> None:
    scenario = load(write(ruleset, ["." * 14], "'.': clear"))
    who = mover(scenario, unit_class)
    turns = reach(scenario, "A1", 2, mover=who, facing=2).turns[0].tolist()
    assert [turns[allowance - 1], turns[allowance], turns[allowance + 1]] == [1, 1, 2]
    for far, needed in ((allowance, 1), (allowance + 1, 2)):
        found = path(scenario, "A1", label(far), mover=who, facing=2)
        assert found is not None
        assert found.turns == needed


@pytest.mark.parametrize(("unit_class", "most"), [("walker", 2), ("vehicle", 1)])
@pytest.mark.parametrize("back", ["up", "down"])
def test_mm_07_a_step_of_so_many_levels_can_be_made(
    write: Write, unit_class: str, most: int, back: str
) -> None:
    for levels in (most - 1, most, most + 1):
        row = f"0{levels}" if back == "up" else f"{levels}0"
        scenario = load(write("megamek", [".."], "'.': clear", levels=[row]))
        turns = reach(scenario, "A1", 9, mover=mover(scenario, unit_class)).turns[0].tolist()
        assert (turns[1] > 0) == (levels <= most)


def test_h_10_a_step_that_takes_the_whole_allowance_can_be_made(write: Write) -> None:
    # Difficult ground uphill: 2 points and 1 for each level; an assault unit has 2, a heavy one 3, a support one 4.
    for level, unit_class, made in ((0, "assault", True), (1, "assault", False), (1, "heavy", True), (2, "heavy", False), (2, "support", True)):  # fmt: skip
        scenario = load(write("penance-1.0", [".d"], "'.': clear, 'd': difficult", levels=[f"0{level}"]))
        turns = reach(scenario, "A1", 9, mover=mover(scenario, unit_class), facing=2).turns[0].tolist()
        assert (turns[1] > 0) == made, (level, unit_class)


# -- fairness -------------------------------------------------------------------------------------------------

SIDES = """\
sides: [{id: p1}, {id: p2}]
zones:
  - {id: one, side: p1, hexes: rows 1}
  - {id: two, side: p2, hexes: rows 6}
"""


def measure(file: Path, name: str, *bands: str) -> Measure:
    """Return what is said of a measure, with some bands in place of the usual ones."""
    scenario = load(file)
    found = fairness(scenario, measures=[name], standards=standards_asked(scenario, bands, ()))
    (one,) = found.measures
    return one


@pytest.mark.parametrize(("hexes", "band"), [(4, "amber"), (5, "amber"), (6, "green"), (7, "green")])
def test_p1_12_the_bands_of_capacity_end_at_one_and_one_and_a_half(
    write: Write, hexes: int, band: str
) -> None:
    # Units may stand before their zone, and count all the same. With less room than units the scenario has an error.
    units = "".join(
        f"  - {{id: u{side}{n}, side: p{side}, class: scout, hex: {chr(65 + n)}{row}, facing: 1, shield: none}}\n"
        for side, row in ((1, 2), (2, 5))
        for n in range(4)
    )
    edge = "." * hexes + "#" * (8 - hexes)
    rows = [edge, *["." * 8] * 4, edge]
    file = write("penance-1.0", rows, "'.': clear, '#': wall", SIDES + "units:\n" + units)
    assert measure(file, "capacity").band == band


@pytest.mark.parametrize("limit", ["green", "amber"])
def test_a_value_just_at_a_limit_is_within_it(write: Write, limit: str) -> None:
    rows = ["." * 7, "..#....", ".......", ".......", ".......", "." * 7]
    file = write("penance-1.0", rows, "'.': clear, '#': wall", SIDES)
    value = measure(file, "territory").imbalance
    assert value
    for off in (Fraction(-1, 100_000), Fraction(0), Fraction(1, 100_000)):
        at = value + off
        bounds = f"{at}:1" if limit == "green" else f"0:{at}"
        within = ("green", "amber") if limit == "green" else ("amber", "red")
        assert measure(file, "territory", f"territory={bounds}").band == within[at < value]


# -- time -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [2, 3, 4])
def test_p1_22_an_objective_can_be_held_as_long_as_the_game_lasts(write: Write, turns: int) -> None:
    goal = f"turns: {turns}\nobjectives:\n  - {{id: hill, hexes: [D3], points: 3, hold: 3}}\n"
    file = write("penance-1.0", ["." * 7] * 6, "'.': clear", SIDES + goal)
    assert ("objective.hold" in [it.code for it in validate_file(file).findings]) == (turns < 3)


def test_ranges_of_a_scenario_are_closed(write: Write) -> None:
    for facing in (0, 1, 6, 7):
        units = f"units:\n  - {{id: a, side: p1, class: scout, hex: A1, facing: {facing}, shield: none}}\n"
        file = write("penance-1.0", ["." * 7] * 6, "'.': clear", SIDES + units)
        assert ("file.bad-value" in [it.code for it in validate_file(file).findings]) == (facing in (0, 7))
