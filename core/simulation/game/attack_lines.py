"""What the line between any two hexes adds to an attack, whatever the units (rules P1-16, P2-21)."""

from __future__ import annotations

from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.rules.attack import AttackKind, AttackStep, ModifierKind
from fairground.core.rules.sight import CornerPolicy, CoverEffect, CoverUnits
from fairground.core.sight.line.modifiers import grade_value
from fairground.core.sight.line.verdict import Verdicts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fairground.core.rules.attack import AttackRules, HeightDifference
    from fairground.core.rules.sight import CoverGrade
    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.field.fan import Fans
    from fairground.core.simulation.game.board_numbers import BoardNumbers

    Ints = NDArray[np.int64]

#: The largest sum of modifiers supported: tables hold small integers.
MOST_MODIFIER: Final = 1_000


class At(IntEnum):
    """The columns of ``Lines.table``, along its last axis."""

    TO_HIT = 0
    DAMAGE = 1
    #: Added to the target's defence, not counting cover.
    DEFENCE = 2
    COVER = 3
    #: Added by each unit in between.
    UNIT_TO_HIT = 4
    UNIT_DAMAGE = 5
    UNIT_COVER = 6
    #: Added for melee after a move.
    CHARGE_TO_HIT = 7
    CHARGE_DAMAGE = 8
    #: Additional reach of the weapon in hexes.
    FURTHER = 9


class Worth(NamedTuple):
    """Modifiers to hit, to the damage and to the defence."""

    to_hit: int = 0
    damage: int = 0
    defence: int = 0


