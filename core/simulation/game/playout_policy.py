"""The policy of playouts: rates the options of a unit in many copies of a game at once, roughly as the planning bot does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.simulation.game.exchange import MOST_MOVED
from fairground.core.simulation.game.outlook import CHANCES, PARTS, USUAL_MOVE
from fairground.core.simulation.game.planning import FOCUS, point_worth
from fairground.core.simulation.game.state import Of
from fairground.core.simulation.game.tables import KILL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.simulation.game.exchange import Exchange
    from fairground.core.simulation.game.playouts import Playouts
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.weights import Weights

    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]
    Shorts = NDArray[np.int32]

#: The most that damage to a unit counts, in parts of ``FOCUS``, so that scores fit in 32 bits.
_MOST_COUNTED: Final = 128 * FOCUS
#: The distance of hexes that cannot be reached, in movement points.
_FARTHEST: Final = 1_000
#: The greatest random number that breaks ties, one for each hex.
_MOST_TIE: Final = 63


class Ends(NamedTuple):
    """Where a unit can end its move, the class of weapons it can still use there, and the hexes moved, ``[copies, ends]``."""

    hexes: Ints
    classes: Ints
    moved: Ints


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


class _Side(NamedTuple):
    """The units of a party and its foes, and the kinds of the foes."""

    foes: Ints
    kinds: tuple[int, ...]


class PlayoutPolicy:
    """Rates options by the weights of a bot.

    It differs from the planning bot where that is cheaper. Damage is that of ``StrikeOutlook``: no unit is in the way. A unit
    chooses a hex first, as if it showed all its sides alike there, and then a facing, at no cost. ``threat`` and ``lookout``
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
        kinds = state.rows[:, Of.KIND]
        self._sides = []
        for own in range(state.parties):
            foes = [it for party, units in enumerate(state.alive) if party != own for it in units]
            self._sides.append(_Side(np.array(foes, np.int64), tuple(dict.fromkeys(kinds[foes].tolist()))))
        self._mates = [
            np.array([it for it in state.alive[own] if it != unit], np.int64)
            for unit, own in enumerate(state.party)
        ]
        self._kinds = kinds
        groups = np.array([outlook.groups[it] for it in kinds.tolist()], np.int64)
        #: Where the rows of a unit's group begin in a table by target, and those of its side seen from anywhere.
        self._groups = groups * outlook.sides
        sides = [outlook.side(it) for it in state.rows[:, Of.SHIELD].tolist()]
        self._anyhow = self._groups + np.array(sides, np.int64)
        #: Where the tables of a unit begin in ``StrikeOutlook.every_later``.
        self._later = kinds * ((max(outlook.groups) + 1) * outlook.sides)
        self._facings = [
            np.array([outlook.side(it, facing) for facing in range(6)], np.int64)
            for it in state.rows[:, Of.SHIELD].tolist()
        ]
        for it in range(outlook.count):
            state.tables.field.look_from(it)
        self._to_goals: dict[tuple[int, int], Shorts] = {}

    def rate(self, game: Playouts, unit: int, where: Ints, ends: Ends) -> Ratings:
        """Rate the options of a unit in some copies."""
        hexes, classes, moved = ends
        weights, outlook, count = self._weights, self._outlook, self._outlook.count
        _, kind, _, _, _, _, band, _ = self._state.rows[unit].tolist()
        foes, _ = self._sides[self._state.party[unit]]
        at, left = game.hexes[foes][:, where], game.left[foes][:, where]
        counts = (self._counts(left) * (left > 0))[:, :, None]
        table = outlook.strikes(kind, ())
        outlook.strikes(kind, lacking(table.filled, hexes))
        outlook.later(kind, lacking(table.filled_later, hexes))
        shown = (self._groups[foes][:, None] + game.sides[foes][:, where]) * table.classes
        index = (shown * count * count + at)[:, :, None] + (classes * count + hexes) * count
        number = table.number.reshape(-1).take(index).astype(np.int64)
        chance = outlook.chances.take(number).astype(np.int32)
        hit = table.mean.reshape(-1).take(index).astype(np.int32) * CHANCES // np.maximum(chance, 1)
        arms = self._state.tables.arms[kind]
        if arms and arms[0].exchange.moves_count:
            number += self._shifts(arms[0].exchange, moved, game.moved[foes][:, where])
            chance = outlook.chances.take(np.maximum(number, 0)).astype(np.int32)
        small = left.astype(np.int32)[:, :, None]
        gains = np.minimum(hit, small) + (hit >= small) * np.int32(KILL * PARTS // 2)
        worth = gains * chance // CHANCES * counts // FOCUS
        score = weights.strike * worth.max(axis=0, initial=0)
        index = ((self._anyhow[foes][:, None] * count * count) + at)[:, :, None] + hexes * count
        later = table.later.reshape(-1).take(index).astype(np.int32) * counts
        score += weights.later * (later.max(axis=0, initial=0) // FOCUS)
        score -= self._dangers(game, unit, where, hexes)
        moves = self._state.tables.moves(kind, band)
        if arms and foes.size:
            far = moves.distances(at.ravel()).reshape(-1).take(at[:, :, None] * count + hexes)
            far = np.where(small > 0, far, _FARTHEST * moves.scale).min(axis=0)
            beyond = np.maximum(far - self._state.tables.best_range[kind] * moves.scale, 0)
            score -= weights.contact * (beyond * PARTS // moves.scale)
        if self._state.goals:
            score += self._goals(game, unit, where, hexes)
        score += self._ties.take(hexes)
        return Ratings(score, foes, worth, chance, hit)

    def best_sides(self, game: Playouts, unit: int, where: Ints, targets: Ints, attacks: Bools) -> Ints:
        """Return the side to show in some copies: that with the least danger, among those that have a target in front.

        ``attacks`` has the copies in which the unit attacks its target.
        """
        outlook, count = self._outlook, self._outlook.count
        at = game.hexes[unit, where]
        foes, _ = self._sides[self._state.party[unit]]
        facings = self._facings[unit]
        blocks = (self._later[foes][:, None] + self._groups[unit] + facings) * count
        index = (blocks[:, :, None] + game.hexes[foes][:, None, where]) * count + at
        lives = game.left[foes][:, None, where] > 0
        danger = (outlook.every_later.reshape(-1).take(index) * lives).sum(axis=0, dtype=np.int64)
        arms = self._state.tables.arms[int(self._kinds[unit])]
        if arms and not arms[0].exchange.all_round:
            ways = self._state.tables.field.ways[at, game.hexes[targets, where]]
            danger[~arms[0].exchange.front[:, ways] & attacks] = np.iinfo(np.int64).max
        found: Ints = facings[danger.argmin(axis=0)]
        return found

    @staticmethod
    def _shifts(exchange: Exchange, own: Ints, others: Ints) -> Ints:
        """Return what hexes moved by a unit and by its foes add to the number to roll, beyond those of a usual move."""
        attacker, target = exchange.by_attacker, exchange.by_target
        mine = attacker[np.minimum(own, MOST_MOVED)] - attacker[USUAL_MOVE]
        theirs = target[np.minimum(others, MOST_MOVED)] - target[USUAL_MOVE]
        found: Ints = exchange.sign * (mine + theirs[:, :, None])
        return found

    def _counts(self, left: Ints) -> Shorts:
        """Return how much damage to units counts, in parts of ``FOCUS``: more if they have few hit points left."""
        counts = FOCUS + self._focus // np.maximum(left, PARTS)
        found: Shorts = np.minimum(counts, _MOST_COUNTED).astype(np.int32)
        return found

    def _dangers(self, game: Playouts, unit: int, where: Ints, hexes: Ints) -> Shorts:
        """Return the weighted damage that foes do to the unit's party because of it; see ``Planning.dangers``."""
        weights, outlook, count = self._weights, self._outlook, self._outlook.count
        foes, kinds = self._sides[self._state.party[unit]]
        at = game.hexes[foes][:, where]
        for kind in kinds:
            filled = outlook.strikes(kind, ()).filled_later
            outlook.later(kind, lacking(filled, at[self._kinds[foes] == kind]))
        table = outlook.every_later.reshape(-1)
        blocks = self._later[foes][:, None]
        own = game.left[unit, where]
        index = ((blocks + self._anyhow[unit]) * count + at) * count
        here = table.take(index[:, :, None] + hexes).astype(np.int32)
        here = np.minimum(here, own.astype(np.int32)[:, None]) * self._counts(own)[:, None]
        mates = self._mates[unit]
        if mates.size:
            left = game.left[mates][:, where]
            shown = self._groups[mates][:, None] + game.sides[mates][:, where]
            index = ((blocks[:, None] + shown) * count + at[:, None]) * count + game.hexes[mates][:, where]
            there = np.minimum(table.take(index), left.astype(np.int32)) * self._counts(left)
            here = np.maximum(here - there.max(axis=1)[:, :, None], 0)
        weight = np.where(game.acted[foes][:, where], weights.danger_later, weights.danger)
        weight = (weight * (game.left[foes][:, where] > 0)).astype(np.int32)
        found: Shorts = (here // FOCUS * weight[:, :, None]).sum(axis=0, dtype=np.int32)
        return found

    def _goals(self, game: Playouts, unit: int, where: Ints, hexes: Ints) -> Shorts:
        """Return the weighted worth of the objectives in each hex, less the way to the nearest that the unit wants."""
        weights, party = self._weights, self._state.party[unit]
        _, kind, _, _, _, _, band, _ = self._state.rows[unit].tolist()
        scale = self._state.tables.moves(kind, band).scale
        distances = self._goal_distances(kind, band)
        nearest = np.full(hexes.shape, _FARTHEST * scale, np.int32)
        wants = np.zeros(where.size, np.bool_)
        total = np.zeros(hexes.shape, np.int32)
        for place, goal in enumerate(self._state.goals):
            there = game.is_at(self.inside[place], where, but=unit)
            held, scored = game.held[place][:, where], game.scored[place][:, where]
            free = ~there[party]
            others = there.sum(axis=0) - there[party]
            if party in goal.parties:
                wanted = free & ~scored[party]
                wants |= wanted
                far = np.where(wanted[:, None], distances[place].take(hexes), _FARTHEST * scale)
                nearest = np.minimum(nearest, far)
            gain = np.zeros(where.size, np.int64)
            for other in goal.parties:
                worth = goal.points * self._point * (free & ~scored[other])
                if other == party:
                    gain += worth * (held[party] + 1) // (goal.hold * np.where(others > 0, 2, 1))
                else:
                    gain += worth * (held[other] + (there[other] & (others == 1))) // goal.hold
            total += (weights.stake * gain).astype(np.int32)[:, None] * self.inside[place].take(hexes)
        return total - weights.prize * (nearest * wants[:, None] * PARTS // scale)

    def _goal_distances(self, kind: int, band: int) -> Shorts:
        """Return the scaled points from each hex to each objective, ``[objectives, hexes]``."""
        found = self._to_goals.get((kind, band))
        if found is None:
            moves = self._state.tables.moves(kind, band)
            far = [np.minimum.reduce([moves.toward(at) for at in goal.hexes]) for goal in self._state.goals]
            found = np.minimum(np.array(far), _FARTHEST * moves.scale).astype(np.int32)
            self._to_goals[kind, band] = found
        return found


def lacking(filled: bytearray, hexes: Ints) -> list[int]:
    """Return those of some hexes whose rows are not filled."""
    bare = hexes[np.frombuffer(filled, np.uint8)[hexes] == 0]
    return list(dict.fromkeys(bare.tolist())) if bare.size else []
