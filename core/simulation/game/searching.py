"""The searching bot: plays the rest of the turn out many times after each of its best options, and takes the best on average."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.simulation.game.bots import choice_at, contact, prize, sum_of_parts
from fairground.core.simulation.game.outlook import PARTS
from fairground.core.simulation.game.planning import Planning, point_worth
from fairground.core.simulation.game.playouts import FirstMoves, PlayoutPolicy, Playouts
from fairground.core.simulation.game.state import Of
from fairground.core.simulation.game.unit_choices import Options, options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from fairground.core.simulation.game.bots import BotChoice
    from fairground.core.simulation.game.state import GameState

    Ints = NDArray[np.int64]

#: The number of hexes that are played out, of orders in which the other units act, and of samples of each order.
HEXES: Final = 10
ORDERS: Final = 8
SAMPLES: Final = 4
#: The standard errors by which playouts must find an option better than that of the planning bot.
SURE: Final = 2


class Searching(Planning):
    """Plays out the best hexes of the planning bot, each with its best facing, and takes the best if it is surely better."""

    def choose(self, state: GameState, unit: int) -> BotChoice:
        """Return the option that the playouts end best for."""
        found = options(state, unit)
        parts = self.weigh(state, found)
        scores = sum_of_parts(found, parts)
        hexes = self._best_hexes(state, scores)
        facings = [self._best_facing(state, scores[:, it]) for it in hexes]
        best = 0
        if len(hexes) > 1 and state.enemies(unit):
            best = surest(self._values(state, found, parts, facings, hexes))
        return choice_at(found, facings[best] * len(found.listed) + hexes[best])

    def _best_hexes(self, state: GameState, scores: Ints) -> list[int]:
        most = scores.max(axis=0)
        listed = np.flatnonzero(most > np.iinfo(np.int64).min).tolist()
        state.dice.shuffle(listed)
        return sorted(listed, key=lambda it: -int(most[it]))[:HEXES]

    @staticmethod
    def _best_facing(state: GameState, scores: Ints) -> int:
        best = np.flatnonzero(scores == scores.max())
        return int(best[state.dice.randrange(best.size)])

    def _values(
        self,
        state: GameState,
        found: Options,
        parts: Mapping[str, Ints],
        facings: list[int],
        hexes: list[int],
    ) -> Ints:
        """Return what hexes with facings weigh when the rest of the turn is played out, not estimated, ``[orders, hexes]``."""
        played = ("strike", "danger")
        kept = sum_of_parts(found, {name: part for name, part in parts.items() if name not in played})
        # The first attack counts exactly, the others roughly.
        replies = self._play_out(state, found, facings, hexes) + self.strikes(state, found)[facings, hexes]
        values: Ints = kept[facings, hexes] + self._weights.reply * replies
        return values

    def _play_out(self, state: GameState, found: Options, facings: list[int], hexes: list[int]) -> Ints:
        """Return how much better off the rest of the turn leaves the party, without its first attack, ``[orders, hexes]``."""
        unit, rows, outlook = found.unit, state.rows, state.tables.outlook
        party, shield = state.party[unit], int(rows[unit, Of.SHIELD])
        policy = self._policy(state)
        costs = np.array(outlook.strikes(int(rows[unit, Of.KIND]), ()).costs, np.int64)
        left = found.moves.allowance - found.cost[facings, hexes]
        moves = FirstMoves(
            found.hexes[hexes],
            np.array([outlook.side(shield, it) for it in facings], np.int64),
            np.searchsorted(costs, left, side="right"),
        )
        replies = np.zeros((ORDERS, len(hexes)), np.int64)
        for order in range(ORDERS):
            playouts = Playouts(state, policy, len(hexes), SAMPLES)
            first = playouts.begin(unit, moves)
            for it in _still_to_act(state, unit):
                playouts.act(it)
            playouts.end_turn()
            replies[order] = playouts.values(party) - first
        return replies

    def _policy(self, state: GameState) -> PlayoutPolicy:
        left = state.rows[:, Of.HIT_POINTS].tolist()
        hit_points = sum(state.tables.kinds[it].hit_points for it in state.rows[:, Of.KIND].tolist())
        return PlayoutPolicy(
            self._weights.strike,
            self._weights.threat,
            {it: self._lures(state, it) for units in state.alive for it in units},
            {it: self._counts(state, points) for it, points in enumerate(left)},
            point_worth(state),
            PARTS * hit_points // state.parties,
        )

    def _lures(self, state: GameState, unit: int) -> Ints:
        """Return what draws a unit to each hex of the board: enemies and objectives."""
        _, kind, _, _, _, _, band, _ = state.rows[unit].tolist()
        moves, every = state.tables.moves(kind, band), state.tables.outlook.every
        board = Options(unit, moves, moves.ends(0, 0, 0), every, every.tolist(), every[None], every[None])
        total = np.zeros(every.size, np.int64)
        for weight, points in ((self._weights.contact, contact), (self._weights.prize, prize)):
            total -= weight * (points(state, board) * PARTS // moves.scale)
        return total


def surest(values: Ints) -> int:
    """Return the option, of ``[orders, options]``, that is better than the first by most; the first if none surely is.

    An option is surely better if the mean of its lead over all orders is at least ``SURE`` standard errors.
    """
    orders = len(values)
    leads = (values - values[:, :1]).astype(np.float64)
    sums = leads.sum(axis=0)
    spreads = orders * (leads**2).sum(axis=0) - sums**2
    sure = (sums > 0) & ((orders - 1) * sums**2 >= SURE**2 * spreads)
    return int(np.where(sure, sums, 0).argmax())


def _still_to_act(state: GameState, unit: int) -> list[int]:
    """Return the units that act after a unit in this turn, in a random order; the parties alternate."""
    waiting = [[it for it in units if it != unit and it not in state.acted] for units in state.alive]
    for units in waiting:
        state.dice.shuffle(units)
    found: list[int] = []
    while any(waiting):
        for step in range(1, state.parties + 1):
            units = waiting[(state.party[unit] + step) % state.parties]
            if units:
                found.append(units.pop())
    return found
