from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.rules.dice import Dice


@given(st.integers(1, 3), st.integers(2, 6), st.integers(-1, 20), st.integers(-1, 20))
def test_chances_are_those_of_all_rolls_counted_out(count: int, sides: int, low: int, high: int) -> None:
    dice = Dice(count=count, sides=sides)
    rolls = list(product(range(1, sides + 1), repeat=count))
    assert dice.chance_of_total(low) == Fraction(sum(sum(r) >= low for r in rolls), len(rolls))
    assert dice.chance_of_total(low, high) == Fraction(sum(low <= sum(r) <= high for r in rolls), len(rolls))


@pytest.mark.parametrize(
    ("target", "ways"),
    [(2, 36), (3, 35), (4, 33), (5, 30), (6, 26), (7, 21), (8, 15), (12, 1), (13, 0), (-5, 36)],
)
def test_two_dice_reach_a_number(target: int, ways: int) -> None:
    assert Dice(count=2, sides=6).chance_of_total(target) == Fraction(ways, 36)


def test_dice_are_named_as_players_do() -> None:
    dice = Dice(count=2, sides=6)
    assert (str(dice), dice.lowest, dice.highest) == ("2d6", 2, 12)
