"""Ruleset base-visibility, rule by rule: what is pure data."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.movement.mover import climb_cost
from fairground.core.rules import load_ruleset
from fairground.core.rules.attack import ModifierKind, Modifies, Resolution
from fairground.core.rules.sight import ElevationPolicy, SightModel
from fairground.core.rules.terrain import HardCover
from fairground.core.rules.visibility import CoverKind, TargetState

RULES = load_ruleset("base-visibility")
GRADES = RULES.visibility.grades
numbers = st.integers(-20, 20)


def test_bv_01_sight_is_from_base_to_base() -> None:
    assert RULES.sight.model is SightModel.BASES
    names = "clear hill building ruin low-wall high-wall exposed obscured concealed void"
    assert list(RULES.terrain) == names.split()
    assert (RULES.effects, RULES.hexsides) == ({}, {})


def test_bv_01_hills_and_intact_buildings_block() -> None:
    assert {name for name, it in RULES.terrain.items() if it.blocks_sight} == {"hill", "building"}


def test_bv_02_awareness_of_the_grades() -> None:
    assert {name: it.awareness for name, it in GRADES.items()} == {
        "exposed": 24,
        "obscured": 12,
        "concealed": 6,
    }


def test_bv_02_terrain_gives_the_grade() -> None:
    given_grades = {name: it.visibility for name, it in RULES.terrain.items() if it.visibility is not None}
    assert given_grades == {"exposed": "exposed", "obscured": "obscured", "concealed": "concealed"}
    assert RULES.visibility.open == "exposed"
    assert RULES.ground(["clear"]).visibility is None


def test_bv_02_of_several_grades_in_one_hex_the_one_that_hides_most_counts() -> None:
    assert RULES.ground(["exposed", "concealed", "obscured"]).visibility == "concealed"
    assert RULES.ground(["obscured", "ruin"]).visibility == "obscured"


def test_bv_03_difficult_targets_have_more_evasion() -> None:
    assert {name: it.evasion for name, it in GRADES.items()} == {"exposed": 1, "obscured": 2, "concealed": 3}


@pytest.mark.parametrize(
    ("grade", "state", "needed", "chance"),
    [
        ("exposed", TargetState.EASY, 4, "1/2"),
        ("exposed", TargetState.DIFFICULT, 5, "1/3"),
        ("obscured", TargetState.EASY, 4, "1/2"),
        ("obscured", TargetState.DIFFICULT, 6, "1/6"),
        ("concealed", TargetState.EASY, 4, "1/2"),
        ("concealed", TargetState.DIFFICULT, 7, "0"),
    ],
)
def test_bv_03_the_six_examples(grade: str, state: TargetState, needed: int, chance: str) -> None:
    guard = RULES.classes["guard"]
    assert guard.skill is not None
    assert guard.evasion is not None
    modifier = GRADES[grade].evasion if state is TargetState.DIFFICULT else 0
    assert RULES.attack.number_to_reach(modifier, skill=guard.skill, evasion=guard.evasion) == needed
    assert RULES.attack.hit_chance(modifier, skill=guard.skill, evasion=guard.evasion) == Fraction(chance)


@given(skill=numbers, evasion=numbers, modifier=numbers)
def test_bv_03_skill_is_set_against_evasion(skill: int, evasion: int, modifier: int) -> None:
    assert RULES.attack.resolution is Resolution.SKILL
    assert RULES.attack.modifies is Modifies.TARGET_NUMBER
    assert RULES.attack.to_hit_sum == (ModifierKind.VISIBILITY,)
    needed = RULES.attack.number_to_reach(modifier, skill=skill, evasion=evasion)
    assert needed == 4 + evasion - skill + modifier
    chance = RULES.attack.hit_chance(modifier, skill=skill, evasion=evasion)
    assert chance == Fraction(min(6, max(0, 7 - needed)), 6)


@given(skill=numbers, evasion=numbers, modifier=numbers)
def test_bv_03_where_attacks_have_a_target_number_skill_does_not_count(
    skill: int, evasion: int, modifier: int
) -> None:
    penance = load_ruleset("penance-2.0")
    assert penance.attack.number_to_reach(
        modifier, skill=skill, evasion=evasion
    ) == penance.attack.number_to_reach(modifier)


def test_bv_03_the_guard_of_the_examples() -> None:
    guard = RULES.classes["guard"]
    assert (guard.skill, guard.evasion) == (6, 6)
    assert (str(RULES.attack.dice), RULES.attack.target) == ("1d6", 4)


def test_bv_04_going_to_ground() -> None:
    assert RULES.visibility.to_ground == {
        TargetState.EASY: TargetState.DIFFICULT,
        TargetState.DIFFICULT: TargetState.HIDDEN,
    }


def test_bv_05_traits_of_units() -> None:
    traits = RULES.visibility.unit_traits
    assert list(traits) == ["recon", "stealth", "acute-senses", "observer"]
    assert [name for name, it in traits.items() if it.lifts_ground] == ["recon"]
    assert [name for name, it in traits.items() if it.ground_after_advance] == ["stealth"]
    assert {name: it.awareness_of_grounded for name, it in traits.items()} == {
        "recon": 1,
        "stealth": 1,
        "acute-senses": 2,
        "observer": 1,
    }


def test_bv_06_hard_cover() -> None:
    assert RULES.visibility.hard_cover == 1
    assert {
        name: it.hard_cover for name, it in RULES.terrain.items() if it.hard_cover is not HardCover.NONE
    } == {
        "hill": HardCover.BEHIND,
        "ruin": HardCover.BEHIND,
        "low-wall": HardCover.CONTACT,
        "high-wall": HardCover.BEHIND,
    }


def test_bv_07_blast_and_flame() -> None:
    ignored = {name: it.ignores for name, it in RULES.visibility.weapon_traits.items()}
    assert ignored == {
        "blast": (CoverKind.SOFT,),
        "flame": (CoverKind.SOFT, CoverKind.HARD),
        "indirect": (),
    }


def test_bv_08_indirect_fire_and_observers() -> None:
    traits = RULES.visibility.weapon_traits
    assert {name: it.hidden_as for name, it in traits.items()} == {
        "blast": None,
        "flame": None,
        "indirect": "concealed",
    }
    assert [name for name, it in traits.items() if it.observers] == ["indirect"]
    assert [name for name, it in RULES.visibility.unit_traits.items() if it.observes] == ["observer"]


def test_bv_09_there_is_a_class_of_large_targets() -> None:
    guard, large = RULES.classes["guard"], RULES.classes["large-target"]
    assert guard.base == pytest.approx(1.26)
    assert large.base is not None
    assert large.base > 1.26
    assert "base" in guard.readings
    assert "base" in large.readings


def test_bv_10_what_blocks_can_be_entered() -> None:
    assert all(it.passable for it in RULES.terrain.values() if it.blocks_sight)
    assert {name for name, it in RULES.terrain.items() if not it.passable} == {"high-wall", "void"}


def test_bv_11_levels_do_not_bear_on_sight() -> None:
    assert RULES.sight.elevation is ElevationPolicy.IGNORE
    assert all(it.height is None for it in RULES.terrain.values())


def test_moving_is_plain_where_the_document_leaves_it_aside() -> None:
    assert {it.cost for it in RULES.terrain.values()} == {1}
    assert climb_cost(RULES, 0, 3) == 0
    assert RULES.movement.rotation.cost_of(3) == 0
    assert not RULES.movement.modes["walk"].faces
