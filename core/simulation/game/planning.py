"""The planning bot: weighs an option by what all sides can do until the unit's next turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.simulation.game.bots import WeighingBot, contact, lookout, prize
from fairground.core.simulation.game.outlook import PARTS
from fairground.core.simulation.game.state import Of
from fairground.core.simulation.game.unit_choices import strikes
from fairground.core.simulation.game.weights import PER_DAMAGE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.unit_choices import Options

    Ints = NDArray[np.int64]


class Planning(WeighingBot):
    """Takes the option that weighs most, with the next turn of all sides in view."""

    def weigh(self, state: GameState, found: Options) -> dict[str, Ints]:
        """Return the weighted parts of each option's score: what is dealt, taken, near and in view, now and next turn."""
        return {
            "strike": self.weights.strike * self.strikes(state, found),
            "threat": -self.weights.threat * self.threats(state, found),
            **self.places(state, found),
            "lookout": PARTS * lookout(state, found),
        }

    def score_unit(self, state: GameState) -> int:  # noqa: ARG002  # as any other bot's
        """Return a point of damage in the scale of scores."""
        return PER_DAMAGE * PARTS

    def strikes(self, state: GameState, found: Options) -> Ints:
        """Return the worth of the best attack by option, ``[facings, hexes]``, in ``PARTS`` of a point of damage."""
        worth = strikes(state, found, focus=self.focus(state, found.unit))
        return worth * PARTS // (state.tables.point * FOCUS)

    def places(self, state: GameState, found: Options) -> dict[str, Ints]:
        """Return the weighted parts of the score for the next turn, the way to goals, and the objectives in each place."""
        weights, scale = self.weights, found.moves.scale
        enemies = state.enemies(found.unit)
        acted = [it for it in enemies if it in state.acted]
        to_act = [it for it in enemies if it not in state.acted]
        return {
            "later": weights.later * self.chances(state, found),
            "danger": -weights.danger * self.dangers(state, found, to_act),
            "danger_later": -weights.danger_later * self.dangers(state, found, acted),
            "contact": -weights.contact * (contact(state, found) * PARTS // scale),
            "prize": -weights.prize * (prize(state, found) * PARTS // scale),
            "stake": weights.stake * stakes(state, found, point_worth(state)),
        }

    def threats(self, state: GameState, found: Options) -> Ints:
        """Return the damage that all enemies can do to the unit from where they stand, ``[facings, hexes]``."""
        outlook, rows = state.tables.outlook, state.rows
        _, own, _, _, shield, *_ = rows[found.unit].tolist()
        group, sides = outlook.groups[own], outlook.facing_sides(shield)
        total = np.zeros((1, len(found.listed)), np.int64)
        for it in state.enemies(found.unit):
            _, kind, at, *_ = rows[it].tolist()
            total = total + outlook.strikes(kind, (at,)).mean[group, sides, -1, at][:, found.hexes]
        return total

    def dangers(self, state: GameState, found: Options, enemies: Iterable[int]) -> Ints:
        """Return the damage that some enemies do to the unit's party because of it, ``[facings, hexes]``.

        Each enemy is expected to attack the unit that it can hurt most after its move. Only damage beyond what it can do to other
        units of the party counts. So a unit is in danger only where it is the best target.
        """
        rows, outlook = state.rows, state.tables.outlook
        party, own = state.party[found.unit], int(rows[found.unit, Of.KIND])
        shield, left = int(rows[found.unit, Of.SHIELD]), int(rows[found.unit, Of.HIT_POINTS])
        group, sides, counts = outlook.groups[own], outlook.facing_sides(shield), self._counts(state, left)
        mates = [it for it in state.alive[party] if it != found.unit]
        kinds, hexes, lefts = rows[mates][:, [Of.KIND, Of.HEX, Of.HIT_POINTS]].T
        groups = np.array([outlook.groups[it] for it in kinds.tolist()], np.int64)
        shown = np.array(
            [outlook.side(*it) for it in rows[mates][:, [Of.SHIELD, Of.FACING]].tolist()], np.int64
        )
        by_mate = np.array([self._counts(state, it) for it in lefts.tolist()], np.int64)
        total = np.zeros((1, len(found.listed)), np.int64)
        for it in enemies:
            _, kind, at, *_ = rows[it].tolist()
            table = outlook.later(kind, (at,)).later
            here = np.minimum(table[group, sides, at][:, found.hexes].astype(np.int64), PARTS * left) * counts
            there = np.minimum(table[groups, shown, at, hexes], PARTS * lefts) * by_mate
            total = total + np.maximum(here - there.max(initial=0), 0)
        return total // FOCUS

    def chances(self, state: GameState, found: Options) -> Ints:
        """Return the most damage that the unit can do after its next move from each hex, ``[1, hexes]``."""
        outlook, rows = state.tables.outlook, state.rows
        table = outlook.later(int(rows[found.unit, Of.KIND]), found.listed).later
        by_target = self.focus(state, found.unit)
        best = np.zeros((1, len(found.listed)), np.int64)
        for it in state.enemies(found.unit):
            _, kind, at, _, shield, *_ = rows[it].tolist()
            damage = table[outlook.groups[kind], outlook.side(shield), found.hexes, at].astype(np.int64)
            np.maximum(best, damage * by_target[it] // FOCUS, out=best)
        return best

    def focus(self, state: GameState, unit: int) -> Mapping[int, int]:
        """Return how much damage to each enemy counts, in parts of ``FOCUS``: more if it has few hit points left."""
        left, wished = state.rows[:, Of.HIT_POINTS].tolist(), super().focus(state, unit)
        return {it: wished.get(it, 1) * self._counts(state, left[it]) for it in state.enemies(unit)}

    def _counts(self, state: GameState, left: int) -> int:
        """Return how much damage to a unit with some hit points left counts, in parts of ``FOCUS``."""
        worth = point_worth(state) * state.tables.scenario.victory.kill
        return FOCUS + self.weights.focus * worth * FOCUS // (100 * PARTS * max(1, left))


#: The parts in which ``Planning.focus`` counts.
FOCUS = 16


def point_worth(state: GameState) -> int:
    """Return the worth of a game point, in ``PARTS`` of a point of damage: a force's hit points over the points that win."""
    worth: int = PARTS * force_hit_points(state) // (state.parties * points_needed(state))
    return worth


def force_hit_points(state: GameState) -> int:
    """Return the hit points of all units at the start."""
    return sum(state.tables.kinds[it].hit_points for it in state.rows[:, Of.KIND].tolist())


def points_needed(state: GameState) -> int:
    """Return the game points that win, or all that a party can get if none do; at least 1."""
    victory = state.tables.scenario.victory
    losses = victory.kill * len(state.rows) // state.parties
    return max(1, victory.points or losses + sum(it.points for it in state.goals))


def stakes(state: GameState, found: Options, worth: int) -> Ints:
    """Return the worth of ending in each hex for the objectives there, in the unit of ``worth``, that of a point.

    An objective without an own unit counts as far as its hold has come: the own one that this turn would continue, and those of
    enemies that it would end. Half of the own one counts if an enemy is there, too.
    """
    total = np.zeros(len(found.listed), np.int64)
    party, own = state.party[found.unit], int(state.rows[found.unit, Of.HEX])
    mates = state.party_hexes[party]
    if state.there[own] < 2:
        mates &= ~(1 << own)
    for place, goal in enumerate(state.goals):
        held, scored = state.held[place], state.scored[place]
        if any(mates >> at & 1 for at in goal.hexes):
            continue
        there = [any(hexes >> at & 1 for at in goal.hexes) for hexes in state.party_hexes]
        others = [it for it, is_there in enumerate(there) if is_there and it != party]
        gain = 0
        for other in goal.parties:
            if scored[other]:
                continue
            if other == party:
                gain += goal.points * worth * (held[party] + 1) // (goal.hold * (2 if others else 1))
            else:
                gain += goal.points * worth * (held[other] + (others == [other])) // goal.hold
        if gain:
            total += gain * np.array([it in goal.hexes for it in found.listed], np.int64)
    return total
