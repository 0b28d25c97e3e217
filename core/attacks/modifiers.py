"""What adds up in an attack: to hit, damage, defence and toughness, each modifier with the rule it rests on."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.attacks.sources import SOURCES
from fairground.core.rules.attack import ModifierKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from fairground.core.attacks.engagement import Engagement
    from fairground.core.attacks.sources import Influence
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside


class Modifier(NamedTuple):
    """One number that is added: where it comes from, how much it is, why, the rule, and where on the board."""

    kind: ModifierKind
    amount: int
    text: str
    rule: str
    place: Hex | Hexside | None


class Sums(NamedTuple):
    """All that adds up in an attack; modifiers to hit are as the ruleset writes them."""

    to_hit: tuple[Modifier, ...]
    damage: tuple[Modifier, ...]
    defence: tuple[Modifier, ...]
    toughness: tuple[Modifier, ...]


def sums(it: Engagement) -> Sums:
    """Return the modifiers of an attack in the ruleset's order; range, movement and side are listed even when they are 0."""
    rules = it.attack
    found = {kind: tuple(source(it)) for kind, source in SOURCES.items()}
    to_hit = [] if it.is_automatic else rules.to_hit_sum
    return Sums(
        to_hit=tuple(_column(found, to_hit, attrgetter("to_hit"), rules.to_hit_rules, zeros=True)),
        damage=tuple(_column(found, rules.damage_sum, attrgetter("damage"), rules.damage_rules)),
        defence=tuple(_column(_with_shields(it, found), SOURCES, attrgetter("defence"), rules.defence_rules)),
        toughness=tuple(_column(found, SOURCES, attrgetter("toughness"), {})),
    )


def total(modifiers: Iterable[Modifier]) -> int:
    """Return the sum of modifiers."""
    return sum(it.amount for it in modifiers)


def _column(
    found: Mapping[ModifierKind, tuple[Influence, ...]],
    kinds: Iterable[ModifierKind],
    amount_of: Callable[[Influence], int],
    rules: Mapping[ModifierKind, str],
    *,
    zeros: bool = False,
) -> Iterator[Modifier]:
    for kind in kinds:
        for it in found.get(kind, ()):
            amount = amount_of(it)
            if amount or (zeros and it.told):
                own = next(iter(it.rules), "")
                rule = own if it.is_shield else rules.get(kind, own)
                yield Modifier(kind, amount, it.text, rule, it.place)


def _with_shields(
    it: Engagement, found: Mapping[ModifierKind, tuple[Influence, ...]]
) -> Mapping[ModifierKind, tuple[Influence, ...]]:
    """Return what bears on defence: where cover does not add to shields, the better of the two (rule P1-05)."""
    if it.rules.cover.with_shields:
        return found
    covers, sides = found[ModifierKind.COVER], found[ModifierKind.SIDE]
    shields = tuple(part for part in sides if part.is_shield)
    if sum(part.defence for part in covers) > sum(part.defence for part in shields):
        return {**found, ModifierKind.SIDE: tuple(part for part in sides if not part.is_shield)}
    return {**found, ModifierKind.COVER: ()} if shields else found
