"""The policy of playouts: rates the options of a unit in many copies of a game at once, roughly as the planning bot does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.simulation.game.board_numbers import NO_WAY
from fairground.core.simulation.game.exchange import MOST_MOVED
from fairground.core.simulation.game.outlook import CHANCES, FARTHEST, LEAST, PARTS, USUAL_MOVE
from fairground.core.simulation.game.planning import FOCUS, point_worth
from fairground.core.simulation.game.state import Of
from fairground.core.simulation.game.tables import KILL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.simulation.game.playouts import Playouts
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.tables import Arm
    from fairground.core.simulation.game.weights import Weights

    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]
    Shorts = NDArray[np.int32]

#: The most that damage to a unit counts, in parts of ``FOCUS``, so that scores fit in 32 bits.
_MOST_COUNTED: Final = 128 * FOCUS
#: The front of units without weapons.
_ALL_ROUND: Final = np.ones((6, NO_WAY + 1), np.bool_)
#: The greatest random number that breaks ties, one for each hex.
_MOST_TIE: Final = 63


class Ends(NamedTuple):
    """Where units can end their move, the class of weapons they can still use there, and the hexes moved, ``[copies, ends]``.

    ``counts`` has the number of ends in each copy.
    """

    hexes: Ints
    classes: Ints
    moved: Ints
    counts: Ints


class Ratings(NamedTuple):
    """The score of each option, ``[copies, ends]``, and the attacks from there on each foe, ``[foes, copies, ends]``.

    ``worth`` is what an attack is worth on average, in ``PARTS``, ``chance`` that of a hit, in ``CHANCES``, and ``hit`` the
    damage of one, in ``PARTS``.
    """

    score: Shorts
    foes: Ints
    worth: Shorts
    chance: Shorts
    hit: Shorts


class PlayoutPolicy:
    """Rates options by the weights of a bot.

    It differs from the planning bot where that is cheaper. Damage is that of ``StrikeOutlook``: no unit is in the way. A unit
    chooses a hex first, as if it showed its best side to each foe there, and then a facing, at no cost. ``threat`` and ``lookout``
    don't count. In missions, units go for objectives.

    ``inside[objective, hex]`` has the hexes of the objectives.
    """

    def __init__(self, state: GameState, weights: Weights) -> None:
        self._state, self._weights = state, weights
        outlook = self._outlook = state.tables.outlook
        self._point = point_worth(state)
        self._focus = weights.focus * self._point * state.tables.scenario.victory.kill * FOCUS // 100
        self.inside = np.zeros((len(state.goals), outlook.count), np.bool_)
        for place, goal in enumerate(state.goals):
            self.inside[place, list(goal.hexes)] = True
        ties = np.frombuffer(state.dice.randbytes(outlook.count), np.uint8)
        self._ties = (ties & _MOST_TIE).astype(np.int32)
        tables, rows = state.tables, state.rows
        self._kinds: Ints = rows[:, Of.KIND].copy()
        listed = self._kinds.tolist()
        by_band = list(zip(listed, rows[:, Of.BAND].tolist(), strict=True))
        self._foes = [
            np.array(
                [it for party, units in enumerate(state.alive) if party != own for it in units], np.int64
            )
            for own in range(state.parties)
        ]
        self._members = [np.array(it, np.int64) for it in state.alive]
        groups = np.array([outlook.groups[it] for it in listed], np.int64)
        #: Where the rows of a unit's group begin in a table by target, and those of its side seen from anywhere and of its best.
        self._groups = groups * outlook.sides
        shields = rows[:, Of.SHIELD].tolist()
        self._anyhow = self._groups + np.array([outlook.side(it) for it in shields], np.int64)
        self._least = self._groups + np.array([outlook.side(it, LEAST) for it in shields], np.int64)
        #: Where the tables of a unit begin in ``StrikeOutlook.every_later``.
        self._tables = self._kinds * ((max(outlook.groups) + 1) * outlook.sides)
        self._facings = np.array(
            [[outlook.side(it, facing) for facing in range(6)] for it in shields], np.int64
        )
        self._rows = np.array([outlook.first_row(*it) for it in by_band], np.int64)
        moves = [tables.moves(*it) for it in by_band]
        self._scales = np.array([it.scale for it in moves], np.int32)
        ranges = np.array([tables.best_range[it] for it in listed], np.int32)
        self._ranges = ranges * self._scales
        arms = [tables.arms[it] for it in listed]
        self._contact = weights.contact * np.array([bool(it) for it in arms], np.int32)
        self._front = np.array([it[0].exchange.front if it else _ALL_ROUND for it in arms], np.bool_)
        self._moves_count = any(it and it[0].exchange.moves_count for it in arms)
        #: What hexes moved by a unit, and by its target, add to the number to roll, beyond those of a usual move.
        self._by_attacker = np.array([shifts(it, by_target=False) for it in arms], np.int64)
        self._by_target = np.array([shifts(it, by_target=True) for it in arms], np.int64)
        for kind, at in zip(listed, rows[:, Of.HEX].tolist(), strict=True):
            outlook.later(kind, (at,))
        for it in range(outlook.count):
            tables.field.look_from(it)
        self._chances = outlook.chances.astype(np.int32)
        self._to_goals = np.array([self._goal_distances(*it) for it in by_band], np.int32)

    def ends(self, units: Ints, at: Ints) -> Ends:
        """Return where units in hexes can end their moves, one in each copy."""
        rows = self._rows[units] + at
        table = self._outlook.end_table(rows)
        counts = table.counts[rows]
        most = int(counts.max())
        return Ends(table.hexes[rows, :most], table.classes[rows, :most], table.moved[rows, :most], counts)

    def rate(self, game: Playouts, party: int, units: Ints, where: Ints, ends: Ends) -> Ratings:
        """Rate the options of units of a party, one in each of some copies."""
        hexes, classes, moved, _ = ends
        weights, outlook, count = self._weights, self._outlook, self._outlook.count
        foes = self._foes[party][:, None]
        at, left = game.hexes[foes, where], game.left[foes, where]
        small = left.astype(np.int32)[:, :, None]
        counts = (self._counts(left) * (left > 0))[:, :, None]
        shown = self._tables[units] + self._groups[foes] + game.sides[foes, where]
        ends_at = (classes * count + hexes) * count
        index = (shown * (outlook.classes * count * count) + at)[:, :, None] + ends_at
        hit = outlook.every_hit.reshape(-1).take(index).astype(np.int32)
        number = outlook.every_number.reshape(-1).take(index)
        if self._moves_count:
            theirs = self._by_target[units, np.minimum(game.moved[foes, where], MOST_MOVED)]
            mine = self._by_attacker[units[:, None], np.minimum(moved, MOST_MOVED)]
            number = np.maximum(number + (mine + theirs[:, :, None]), 0)
        chance = self._chances.take(number)
        worth = np.minimum(hit, small)
        worth += (hit >= small) * np.int32(KILL * PARTS // 2)
        worth *= chance
        worth //= CHANCES
        worth *= counts
        worth //= FOCUS
        score = weights.strike * worth.max(axis=0, initial=0)
        shown = self._tables[units] + self._anyhow[foes]
        index = (shown * (count * count) + at)[:, :, None] + hexes * count
        later = outlook.every_later.reshape(-1).take(index) * counts
        score += weights.later * (later.max(axis=0, initial=0) // FOCUS)
        score -= self._dangers(game, party, units, where, hexes)
        if foes.size:
            score -= self._contacts(units, at, small, hexes)
        if self._state.goals:
            score += self._goals(game, party, units, where, hexes)
        score += self._ties.take(hexes)
        return Ratings(score, foes[:, 0], worth, chance, hit)

    def best_sides(
        self, game: Playouts, party: int, units: Ints, where: Ints, targets: Ints, attacks: Bools
    ) -> Ints:
        """Return the side to show in some copies: that with the least danger, among those that have a target in front.

        ``attacks`` has the copies in which the unit attacks its target.
        """
        outlook, count = self._outlook, self._outlook.count
        at = game.hexes[units, where]
        foes = self._foes[party][:, None]
        facings = self._facings[units].T
        blocks = (self._tables[foes][:, None] + self._groups[units] + facings) * count
        index = (blocks + game.hexes[foes, where][:, None]) * count + at
        lives = game.left[foes, where][:, None] > 0
        danger = (outlook.every_later.reshape(-1).take(index) * lives).sum(axis=0, dtype=np.int64)
        ways = self._state.tables.field.ways[at, game.hexes[targets, where]]
        danger[~self._front[units, :, ways].T & attacks] = np.iinfo(np.int64).max
        found: Ints = facings[danger.argmin(axis=0), np.arange(units.size)]
        return found

    def _counts(self, left: Ints) -> Shorts:
        """Return how much damage to units counts, in parts of ``FOCUS``: more if they have few hit points left."""
        counts = FOCUS + self._focus // np.maximum(left, PARTS)
        found: Shorts = np.minimum(counts, _MOST_COUNTED).astype(np.int32)
        return found

    def _dangers(self, game: Playouts, party: int, units: Ints, where: Ints, hexes: Ints) -> Shorts:
        """Return the weighted damage that foes do to a party because of its units; see ``Planning.dangers``."""
        weights, outlook, count = self._weights, self._outlook, self._outlook.count
        foes = self._foes[party][:, None]
        at = game.hexes[foes, where]
        table = outlook.every_later.reshape(-1)
        own = game.left[units, where]
        index = ((self._tables[foes] + self._least[units]) * count + at) * count
        here = table.take(index[:, :, None] + hexes).astype(np.int32)
        np.minimum(here, own.astype(np.int32)[:, None], out=here)
        here *= self._counts(own)[:, None]
        mates = self._members[party][:, None]
        # No unit is its own mate.
        left = game.left[mates, where] * (mates != units)
        shown = self._tables[foes][:, None] + self._groups[mates] + game.sides[mates, where]
        index = (shown * count + at[:, None]) * count + game.hexes[mates, where]
        there = np.minimum(table.take(index), left.astype(np.int32)) * self._counts(left)
        here -= there.max(axis=1)[:, :, None]
        np.maximum(here, 0, out=here)
        here //= FOCUS
        weight = np.where(game.acted[foes, where], weights.danger_later, weights.danger)
        here *= (weight * (game.left[foes, where] > 0)).astype(np.int32)[:, :, None]
        found: Shorts = here.sum(axis=0, dtype=np.int32)
        return found

    def _contacts(self, units: Ints, at: Ints, left: Shorts, hexes: Ints) -> Shorts:
        """Return the weighted way from each hex to the best range of the nearest foe."""
        rows = self._rows[units] + at
        far = self._outlook.distances(rows).reshape(-1).take((rows * self._outlook.count)[:, :, None] + hexes)
        scales = self._scales[units][:, None]
        # Those that are lost are far away.
        far += (left == 0) * (FARTHEST * scales)
        beyond = np.maximum(far.min(axis=0) - self._ranges[units][:, None], 0)
        found: Shorts = self._contact[units][:, None] * (beyond * PARTS // scales)
        return found

    def _goals(self, game: Playouts, party: int, units: Ints, where: Ints, hexes: Ints) -> Shorts:
        """Return the weighted worth of the objectives in each hex, less the way to the nearest that the unit wants."""
        weights, scales = self._weights, self._scales[units][:, None]
        nearest = np.broadcast_to(FARTHEST * scales, hexes.shape)
        wants = np.zeros(where.size, np.bool_)
        total = np.zeros(hexes.shape, np.int32)
        for place, goal in enumerate(self._state.goals):
            there = game.is_at(self.inside[place], where, but=units)
            held, scored = game.held[place][:, where], game.scored[place][:, where]
            free = ~there[party]
            others = there.sum(axis=0) - there[party]
            if party in goal.parties:
                wanted = free & ~scored[party]
                wants |= wanted
                first = (units * len(self._state.goals) + place) * self._outlook.count
                far = self._to_goals.reshape(-1).take(first[:, None] + hexes)
                nearest = np.minimum(nearest, np.where(wanted[:, None], far, FARTHEST * scales))
            gain = np.zeros(where.size, np.int64)
            for other in goal.parties:
                worth = goal.points * self._point * (free & ~scored[other])
                if other == party:
                    gain += worth * (held[party] + 1) // (goal.hold * np.where(others > 0, 2, 1))
                else:
                    gain += worth * (held[other] + (there[other] & (others == 1))) // goal.hold
            total += (weights.stake * gain).astype(np.int32)[:, None] * self.inside[place].take(hexes)
        return total - weights.prize * (nearest * wants[:, None] * PARTS // scales)

    def _goal_distances(self, kind: int, band: int) -> Shorts:
        """Return the scaled points from each hex to each objective, ``[objectives, hexes]``."""
        moves, goals = self._state.tables.moves(kind, band), self._state.goals
        far = [np.minimum.reduce([moves.toward(at) for at in goal.hexes]) for goal in goals]
        shape = len(goals), self._outlook.count
        found: Shorts = np.minimum(np.array(far).reshape(shape), FARTHEST * moves.scale).astype(np.int32)
        return found


def shifts(arms: Sequence[Arm], *, by_target: bool) -> Ints:
    """Return what hexes moved add to the number that a unit with some arms has to roll, beyond those of a usual move."""
    if not arms:
        return np.zeros(MOST_MOVED + 1, np.int64)
    exchange = arms[0].exchange
    added = exchange.by_target if by_target else exchange.by_attacker
    found: Ints = exchange.sign * (added - added[USUAL_MOVE])
    return found
