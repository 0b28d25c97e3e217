"""The cover of a target and the hindrance along a line of sight, in one direction of fire."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fairground.core.grid.hexes import distance
from fairground.core.rules.sight import (
    CoverEffect,
    CoverReach,
    CoverUnits,
    HexsidePolicy,
    HindranceReach,
    OwnHexsidePolicy,
)
from fairground.core.sight.line.reasons import SENTENCES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.rules import Ruleset
    from fairground.core.rules.sight import Cover as CoverRules
    from fairground.core.rules.sight import CoverGrade
    from fairground.core.rules.sight import Sight as SightRules
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit
    from fairground.core.sight.board.facts import HexSightFacts, Hindering
    from fairground.core.sight.line.features import Met

    Run = Sequence[tuple[Hex, HexSightFacts]]


class Shelter(NamedTuple):
    """A source of cover that counts: its hex, text, grade, value under ``cover.effect``, and rule."""

    hex: Hex
    text: str
    grade: str
    value: int
    rule: str


class CoveredShot(NamedTuple):
    """The ends of a shot, the hexes crossed and beside the line that may affect it, and the hexes passed with units."""

    firer: Hex
    target: Hex
    firer_facts: HexSightFacts | None
    target_facts: HexSightFacts | None
    crossed: Run
    left: Run
    right: Run
    passed: Collection[Hex]


def shelters(scenario: Scenario, shot: CoveredShot) -> list[Shelter]:
    """Return the cover of the target: the best one, or all that add up (rules P1-05, P2-06, P2-07, HS-10).

    Terrain of the target's hex gives cover; with ``cover.reach: adjacent`` also terrain next to the target that the line
    passes, or one side of a hexside it runs along (``sight.hexside``). The firer's hex gives none. Higher ground may ignore
    cover (rule P2-08).
    """
    rules = scenario.rules
    if _ignored(rules, shot):
        return []
    covers = _cover_of_hex(rules, shot.target, shot.target_facts)
    if rules.cover.reach is CoverReach.ADJACENT:
        covers += _passed(rules, shot, shot.crossed)
        covers += _cover_beside(rules, shot)
    covers += _of_units(scenario, shot)
    if rules.cover.stacks or not covers:
        return covers
    return [max(covers, key=lambda it: abs(it.value))]


def _ignored(rules: Ruleset, shot: CoveredShot) -> bool:
    firer, target = shot.firer_facts, shot.target_facts
    if firer is None or target is None:
        return False
    return rules.attack.heights.higher.ignores_cover and firer.level > target.level


def _cover_beside(rules: Ruleset, shot: CoveredShot) -> list[Shelter]:
    """Return the cover on one side of the line: the lesser side, or the worse one for the attacker."""
    choose = max if rules.sight.hexside is HexsidePolicy.WORSE_SIDE else min
    worth = _sum if rules.cover.stacks else _greatest
    return choose(_passed(rules, shot, shot.left), _passed(rules, shot, shot.right), key=worth)


def _passed(rules: Ruleset, shot: CoveredShot, run: Run) -> list[Shelter]:
    """Return the cover of hexes next to the target that the line passes."""
    return [
        it for at, facts in run if distance(at, shot.target) == 1 for it in _cover_of_hex(rules, at, facts)
    ]


def _cover_of_hex(rules: Ruleset, at: Hex, facts: HexSightFacts | None) -> list[Shelter]:
    if facts is None:
        return []
    grades = [(it, rules.cover.grades[it]) for it in facts.covers]
    return [
        Shelter(at, grade.name, name, grade_value(rules.cover, grade), next(iter(grade.rules), ""))
        for name, grade in grades
    ]


def _of_units(scenario: Scenario, shot: CoveredShot) -> list[Shelter]:
    """Return the cover of the units that the line crosses."""
    cover = scenario.rules.cover
    units = units_between(scenario, shot.firer)
    if cover.unit_grade is None or not units:
        return []
    value = grade_value(cover, cover.grades[cover.unit_grade])
    sentence = SENTENCES.unit_between
    return [
        Shelter(
            unit.hex, sentence.fill(unit=scenario.unit_title(unit)), cover.unit_grade, value, sentence.rule
        )
        for unit in units
        if unit.hex in shot.passed
    ]


def units_between(scenario: Scenario, firer: Hex) -> list[Unit]:
    """Return the units that give cover against fire from a hex if the line crosses their hexes."""
    which = scenario.rules.cover.units
    if which is CoverUnits.NONE or not scenario.units:
        return []
    firing = [unit for unit in scenario.units if unit.hex == firer]
    return [unit for unit in scenario.units if which is CoverUnits.ANY or _is_enemy(scenario, firing, unit)]


def _is_enemy(scenario: Scenario, firing: list[Unit], unit: Unit) -> bool:
    """Whether a unit is an enemy of those that fire; if none do, every unit is."""
    own = {allegiance_of(scenario, it.side) for it in firing}
    return allegiance_of(scenario, unit.side) not in own


def allegiance_of(scenario: Scenario, side_id: str) -> str:
    """Return what a side fights for: its team, or itself."""
    side = scenario.side(side_id)
    return side.allegiance if side else side_id


def grade_value(cover: CoverRules, grade: CoverGrade) -> int:
    """Return the value of a grade of cover under ``cover.effect``."""
    return grade.defence if cover.effect is CoverEffect.DEFENCE else grade.to_hit


def _greatest(covers: Iterable[Shelter]) -> int:
    return max((abs(it.value) for it in covers), default=0)


def _sum(covers: Iterable[Shelter]) -> int:
    return abs(sum(it.value for it in covers))


class Hindrance(NamedTuple):
    """A hindrance that counts: its place, text, amount and rule."""

    place: Hex | Hexside
    text: str
    amount: int
    rule: str


class HindranceSides(NamedTuple):
    """The hexes on both sides of the hexsides a line runs along, and whether a single one blocks the line."""

    left: Run
    right: Run
    left_stops: bool
    right_stops: bool


def hindrances(
    rules: SightRules,
    firer: int,
    target: tuple[Hex, HexSightFacts | None],
    crossed: Run,
    sides: HindranceSides,
    met: Sequence[Met],
) -> list[Hindrance]:
    """Return the hindrances of fire from the hex numbered ``firer``: hexes crossed, features, and hexes beside the line.

    The target's hex counts if the ruleset says so, the firer's never (rule HS-07); a feature on the firer's hex may be free
    (rule HS-08). Hexes beside the line count by rule HS-06, or those of the worse side.
    """
    hindering = [
        _hindrance_of_hex(at, it, SENTENCES.hindered_in.rule)
        for at, facts in crossed
        for it in facts.hindrances
    ]
    at, facts = target
    if facts is not None and rules.hindrance_reach is HindranceReach.TO_TARGET:
        hindering += [_hindrance_of_hex(at, it, SENTENCES.hindered_in.rule) for it in facts.hindrances]
    own_free = rules.own_hexside is OwnHexsidePolicy.FREE
    for it in met:
        if it.feature.hindrance and (it.along or not (own_free and it.bounds(firer))):
            sentence = SENTENCES.hindered_along if it.along else SENTENCES.hindered_across
            text = sentence.fill(feature=it.feature.name)
            hindering.append(Hindrance(it.side, text, it.feature.hindrance, sentence.rule))
    along = any(it.along and it.feature.hindrance for it in met)
    return hindering + _hindrance_beside(rules, sides, along=along)


def _hindrance_of_hex(at: Hex, it: Hindering, rule: str) -> Hindrance:
    return Hindrance(at, it.cause.name, it.amount, it.cause.rule or rule)


def _hindrance_beside(rules: SightRules, sides: HindranceSides, *, along: bool) -> list[Hindrance]:
    left = [
        _hindrance_of_hex(at, it, SENTENCES.hindered_beside.rule)
        for at, facts in sides.left
        for it in facts.hindrances
    ]
    right = [
        _hindrance_of_hex(at, it, SENTENCES.hindered_beside.rule)
        for at, facts in sides.right
        for it in facts.hindrances
    ]
    if rules.hexside is HexsidePolicy.WORSE_SIDE:
        return max(right, left, key=lambda side: sum(it.amount for it in side))
    opposite = (bool(left) and sides.right_stops) or (bool(right) and sides.left_stops)
    if along or opposite:
        return left + right
    if left and right:
        return _all_but_one(left + right)
    return []


def _all_but_one(hindering: list[Hindrance]) -> list[Hindrance]:
    """Return hindrances with a sum one less: the first point only makes the line hindered (rule HS-06)."""
    first, *rest = sorted(hindering, key=lambda it: it.amount)
    return rest if first.amount == 1 else [first._replace(amount=first.amount - 1), *rest]
