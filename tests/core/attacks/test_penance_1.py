"""Attacks of Penance 1.0, row by row, with every number that the documents work out."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import Stance, Weapon, attack
from fairground.core.grid.hexes import neighbour
from fairground.core.grid.layout import Layout
from fairground.core.rules.attack import AttackKind, AttackStep

if TYPE_CHECKING:
    from fairground.core.attacks.preview import Attack
    from tests.core.sight.conftest import Field, MakeField

MELEE = Weapon(AttackKind.MELEE)


@pytest.fixture
def first(field: MakeField) -> Field:
    return field("penance-1.0", (15, 15), Layout.ODD_Q)


def shot(it: Field, start: str = "D9", end: str = "D5", **more: Any) -> Attack:
    return attack(it.scenario, start, end, **more)


def at_side(it: Field, side: int, shield: str = "left", kind: str | None = None, **more: Any) -> Attack:
    """Attack the unit in E5, which looks up, from the neighbour at one of its sides."""
    target = it.board.parse("E5")
    attacker = neighbour(target, it.board.layout.facing_direction(side))
    stance = Stance(facing=1, shield=shield, shield_kind=kind)
    return attack(it.scenario, attacker, target, target_state=stance, **more)


def changes(found: Attack, kind: str) -> tuple[int, int, int]:
    """Return what a kind changes to hit, in damage and in defence."""
    to_hit, damage, defence = (
        sum(it.amount for it in column if it.kind == kind)
        for column in (found.to_hit, found.damage, found.defence)
    )
    return to_hit, damage, defence


# -- high ground ------------------------------------------------------------------------------------------------


def test_p1_04_high_ground_helps_shots_below(first: Field) -> None:
    found = shot(first.raise_to(1, "D9"))
    assert changes(found, "elevation") == (1, 0, 0)
    assert [it.rule for it in found.to_hit if it.kind == "elevation"] == ["P1-04"]


def test_p1_04_defence_from_above(first: Field) -> None:
    assert changes(shot(first.raise_to(2, "D5")), "elevation") == (0, 0, 1)


def test_p1_04_melee_charging_down_does_1_damage_more(first: Field) -> None:
    first.raise_to(1, "D9")
    charge = shot(first, "D9", "D8", weapon=MELEE, attacker_state=Stance(moved=2))
    assert changes(charge, "elevation") == (0, 1, 0)
    standing = shot(first, "D9", "D8", weapon=MELEE)
    assert changes(standing, "elevation") == (0, 0, 0)
    level = shot(first, "E9", "E8", weapon=MELEE, attacker_state=Stance(moved=2))
    assert changes(level, "elevation") == (0, 0, 0)


def test_p1_21_example_1_high_ground_at_four_hexes_needs_3(first: Field) -> None:
    found = shot(first.raise_to(1, "D9"), weapon=Weapon(damage=2))
    assert (found.distance, found.number, found.chance) == (4, 3, Fraction(2, 3))
    assert (found.damage_total, found.done) == (0, 2)


# -- cover ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["barricade", "cover", "rubble-pile"])
def test_p1_05_partial_cover(first: Field, kind: str) -> None:
    first.put(kind, "D5")
    assert changes(shot(first), "cover") == (-1, 0, 1)
    assert changes(shot(first, "D6", "D5", weapon=MELEE), "cover") == (0, 0, 0)


def test_p1_05_cover_and_a_tower_shield_are_3(first: Field) -> None:
    found = at_side(first.put("barricade", "E5"), 1, kind="tower")
    assert found.defence_total == 3
    assert {it.rule: it.amount for it in found.defence} == {"P1-05": 1, "P1-23": 2}


def test_p1_05_where_cover_does_not_add_to_shields_the_better_counts(field: MakeField) -> None:
    made = field("penance-1.0", (15, 15), Layout.ODD_Q, {"cover.with_shields": False}).put("barricade", "E5")
    assert [at_side(made, 1, kind=kind).defence_total for kind in (None, "buckler", "great")] == [1, 1, 3]


def test_p1_21_example_3_a_shot_at_cover_needs_5(first: Field) -> None:
    found = shot(first.put("barricade", "D4"), "D9", "D4")
    assert (found.distance, found.number, found.chance) == (5, 5, Fraction(1, 3))
    assert found.defence_total == 1


def test_p1_21_example_3_melee_ignores_the_cover(first: Field) -> None:
    found = shot(first.put("barricade", "D8"), "D9", "D8", weapon=MELEE)
    assert (found.is_automatic, found.chance, found.defence_total) == (True, Fraction(1), 0)


# -- smoke and weather ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", [("D5",), ("D9",), ("D5", "D9")])
def test_p1_09_smoke_at_either_end_is_2_once(first: Field, where: tuple[str, ...]) -> None:
    found = shot(first.lay("smoke", *where))
    assert changes(found, "effect") == (-2, 0, 0)
    assert [it.rule for it in found.to_hit if it.kind == "effect"] == ["P1-09"]
    assert found.possible


def test_p1_09_smoke_between_blocks_and_melee_is_unaffected(first: Field) -> None:
    assert shot(first.lay("smoke", "D7")).stopped_by is AttackStep.SIGHT
    assert changes(shot(first, "D8", "D7", weapon=MELEE), "effect") == (0, 0, 0)


@pytest.mark.parametrize(
    ("weather", "modifier"), [("none", 0), ("rain", -1), ("sandstorm", -2), ("extreme-heat", 0)]
)
def test_p1_10_weather_bears_on_shots(first: Field, weather: str, modifier: int) -> None:
    first.scenario.weather = weather
    assert changes(shot(first), "weather") == (modifier, 0, 0)
    assert changes(shot(first, "D9", "D8", weapon=MELEE), "weather") == (0, 0, 0)


def test_p1_10_smoke_adds_nothing_to_a_sandstorm(first: Field) -> None:
    first.lay("smoke", "D5").scenario.weather = "sandstorm"
    assert shot(first).to_hit_total == -2
    first.scenario.weather = "rain"
    assert shot(first).to_hit_total == -3


# -- range, dice and modifiers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("end", "number", "chance"),
    [
        ("D8", 4, "1/2"),
        ("D7", 3, "2/3"),
        ("D6", 3, "2/3"),
        ("D5", 4, "1/2"),
        ("D3", 4, "1/2"),
        ("D2", 5, "1/3"),
    ],
)
def test_p1_16_shots_by_range(first: Field, end: str, number: int, chance: str) -> None:
    found = shot(first, end=end)
    assert (found.number, found.chance) == (number, Fraction(chance))
    assert found.to_hit[0].rule == "P1-16"


@pytest.mark.parametrize("kind", ["melee", "magic"])
def test_p1_16_melee_and_magic_hit_by_themselves(first: Field, kind: str) -> None:
    found = shot(first.put("barricade", "D8"), "D9", "D8", weapon=Weapon(AttackKind(kind)))
    assert (found.chance, found.number, found.to_hit, found.results) == (Fraction(1), None, (), ())


def test_p1_16_there_is_no_arc(first: Field) -> None:
    found = shot(first, attacker_state=Stance(facing=4))
    assert found.possible
    assert [it.step.value for it in found.steps] == ["range", "sight", "response", "to_hit", "roll", "damage"]


def test_p1_17_to_hit(first: Field) -> None:
    first.put("cover", "D5")
    found = shot(
        first,
        target_state=Stance(facing=1, states={"heat": 6}, shield="left"),
        situations=["called-shot"],
    )
    assert {it.kind.value: it.amount for it in found.to_hit} == {
        "range": 0,
        "side": 1,
        "cover": -1,
        "state": 1,
        "situation": -1,
    }
    assert found.number == 4


def test_p1_17_a_called_shot_is_for_shots(first: Field) -> None:
    found = shot(first, "D9", "D8", weapon=MELEE, situations=["called-shot", "tainted-weapon"])
    assert (changes(found, "situation"), found.damage_total) == ((0, 1, 0), 1)


@pytest.mark.parametrize(("heat", "modifier"), [(5, 0), (6, 1), (7, 1), (9, 1)])
def test_p1_17_hot_targets_are_easier_to_hit(first: Field, heat: int, modifier: int) -> None:
    assert changes(shot(first, target_state=Stance(states={"heat": heat})), "state")[0] == modifier


def test_p1_17_damage_from_behind_and_on_a_six(first: Field) -> None:
    found = at_side(first, 4, weapon=Weapon(damage=2), attacker_state=Stance(states={"arm": None}))
    assert {it.kind.value: it.amount for it in found.damage} == {"side": 2, "state": -1}
    (critical,) = found.results
    assert (critical.damage, critical.chance, critical.reactive, critical.rule) == (
        2,
        Fraction(1, 6),
        False,
        "P1-17",
    )
    # 2, 2 from behind, 1 less for the arm, and 2 for the defence lost there.
    assert (found.done, critical.done) == (5, 7)


def test_p1_17_a_hit_does_1_at_least(first: Field) -> None:
    found = at_side(first, 1, kind="great", weapon=Weapon(damage=2))
    assert found.done == 1


def test_p1_17_a_six_that_misses_is_no_critical(first: Field) -> None:
    first.put("cover", "D2").lay("smoke", "D2").scenario.weather = "rain"
    found = shot(first, end="D2", situations=["called-shot"])
    assert (found.number, found.chance) == (10, Fraction(0))
    assert [it.chance for it in found.results] == [0]


# -- shields and states -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("shield", ["left", "right"])
def test_p1_20_shields_cover_the_front_and_the_rear_loses_2(first: Field, shield: str) -> None:
    found = {side: at_side(first, side, shield) for side in range(1, 7)}
    assert [side for side, it in found.items() if it.shield and it.shield.blocks] == [1, 2, 6]
    assert [side for side, it in found.items() if it.defence_total] == [4]
    (rear,) = found[4].defence
    assert (rear.amount, rear.rule) == (-2, "P1-20")


@pytest.mark.parametrize(("kind", "defence"), [("buckler", 1), ("tower", 2), ("great", 3)])
def test_p1_23_makes_of_shields_in_the_front_arc(first: Field, kind: str, defence: int) -> None:
    by_side = [at_side(first, side, "left", kind).defence_total for side in range(1, 7)]
    assert by_side == [defence, defence, 0, -2, 0, defence]
    assert at_side(first, 1, "left", kind).defence[0].rule == "P1-23"
    assert at_side(first, 1, "none", kind).defence == ()


def test_p1_24_attacks_cost_points_and_more_when_hot(first: Field) -> None:
    costs = [shot(first, weapon=Weapon(cost=it)).cost for it in ("light", "medium", "heavy")]
    assert costs == [1, 2, 3]
    hot = Stance(states={"heat": 4})
    assert shot(first, weapon=Weapon(cost="heavy"), attacker_state=hot).cost == 4
    assert shot(first, weapon=Weapon(cost="heavy"), target_state=hot).cost == 3
    assert shot(first).cost is None


def test_p1_24_heat_lowers_defence_and_a_bad_arm_damage(first: Field) -> None:
    found = shot(first, attacker_state=Stance(states={"arm": None}), target_state=Stance(states={"heat": 5}))
    assert changes(found, "state") == (0, -1, -1)
    assert (found.damage[0].rule, found.defence[0].rule) == ("P1-24", "P1-24")
    assert found.defence[0].text == "the target: Heat 5 (Hot)"
