"""The searching bot: plays the rest of the turn out after each of its best options, and takes the one that ends best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.simulation.game.bots import choice_at, contact, lookout, prize
from fairground.core.simulation.game.outlook import PARTS
from fairground.core.simulation.game.planning import FOCUS, Planning, point_worth
from fairground.core.simulation.game.playouts import FirstMoves, PlayoutPolicy, Playouts
from fairground.core.simulation.game.state import Of
from fairground.core.simulation.game.unit_choices import Options, options

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.simulation.game.bots import BotChoice
    from fairground.core.simulation.game.state import GameState

    Ints = NDArray[np.int64]

#: The number of hexes that are played out.
FEW: Final = 24


class Searching(Planning):
    """Plays out the best hexes of the planning bot, each with its best facing."""

    def choose(self, state: GameState, unit: int) -> BotChoice:
        """Return the option that the playouts end best for."""
        found = options(state, unit)
        scores = self.scores(state, found)
        hexes = self._best_hexes(state, scores)
        if len(hexes) == 1 or not state.enemies(unit):
            return super().choose(state, unit)
        facings = [self._best_facing(state, scores[:, it]) for it in hexes]
        totals = self._totals(state, found, facings, hexes)
        best = [number for number, it in enumerate(totals) if it == max(totals)]
        number = best[state.dice.randrange(len(best))]
        return choice_at(found, facings[number] * len(found.listed) + hexes[number])

    def _best_hexes(self, state: GameState, scores: Ints) -> list[int]:
        most = scores.max(axis=0)
        listed = np.flatnonzero(most > np.iinfo(np.int64).min).tolist()
        state.dice.shuffle(listed)
        return sorted(listed, key=lambda it: -int(most[it]))[:FEW]

    @staticmethod
    def _best_facing(state: GameState, scores: Ints) -> int:
        best = np.flatnonzero(scores == scores.max())
        return int(best[state.dice.randrange(best.size)])

    def _totals(self, state: GameState, found: Options, facings: list[int], hexes: list[int]) -> list[int]:
        """Return what each hex with a facing weighs after its playout."""
        weights, unit = self._weights, found.unit
        outlook, rows = state.tables.outlook, state.rows
        party, shield = state.party[unit], int(rows[unit, Of.SHIELD])
        playouts = Playouts(state, self._policy(state), len(hexes), state.dice)
        costs = np.array(outlook.strikes(int(rows[unit, Of.KIND]), ()).costs, np.int64)
        left = found.moves.allowance - found.cost[facings, hexes]
        moves = FirstMoves(
            found.hexes[hexes],
            np.array([outlook.side(shield, it) for it in facings], np.int64),
            np.searchsorted(costs, left, side="right"),
        )
        rough = playouts.begin(unit, moves)
        for it in _still_to_act(state, unit):
            playouts.act(it)
        playouts.end_turn()
        # The first attack counts exactly, the others roughly.
        exact = self.strikes(state, found)[facings, hexes]
        places = np.zeros(found.cost.shape, np.int64)
        for part in self.places(state, found).values():
            places += part
        places = places[facings, hexes]
        ahead = PARTS * lookout(state, found)[facings, hexes]
        # Those that have acted shoot in the next turn, after the playouts.
        acted = [it for it in state.enemies(unit) if it in state.acted]
        threats = np.broadcast_to(self.dangers(state, found, acted, later=False), found.cost.shape)
        ahead = ahead - weights.threat * threats[facings, hexes]
        values = weights.reply * (playouts.values(party) - rough) + weights.strike * exact + places + ahead
        found_values: list[int] = values.tolist()
        return found_values

    def _policy(self, state: GameState) -> PlayoutPolicy:
        left = state.rows[:, Of.HIT_POINTS].tolist()
        return PlayoutPolicy(
            self._weights.strike,
            self._weights.threat,
            {it: self._lures(state, it) for units in state.alive for it in units},
            {it: FOCUS + self._focus_on(state, points) for it, points in enumerate(left)},
            point_worth(state),
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
