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
    """One piece of cover that counts: where, what, the grade, its value under ``cover.effect``, and the rule."""

    hex: Hex
    text: str
    grade: str
    value: int
    rule: str


class CoveredShot(NamedTuple):
    """Both ends of a shot, the hexes crossed and beside the line that have something on them, and those passed with units."""

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

    Terrain of the target's own hex gives it; with ``cover.reach: adjacent`` so does terrain beside the target that
    the line passes, where it runs along a hexside one of the two sides (``sight.hexside``). The firer's own hex gives none. From
    higher ground there may be none at all (rule P2-08).
    """
    rules = scenario.rules
    if _ignored(rules, shot):
        return []
    found = _cover_of_hex(rules, shot.target, shot.target_facts)
    if rules.cover.reach is CoverReach.ADJACENT:
        found += _passed(rules, shot, shot.crossed)
        found += _cover_beside(rules, shot)
    found += _of_units(scenario, shot)
    if rules.cover.stacks or not found:
        return found
    return [max(found, key=lambda it: abs(it.value))]


def _ignored(rules: Ruleset, shot: CoveredShot) -> bool:
    firer, target = shot.firer_facts, shot.target_facts
    if firer is None or target is None:
        return False
    return rules.attack.heights.higher.ignores_cover and firer.level > target.level


def _cover_beside(rules: Ruleset, shot: CoveredShot) -> list[Shelter]:
    """Return the cover that the hexes on one side of the line give: the lesser side, or the one worse to attack past."""
    choose = max if rules.sight.hexside is HexsidePolicy.WORSE_SIDE else min
    worth = _sum if rules.cover.stacks else _greatest
    return choose(_passed(rules, shot, shot.left), _passed(rules, shot, shot.right), key=worth)


def _passed(rules: Ruleset, shot: CoveredShot, run: Run) -> list[Shelter]:
    """Return the cover that hexes beside the target give which the line passes."""
    return [
        it for at, facts in run if distance(at, shot.target) == 1 for it in _cover_of_hex(rules, at, facts)
    ]


def _cover_of_hex(rules: Ruleset, at: Hex, facts: HexSightFacts | None) -> list[Shelter]:
    if facts is None:
        return []
    grades = rules.cover.grades
    return [
        Shelter(
            at, grades[it].name, it, grade_value(rules.cover, grades[it]), next(iter(grades[it].rules), "")
        )
        for it in facts.covers
    ]


def _of_units(scenario: Scenario, shot: CoveredShot) -> list[Shelter]:
    """Return the cover of the units that the line crosses, whatever ground they stand on."""
    cover = scenario.rules.cover
    units = units_between(scenario, shot.firer)
    if cover.unit_grade is None or not units:
        return []
    grade = cover.grades[cover.unit_grade]
    return [
        Shelter(
            unit.hex,
            f"{unit.name or unit.id} stands between",
            cover.unit_grade,
            grade_value(cover, grade),
            "P2-06",
        )
        for unit in units
        if unit.hex in shot.passed
    ]


def units_between(scenario: Scenario, firer: Hex) -> list[Unit]:
    """Return the units that give cover against fire from a hex when the line crosses theirs."""
    which = scenario.rules.cover.units
    if which is CoverUnits.NONE or not scenario.units:
        return []
    firing = [unit for unit in scenario.units if unit.hex == firer]
    return [unit for unit in scenario.units if which is CoverUnits.ANY or _is_enemy(scenario, firing, unit)]


def _is_enemy(scenario: Scenario, firing: list[Unit], unit: Unit) -> bool:
    """Whether a unit is an enemy of those that fire; with nobody there to fire, every unit is taken for one."""
    own = {_allegiance(scenario, it.side) for it in firing}
    return _allegiance(scenario, unit.side) not in own


def _allegiance(scenario: Scenario, side_id: str) -> str:
    side = scenario.side(side_id)
    return side.allegiance if side else side_id


def grade_value(cover: CoverRules, grade: CoverGrade) -> int:
    """Return what a grade of cover is worth, under ``cover.effect``."""
    return grade.defence if cover.effect is CoverEffect.DEFENCE else grade.to_hit


def _greatest(found: Iterable[Shelter]) -> int:
    return max((abs(it.value) for it in found), default=0)


def _sum(found: Iterable[Shelter]) -> int:
    return abs(sum(it.value for it in found))


class Hindrance(NamedTuple):
    """One hindrance that counts: where, what, by how much, and the rule."""

    place: Hex | Hexside
    text: str
    amount: int
    rule: str


class HindranceSides(NamedTuple):
    """The hexes on either side of the hexsides that a line runs along, and whether one by itself stops the line."""

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
    """Return what hinders fire from the hex of the number ``firer`` at ``target``: hexes crossed, features, and hexes beside the line.

    The target's own hex counts where the ruleset says so, the firer's never (rule HS-07); a feature on the firer's
    own hex may be free (rule HS-08). Hexes beside the line count as rule HS-06 says, or those of the worse side.
    """
    found = [_hindrance_of_hex(at, it, "HS-07") for at, facts in crossed for it in facts.hindrances]
    at, facts = target
    if facts is not None and rules.hindrance_reach is HindranceReach.TO_TARGET:
        found += [_hindrance_of_hex(at, it, "HS-07") for it in facts.hindrances]
    own_free = rules.own_hexside is OwnHexsidePolicy.FREE
    for it in met:
        if it.feature.hindrance and (it.along or not (own_free and it.bounds(firer))):
            rule = "HS-05" if it.along else "HS-08"
            way = "along the line" if it.along else "crossed"
            found.append(Hindrance(it.side, f"{it.feature.name} {way}", it.feature.hindrance, rule))
    along = any(it.along and it.feature.hindrance for it in met)
    return found + _hindrance_beside(rules, sides, along=along)


def _hindrance_of_hex(at: Hex, it: Hindering, rule: str) -> Hindrance:
    return Hindrance(at, it.thing.name, it.amount, it.thing.rule or rule)


def _hindrance_beside(rules: SightRules, sides: HindranceSides, *, along: bool) -> list[Hindrance]:
    left = [_hindrance_of_hex(at, it, "HS-06") for at, facts in sides.left for it in facts.hindrances]
    right = [_hindrance_of_hex(at, it, "HS-06") for at, facts in sides.right for it in facts.hindrances]
    if rules.hexside is HexsidePolicy.WORSE_SIDE:
        return max(right, left, key=lambda side: sum(it.amount for it in side))
    opposite = (bool(left) and sides.right_stops) or (bool(right) and sides.left_stops)
    if along or opposite:
        return left + right
    if left and right:
        return _all_but_one(left + right)
    return []


def _all_but_one(found: list[Hindrance]) -> list[Hindrance]:
    """Return hindrances whose sum is one less: that one only makes the line a hindered one (rule HS-06)."""
    first, *rest = sorted(found, key=lambda it: it.amount)
    return rest if first.amount == 1 else [first._replace(amount=first.amount - 1), *rest]
