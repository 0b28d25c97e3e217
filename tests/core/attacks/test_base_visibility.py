"""Attacks from base to base: skill against evasion, by how well the target is seen."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import Stance, Weapon, attack
from fairground.core.errors import ScenarioError, UsageError
from fairground.core.rules.attack import AttackStep
from fairground.core.scenario.parts import Unit

if TYPE_CHECKING:
    from fairground.core.attacks.preview import Attack
    from tests.core.sight.conftest import Field, MakeField

DOWN = Stance(grounded=True)


@pytest.fixture
def table(field: MakeField) -> Field:
    """Make a row of hexes of 2 inches; guards have bases of 1.26, so that n hexes are 2n - 1.26 inches from edge to edge."""
    return field("base-visibility", (20, 3))


def shot(it: Field, hexes: int, **more: Any) -> Attack:
    return attack(it.scenario, "A2", it.board.label(it.board.layout.from_offset(hexes, 1)), **more)


def on(it: Field, kind: str) -> Field:
    """Put ground on all of the board but the attacker's hex."""
    return it.put(kind, *(it.board.label(at) for at in it.board.hexes() if it.board.label(at) != "A2"))


@pytest.mark.parametrize(
    ("grade", "hexes", "state", "needed", "chance"),
    [
        ("exposed", 12, "easy", 4, "1/2"),
        ("exposed", 13, "difficult", 5, "1/3"),
        ("obscured", 6, "easy", 4, "1/2"),
        ("obscured", 7, "difficult", 6, "1/6"),
        ("concealed", 3, "easy", 4, "1/2"),
        ("concealed", 4, "difficult", 7, "0"),
    ],
)
def test_bv_03_the_six_examples(
    table: Field, grade: str, hexes: int, state: str, needed: int, chance: str
) -> None:
    found = shot(on(table, grade), hexes)
    assert (found.number, found.chance) == (needed, Fraction(chance))
    (modifier,) = found.to_hit
    assert (modifier.kind.value, modifier.rule) == ("visibility", "BV-03")
    assert modifier.text == f"{state} target, {grade}"
    assert found.possible == (needed < 7)


def test_bv_03_seven_is_out_of_the_reach_of_a_die(table: Field) -> None:
    found = shot(on(table, "concealed"), 4)
    assert found.stopped_by is AttackStep.ROLL
    assert found.steps[-1].text == "7 is more than 1d6 can roll"
    assert "7 or more (4, evasion 6 against skill 6, +3 to the number)" in found.steps[-2].text


def test_bv_02_the_distance_is_in_inches_from_edge_to_edge(table: Field) -> None:
    found = shot(table, 5)
    assert found.inches == pytest.approx(8.74)
    assert shot(table, 5, weapon=Weapon(reach=9)).possible
    assert shot(table, 5, weapon=Weapon(reach=8)).stopped_by is AttackStep.RANGE


def test_bv_01_behind_a_hill_it_is_hidden_and_no_target(table: Field) -> None:
    found = shot(table.put("hill", "C1", "C2", "C3", "D1", "D2", "D3"), 5)
    assert (found.possible, found.stopped_by) == (False, AttackStep.SIGHT)
    assert (found.to_hit, found.number) == ((), 4)


def test_bv_04_going_to_ground(table: Field) -> None:
    near, far = shot(table, 5, target_state=DOWN), shot(table, 13, target_state=DOWN)
    assert (near.number, near.possible) == (5, True)
    assert far.stopped_by is AttackStep.SIGHT


def test_bv_05_acute_senses_see_twice_as_far_who_went_to_ground(table: Field) -> None:
    on(table, "obscured")
    sharp = Unit("sharp", "one", "guard", table.board.parse("A2"), traits=("acute-senses",))
    assert shot(table, 7, target_state=DOWN).stopped_by is AttackStep.SIGHT
    table.scenario.units.append(sharp)
    assert shot(table, 7, target_state=DOWN).number == 6


def test_bv_06_and_bv_07_hard_cover_is_toughness_unless_flame_ignores_it(table: Field) -> None:
    table.put("ruin", "E2")
    found = shot(table, 5)
    assert [(it.amount, it.rule, it.text) for it in found.toughness] == [(1, "BV-06", "hard cover: ruin")]
    assert shot(table, 5, weapon=Weapon(traits=("blast",))).toughness_total == 1
    assert shot(table, 5, weapon=Weapon(traits=("flame",))).toughness_total == 0


@pytest.mark.parametrize(("traits", "needed"), [((), 6), (("blast",), 4), (("flame",), 4)])
def test_bv_07_blast_and_flame_ignore_soft_cover(table: Field, traits: tuple[str, ...], needed: int) -> None:
    found = shot(on(table, "obscured"), 7, weapon=Weapon(traits=traits))
    assert (found.number, found.to_hit[0].rule) == (needed, "BV-07" if traits else "BV-03")
    assert ("ignores soft cover" in found.to_hit[0].text) == bool(traits)


def test_bv_08_indirect_weapons_hit_the_hidden_as_concealed(table: Field) -> None:
    table.put("hill", "C1", "C2", "C3")
    weapon = Weapon(traits=("indirect",))
    assert (shot(table, 3, weapon=weapon).number, shot(table, 3).possible) == (4, False)
    assert shot(table, 5, weapon=weapon).number == 7


def test_bv_08_an_observer_lends_its_view(table: Field) -> None:
    table.put("hill", "C1", "C2", "C3")
    table.scenario.units.append(
        Unit("spotter", "one", "guard", table.board.parse("D2"), traits=("observer",))
    )
    found = shot(table, 6, weapon=Weapon(traits=("indirect",)), observers=["spotter"])
    assert found.number == 4
    assert found.base_sight is not None
    assert found.base_sight.observer == "spotter"
    with pytest.raises(UsageError, match="observers only help indirect weapons"):
        shot(table, 6, observers=["spotter"])


def test_bv_07_a_misspelt_trait_is_named(table: Field) -> None:
    with pytest.raises(ScenarioError, match=r"no weapon trait 'blats'. Did you mean 'blast'\?"):
        shot(table, 3, weapon=Weapon(traits=("blats",)))


def test_there_are_no_sides_and_no_arcs(table: Field) -> None:
    found = shot(table, 3, attacker_state=Stance(facing=4), target_state=Stance(facing=1))
    assert (found.side, found.shield, found.reactive, found.sight) == (None, None, None, None)
    assert [it.step.value for it in found.steps] == ["sight", "to_hit", "roll"]
    told = found.to_json()
    assert (told["resolution"], told["inches"], told["dice"]) == ("skill", found.inches, "1d6")


def test_a_class_without_skill_leaves_the_number_open(field: MakeField) -> None:
    made = field("base-visibility", (20, 3), overrides={"classes.guard.skill": None})
    found = shot(made, 3)
    assert (found.number, found.chance, found.possible) == (None, None, True)
    assert [it.state.value for it in found.steps] == ["yes", "open", "open"]
