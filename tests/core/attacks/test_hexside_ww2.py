"""What terrain adds to attacks by the hexside rules, with every number that their examples work out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core import Weapon, attack, load
from fairground.core.grid.layout import Layout
from fairground.core.rules.attack import AttackStep

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.attacks.preview import Attack
    from tests.core.sight.conftest import Field, MakeField

#: The map of the illustration, row by row from the top; rows E, C and A stand half a hex to the right.
ILLUSTRATION = """\
format: fairground/1
name: Units A to D
ruleset: hexside-ww2
board:
  layout: even-r
  size: [7, 5]
  palette: {'.': clear, w: woods, b: building, o: orchard, x: void}
  terrain: |
    ......x
    .......
    ww....x
    ..boo..
    ...o..x
  elevation: |
    ...111.
    ...122.
    ..111..
    .......
    .......
  hexsides: |
    A5 NE hedge
    A5 NW hedge
    A5 E hedge
sides:
  - {id: lettered, name: Lettered}
  - {id: numbered, name: Numbered}
units:
  - {id: unit-a, side: lettered, class: squad, hex: A5}
  - {id: unit-b, side: lettered, class: squad, hex: B1}
  - {id: unit-c, side: lettered, class: squad, hex: F4}
  - {id: unit-d, side: lettered, class: squad, hex: E1}
  - {id: unit-1, side: numbered, class: squad, hex: A3}
  - {id: unit-2, side: numbered, class: squad, hex: C4}
  - {id: unit-3, side: numbered, class: squad, hex: D2}
  - {id: unit-4, side: numbered, class: squad, hex: E2}
"""

#: Who attacks whom, and the sum of the modifiers there and back.
EXAMPLES = [
    ("a", "1", 2, 1),
    ("a", "2", 3, 1),
    ("b", "1", 2, 0),
    ("b", "3", 0, 0),
    ("b", "4", 0, 0),
    ("c", "2", 5, 2),
    ("c", "4", 0, 0),
    ("d", "3", 0, 0),
    ("d", "4", 0, 0),
]


@pytest.fixture
def illustration(tmp_path: Path) -> Path:
    path = tmp_path / "illustration.yaml"
    path.write_text(ILLUSTRATION)
    return path


def total(found: Attack) -> int:
    assert found.possible
    assert (found.number, found.chance, found.engagement.is_rolled) == (None, None, False)
    return found.to_hit_total


@pytest.mark.parametrize(("letter", "number", "there", "back"), EXAMPLES)
def test_hs_16_the_sums_of_the_illustration(
    illustration: Path, letter: str, number: str, there: int, back: int
) -> None:
    scenario = load(illustration)
    assert total(attack(scenario, f"unit-{letter}", f"unit-{number}")) == there
    assert total(attack(scenario, f"unit-{number}", f"unit-{letter}")) == back


def test_hs_16_all_other_pairs_are_out_of_sight(illustration: Path) -> None:
    scenario = load(illustration)
    shown = {(letter, number) for letter, number, _, _ in EXAMPLES}
    for letter, number in ((letter, number) for letter in "abcd" for number in "1234"):
        found = attack(scenario, f"unit-{letter}", f"unit-{number}")
        assert found.stopped_by == (None if (letter, number) in shown else AttackStep.SIGHT)


def test_hs_10_the_five_of_unit_c_one_by_one(illustration: Path) -> None:
    found = attack(load(illustration), "unit-c", "unit-2")
    assert [(it.kind.value, it.amount, it.rule) for it in found.to_hit] == [
        ("hindrance", 1, "HS-07"),
        ("hindrance", 1, "HS-07"),
        ("cover", 3, "HS-10"),
    ]


def test_hs_08_the_hedge_hinders_who_shoots_in_alone(illustration: Path) -> None:
    scenario = load(illustration)
    assert [it.rule for it in attack(scenario, "unit-1", "unit-a").to_hit] == ["HS-08"]
    assert [it.kind.value for it in attack(scenario, "unit-a", "unit-1").to_hit] == ["cover"]


# -- lines along hexsides ---------------------------------------------------------------------------------------


@pytest.fixture
def along(field: MakeField) -> Field:
    """Make a board on which the line from A1 to C1 runs between B1, above it, and B2."""
    return field("hexside-ww2", (5, 5), Layout.EVEN_Q)


def test_hs_17_buildings_on_both_sides_block(along: Field) -> None:
    found = attack(along.put("building", "B1", "B2").scenario, "A1", "C1")
    assert found.stopped_by is AttackStep.SIGHT
    assert next(it.rule for it in found.steps if it.step is AttackStep.SIGHT) == "HS-01"


def test_hs_17_an_orchard_opposite_a_building_is_1_and_with_a_hedge_2(along: Field) -> None:
    along.put("orchard", "B1").put("building", "B2")
    assert total(attack(along.scenario, "A1", "C1")) == 1
    along.plant("hedge", "B1-B2")
    found = attack(along.scenario, "A1", "C1")
    assert total(found) == 2
    assert {it.rule: it.text for it in found.to_hit} == {
        "HS-05": "Hedge along the line between B1 and B2",
        "HS-07": "Orchard in B1",
    }


def test_hs_06_each_further_hindrance_along_the_line_counts(along: Field) -> None:
    along.put("orchard", "B1", "B2")
    assert total(attack(along.scenario, "A1", "C1")) == 1
    assert total(attack(along.put("crops", "C1").scenario, "A1", "C1")) == 2


@pytest.mark.parametrize(
    ("kind", "cover"), [("woods", 2), ("jungle", 2), ("building", 3), ("stream", 1), ("gully", 1)]
)
def test_hs_10_cover_of_the_target_s_hex(along: Field, kind: str, cover: int) -> None:
    assert total(attack(along.put(kind, "C3").scenario, "A3", "C3")) == cover


def test_hs_07_a_target_s_orchard_counts_once_and_the_firer_s_never(along: Field) -> None:
    assert total(attack(along.put("orchard", "A3", "C3").scenario, "A3", "C3")) == 1


def test_a_reach_counts_though_the_rules_list_no_step_for_it(along: Field) -> None:
    assert attack(along.scenario, "A3", "C3", weapon=Weapon(reach=1)).stopped_by is AttackStep.RANGE
    assert [it.step.value for it in attack(along.scenario, "A3", "C3").steps] == ["sight", "to_hit"]