class Lines:
    """The lines of a board for one kind of attack between units of two heights, the attacker's first.

    ``table``, ``[attacker's hex, target's hex, At]``, and ``seen``, ``[attacker's hex, target's hex]``, which is whether sight
    allows the attack, have the rows that ``look_from`` has filled. ``visible`` is which hexes see which others at these heights,
    ``[observer's hex, target's hex]``.
    """

    def __init__(
        self,
        scenario: Scenario,
        field: BoardNumbers,
        fans: Fans,
        visible: NDArray[np.bool_],
        kind: AttackKind,
        heights: tuple[int, int],
    ) -> None:
        self._scenario, self._rules = scenario, scenario.rules
        self._field, self._fans, self._visible = field, fans, visible
        self._kind, self._heights = kind, heights
        self.table = np.zeros((field.count, field.count, len(At)), np.int16)
        self._flat = self.table.reshape(-1, len(At))
        self.seen = np.zeros((field.count, field.count), np.bool_)
        self.known = bytearray(field.count)
        #: The hexes in between as a bit set, by both ends.
        self._crossed: dict[int, int] = {}
        self.touched = scenario.rules.sight.corner is CornerPolicy.CROSSED

    def look_from(self, at: int) -> None:
        """Fill the row of a hex, once."""
        if not self.known[at]:
            self._field.look_from(at)
            if not self._field.void[at]:
                self._fill(at)
            self.known[at] = 1

    def looks_from(self, hexes: Iterable[int]) -> None:
        """Fill the rows of some hexes."""
        for at in hexes:
            if not self.known[at]:
                self.look_from(at)

    def between(self, a: NDArray[np.int64], b: NDArray[np.int64]) -> Ints:
        """Return the modifiers of the lines from each of ``a`` to the same place of ``b``, ``[lines, At]``."""
        found: Ints = self._flat.take(a * self._field.count + b, axis=0).astype(np.int64)
        return found

    def crossed(self, a: int, b: int) -> int:
        """Return the hexes in which a unit would affect an attack from a to b, as a bit set."""
        key = a * self._field.count + b
        found = self._crossed.get(key)
        if found is None:
            found = self._crossed[key] = self._field.between(a, b, touched=self.touched)
        return found

    @cached_property
    def furthest(self) -> int:
        """The greatest additional reach from high ground, in hexes."""
        if self._kind is not AttackKind.RANGED:
            return 0
        heights = self._rules.attack.heights
        every = (*heights.higher.by_level.values(), *heights.lower.by_level.values())
        return max((it.range for it in every), default=0)

    @cached_property
    def unit_cover(self) -> bool:
        """Whether units in between give cover against attacks of this kind."""
        cover = self._rules.cover
        return cover.units is not CoverUnits.NONE and cover.unit_grade is not None and not self._no_cover

    def _fill(self, at: int) -> None:
        board, seen = self._field.board, self._visible[at]
        fan = self._fans.fan_of_seen(
            self._field.hexes[at], seen.reshape(board.rows, board.columns), self._heights
        )
        row = np.zeros((self._field.count, len(At)), np.int64)
        self.seen[at] = seen if AttackStep.SIGHT in self._rules.attack.steps else ~self._field.void
        to_hit = row[:, At.TO_HIT]
        to_hit += self._times(ModifierKind.RANGE) * self._bands[self._field.distances[at]]
        sign = self._rules.attack.hindered(1)
        to_hit += sign * self._times(ModifierKind.HINDRANCE) * fan.hindrance.ravel()
        to_hit += self._weather
        to_hit += self._times(ModifierKind.EFFECT) * self._effects[0][self._effects[1][at]][self._effects[1]]
        self._levels(at, row)
        if not self._no_cover:
            self._cover(at, fan.cover.ravel(), seen, row)
        if abs(row).max() > MOST_MODIFIER:
            raise LimitError(f"self-play supports modifiers of at most {MOST_MODIFIER:,} in total")
        self.table[at] = row

    def _cover(self, at: int, values: Ints, seen: NDArray[np.bool_], row: Ints) -> None:
        """Add the cover of the terrain, and what a unit in between changes about it."""
        cover, field = self._rules.cover, self._field
        terrain = np.zeros((field.count, 3), np.int64)
        if self._by_value is not None:
            for value, worth in self._by_value.items():
                terrain[values == value] = worth
        else:
            for target in np.flatnonzero(seen).tolist():
                if target != at:
                    terrain[target] = self._by_verdict(at, target)
        unit = cover.grades[cover.unit_grade] if self.unit_cover and cover.unit_grade is not None else None
        more = np.zeros_like(terrain)
        if unit is not None:
            value = grade_value(cover, unit)
            own = np.array(self._worth(unit), np.int64)
            more[:] = own if cover.stacks else np.where((abs(values) < abs(value))[:, None], own - terrain, 0)
            if self._rules.attack.heights.higher.ignores_cover:
                more[field.levels < field.levels[at]] = 0
            more[~seen] = 0
            more[at] = 0
        hit, harm = self._times(ModifierKind.COVER), self._damages(ModifierKind.COVER)
        row[:, At.TO_HIT] += hit * terrain[:, 0]
        row[:, At.DAMAGE] += harm * terrain[:, 1]
        row[:, At.COVER] = terrain[:, 2]
        row[:, At.UNIT_TO_HIT] = hit * more[:, 0]
        row[:, At.UNIT_DAMAGE] = harm * more[:, 1]
        row[:, At.UNIT_COVER] = more[:, 2]

    def _by_verdict(self, at: int, target: int) -> Worth:
        """Return the cover on one line from its full verdict, if its value doesn't determine the effect."""
        hexes, grades = self._field.hexes, self._rules.cover.grades
        found = self._verdicts.sight(hexes[at], hexes[target], self._heights)
        every = [self._worth(grades[it.grade]) for it in found.covered_by[0]]
        return Worth(*(sum(it) for it in zip(*every, strict=True))) if every else Worth()

    def _levels(self, at: int, row: Ints) -> None:
        """Add the modifiers for a difference of levels (rules P1-04, P2-08, AR-02)."""
        heights = self._rules.attack.heights
        own = int(self._field.levels[at])
        for change, where in (
            (heights.higher, self._field.levels < own),
            (heights.lower, self._field.levels > own),
        ):
            if where.any():
                row[where] += self._change(change, own)

    def _change(self, change: HeightDifference, level: int) -> Ints:
        melee = self._kind is AttackKind.MELEE
        plain = change.melee if melee else change.ranged
        bonus = change.by_level.get(str(level))
        hit, harm = self._times(ModifierKind.ELEVATION), self._damages(ModifierKind.ELEVATION)
        found = np.zeros(len(At), np.int64)
        found[At.TO_HIT] = hit * (plain.to_hit + (bonus.to_hit if bonus else 0))
        found[At.DAMAGE] = harm * (plain.damage + (bonus.damage if bonus else 0))
        found[At.DEFENCE] = change.defence
        if melee:
            found[At.CHARGE_TO_HIT] = hit * change.charge.to_hit
            found[At.CHARGE_DAMAGE] = harm * change.charge.damage
        if bonus and self._kind is AttackKind.RANGED:
            found[At.FURTHER] = bonus.range
        return found

    def _times(self, kind: ModifierKind) -> int:
        return to_hit_times(self._rules.attack, self._kind, kind)

    def _damages(self, kind: ModifierKind) -> int:
        return self._rules.attack.damage_sum.count(kind)

    @cached_property
    def _no_cover(self) -> bool:
        return self._kind is AttackKind.MELEE and self._rules.cover.melee_ignores

    @cached_property
    def _verdicts(self) -> Verdicts:
        return Verdicts(self._scenario)

    @cached_property
    def _bands(self) -> Ints:
        """The modifier to hit by distance."""
        board = self._field.board
        bands = map(self._rules.range_band, range(board.rows + board.columns + 1))
        return np.array([it.to_hit if it else 0 for it in bands], np.int64)

    @cached_property
    def _weather(self) -> int:
        weather = self._rules.weather.get(self._scenario.weather)
        shot = weather is not None and self._kind is AttackKind.RANGED
        return self._times(ModifierKind.WEATHER) * weather.to_hit if weather is not None and shot else 0

    @cached_property
    def _effects(self) -> tuple[Ints, Ints]:
        """The modifiers of the effects on both hexes, by palette entries; and the entry of each hex."""
        board, rules = self._field.board, self._rules
        weather = rules.weather.get(self._scenario.weather)
        silent = self._kind is not AttackKind.RANGED or (weather is not None and weather.obscuring)
        sets = [frozenset() if silent else frozenset(it.kinds) for it in board.effects_palette]
        found = [
            [sum(rules.effects[it].to_hit for it in a | b if it in rules.effects) for b in sets] for a in sets
        ]
        return np.array(found, np.int64), board.effects.ravel().astype(np.int64)

    @cached_property
    def _by_value(self) -> dict[int, Worth] | None:
        """The modifiers of each value of cover; None if a value doesn't determine them."""
        cover = self._rules.cover
        if cover.stacks:
            return None
        found: dict[int, Worth] = {0: Worth()}
        for grade in cover.grades.values():
            value, worth = grade_value(cover, grade), self._worth(grade)
            if found.setdefault(value, worth) != worth:
                return None
        return found

    def _worth(self, grade: CoverGrade) -> Worth:
        cover = self._rules.cover
        return Worth(
            0 if cover.effect is CoverEffect.DEFENCE else grade.to_hit,
            grade.damage if cover.damage else 0,
            0 if cover.effect is CoverEffect.TO_HIT else grade.defence,
        )


def to_hit_times(attack: AttackRules, kind: AttackKind, what: ModifierKind) -> int:
    """Return how often a kind of modifier counts to hit; 0 for attacks that hit automatically."""
    return 0 if kind in attack.automatic else attack.to_hit_sum.count(what)
