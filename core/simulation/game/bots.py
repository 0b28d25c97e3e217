"""Bots: choose what a unit does on its turn, and weigh its options as they are now; the game's dice break all ties."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.simulation.game.state import Of
from fairground.core.simulation.game.unit_choices import options, shots, strikes, threats
from fairground.core.simulation.game.wanted import leaves, targets, wanted
from fairground.core.simulation.game.weights import PER_DAMAGE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from fairground.core.simulation.game.moves import MoveEnds, Moves
    from fairground.core.simulation.game.state import GameState
    from fairground.core.simulation.game.unit_choices import Options, ShotOption
    from fairground.core.simulation.game.weights import Weights

    Ints = NDArray[np.int64]

#: How many times as much an attack on a target of the mission is worth.
TARGET: Final = 2
#: The distance of hexes that cannot be reached, in movement points.
_FARTHEST: Final = 1_000


def contact(state: GameState, found: Options) -> Ints:
    """Return for each hex the points to the best range of the unit's first weapon from the nearest enemy; 0 if near enough, or without one."""
    rows = state.rows
    if not state.tables.arms[rows[found.unit, Of.KIND]]:
        return np.zeros(len(found.listed), np.int64)
    near = _nearest(found, (int(rows[it, Of.HEX]) for it in state.enemies(found.unit)))
    wished = state.tables.best_range[int(rows[found.unit, Of.KIND])] * found.moves.scale
    return np.maximum(near - wished, 0)


def home(state: GameState, found: Options) -> Ints:
    """Return for each hex the points to the ground that the unit's party holds."""
    return _nearest(found, state.homes[state.party[found.unit]])


def prize(state: GameState, found: Options) -> Ints:
    """Return for each hex the points to the nearest that the unit wants, beyond those that are near enough; 0 without one."""
    hexes = wanted(state, found.unit)
    if not hexes:
        return np.zeros(len(found.listed), np.int64)
    by_near: dict[int, list[int]] = {}
    for at, near in hexes.items():
        by_near.setdefault(near, []).append(at)
    points = [
        np.maximum(_nearest(found, those) - near * found.moves.scale, 0) for near, those in by_near.items()
    ]
    nearest: Ints = np.minimum.reduce(points)
    return nearest


def lookout(state: GameState, found: Options) -> Ints:
    """Return how many enemies are in the unit's front, ``[facings, hexes]``; 0 if fronts have no effect."""
    arms = state.tables.arms[state.rows[found.unit, Of.KIND]]
    if not arms or found.moves.facings == 1 or arms[0].exchange.all_round:
        return np.zeros(found.cost.shape, np.int64)
    field, front = state.tables.field, arms[0].exchange.front
    for it in found.listed:
        field.look_from(it)
    there = state.rows[state.enemies(found.unit), Of.HEX]
    seen: Ints = front[:, field.ways[found.hexes[:, None], there[None, :]]].sum(axis=2)
    return seen


def _nearest(found: Options, goals: Iterable[int]) -> Ints:
    """Return the scaled points from each option to the nearest of some hexes."""
    far = _FARTHEST * found.moves.scale
    near = np.full(len(found.listed), far, np.int64)
    for at in dict.fromkeys(goals):
        np.minimum(near, found.moves.toward(at)[found.hexes], out=near)
    return near


class BotChoice(NamedTuple):
    """Where a unit ends its turn, with its facing, the points spent and the hexes entered."""

    hex: int
    facing: int
    spent: int
    moved: int
    moves: Moves
    ends: MoveEnds


