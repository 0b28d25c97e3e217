"""The damage of a hit, the named results, and their exact chances."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.attacks.modifiers import total
from fairground.core.rules.attack import ModifierKind, ResultCounts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.attacks.engagement import Engagement
    from fairground.core.attacks.modifiers import Sums
    from fairground.core.rules.attack import AttackResult
    from fairground.core.rules.dice import Dice


def chance_of_result(dice: Dice, number: int, result: AttackResult) -> Fraction:
    """Return the chance that a roll reaches ``number`` with a named result (rules P2-24, P1-17).

    The total must be within the result's range, or at least one die, as ``result.counts`` says.

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


def format_chance(chance: Fraction) -> str:
    """Return a chance as a fraction and in percent: ``13/18, 72.2%``."""
    return f"{chance}, {percent(chance)}%"


def percent(chance: Fraction) -> float:
    """Return a chance in percent, to one decimal."""
    return round(float(chance * 100), 1)


def _chance_with_faces(dice: Dice, number: int, faces: list[int]) -> Fraction:
    """Return the chance that a roll reaches a number and every die shows one of the faces."""
    counts = {0: 1}
    for _ in range(dice.count):
        longer: dict[int, int] = {}
        for before, n in counts.items():
            for face in faces:
                longer[before + face] = longer.get(before + face, 0) + n
        counts = longer
    return Fraction(sum(n for total, n in counts.items() if total >= number), dice.sides**dice.count)


class NamedResult(NamedTuple):
    """A named result of the roll: its chance, including that of hitting, and its effects.

    ``damage`` adds to the other modifiers; ``bypasses`` are points of defence ignored. ``done`` is the total damage, None if
    unknown. ``reactive`` is whether the defender may still play a reactive card.
    """

    id: str
    name: str
    chance: Fraction
    damage: int
    bypasses: int
    bypasses_all: bool
    destroys_component: bool
    reactive: bool
    done: int | None
    text: str
    rule: str


def named_results(it: Engagement, sums: Sums, number: int | None) -> Iterator[NamedResult]:
    """Yield the named results of a roll that must reach ``number``, the lowest first; none without a roll."""
    if number is None:
        return
    for name, result in sorted(it.attack.results.items(), key=lambda item: item[1].min):
        if result.attacks and it.weapon.kind not in result.attacks:
            continue
        damage = result.damage if ModifierKind.RESULT in it.attack.damage_sum else 0
        yield NamedResult(
            id=name,
            name=result.name,
            chance=chance_of_result(it.attack.dice, number, result),
            damage=damage,
            bypasses=result.bypasses,
            bypasses_all=result.bypasses_all,
            destroys_component=result.destroys_component,
            reactive=result.reactive and may_react(it) is not False,
            done=damage_done(it, sums, result),
            text=result.description,
            rule=next(iter(result.rules), ""),
        )


def may_react(it: Engagement) -> bool | None:
    """Return whether the defender may play a reactive card; None if that depends on an unknown side."""
    if it.row is not None:
        return it.row.reactive
    if not it.rules.shields:
        return None
    answers = {row.reactive for row in it.rules.shield_table(it.target.shield.value).sides.values()}
    return answers.pop() if len(answers) == 1 else None


def damage_done(it: Engagement, sums: Sums, result: AttackResult | None = None) -> int | None:
    """Return the damage of a hit, plain or with a named result: the weapon's with modifiers, less the target's defence.

    None if the damage of the weapon is unknown; an unknown defence counts as 0.
    """
    base = it.weapon.damage
    if base is None:
        return None
    defence = (it.target.stance.defence or 0) + total(sums.defence)
    damage = base + total(sums.damage)
    if result is not None:
        damage += result.damage if ModifierKind.RESULT in it.attack.damage_sum else 0
        defence -= max(0, defence) if result.bypasses_all else min(result.bypasses, max(0, defence))
    return max(it.attack.minimum_damage, damage - defence)
