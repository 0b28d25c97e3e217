"""The searching bot: plays its best options out many times, and takes the option that ends best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.simulation.game.bots import choice_at, prize, sum_of_parts
from fairground.core.simulation.game.outlook import PARTS
from fairground.core.simulation.game.planning import FOCUS, Planning, force_hit_points, points_needed
from fairground.core.simulation.game.playout_policy import PlayoutPolicy
from fairground.core.simulation.game.playouts import Playouts
from fairground.core.simulation.game.state import Of
from fairground.core.simulation.game.unit_choices import aimed_shot, aimed_shots, options, shots

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.simulation.game.bots import BotChoice
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.unit_choices import AimedShot, Options, ShotOption

    Ints = NDArray[np.int64]


class _Round(NamedTuple):
    """A round of the search: how many options are played out, and how many times each."""

    options: int
    samples: int


#: The rounds of the search; only the best options of one get into the next.
ROUNDS: Final = (_Round(12, 16), _Round(6, 32), _Round(3, 96))
#: How many turns are played out after the current one.
TURNS: Final = 1
#: How many targets are compared.
TARGETS: Final = 4
#: How far the score of an option to play out may be below that of the plan, in points of score.
NEAR: Final = 60
#: What a point of score counts for in the comparison of playouts: they are few, and the plan is good.
_SCORE: Final = 80
#: By how much an option must end better than the plan: playouts are rough.
LEAD: Final = 1_300
#: The worth of a position, by share of the points that win, of the hit points of a force, of points for objectives being held,
#: and of the hit points to take in order to win by points: logits of the win rate, in thousandths, fitted to games of the
#: planning bot.
_POINTS: Final = 1_800
_HIT_POINTS: Final = 6_700
_HELD: Final = 2_700
_TO_TAKE: Final = 4_700
#: What a win is worth; a loss is as much below 0.
_WIN: Final = 1 << 16
#: More hit points than any unit has.
_LOST: Final = 1 << 32


class _Starts(NamedTuple):
    """Options of a unit to play out, the plan first: where it goes, the hexes moved, the side it shows, and its attack."""

    hexes: Ints
    moved: Ints
    sides: Ints
    shots: list[AimedShot | None]

    def some(self, places: list[int]) -> _Starts:
        """Return some of the options."""
        shots = [self.shots[it] for it in places]
        return _Starts(self.hexes[places], self.moved[places], self.sides[places], shots)


class Searching(Planning):
    """Plays out the best hexes of the planning bot, each with its best facing, and then its targets, in rounds that drop the worse."""

    def choose(self, state: GameState, unit: int) -> BotChoice:
        """Return the option that ends best in playouts, among those that the planning bot rates best."""
        found = options(state, unit)
        scores = sum_of_parts(found, self.weigh(state, found))
        hexes = self._best_hexes(state, found, scores)
        behind = scores.max() - scores.max(axis=0)[hexes]
        facings = [self._best_facing(state, scores[:, it]) for it in hexes]
        best = 0
        if len(hexes) > 1 and state.enemies(unit):
            shield = int(state.rows[unit, Of.SHIELD])
            sides = np.array([state.tables.outlook.side(shield, it) for it in facings], np.int64)
            aimed = aimed_shots(state, found, facings, hexes, self.focus(state, unit))
            best = self._search(
                state,
                unit,
                _Starts(found.hexes[hexes], found.moved[facings, hexes], sides, aimed),
                behind // self.score_unit(state),
            )
        return choice_at(found, facings[best] * len(found.listed) + hexes[best])

    def aim(self, state: GameState, unit: int) -> ShotOption | None:
        """Return the attack that ends best in playouts, among the best on each target."""
        plan = super().aim(state, unit)
        # Playouts know nothing of the targets of missions.
        if plan is None or state.mission.has_wins:
            return plan
        best = {plan.target: plan}
        for it in sorted(shots(state, unit), key=lambda it: -it.worth):
            best.setdefault(it.target, it)
        listed = list(best.values())[:TARGETS]
        if len(listed) == 1:
            return plan
        _, _, at, facing, shield, _, _, moved = state.rows[unit].tolist()
        alike = np.ones(len(listed), np.int64)
        starts = _Starts(
            at * alike,
            moved * alike,
            state.tables.outlook.side(shield, facing) * alike,
            [aimed_shot(state, unit, it) for it in listed],
        )
        focus = self.focus(state, unit)
        worths = np.array([it.worth * focus[it.target] for it in listed], np.int64)
        strike = self.weights.strike * PARTS * worths // (state.tables.point * FOCUS)
        return listed[self._search(state, unit, starts, (strike[0] - strike) // self.score_unit(state))]

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
        near = most.max() - NEAR * self.score_unit(state)
        return [it for it in listed if most[it] >= near][: ROUNDS[0].options]

    @staticmethod
    def _best_facing(state: GameState, scores: Ints) -> int:
        best = np.flatnonzero(scores == scores.max())
        return int(best[state.dice.randrange(best.size)])

    def _search(self, state: GameState, unit: int, starts: _Starts, behind: Ints) -> int:
        """Return the place of the option to take.

        The first is the plan. ``behind`` is how far the score of each option is below that of the plan, in points.
        """
        policy = PlayoutPolicy(state, self.weights)
        count = len(starts.shots)
        left = list(range(count))
        values: Ints = np.zeros((count, 0), np.int64)
        for number, samples in ROUNDS:
            # The plan stays, and so do those that have done better so far.
            sums = values.sum(axis=1).tolist()
            rest = [it for it in left[1:] if not values.size or sums[it] > sums[0]]
            left = [0, *sorted(rest, key=lambda it: -sums[it])[: number - 1]]
            if not rest:
                return 0
            more = np.zeros((count, samples), np.int64)
            more[left] = _play_out(state, policy, unit, starts.some(left), samples)
            more[left] -= _SCORE * behind[left, None]
            values = np.hstack((values, more))
        means = values[left].mean(axis=1)
        best = int(means.argmax())
        return left[best] if means[best] - means[0] >= LEAD else 0


def _play_out(state: GameState, policy: PlayoutPolicy, unit: int, starts: _Starts, samples: int) -> Ints:
    """Return how playouts after some options end for the unit's party, ``[options, samples]``."""
    playouts = Playouts(state, policy, len(starts.shots), samples)
    playouts.begin(unit, *starts)
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
    merits -= _TO_TAKE * to_take(state, playouts) // max(1, force)
    lead = _lead(merits, party)
    # Near enough to the logistic curve, and the same on every machine.
    going = _WIN * lead // np.sqrt(2_000**2 + lead**2).astype(np.int64)
    found: Ints = np.where(playouts.over, _WIN * np.sign(_lead(playouts.standings(), party)), going)
    return found


def to_take(state: GameState, playouts: Playouts) -> Ints:
    """Return the hit points that each party has to take from the weakest enemies to get the points that win, ``[parties, copies]``."""
    kill = state.tables.scenario.victory.kill
    if not kill:
        return np.zeros(playouts.points.shape, np.int64)
    found = []
    for party, points in enumerate(playouts.points):
        left = playouts.left[[it for it, other in enumerate(state.party) if other != party]]
        weakest = np.sort(np.where(left > 0, left, _LOST), axis=0)
        # The weakest gives the first points that are lacking, and so on.
        gives = np.clip(points_needed(state) - points - kill * np.arange(len(left))[:, None], 0, kill)
        found.append((np.where(weakest < _LOST, weakest * gives // kill, 0)).sum(axis=0))
    return np.array(found)


def _lead(by_party: Ints, party: int) -> Ints:
    """Return how far a party is ahead of the best of the others, by copy."""
    others = [it for other, it in enumerate(by_party) if other != party]
    lead: Ints = by_party[party] - np.maximum.reduce(others)
    return lead
