"""Attacks by a second rulebook: what an attack can do and how likely, from docs/reference/attacks.md and the data of the ruleset.

Sight, what lies on the line, and the cover of the ground come from ``sight``; the rest is worked out here.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.grid.hexes import DIRECTIONS, Hex, distance
from fairground.core.rules.attack import (
    Arc,
    AttackKind,
    AttackStep,
    MeleeSides,
    ModifierKind,
    Modifies,
    Resolution,
    ResultCounts,
)
from fairground.core.rules.facing import TieBetweenSides
from fairground.core.rules.sight import CornerPolicy, CoverEffect, CoverUnits
from fairground.core.sight.line.verdict import Verdicts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fairground.core.attacks.fighter import Weapon
    from fairground.core.files.force_file import ForceRoll
    from fairground.core.rules.attack import HeightDifference
    from fairground.core.rules.facing import SideRow
    from fairground.core.rules.unit_classes import TrackBand
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.line.verdict import SightVerdict

#: What the loss of a target counts, in points of damage (docs/reference/games.md).
LOSS = 4


class Fighter(NamedTuple):
    """A unit as attacks see it: facing 0-5, shield left, right or none, hexes moved, its own defence and its heat."""

    party: int
    hex: Hex
    facing: int
    shield: str
    height: int
    hit_points: int
    moved: int
    defence: int
    heat: TrackBand | None


class Sums(NamedTuple):
    """What adds up for an attack: to hit, to the damage and to the defence."""

    to_hit: int
    damage: int
    defence: int

    def __add__(self, other: Sums) -> Sums:  # type: ignore[override]  # as numbers, not as a tuple
        """Return both together."""
        return Sums(*(one + two for one, two in zip(self, other, strict=True)))


class RulebookAttacks:
    """What attacks do."""

    def __init__(self, scenario: Scenario, roll: ForceRoll | None) -> None:
        self.scenario, self.rules = scenario, scenario.rules
        self._verdicts = Verdicts(scenario)
        self._lines: dict[tuple[Hex, Hex, int, int], SightVerdict] = {}
        by_force = self.rules.attack.resolution is Resolution.MODIFIERS and roll is not None
        self._dice = roll.dice if roll and by_force else self.rules.attack.dice
        self._number = roll.number if roll and by_force else self.rules.attack.target
        self._throws = Counter(
            tuple(sorted(it)) for it in product(range(1, self._dice.sides + 1), repeat=self._dice.count)
        )

    def damages(
        self, weapon: Weapon, attacker: Fighter, target: Fighter, others: Sequence[Fighter]
    ) -> dict[int, Fraction] | None:
        """Return the chance of each damage, misses under 0; None where the attack cannot be made."""
        sight = self._line(attacker, target)
        if not self._is_possible(weapon, attacker, target, sight):
            return None
        sums = self._of_line(weapon, attacker, target, sight, others)
        found = [self._of_side(weapon, sums, target, it) for it in sides_toward(target, attacker.hex)]
        best = min if self.rules.facing.tie is TieBetweenSides.DEFENDER else max
        return best(found, key=mean)

    def worth(self, damages: Mapping[int, Fraction], hit_points: int) -> Fraction:
        """Return what an attack is worth: the damage on average, and a loss for ``LOSS`` points of it."""
        return sum(
            (
                chance * (min(damage, hit_points) + (LOSS if damage >= hit_points else 0))
                for damage, chance in damages.items()
            ),
            Fraction(0),
        )

    def _line(self, attacker: Fighter, target: Fighter) -> SightVerdict:
        key = attacker.hex, target.hex, attacker.height, target.height
        if key not in self._lines:
            self._lines[key] = self._verdicts.sight(*key[:2], key[2:])
        return self._lines[key]

    def _is_possible(self, weapon: Weapon, attacker: Fighter, target: Fighter, sight: SightVerdict) -> bool:
        attack, far = self.rules.attack, distance(attacker.hex, target.hex)
        reach = weapon.farthest
        if weapon.kind is AttackKind.RANGED and reach is not None:
            bonus = self._height_rules(attacker, target)
            level = str(self.scenario.board.level_at(attacker.hex))
            reach += bonus.by_level[level].range if bonus and level in bonus.by_level else 0
        if not far or (reach is not None and far > reach):
            return False
        if AttackStep.SIGHT in attack.steps and not sight.clear:
            return False
        arc = attack.melee_arc if weapon.kind is AttackKind.MELEE else attack.ranged_arc
        if AttackStep.ARC not in attack.steps or arc is Arc.ALL:
            return True
        front = [it in self.rules.facing.front for it in sides_toward(attacker, target.hex)]
        return any(front) if self.rules.facing.front_border else all(front)

    # -- what adds up ---------------------------------------------------------------------------------------

    def _of_line(
        self,
        weapon: Weapon,
        attacker: Fighter,
        target: Fighter,
        sight: SightVerdict,
        others: Sequence[Fighter],
    ) -> Sums:
        """Return what adds up whichever side is attacked, the weapon's damage and the unit's own defence included."""
        rules, ranged = self.rules, weapon.kind is AttackKind.RANGED
        weather = rules.weather.get(self.scenario.weather)
        far = distance(attacker.hex, target.hex)
        band = rules.range_band(far)
        moved = [
            next(
                (it.to_hit for it in rules.attack.moved if it.min <= n and (it.max is None or n <= it.max)), 0
            )
            for n in (attacker.moved, target.moved)
        ]
        effects = set(self.scenario.board.effects_at(attacker.hex)) | set(
            self.scenario.board.effects_at(target.hex)
        )
        smoke = ranged and not (weather and weather.obscuring)
        hot, heated = attacker.heat, target.heat
        parts = {
            ModifierKind.RANGE: Sums(band.to_hit if band else 0, 0, 0),
            ModifierKind.ATTACKER_MOVED: Sums(moved[0], 0, 0),
            ModifierKind.DEFENDER_MOVED: Sums(moved[1], 0, 0),
            ModifierKind.HINDRANCE: Sums(sight.hindrance.to, 0, 0),
            ModifierKind.WEATHER: Sums(weather.to_hit if weather and ranged else 0, 0, 0),
            ModifierKind.EFFECT: Sums(sum(rules.effects[it].to_hit for it in effects) if smoke else 0, 0, 0),
            ModifierKind.STATE: Sums(
                heated.target_to_hit if heated and ranged else 0,
                hot.damage if hot else 0,
                heated.defence if heated else 0,
            ),
            ModifierKind.ELEVATION: self._of_height(weapon, attacker, target),
            ModifierKind.COVER: self._of_cover(weapon, attacker, target, sight, others),
        }
        total = Sums(0, weapon.damage or 0, target.defence)
        for kind, it in parts.items():
            total += self._counted(kind, it)
        return total

    def _counted(self, kind: ModifierKind, it: Sums) -> Sums:
        attack = self.rules.attack
        return Sums(
            it.to_hit if kind in attack.to_hit_sum else 0,
            it.damage if kind in attack.damage_sum else 0,
            it.defence,
        )

    def _height_rules(self, attacker: Fighter, target: Fighter) -> HeightDifference | None:
        own, other = (self.scenario.board.level_at(it.hex) for it in (attacker, target))
        heights = self.rules.attack.heights
        return None if own == other else heights.higher if own > other else heights.lower

    def _of_height(self, weapon: Weapon, attacker: Fighter, target: Fighter) -> Sums:
        it = self._height_rules(attacker, target)
        if it is None:
            return Sums(0, 0, 0)
        melee = weapon.kind is AttackKind.MELEE
        plain = it.melee if melee else it.ranged
        total = Sums(plain.to_hit, plain.damage, it.defence)
        bonus = it.by_level.get(str(self.scenario.board.level_at(attacker.hex)))
        if bonus:
            total += Sums(bonus.to_hit, bonus.damage, 0)
        if melee and attacker.moved:
            total += Sums(it.charge.to_hit, it.charge.damage, 0)
        return total

    def _of_cover(
        self,
        weapon: Weapon,
        attacker: Fighter,
        target: Fighter,
        sight: SightVerdict,
        others: Sequence[Fighter],
    ) -> Sums:
        cover, height = self.rules.cover, self._height_rules(attacker, target)
        if weapon.kind is AttackKind.MELEE and cover.melee_ignores:
            return Sums(0, 0, 0)
        grades = [it.grade for it in sight.covered_by[0]]
        line = sight.line
        met = {*line.crossed, *(line.touched if self.rules.sight.corner is CornerPolicy.CROSSED else ())}
        between = [
            it
            for it in others
            if it.hex in met and (cover.units is CoverUnits.ANY or it.party != attacker.party)
        ]
        over = height is not None and height.ignores_cover
        if cover.units is not CoverUnits.NONE and cover.unit_grade and not over:
            grades += [cover.unit_grade] * len(between)
        worths = [
            Sums(
                0 if cover.effect is CoverEffect.DEFENCE else it.to_hit,
                it.damage if cover.damage else 0,
                0 if cover.effect is CoverEffect.TO_HIT else it.defence,
            )
            for it in map(cover.grades.__getitem__, grades)
        ]
        if cover.stacks:
            return sum(worths, Sums(0, 0, 0))
        return max(worths, key=lambda it: (abs(it.to_hit), it.defence), default=Sums(0, 0, 0))

    # -- the side attacked and the roll ---------------------------------------------------------------------

    def _of_side(self, weapon: Weapon, sums: Sums, target: Fighter, side: int) -> dict[int, Fraction]:
        if self.rules.shields:
            row: SideRow = self.rules.shield_table(target.shield).side(side)
            listed = weapon.kind is AttackKind.MELEE and self.rules.attack.melee_sides is MeleeSides.LISTED
            damage = self.rules.attack.melee_damage.get(str(side), 0) if listed else row.damage  # type: ignore[call-overload]
            sums += self._counted(ModifierKind.SIDE, Sums(row.to_hit, damage, row.defence))
        return self._rolled(weapon.kind, sums)

    def _rolled(self, kind: AttackKind, sums: Sums) -> dict[int, Fraction]:
        attack = self.rules.attack
        found: dict[int, Fraction] = {}
        if kind in attack.automatic:
            return {max(0, attack.minimum_damage, sums.damage - sums.defence): Fraction(1)}
        sign = -1 if attack.modifies is Modifies.ROLL else 1
        for dice, ways in self._throws.items():
            done = 0
            if sum(dice) >= self._number + sign * sums.to_hit:
                done = self._hit(kind, sums, dice)
            chance = Fraction(ways, self._dice.sides**self._dice.count)
            found[done] = found.get(done, Fraction(0)) + chance
        return found

    def _hit(self, kind: AttackKind, sums: Sums, dice: tuple[int, ...]) -> int:
        attack, damage, defence = self.rules.attack, sums.damage, sums.defence
        named = [
            it
            for it in attack.results.values()
            if (not it.attacks or kind in it.attacks)
            and any(n in it for n in (dice if it.counts is ResultCounts.DIE else (sum(dice),)))
        ]
        if named:
            result = max(named, key=lambda it: it.min)
            damage += result.damage if ModifierKind.RESULT in attack.damage_sum else 0
            bypassed = max(0, defence)
            defence -= bypassed if result.bypasses_all else min(result.bypasses, bypassed)
        return max(0, attack.minimum_damage, damage - defence)


def mean(damages: Mapping[int, Fraction]) -> Fraction:
    """Return the damage on average."""
    return sum((damage * chance for damage, chance in damages.items()), Fraction(0))


def sides_toward(unit: Fighter, other: Hex) -> list[int]:
    """Return the side (1-6) of a unit toward a hex; two where it lies exactly on the border between them."""
    over = other - unit.hex
    # The direction that a hex lies toward makes the smallest angle with it: the greatest inner product.
    products = [2 * (it.q * over.q + it.r * over.r) + it.q * over.r + it.r * over.q for it in DIRECTIONS]
    return [(way - unit.facing) % 6 + 1 for way, it in enumerate(products) if it == max(products)]
