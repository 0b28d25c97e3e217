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
    return f"{chance}, {percent(chance)}%"


def percent(chance: Fraction) -> float:
    """Return a chance in percent, to one decimal."""
    return round(float(chance * 100), 1)


def _chance_with_faces(dice: Dice, number: int, faces: list[int]) -> Fraction:
    """Return the chance that a roll reaches a number with no die showing another face."""
    ways = {0: 1}
    for _ in range(dice.count):
        more: dict[int, int] = {}
        for before, n in ways.items():
            for face in faces:
                more[before + face] = more.get(before + face, 0) + n
        ways = more
    return Fraction(sum(n for total, n in ways.items() if total >= number), dice.sides**dice.count)


class NamedResult(NamedTuple):
    """A roll with a name: how likely it is, hitting included, and what it changes.

    ``damage`` comes on top of the other modifiers; ``bypasses`` are points of defence that do not count. ``done`` is the
    damage that it does in all, None where that is not known. ``reactive`` is whether the defender may still answer with a
    reactive card.
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
    """Yield the named results that a roll that must reach ``number`` can have, the lowest first; none where nothing is rolled."""
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
    """Return whether the defender may answer with a reactive card; None where that takes the side, and none is known."""
    if it.row is not None:
        return it.row.reactive
    if not it.rules.shields:
        return None
    rows = it.rules.shield_table(it.target.shield.value).sides.values()
    every = {row.reactive for row in rows}
    return every.pop() if len(every) == 1 else None


def damage_done(it: Engagement, sums: Sums, result: AttackResult | None = None) -> int | None:
    """Return the damage of a hit, plain or with a named result: what the weapon does, with modifiers, less the defence.

    None when the damage of the weapon is not known. The target's own defence is taken for 0 when it is not known.
    """
    base = it.weapon.damage
    if base is None:
        return None
    defence = (it.target.stance.defence or 0) + total(sums.defence)
    damage = base + total(sums.damage)
    if result is not None:
        damage += result.damage if ModifierKind.RESULT in it.attack.damage_sum else 0
        ignored = max(0, defence) if result.bypasses_all else min(result.bypasses, max(0, defence))
        defence -= ignored
    return max(it.attack.minimum_damage, damage - defence)
