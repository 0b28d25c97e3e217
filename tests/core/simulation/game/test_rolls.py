"""Rolls to hit, compared with chances that are known."""

from collections import Counter
from fractions import Fraction
from random import Random

from fairground.core.rules import load_ruleset
from fairground.core.rules.attack import AttackKind, AttackResult, AttackRules, ResultCounts
from fairground.core.rules.dice import Dice
from fairground.core.simulation.game.rolls import Rolls

PENANCE_1 = load_ruleset("penance-1.0").attack
PENANCE_2 = load_ruleset("penance-2.0").attack


def test_p2_24_named_results_go_by_the_sum_of_two_dice() -> None:
    rolls = Rolls(PENANCE_2, PENANCE_2.dice, AttackKind.RANGED)
    by_name: Counter[str] = Counter()
    for fall in rolls.falls:
        by_name[fall.result.name if fall.result else ""] += fall.ways
    assert rolls.ways == 36
    assert by_name == {"": 15, "Strong hit": 11, "Critical hit": 4, "Execution": 6}


def test_p1_17_a_six_on_one_die_is_a_critical_hit_of_ranged_attacks() -> None:
    rolls = Rolls(PENANCE_1, PENANCE_1.dice, AttackKind.RANGED)
    assert [(it.total, it.ways) for it in rolls.falls if it.result] == [(6, 1)]


def test_results_of_single_dice_are_counted_with_their_sums() -> None:
    attack = AttackRules(results={"six": AttackResult(name="Six", min=6, counts=ResultCounts.DIE)})
    dice = Dice(count=2, sides=6)
    rolls = Rolls(attack, dice, AttackKind.RANGED)
    with_six = [it for it in rolls.falls if it.result]
    assert sum(it.ways for it in with_six) == 11
    assert {it.total: it.ways for it in with_six} == {7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 1}


def test_attacks_that_hit_without_a_roll_have_one_way_to_fall() -> None:
    rolls = Rolls(PENANCE_1, PENANCE_1.dice, AttackKind.MELEE)
    assert rolls.is_automatic
    assert [(it.result, it.ways) for it in rolls.falls] == [(None, 1)]


def test_p2_24_a_result_bypasses_the_defence_that_there_is() -> None:
    rolls = Rolls(PENANCE_2, PENANCE_2.dice, AttackKind.RANGED)
    results = PENANCE_2.results
    assert rolls.damage(None, 4, 2) == 2
    assert rolls.damage(results["critical"], 4, 2) == 4 + 2 - 1
    assert rolls.damage(results["execution"], 4, 3) == 4
    assert rolls.damage(results["execution"], 4, -2) == 6
    assert rolls.damage(None, 1, 9) == PENANCE_2.minimum_damage == 1


def test_worth_counts_no_more_damage_than_there_are_hit_points_left() -> None:
    rolls = Rolls(PENANCE_2, PENANCE_2.dice, AttackKind.RANGED)
    table = rolls.worth(5, kill=8, span=4, most=9)
    number, damage, defence = 9, 3, 0
    place = number - rolls.lowest, damage + 4, defence + 4
    # 9 in 4 ways does 5 points, 10 to 12 in 6 ways do 3.
    assert table[5][place] == 4 * (2 * 5 + 8) + 6 * 2 * 3
    assert table[2][place] == 10 * (2 * 2 + 8)
    assert table[0][place] == 0


def test_throws_come_as_often_as_they_should() -> None:
    rolls = Rolls(PENANCE_2, PENANCE_2.dice, AttackKind.RANGED)
    dice = Random(5)  # noqa: S311  # a game's dice
    thrown = Counter(rolls.throw(dice).total for _ in range(3600))
    for fall in rolls.falls:
        expected = Fraction(fall.ways, 36) * 3600
        assert abs(thrown[fall.total] - expected) < 5 * float(expected) ** 0.5
