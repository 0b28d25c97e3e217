"""Kinds of units in play, from a force and the ruleset."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from fairground.core.attacks.fighter import Weapon
from fairground.core.movement.mover import mover
from fairground.core.rules.attack import Resolution
from fairground.core.rules.unit_classes import attack_cost
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fairground.core.files.force_file import Force, ForceUnit
    from fairground.core.movement.mover import Mover
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.document import Scenario

#: The track that counts the heat of terrain, effects and weather.
HEAT: Final = "heat"
#: The arms that can carry a shield, by number; ``either`` becomes one of the first two in each game.
SHIELDS: Final = ("left", "right", "none")


@dataclass(frozen=True, slots=True)
class UnitKind:
    """The properties of equal units; ``shield`` is left, right, none or either."""

    class_id: str
    mode: str | None
    height: int
    weapons: tuple[Weapon, ...]
    hit_points: int
    defence: int
    skill: int
    evasion: int
    shield: str
    shield_kind: str | None
    #: The unit's own number of movement points a turn; None: that of its class.
    allowance: int | None = None


def kinds_of(force: Force, rules: Ruleset) -> tuple[UnitKind, ...]:
    """Return the kind of each entry of a force that fits a ruleset, in order."""
    return tuple(_kind(it, rules) for it in force.units)


def _kind(it: ForceUnit, rules: Ruleset) -> UnitKind:
    own = rules.classes[it.unit_class]
    rated = rules.attack.resolution is Resolution.SKILL
    return UnitKind(
        class_id=it.unit_class,
        mode=it.mode,
        height=own.height,
        weapons=tuple(
            Weapon(kind=weapon.kind, reach=weapon.reach, cost=weapon.cost, damage=weapon.damage)  # type: ignore[arg-type]
            for weapon in it.weapons
        ),
        hit_points=it.hit_points,
        defence=it.defence,
        skill=(own.skill if it.skill is None else it.skill) or 0 if rated else 0,
        evasion=(own.evasion if it.evasion is None else it.evasion) or 0 if rated else 0,
        shield=it.shield,
        shield_kind=it.shield_kind,
    )


def bare_kind(unit_class: str, rules: Ruleset) -> UnitKind:
    """Return the kind of a class without a force: no weapons, and a single hit point."""
    own = rules.classes[unit_class]
    return UnitKind(
        class_id=unit_class,
        mode=None,
        height=own.height,
        weapons=(),
        hit_points=1,
        defence=0,
        skill=own.skill or 0,
        evasion=own.evasion or 0,
        shield="none",
        shield_kind=None,
    )


def heat_bands(rules: Ruleset) -> tuple[tuple[int, int | None], ...]:
    """Return the least and greatest heat of each band of the ruleset, coolest first; a single band if it has no heat."""
    track = rules.unit_state.tracks.get(HEAT)
    if track is None or not track.bands:
        return ((0, None),)
    return tuple(sorted((it.min, it.max) for it in track.bands.values()))


def states_of(rules: Ruleset, band: int) -> Mapping[str, int]:
    """Return the states of a unit in a heat band; none in rulesets without heat."""
    return {HEAT: heat_bands(rules)[band][0]} if HEAT in rules.unit_state.tracks else {}


def mover_of(scenario: Scenario, kind: UnitKind, band: int) -> Mover:
    """Return the mover of a kind of unit in a heat band, ignoring other units."""
    usual = mover(scenario, kind.class_id, kind.mode, states=states_of(scenario.rules, band))
    if kind.allowance is None:
        return usual
    more = kind.allowance - scenario.rules.classes[kind.class_id].allowance
    return replace(usual, allowance=max(0, usual.allowance + more))


def misfits(force: Force, rules: Ruleset) -> list[str]:
    """Return the reasons why a force doesn't fit a ruleset, a clause each."""
    reasons = [reason for it in force.units for reason in _unit_misfits(it, rules)]
    if rules.attack.resolution is Resolution.MODIFIERS and force.roll is None:
        reasons.append(f"{rules.title} has no roll to hit, and the force {force.title} does not define one")
    return list(dict.fromkeys(reasons))


def _unit_misfits(it: ForceUnit, rules: Ruleset) -> Iterator[str]:
    own = rules.classes.get(it.unit_class)
    if own is None:
        yield _lacks("class", it.unit_class, rules.classes, rules)
        return
    if it.mode is not None and it.mode not in rules.movement.modes:
        yield _lacks("movement mode", it.mode, rules.movement.modes, rules)
    if not rules.movement.modes:
        yield f"{rules.title} has no movement modes"
    if it.shield_kind is not None and it.shield_kind not in rules.shield_kinds:
        yield _lacks("shield type", it.shield_kind, rules.shield_kinds, rules)
    for weapon in it.weapons:
        if weapon.cost is not None and weapon.cost not in rules.attack.weapon_costs:
            yield _lacks("weapon cost", weapon.cost, rules.attack.weapon_costs, rules)
    if rules.attack.resolution is Resolution.SKILL:
        skill = own.skill if it.skill is None else it.skill
        evasion = own.evasion if it.evasion is None else it.evasion
        for what, value in (("skill", skill), ("evasion", evasion)):
            if value is None:
                yield f"{own.name} has no {what}, which attacks in {rules.title} need"


def _lacks(what: str, name: str, known: Iterable[str], rules: Ruleset) -> str:
    return f"{rules.title} has no {what} {name!r}{did_you_mean(name, list(known))}"


def weapon_cost(rules: Ruleset, weapon: Weapon, band: int) -> Fraction:
    """Return the movement points of an attack in a heat band; 0 for weapons without a cost."""
    return Fraction(0) if weapon.cost is None else attack_cost(rules, weapon.cost, states_of(rules, band))
