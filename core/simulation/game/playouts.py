"""Playouts: copies of a game that go on at once, as arrays of numbers, by a rule of thumb and with rough dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.simulation.game.outlook import PARTS
from fairground.core.simulation.game.planning import FOCUS
from fairground.core.simulation.game.state import Of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from fairground.core.simulation.game.state import GameState

    Ints = NDArray[np.int64]

#: The bits of the random number that breaks ties.
_TIE: Final = 8
_NEVER: Final = np.iinfo(np.int64).min


class PlayoutPolicy(NamedTuple):
    """What the units of a playout go by.

    ``strike``, ``threat`` and ``lures`` (by unit and hex) are weights as in ``Weights``; ``focus`` is, by unit, how much damage
    to it counts, in parts of ``FOCUS``. ``point`` and ``win`` are what a game point and the game are worth, in ``PARTS`` of a
    point of damage.
    """

    strike: int
    threat: int
    lures: Mapping[int, Ints]
    focus: Mapping[int, int]
    point: int
    win: int


class FirstMoves(NamedTuple):
    """Where a unit goes by option: the hex, the side it shows to attackers, and the class of weapons it can still use."""

    hexes: Ints
    sides: Ints
    classes: Ints


class Playouts:
    """Copies of a game, ``samples`` of each option of a unit, with the same luck for all options.

    Copy ``option * samples + sample`` is a sample of an option. An attack hits by a coin, and then does twice its mean damage.
    Units take damage in ``PARTS``, and leave the board without any hit points. The copies go on to the end of the turn, where
    some are over as the game would be: at the points target, at the turn limit, or when one party is left.
    """

    def __init__(self, state: GameState, policy: PlayoutPolicy, options: int, samples: int) -> None:
        self._state, self._policy, self._dice = state, policy, state.dice
        self._outlook = state.tables.outlook
        self._options, self._samples = options, samples
        copies = options * samples
        self._copies = np.arange(copies)
        self._offsets = self._copies * self._outlook.count
        rows = state.rows
        self._kinds = rows[:, Of.KIND].tolist()
        self._members = [
            [it for it, own in enumerate(state.party) if own == party] for party in range(state.parties)
        ]
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
        self._scored = [np.repeat(np.array(it)[:, None], copies, axis=1) for it in state.scored]
        self._points = np.repeat(np.array(state.points, np.int64)[:, None], copies, axis=1)
        #: Points for objectives since the playout began; those for units lost are in their hit points.
        self._goal_points = np.zeros_like(self._points)
        self._over = np.zeros(copies, np.bool_)

    def begin(self, unit: int, moves: FirstMoves) -> Ints:
        """Let a unit go by each option and attack; return what its attack did, by option, as ``values`` counts."""
        hexes, sides, classes = (np.repeat(it, self._samples) for it in moves)
        gains = self._gains(unit, hexes[:, None], classes[:, None])
        self._move(unit, hexes, sides, self._left[unit] > 0)
        before = self._merits(self._state.party[unit])
        self._attack(unit, gains, np.zeros_like(hexes))
        return self._by_option(self._merits(self._state.party[unit]) - before)

    def act(self, unit: int) -> None:
        """Let a unit go where its policy leads it, and attack."""
        at, acting = self._hexes[unit], (self._left[unit] > 0)
        if not acting.any():
            return
        policy, outlook = self._policy, self._outlook
        hexes, classes = self._ends(unit, at)
        gains = self._gains(unit, hexes, classes)
        score = policy.strike * (gains.worth.max(axis=0, initial=0) // FOCUS)
        score -= policy.threat * self._threats(unit, hexes)
        score += policy.lures[unit].take(hexes)
        ties = np.frombuffer(self._dice.randbytes(self._samples * hexes.shape[1]), np.uint8)
        score = (score << _TIE) + np.tile(ties.reshape(self._samples, -1), (self._options, 1))
        score[self._taken.take(self._offsets[:, None] + hexes) & (hexes != at[:, None])] = _NEVER
        chosen = np.where(acting, score.argmax(axis=1), 0)
        shield = int(self._state.rows[unit, Of.SHIELD])
        self._move(unit, np.where(acting, hexes[self._copies, chosen], at), outlook.side(shield), acting)
        self._attack(unit, gains, chosen)

    def end_turn(self) -> None:
        """Score the objectives held, and find the copies whose game is over."""
        state, living = self._state, self._left > 0
        for place, goal in enumerate(state.goals):
            inside = np.zeros(self._outlook.count, np.bool_)
            inside[list(goal.hexes)] = True
            on = inside[self._hexes] & living
            there = np.array([on[it].any(axis=0) for it in self._members])
            alone = there.sum(axis=0) == 1
            held, scored = self._held[place], self._scored[place]
            for party in goal.parties:
                held[party] = np.where(there[party] & alone, held[party] + 1, 0)
                scores = (held[party] >= goal.hold) & ~scored[party]
                scored[party] |= scores
                self._points[party] += goal.points * scores
                self._goal_points[party] += goal.points * scores
        victory = state.tables.scenario.victory
        standing = np.array([living[it].any(axis=0) for it in self._members]).sum(axis=0)
        if victory.last_standing:
            self._over |= standing <= 1
        if victory.points is not None:
            self._over |= self._points.max(axis=0) >= victory.points
        self._over |= state.turn >= state.mission.turns

    def values(self, party: int) -> Ints:
        """Return how much better off a party is than the best of the others, by option, in ``PARTS`` of a point of damage."""
        merits = self._merits(party)
        others = [it for other, it in enumerate(self._points) if other != party]
        ahead = np.sign(self._points[party] - np.maximum.reduce(others))
        return self._by_option(
            merits + self._policy.win * np.where(ahead, ahead, np.sign(merits)) * self._over
        )

    def _by_option(self, by_copy: Ints) -> Ints:
        """Return the mean of the copies of each option."""
        found: Ints = by_copy.reshape(self._options, self._samples).sum(axis=1) // self._samples
        return found

    def _merits(self, party: int) -> Ints:
        """Return how far a party is ahead of the best of the others, by copy."""
        merits = [self._merit(it) for it in range(self._state.parties)]
        others = [it for other, it in enumerate(merits) if other != party]
        found: Ints = merits[party] - np.maximum.reduce(others)
        return found

    def _merit(self, party: int) -> Ints:
        """Return the worth of the points and units of a party, by copy."""
        state, policy = self._state, self._policy
        units = self._members[party]
        counts = np.array([policy.focus[it] for it in units], np.int64)
        total: Ints = (counts[:, None] * self._left[units]).sum(axis=0) // FOCUS
        total += policy.point * self._goal_points[party]
        for place, goal in enumerate(state.goals):
            if party in goal.parties:
                part = np.minimum(self._held[place][party], goal.hold)
                total += goal.points * policy.point * part // goal.hold * ~self._scored[place][party]
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
        kinds = self._kinds
        table = outlook.strikes(kinds[unit], dict.fromkeys(hexes.ravel().tolist()))
        groups = np.array([outlook.groups[kinds[it]] for it in foes], np.int64)
        block = table.classes * outlook.count * outlook.count
        targets = (groups[:, None] * outlook.sides + self._sides[foes]) * block + self._hexes[foes]
        index = (classes * outlook.count + hexes) * outlook.count + targets[:, :, None]
        mean = table.mean.reshape(-1).take(index).astype(np.int64)
        focus = np.array([self._policy.focus[it] for it in foes], np.int64)
        done = np.minimum(2 * mean, self._left[foes][:, :, None]) // 2
        return Gains(mean, done * focus[:, None, None])

    def _threats(self, unit: int, hexes: Ints) -> Ints:
        """Return the damage that all foes can do to a unit without moving, ``[copies, hexes]``."""
        outlook, rows, kinds = self._outlook, self._state.rows, self._kinds
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

    def _move(self, unit: int, to: Ints, side: Ints | int, acting: NDArray[np.bool_]) -> None:
        self._taken[(self._offsets + self._hexes[unit])[acting]] = False
        self._taken[(self._offsets + to)[acting]] = True
        self._hexes[unit] = to
        self._sides[unit] = np.where(acting, side, self._sides[unit])

    def _attack(self, unit: int, gains: Gains, chosen: Ints) -> None:
        """Let a unit attack from the chosen ends, as best it can; a coin decides whether it hits."""
        party = self._state.party[unit]
        foes = self._foes[party]
        if not foes:
            return
        best = gains.worth[:, self._copies, chosen].argmax(axis=0)
        struck = np.array(foes, np.int64)[best]
        before = self._left[struck, self._copies]
        coins = np.frombuffer(self._dice.randbytes(self._samples), np.uint8) & 1
        hits = np.tile(coins, self._options) * (self._left[unit] > 0)
        after = np.maximum(before - 2 * gains.mean[best, self._copies, chosen] * hits, 0)
        self._left[struck, self._copies] = after
        lost = (before > 0) & (after == 0)
        if lost.any():
            self._taken[(self._offsets + self._hexes[struck, self._copies])[lost]] = False
            self._points[party] += self._state.tables.scenario.victory.kill * lost


class Gains(NamedTuple):
    """Attacks: the mean damage, and what it is worth in parts of ``FOCUS``."""

    mean: Ints
    worth: Ints
