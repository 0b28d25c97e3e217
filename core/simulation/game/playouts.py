"""Playouts: copies of a game that go on at once, as arrays of numbers, by a rule of thumb and with mean damage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.simulation.game.outlook import PARTS
from fairground.core.simulation.game.planning import FOCUS
from fairground.core.simulation.game.state import Of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from numpy.typing import NDArray

    from fairground.core.simulation.game.state import GameState

    Ints = NDArray[np.int64]

#: The bits of the random number that breaks ties.
_TIE: Final = 8
_NEVER: Final = np.iinfo(np.int64).min


class PlayoutPolicy(NamedTuple):
    """What the units of a playout go by.

    ``strike``, ``threat`` and ``lures`` (by unit and hex) are weights as in ``Weights``; ``focus`` is, by unit, how much damage
    to it counts, in parts of ``FOCUS``, and ``point`` what a game point is worth, in ``PARTS`` of a point of damage.
    """

    strike: int
    threat: int
    lures: Mapping[int, Ints]
    focus: Mapping[int, int]
    point: int


class FirstMoves(NamedTuple):
    """Where a unit goes in each copy: the hex, the side it shows to attackers, and the class of weapons it can still use."""

    hexes: Ints
    sides: Ints
    classes: Ints


class Playouts:
    """Copies of a game; units take damage in ``PARTS``, always the mean, and leave the board without any hit points."""

    def __init__(self, state: GameState, policy: PlayoutPolicy, copies: int, dice: Random) -> None:
        self._state, self._policy, self._dice = state, policy, dice
        self._outlook = state.tables.outlook
        self._copies = np.arange(copies)
        self._offsets = self._copies * self._outlook.count
        rows = state.rows
        listed = [it for units in state.alive for it in units]
        self._foes = [[it for it in listed if state.party[it] != party] for party in range(state.parties)]
        self._hexes = np.repeat(rows[:, Of.HEX, None], copies, axis=1)
        sides = [self._outlook.side(*it) for it in rows[:, [Of.SHIELD, Of.FACING]].tolist()]
        self._sides = np.repeat(np.array(sides, np.int64)[:, None], copies, axis=1)
        left = np.zeros(len(rows), np.int64)
        left[listed] = PARTS * rows[listed, Of.HIT_POINTS]
        self._left = np.repeat(left[:, None], copies, axis=1)
        self._taken = np.zeros(copies * self._outlook.count, np.bool_)
        for it in listed:
            self._taken[self._offsets + rows[it, Of.HEX]] = True
        self._held = [np.repeat(np.array(it, np.int64)[:, None], copies, axis=1) for it in state.held]

    def begin(self, unit: int, moves: FirstMoves) -> Ints:
        """Let a unit go where it is sent and attack; return what the attack is worth in each copy."""
        gains = self._gains(unit, moves.hexes[:, None], moves.classes[:, None])
        self._move(unit, moves.hexes, moves.sides)
        self._attack(unit, gains, np.zeros_like(moves.hexes))
        worth: Ints = gains.worth[:, :, 0].max(axis=0) // FOCUS
        return worth

    def act(self, unit: int) -> None:
        """Let a unit go where its policy leads it, and attack."""
        at, living = self._hexes[unit], self._left[unit] > 0
        if not living.any():
            return
        policy, outlook = self._policy, self._outlook
        hexes, classes = self._ends(unit, at)
        gains = self._gains(unit, hexes, classes)
        score = policy.strike * (gains.worth.max(axis=0) // FOCUS)
        score -= policy.threat * self._threats(unit, hexes)
        score += policy.lures[unit].take(hexes)
        ties = np.frombuffer(self._dice.randbytes(hexes.shape[1]), np.uint8)
        score = (score << _TIE) + ties
        score[self._taken.take(self._offsets[:, None] + hexes) & (hexes != at[:, None])] = _NEVER
        chosen = np.where(living, score.argmax(axis=1), 0)
        shield = int(self._state.rows[unit, Of.SHIELD])
        self._move(unit, np.where(living, hexes[self._copies, chosen], at), outlook.side(shield))
        self._attack(unit, gains, chosen)

    def end_turn(self) -> None:
        """Score the objectives held."""
        state, living = self._state, self._left > 0
        for place, goal in enumerate(state.goals):
            inside = np.zeros(self._outlook.count, np.bool_)
            inside[list(goal.hexes)] = True
            on = inside[self._hexes] & living
            there = np.array([on[_members(state, it)].any(axis=0) for it in range(state.parties)])
            alone = there.sum(axis=0) == 1
            held = self._held[place]
            for party in goal.parties:
                held[party] = np.where(there[party] & alone, held[party] + 1, 0)

    def values(self, party: int) -> Ints:
        """Return how much better off a party is than the others, by copy, in ``PARTS`` of a point of damage."""
        state, policy = self._state, self._policy
        total = np.zeros(self._copies.shape, np.int64)
        for other in range(state.parties):
            units = _members(state, other)
            counts = np.array([policy.focus[it] for it in units], np.int64)
            worth = (counts[:, None] * self._left[units]).sum(axis=0) // FOCUS
            for place, goal in enumerate(state.goals):
                if other in goal.parties and not state.scored[place][other]:
                    part = np.minimum(self._held[place][other], goal.hold)
                    worth += goal.points * policy.point * part // goal.hold
            total += worth if other == party else -worth
        return total

    def _ends(self, unit: int, at: Ints) -> tuple[Ints, Ints]:
        """Return the hexes that a unit can end in and the classes of weapons there, ``[copies, ends]``."""
        _, kind, _, _, _, _, band, _ = self._state.rows[unit].tolist()
        first = int(at[0])
        if (at == first).all():
            row = self._outlook.ends(kind, band, first)
            shape = (at.size, row.hexes.size)
            return np.broadcast_to(row.hexes, shape), np.broadcast_to(row.classes, shape)
        starts, where = np.unique(at, return_inverse=True)
        rows = [self._outlook.ends(kind, band, it) for it in starts.tolist()]
        most = max(it.hexes.size for it in rows)
        hexes, classes = np.empty((len(rows), most), np.int64), np.zeros((len(rows), most), np.int64)
        for number, it in enumerate(rows):
            # The rest of a shorter row repeats its first hex.
            hexes[number], classes[number] = it.hexes[0], it.classes[0]
            hexes[number, : it.hexes.size], classes[number, : it.hexes.size] = it.hexes, it.classes
        return hexes[where], classes[where]

    def _gains(self, unit: int, hexes: Ints, classes: Ints) -> Gains:
        """Return the attacks of a unit from some hexes on each of its foes, ``[foes, copies, hexes]``."""
        state, outlook = self._state, self._outlook
        foes = self._foes[state.party[unit]]
        kinds = state.rows[:, Of.KIND].tolist()
        table = outlook.strikes(kinds[unit], dict.fromkeys(hexes.ravel().tolist()))
        groups = np.array([outlook.groups[kinds[it]] for it in foes], np.int64)
        block = table.classes * outlook.count * outlook.count
        targets = (groups[:, None] * outlook.sides + self._sides[foes]) * block + self._hexes[foes]
        index = (classes * outlook.count + hexes) * outlook.count + targets[:, :, None]
        mean = table.mean.reshape(-1).take(index).astype(np.int64)
        focus = np.array([self._policy.focus[it] for it in foes], np.int64)
        return Gains(mean, mean * (focus[:, None] * (self._left[foes] > 0))[:, :, None])

    def _threats(self, unit: int, hexes: Ints) -> Ints:
        """Return the damage that all foes can do to a unit without moving, ``[copies, hexes]``."""
        outlook, rows = self._outlook, self._state.rows
        kinds = rows[:, Of.KIND].tolist()
        group = outlook.groups[kinds[unit]]
        side = outlook.side(int(rows[unit, Of.SHIELD]))
        total = np.zeros(hexes.shape, np.int64)
        for it in self._foes[self._state.party[unit]]:
            at = self._hexes[it]
            table = outlook.strikes(kinds[it], dict.fromkeys(at.tolist()))
            block = (group * outlook.sides + side + 1) * table.classes - 1
            start = (block * outlook.count + at) * outlook.count
            found = table.mean.reshape(-1).take(start[:, None] + hexes)
            total += found * (self._left[it] > 0)[:, None]
        return total

    def _move(self, unit: int, to: Ints, side: Ints | int) -> None:
        living = self._left[unit] > 0
        self._taken[(self._offsets + self._hexes[unit])[living]] = False
        self._taken[(self._offsets + to)[living]] = True
        self._hexes[unit] = to
        self._sides[unit] = side

    def _attack(self, unit: int, gains: Gains, chosen: Ints) -> None:
        """Let a unit do the mean damage of its best attack from the chosen ends."""
        best = gains.worth[:, self._copies, chosen].argmax(axis=0)
        struck = np.array(self._foes[self._state.party[unit]], np.int64)[best]
        before = self._left[struck, self._copies]
        done = gains.mean[best, self._copies, chosen] * (self._left[unit] > 0)
        after = np.maximum(before - done, 0)
        self._left[struck, self._copies] = after
        lost = (before > 0) & (after == 0)
        if lost.any():
            self._taken[(self._offsets + self._hexes[struck, self._copies])[lost]] = False


class Gains(NamedTuple):
    """Attacks: the mean damage, and what it is worth in parts of ``FOCUS``."""

    mean: Ints
    worth: Ints


def _members(state: GameState, party: int) -> Sequence[int]:
    return [it for it, own in enumerate(state.party) if own == party]
