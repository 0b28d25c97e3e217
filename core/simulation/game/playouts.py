"""Playouts: copies of a game that go on at once, as arrays of numbers, by a policy and with rough dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.simulation.game.outlook import CHANCES, PARTS
from fairground.core.simulation.game.state import Of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.simulation.game.playout_policy import PlayoutPolicy
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.unit_choices import AimedShot

    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]

#: How many copies go on at once: so many that their numbers stay in the processor's cache.
AT_ONCE: Final = 96
#: The unit that acts next in a copy in which no unit is left to act.
_NOBODY: Final = -1
#: The bits of a roll.
_ROLL: Final = 16
_NEVER: Final = np.iinfo(np.int32).min


class Playouts:
    """Copies of a game, ``samples`` of each option of a unit, with the same luck for all options.

    Copy ``option * samples + sample`` is a sample of an option. Samples have their own rolls, and one of
    ``ORDERS`` orders of units. Units
    take damage in ``PARTS``, and leave the board without any hit points. A copy stops when its game is over: at the points
    target, at the turn limit, or when one party is left. Heat, missions and arrivals stand still. Party 0 moves first in
    each turn.

    ``hexes``, ``sides`` (see ``StrikeOutlook``), ``moved`` (hexes), ``left`` and ``acted`` are ``[units, copies]``, ``taken`` is
    ``[copies, hexes]``, and ``points`` ``[parties, copies]``. ``held`` and ``scored`` have such an array for each objective.
    """

    def __init__(self, state: GameState, policy: PlayoutPolicy, options: int, samples: int) -> None:
        self._state, self._policy, self._dice = state, policy, state.dice
        self._outlook = state.tables.outlook
        self._options, self._samples = options, samples
        self._turn = state.turn
        copies = options * samples
        self._copies = np.arange(copies)
        rows = state.rows
        listed = [it for units in state.alive for it in units]
        self._members = [np.array(it, np.int64) for it in state.alive]
        #: Parties with units that are neither on the board nor lost.
        self._reserves = np.array(
            [len(state.survivors(it)) > len(state.alive[it]) for it in range(state.parties)]
        )

        def for_each(values: Sequence[object] | Ints) -> NDArray[np.int64]:
            return np.repeat(np.array(values)[:, None], copies, axis=1)

        self.hexes = for_each(rows[:, Of.HEX])
        self.sides = for_each([self._outlook.side(*it) for it in rows[:, [Of.SHIELD, Of.FACING]].tolist()])
        self.moved = for_each(rows[:, Of.MOVED])
        self.left = for_each(PARTS * rows[:, Of.HIT_POINTS])
        self.left[[it for it in range(len(rows)) if it not in listed]] = 0
        self.acted = for_each([it in state.acted for it in range(len(rows))])
        self.taken = np.zeros((copies, self._outlook.count), np.bool_)
        self.taken[:, rows[listed, Of.HEX]] = True
        self.held = [for_each(it) for it in state.held]
        self.scored = [for_each(it) for it in state.scored]
        self.points = for_each(state.points)
        self.over = np.zeros(copies, np.bool_)
        self._harm = PARTS * np.array(state.tables.harm, np.int64)
        #: The party that acted last.
        self._last = np.full(copies, state.parties - 1)
        self._draw_luck()

    def begin(
        self, unit: int, hexes: Ints, moved: Ints, sides: Ints, shots: Sequence[AimedShot | None]
    ) -> None:
        """Let a unit go by each option to a hex, over a number of hexes, show a side there, and attack.

        This attack has the dice of the game.
        """
        every, party = self._copies, self._state.party[unit]
        self._last[:] = party
        self._move(unit, every, np.repeat(hexes, self._samples), np.repeat(moved, self._samples))
        self.sides[unit] = np.repeat(sides, self._samples)
        for option, shot in enumerate(shots):
            if shot is not None:
                where = every[option * self._samples : (option + 1) * self._samples]
                done, until = shot.arm.rolls.damages(shot.number, shot.damage, shot.defence)
                fall = np.searchsorted(until, self._rolls[unit, where] * until[-1] >> _ROLL, side="right")
                self._hurt(party, np.full(where.size, shot.target), where, PARTS * done[fall])

    def play(self, turns: int) -> None:
        """Play the rest of this turn, and some further turns."""
        self._play_turn()
        for _ in range(turns):
            if self.over.all():
                break
            self._turn += 1
            self.acted[:] = False
            self.moved[:] = 0
            self._last[:] = self._state.parties - 1
            self._draw_luck()
            self._play_turn()

    def standings(self) -> Ints:
        """Return how parties rank if the game ends now, ``[parties, copies]``: greater is better; see ``ending``."""
        units = np.array([(self.left[it] > 0).sum(axis=0) for it in self._members])
        ranks: Ints = (((self.points << 8) + units) << 24) + self.hit_points()
        if self._state.tables.scenario.victory.last_standing:
            stands = (units > 0) | self._reserves[:, None]
            ranks += (stands & (stands.sum(axis=0) == 1)).astype(np.int64) << 56
        return ranks

    def hit_points(self) -> Ints:
        """Return the hit points left of each party on the board in ``PARTS``, ``[parties, copies]``."""
        return np.array([self.left[it].sum(axis=0) for it in self._members])

    def by_option(self, by_copy: Ints) -> Ints:
        """Return values by copy as ``[options, samples]``."""
        return by_copy.reshape(self._options, self._samples)

    def is_at(self, hexes: Bools, where: Ints, but: Ints | None = None) -> Bools:
        """Return which parties have a unit in some hexes of the board, apart from one in each copy, ``[parties, copies]``."""
        on = hexes[self.hexes[:, where]] & (self.left[:, where] > 0)
        if but is not None:
            on[but, np.arange(where.size)] = False
        return np.array([on[it].any(axis=0) for it in self._members])

    def _draw_luck(self) -> None:
        """Draw the order in which units act in a turn and the rolls of their attacks, the same for all options."""
        shape = len(self.left), self._samples
        ranks = self._draw(shape)
        # Each second order is the reverse of the one before, so that every unit acts before every other as often as after it.
        paired = self._samples // 2 * 2
        ranks[:, 1:paired:2] = (1 << _ROLL) - ranks[:, 0:paired:2]
        # The rolls of each unit are spread evenly over the samples.
        strata = self._draw(shape).argsort(axis=1, kind="stable")
        rolls = ((strata << _ROLL) + self._draw(shape)) // self._samples
        self._ranks, self._rolls = (np.tile(it, (1, self._options)) for it in (ranks, rolls))

    def _draw(self, shape: tuple[int, int]) -> Ints:
        """Return random numbers of ``_ROLL`` bits."""
        drawn = np.frombuffer(self._dice.randbytes(2 * shape[0] * shape[1]), "<u2")
        return drawn.astype(np.int64).reshape(shape)

    def _play_turn(self) -> None:
        while True:
            units = self.next_units()
            acts = units != _NOBODY
            if not acts.any():
                break
            for party in range(len(self._members)):
                where = np.flatnonzero(acts & (self._last == party))
                # Copies in which the same unit acts together: units differ in how far they go.
                where = where[units[where].argsort(kind="stable")]
                for first in range(0, where.size, AT_ONCE):
                    some = where[first : first + AT_ONCE]
                    self._act(party, units[some], some)
        self._end_turn()

    def next_units(self) -> Ints:
        """Return the unit that acts next in each copy. Parties alternate; one without units to act is passed over."""
        waits = (self.left > 0) & ~self.acted & ~self.over
        by_party = np.full((len(self._members), self._copies.size), _NOBODY)
        for party, members in enumerate(self._members):
            if members.size:
                ranks = np.where(waits[members], self._ranks[members] + 1, 0)
                by_party[party] = np.where(ranks.any(axis=0), members[ranks.argmax(axis=0)], _NOBODY)
        found = np.full(self._copies.size, _NOBODY)
        last = self._last.copy()
        for step in range(1, len(self._members) + 1):
            next_party = (last + step) % len(self._members)
            units = by_party[next_party, self._copies]
            fits = (found == _NOBODY) & (units != _NOBODY)
            found = np.where(fits, units, found)
            self._last = np.where(fits, next_party, self._last)
        return found

    def _act(self, party: int, units: Ints, where: Ints) -> None:
        """Let a unit of a party in each of some copies go where the policy leads it, and attack."""
        at = self.hexes[units, where]
        ends = self._policy.ends(units, at)
        hexes = ends.hexes
        ratings = self._policy.rate(self, party, units, where, ends)
        shut = self.taken[where[:, None], hexes] & (hexes != at[:, None])
        ratings.score[shut | (np.arange(hexes.shape[1]) >= ends.counts[:, None])] = _NEVER
        row, chosen = np.arange(where.size), ratings.score.argmax(axis=1)
        self._move(units, where, hexes[row, chosen], ends.moved[row, chosen])
        if ratings.foes.size:
            best = ratings.worth[:, row, chosen].argmax(axis=0)
            targets, attacks = ratings.foes[best], ratings.worth[best, row, chosen] > 0
            self.sides[units, where] = self._policy.best_sides(self, party, units, where, targets, attacks)
            chance = ratings.chance[best, row, chosen].astype(np.int64)
            hits = attacks & (self._rolls[units, where] * CHANCES < chance << _ROLL)
            self._hurt(party, targets, where, ratings.hit[best, row, chosen] * hits)

    def _move(self, unit: int | Ints, where: Ints, to: Ints, moved: Ints) -> None:
        self.taken[where, self.hexes[unit, where]] = False
        self.taken[where, to] = True
        self.hexes[unit, where] = to
        self.moved[unit, where] = moved
        self.acted[unit, where] = True

    def _hurt(self, party: int, targets: Ints, where: Ints, damage: Ints) -> None:
        """Take hit points from a target in each of some copies. A party gets the points for those destroyed."""
        before = self.left[targets, where]
        after = np.maximum(before - damage, 0)
        self.left[targets, where] = after
        lost = (before > 0) & (after == 0)
        if lost.any():
            self.taken[where[lost], self.hexes[targets, where][lost]] = False
            self.points[party, where] += self._state.tables.scenario.victory.kill * lost

    def _end_turn(self) -> None:
        """Let the ground do its harm, score the objectives held, and find the copies whose game is over."""
        going = ~self.over
        if self._harm.any():
            before = self.left > 0
            self.left = np.maximum(self.left - self._harm[self.hexes] * (before & going), 0)
            units, copies = np.nonzero(before & (self.left == 0))
            self.taken[copies, self.hexes[units, copies]] = False
        for place, goal in enumerate(self._state.goals):
            there = self.is_at(self._policy.inside[place], self._copies)
            alone = there & (there.sum(axis=0) == 1)
            held, scored = self.held[place], self.scored[place]
            for party in goal.parties:
                held[party] = np.where(going, np.where(alone[party], held[party] + 1, 0), held[party])
                scores = (held[party] >= goal.hold) & ~scored[party] & going
                scored[party] |= scores
                self.points[party] += goal.points * scores
        victory = self._state.tables.scenario.victory
        standing = (
            np.array([(self.left[it] > 0).any(axis=0) for it in self._members]) | self._reserves[:, None]
        )
        self.over |= standing.sum(axis=0) <= victory.last_standing
        if victory.points is not None:
            self.over |= self.points.max(axis=0) >= victory.points
        self.over |= self._turn >= self._state.mission.turns
