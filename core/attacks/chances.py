"""Exact chances of a roll that must reach a number and show something besides, and how they are told."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from fairground.core.rules.attack import ResultCounts

if TYPE_CHECKING:
    from fairground.core.rules.attack import AttackResult
    from fairground.core.rules.dice import Dice


def chance_of_result(dice: Dice, number: int, result: AttackResult) -> Fraction:
    """Return the chance that a roll reaches ``number`` and is what a named result looks at (rules P2-24, P1-17).

    A result that counts the total needs one within its stretch; one that counts a die needs at least one die within it.

    Examples
    --------
    >>> from fairground.core.rules.attack import AttackResult
    >>> chance_of_result(Dice(count=2, sides=6), 8, AttackResult(name="Strong hit", min=7, max=8))
    Fraction(5, 36)
    """
    if result.counts is ResultCounts.TOTAL:
        return dice.chance_of_total(max(number, result.min), result.max)
    faces = [face for face in range(1, dice.sides + 1) if face not in result]
    return dice.chance_of_total(number) - _chance_with_faces(dice, number, faces)


def chance_words(chance: Fraction) -> str:
    """Return a chance as a fraction and in percent: ``13/18, 72.2 %``."""
    return f"{chance}, {percent(chance)} %"


def percent(chance: Fraction) -> float:
    """Return a chance in percent, to one decimal."""
    return round(float(chance * 100), 1)


def _chance_with_faces(dice: Dice, number: int, faces: list[int]) -> Fraction:
    """Return the chance that a roll reaches a number with no die showing another face."""
    ways = {0: 1}
    for _ in range(dice.count):
        more: dict[int, int] = {}
        for total, n in ways.items():
            for face in faces:
                more[total + face] = more.get(total + face, 0) + n
        ways = more
    return Fraction(sum(n for total, n in ways.items() if total >= number), dice.sides**dice.count)
