"""The searching bot: plays its best options out many times, and takes another than its plan if that is likely better."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.simulation.game.bots import choice_at, prize, sum_of_parts
from fairground.core.simulation.game.outlook import PARTS
from fairground.core.simulation.game.planning import Planning, force_hit_points, points_needed
from fairground.core.simulation.game.playout_policy import PlayoutPolicy
from fairground.core.simulation.game.playouts import Playouts
from fairground.core.simulation.game.state import Of
from fairground.core.simulation.game.unit_choices import aimed_shots, options

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.simulation.game.bots import BotChoice
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.unit_choices import Options

    Ints = NDArray[np.int64]


class _Round(NamedTuple):
    """A round of the search: how many options are played out, and how many times each."""

    options: int
    samples: int


#: The rounds of the search; only the best options of one get into the next.
ROUNDS: Final = (_Round(6, 16), _Round(3, 48))
#: How many turns are played out after the current one.
TURNS: Final = 1
#: The standard errors by which playouts must find an option better than that of the planning bot.
SURE: Final = 1
#: The worth of a position, by share of the points that win, of the hit points of a force, and of points for objectives being
#: held: logits of the win rate, in thousandths, fitted to games of the planning bot.
_POINTS: Final = 1_500
_HIT_POINTS: Final = 8_300
_HELD: Final = 3_200
#: What a win is worth; a loss is as much below 0.
_WIN: Final = 1 << 16


class Searching(Planning):
    """Plays out the best hexes of the planning bot, each with its best facing, in rounds that drop the worse ones."""

    def choose(self, state: GameState, unit: int) -> BotChoice:
        """Return the option that the playouts end best for; that of the planning bot if none is surely better."""
        found = options(state, unit)
        scores = sum_of_parts(found, self.weigh(state, found))
        hexes = self._best_hexes(state, found, scores)
        facings = [self._best_facing(state, scores[:, it]) for it in hexes]
        best = self._search(state, found, facings, hexes) if len(hexes) > 1 and state.enemies(unit) else 0
        return choice_at(found, facings[best] * len(found.listed) + hexes[best])

    def _best_hexes(self, state: GameState, found: Options, scores: Ints) -> list[int]:
        """Return the hexes of the options that score best, that of the planning bot first."""
        most = scores.max(axis=0)
        listed = np.flatnonzero(most > np.iinfo(np.int64).min).tolist()
        state.dice.shuffle(listed)
        listed.sort(key=lambda it: -int(most[it]))
        if state.mission.has_wins and listed:
            # Playouts know nothing of missions, so no option is farther from what the unit wants.
            far = prize(state, found)
            listed = [it for it in listed if far[it] <= far[listed[0]]]
        return listed[: ROUNDS[0].options]

    @staticmethod
    def _best_facing(state: GameState, scores: Ints) -> int:
        best = np.flatnonzero(scores == scores.max())
        return int(best[state.dice.randrange(best.size)])

    def _search(self, state: GameState, found: Options, facings: list[int], hexes: list[int]) -> int:
        """Return the place in the lists of the option to take; the plan is the first."""
        policy = PlayoutPolicy(state, self._weights)
        left = list(range(len(hexes)))
        values: Ints = np.zeros((len(hexes), 0), np.int64)
        for number, samples in ROUNDS:
            # The plan stays, and so do those that have done better so far.
            sums = values.sum(axis=1).tolist()
            rest = [it for it in left[1:] if not values.size or sums[it] > sums[0]]
            left = [0, *sorted(rest, key=lambda it: -sums[it])[: number - 1]]
            if not rest:
                return 0
            more = np.zeros((len(hexes), samples), np.int64)
            more[left] = self._play_out(
                state, policy, found, [facings[it] for it in left], [hexes[it] for it in left], samples
            )
            values = np.hstack((values, more))
        return left[surest(values[left].T)]

    def _play_out(
        self,
        state: GameState,
        policy: PlayoutPolicy,
        found: Options,
        facings: list[int],
        hexes: list[int],
        samples: int,
    ) -> Ints:
        """Return how playouts after some options end for the unit's party, ``[options, samples]``."""
        unit = found.unit
        shield = int(state.rows[unit, Of.SHIELD])
        sides = np.array([state.tables.outlook.side(shield, it) for it in facings], np.int64)
        shots = aimed_shots(state, found, facings, hexes, self.focus(state, unit))
        playouts = Playouts(state, policy, len(hexes), samples)
        playouts.begin(unit, found.hexes[hexes], found.moved[facings, hexes], sides, shots)
        playouts.play(TURNS)
        return playouts.by_option(position_values(state, playouts, state.party[unit]))


def position_values(state: GameState, playouts: Playouts, party: int) -> Ints:
    """Return how good the positions of playouts are for a party, by copy: from ``-_WIN`` to ``_WIN``."""
    needed, force = points_needed(state), PARTS * force_hit_points(state) // state.parties
    merits = _POINTS * playouts.points // needed + _HIT_POINTS * playouts.hit_points() // max(1, force)
    for place, goal in enumerate(state.goals):
        held, scored = playouts.held[place], playouts.scored[place]
        for it in goal.parties:
            part = _HELD * goal.points * np.minimum(held[it], goal.hold) // (goal.hold * needed)
            merits[it] += part * ~scored[it]
    lead = _lead(merits, party)
    # Near enough to the logistic curve, and the same on every machine.
    going = _WIN * lead // np.sqrt(2_000**2 + lead**2).astype(np.int64)
    found: Ints = np.where(playouts.over, _WIN * np.sign(_lead(playouts.standings(), party)), going)
    return found


def _lead(by_party: Ints, party: int) -> Ints:
    """Return how far a party is ahead of the best of the others, by copy."""
    others = [it for other, it in enumerate(by_party) if other != party]
    lead: Ints = by_party[party] - np.maximum.reduce(others)
    return lead


def surest(values: Ints) -> int:
    """Return the option, of ``[samples, options]``, that is better than the first by most; the first if none surely is.

    An option is surely better if the mean of its lead over all samples is at least ``SURE`` standard errors.
    """
    samples = len(values)
    leads = values - values[:, :1]
    sums = leads.sum(axis=0)
    spreads = samples * (leads**2).sum(axis=0) - sums**2
    sure = (sums > 0) & ((samples - 1) * sums**2 >= SURE**2 * spreads)
    return int(np.where(sure, sums, 0).argmax())
