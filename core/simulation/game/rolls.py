"""Rolls to hit: the chance of each total and result, and the mean worth of an attack, as integers."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.rules.attack import ModifierKind, ResultCounts
from fairground.core.simulation.game.attack_values import (
    Firing,
    Standing,
    StruckUnits,
    odds,
    possible,
    standing_between,
)
from fairground.core.simulation.game.state import Of

if TYPE_CHECKING:
    from random import Random

    from numpy.typing import NDArray

    from fairground.core.rules.attack import AttackKind, AttackResult, AttackRules
    from fairground.core.rules.dice import Dice
    from fairground.core.simulation.game.state import GameState


class Attempt(NamedTuple):
    """An attack before the roll: whether it is possible, the number to reach, and total damage and defence."""

    possible: bool
    number: int
    damage: int
    defence: int
    rolls: Rolls


def attempt(state: GameState, unit: int, weapon: int, target: int) -> Attempt:
    """Return an attack of a unit on another from its hex, with facing but ignoring movement points."""
    tables = state.tables
    own, other = state.rows[unit], state.rows[target]
    arm = tables.arms[own[Of.KIND]][weapon]
    height, target_height = (tables.kinds[int(it[Of.KIND])].height for it in (own, other))
    lines = tables.lines(arm.kind, height, target_height)
    at, there = int(own[Of.HEX]), int(other[Of.HEX])
    lines.look_from(at)
    tables.field.look_from(there)
    begin, end = own[Of.HEX : Of.HEX + 1], other[Of.HEX : Of.HEX + 1]
    kind, _, facing, shield, _, band, moved = other[Of.KIND :].tolist()
    result = odds(
        tables,
        lines,
        arm.exchange,
        Firing(int(own[Of.KIND]), begin, int(own[Of.MOVED]), int(own[Of.BAND]), arm.damage),
        StruckUnits(kind, end, facing, shield, moved, band),
        Standing(standing_between(state, state.party[unit], unit), state.there),
    )
    in_front = bool(arm.exchange.front[own[Of.FACING], tables.field.ways[at, there]])
    return Attempt(
        in_front and bool(possible(tables, lines, begin, end, arm.reach)[0]),
        int(result.number[0]),
        int(result.damage[0]),
        int(result.defence[0]),
        arm.rolls,
    )


def strike(state: GameState, unit: int, weapon: int, target: int) -> int:
    """Roll an attack; return its damage, 0 for a miss."""
    it = attempt(state, unit, weapon, target)
    fall = it.rolls.throw(state.dice) if it.possible else None
    damage = 0
    if fall is not None and (fall.total >= it.number or it.rolls.is_automatic):
        damage = max(0, it.rolls.damage(fall.result, it.damage, it.defence))
    state.note_attack(Blow(unit, weapon, target, it, fall, damage))
    return damage


class Blow(NamedTuple):
    """An attack that was made: its attempt, the roll (None: it was not possible), and the damage, 0 for a miss."""

    unit: int
    weapon: int
    target: int
    attempt: Attempt
    fall: Fall | None
    damage: int


#: The most results of dice, so that sums of chances fit in 64 bits.
MOST_WAYS: Final = 10**6


class Fall(NamedTuple):
    """A result of the dice: the total, the named result if it hits, and in how many ways it falls."""

    total: int
    result: AttackResult | None
    ways: int


class Rolls:
    """The rolls of one kind of attack; ``ways`` is the number of all results of the dice."""

    def __init__(self, attack: AttackRules, dice: Dice, kind: AttackKind) -> None:
        self.lowest, self.highest = dice.lowest, dice.highest
        results = [it for it in attack.results.values() if not it.attacks or kind in it.attacks]
        self.falls: tuple[Fall, ...] = (Fall(dice.lowest, None, 1),)
        if kind not in attack.automatic:
            self.falls = tuple(_falls(dice, sorted(results, key=lambda it: it.min)))
        self.is_automatic = kind in attack.automatic
        self.ways = sum(it.ways for it in self.falls)
        self.until = list(accumulate(it.ways for it in self.falls))
        self.counts_result = ModifierKind.RESULT in attack.damage_sum
        self.least = attack.minimum_damage

    def throw(self, dice: Random) -> Fall:
        """Roll the dice."""
        return self.falls[bisect_right(self.until, dice.randrange(self.ways))]

    def chances(self, numbers: NDArray[np.int64], parts: int) -> NDArray[np.int64]:
        """Return the chances to reach numbers, in ``parts``, rounded down."""
        ways = np.zeros(self.highest - self.lowest + 2, np.int64)
        for it in self.falls:
            ways[: it.total - self.lowest + 1] += it.ways
        place = np.clip(numbers, self.lowest, self.highest + 1) - self.lowest
        found: NDArray[np.int64] = (ways * parts // self.ways)[place]
        return found

    def damages(self, number: int, damage: int, defence: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the damage of an attack by result of the dice, and in how many ways the results up to each fall."""
        done = [
            max(0, self.damage(it.result, damage, defence)) if self.is_automatic or it.total >= number else 0
            for it in self.falls
        ]
        return np.array(done, np.int64), np.array(self.until, np.int64)

    def damage(self, result: AttackResult | None, damage: int, defence: int) -> int:
        """Return the damage of a hit from modified ``damage`` and total ``defence`` (rules P2-21, P2-24)."""
        if result is not None:
            damage += result.damage if self.counts_result else 0
            ignored = max(0, defence) if result.bypasses_all else min(result.bypasses, max(0, defence))
            defence -= ignored
        return max(self.least, damage - defence)

    def worth(self, most_hit_points: int, kill: int, span: int, most: int) -> NDArray[np.int64]:
        """Return the worth of attacks, ``[hit points left, number - lowest, damage + span, defence + span]``.

        It is the sum over all results of the dice of twice the hit points lost, plus ``kill`` if none are left. Modified
        damage ranges from -``span`` to ``most``, defence from -``span`` to ``span``.
        """
        numbers = self.highest - self.lowest + 2
        found = np.zeros((most_hit_points + 1, numbers, most + span + 1, 2 * span + 1), np.int64)
        damage = np.arange(-span, most + 1)[:, None]
        defence = np.arange(-span, span + 1)[None, :]
        left = np.arange(most_hit_points + 1)[:, None, None]
        for fall in self.falls:
            dealt, absorbed = damage, defence
            if fall.result is not None:
                dealt = damage + (fall.result.damage if self.counts_result else 0)
                positive = np.maximum(0, defence)
                bypassed = (
                    positive if fall.result.bypasses_all else np.minimum(fall.result.bypasses, positive)
                )
                absorbed = defence - bypassed
            done = np.maximum(self.least, dealt - absorbed)[None]
            value = fall.ways * (2 * np.minimum(np.maximum(done, 0), left) + np.where(done >= left, kill, 0))
            found[:, : fall.total - self.lowest + 1] += value[:, None]
        found[0] = 0
        return found


def _falls(dice: Dice, results: list[AttackResult]) -> list[Fall]:
    """Return all results of the dice; of several named results the one with the highest numbers counts."""
    if dice.sides**dice.count > MOST_WAYS:
        raise LimitError(
            f"{dice} has {dice.sides**dice.count:,} possible results; self-play supports at most {MOST_WAYS:,}"
        )
    singles = [it for it in results if it.counts is ResultCounts.DIE]
    #: The number of ways, by the total and the named results that single dice show.
    ways = {(0, frozenset[int]()): 1}
    for _ in range(dice.count):
        more: dict[tuple[int, frozenset[int]], int] = {}
        for (total, shown), n in ways.items():
            for face in range(1, dice.sides + 1):
                also = shown | {i for i, it in enumerate(singles) if face in it}
                key = total + face, frozenset(also)
                more[key] = more.get(key, 0) + n
        ways = more
    found = []
    for (total, shown), n in sorted(ways.items(), key=lambda it: (it[0][0], sorted(it[0][1]))):
        named = [
            it
            for it in results
            if (total in it if it.counts is ResultCounts.TOTAL else singles.index(it) in shown)
        ]
        found.append(Fall(total, named[-1] if named else None, n))
    return found