class Bot(ABC):
    """Chooses where a unit goes and what it attacks."""

    @abstractmethod
    def choose(self, state: GameState, unit: int) -> BotChoice:
        """Return where a unit ends its turn."""

    def leaves(self, state: GameState, unit: int) -> bool:
        """Return whether a unit that may leave the board does, rather than attack."""
        return leaves(state, unit)

    def weigh(self, state: GameState, found: Options) -> dict[str, Ints]:  # noqa: ARG002  # for subclasses
        """Return the parts of each option's score by name; none for bots without scores.

        Parts have the shape ``[facings, hexes]`` or ``[hexes]``; ``score_unit`` of them are a point.
        """
        return {}

    def score_unit(self, state: GameState) -> int:  # noqa: ARG002  # for subclasses
        """Return the size of a point of score."""
        return 1

    def focus(self, state: GameState, unit: int) -> Mapping[int, int]:
        """Return how much an attack on some targets counts; 1 for others."""
        return dict.fromkeys(targets(state, unit), TARGET) if state.wins else {}

    def aim(self, state: GameState, unit: int) -> ShotOption | None:
        """Return the attack that a unit makes from its hex; None if none is worth anything, or to plant a charge."""
        if state.may_plant(unit):
            return None
        found, focus = shots(state, unit), self.focus(state, unit)
        worths = [it.worth * focus.get(it.target, 1) for it in found]
        most = max(worths, default=0)
        best = [it for it, worth in zip(found, worths, strict=True) if worth == most]
        return best[state.dice.randrange(len(best))] if best else None


#: The weight of each movement point to a hex that a unit wants in a mission: tasks win it, and damage often doesn't.
_PRIZE: Final = 100


class WeighingBot(Bot):
    """Takes the option that weighs most; dice break ties."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def choose(self, state: GameState, unit: int) -> BotChoice:
        """Return the option that weighs most."""
        found = options(state, unit)
        scores = self.scores(state, found)
        best = np.flatnonzero(scores.ravel() == scores.max())
        return choice_at(found, int(best[state.dice.randrange(best.size)]))

    def scores(self, state: GameState, found: Options) -> Ints:
        """Return the weight of each option, ``[facings, hexes]``; impossible ones have the lowest."""
        return sum_of_parts(found, self.weigh(state, found))

    @abstractmethod
    def weigh(self, state: GameState, found: Options) -> dict[str, Ints]:
        """Return the weighted parts of each option's score, ``[facings, hexes]``, by name."""

    @abstractmethod
    def score_unit(self, state: GameState) -> int:
        """Return a point of damage in the scale of scores."""


def sum_of_parts(found: Options, parts: Mapping[str, Ints]) -> Ints:
    """Return the sum of the parts of each option's score, ``[facings, hexes]``; impossible options have the lowest."""
    scores = np.zeros(found.cost.shape, np.int64)
    for part in parts.values():
        scores += part
    scores[~found.open] = np.iinfo(np.int64).min
    return scores


class Plain(WeighingBot):
    """Takes the option that weighs most now."""

    def weigh(self, state: GameState, found: Options) -> dict[str, Ints]:
        """Return the weighted parts of each option's score: what is dealt, taken, near and in view."""
        weights, point = self.weights, state.tables.point
        if state.mission.has_wins:
            weights = weights._replace(prize=_PRIZE)
        parts = {"strike": weights.strike * strikes(state, found)}
        if weights.threat:
            parts["threat"] = -weights.threat * threats(state, found)
        for name, weight, points in (
            ("contact", weights.contact, contact),
            ("home", weights.home, home),
            ("prize", weights.prize, prize),
        ):
            if weight:
                parts[name] = -weight * (points(state, found) * point // found.moves.scale)
        parts["lookout"] = point * lookout(state, found)
        return parts

    def score_unit(self, state: GameState) -> int:
        """Return a point of damage in the scale of scores."""
        return PER_DAMAGE * state.tables.point


class Straying(Bot):
    """Moves and attacks at random: the baseline for other bots."""

    def choose(self, state: GameState, unit: int) -> BotChoice:
        """Return a random option."""
        found = options(state, unit)
        possible = np.flatnonzero(found.open.ravel())
        return choice_at(found, int(possible[state.dice.randrange(possible.size)]))

    def aim(self, state: GameState, unit: int) -> ShotOption | None:
        """Return a random attack."""
        found = shots(state, unit)
        return found[state.dice.randrange(len(found))] if found else None


def choice_at(found: Options, place: int) -> BotChoice:
    """Return an option by its flat index in ``[facings, hexes]``."""
    facing, at = divmod(place, len(found.listed))
    spent, moved = int(found.cost[facing, at]), int(found.moved[facing, at])
    return BotChoice(found.listed[at], facing, spent, moved, found.moves, found.ends)
