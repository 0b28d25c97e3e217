"""Stances: the direction a mover looks in and the hexsides it has turned for nothing, where those bear on what it pays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.movement.board_steps import IMPOSSIBLE
from fairground.core.movement.step_cost import BACKWARDS, side_toward
from fairground.core.rules.movement import RotationEach

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray

    from fairground.core.movement.board_steps import Steps
    from fairground.core.rules.movement import Movement

    #: Whole numbers, of 32 bits where all are small enough.
    Costing = NDArray[np.int32] | NDArray[np.int64]

#: More free hexsides of turning are not told apart: nobody turns that often in a turn.
_MOST_FREE: Final = 100
#: No unit turns by more hexsides than these in one hex, since it would turn the other way.
_MOST_IN_A_HEX: Final = 3


class MovementStance(NamedTuple):
    """How a unit stands: its facing as a direction 0-5 (None where it does not matter), and the free hexsides used up."""

    facing: int | None
    turned: int


class Sort(NamedTuple):
    """What sort of step it is, seen from the unit: to the side, backwards, both, or neither."""

    sidestep: bool
    backwards: bool


class TurningRules(NamedTuple):
    """Turning by one hexside: into which stance, and what it costs, scaled."""

    stance: int
    cost: int


class Stepping(NamedTuple):
    """A step in a direction: into which stance, and of which sort."""

    direction: int
    stance: int
    sort: Sort


@dataclass(frozen=True, eq=False)
class Costs:
    """The costs of steps of one sort, ``[6, hexes]``: the ``points`` paid, and the ``time`` that they take of a turn."""

    points: Costing
    time: Costing


class Stances:
    """The stances of a mover, by number, and how it gets from one to another (rules P1-18, P2-16, HS-18).

    Without ``facing`` there is one stance, and steps go everywhere at the costs of ``Steps``. Numbers are scaled as
    those of ``scale``, a multiple of that of the steps.
    """

    def __init__(self, steps: Steps, movement: Movement, *, facing: bool) -> None:
        self.steps = steps
        self._movement = movement
        factor = movement.reverse_factor.denominator if facing else 1
        self.scale = steps.scale * factor
        self._factor = factor
        self.allowance = steps.allowance * factor
        self._free = self._free_hexsides() if facing else 0
        self.all: tuple[MovementStance, ...] = (
            tuple(
                MovementStance(direction, turned)
                for turned in range(self._free + 1)
                for direction in range(6)
            )
            if facing
            else (MovementStance(None, 0),)
        )
        self._numbers = {stance: number for number, stance in enumerate(self.all)}
        #: The stance at the start of the next turn, for each.
        self.rested: tuple[int, ...] = tuple(self._numbers[MovementStance(it.facing, 0)] for it in self.all)
        self.turnings: tuple[tuple[TurningRules, ...], ...] = tuple(
            tuple(self._turnings(it)) for it in self.all
        )
        self.steppings: tuple[tuple[Stepping, ...], ...] = tuple(
            tuple(self._steppings(it)) for it in self.all
        )

    def without_facing(self) -> Stances:
        """Return the stances of the mover with facing left aside; themselves where going backwards makes steps cheaper."""
        cheaper = self.steps.mover.faces and self._movement.reverse_factor < 1
        return self if cheaper else Stances(self.steps, self._movement, facing=False)

    @property
    def starts(self) -> tuple[int, ...]:
        """The stances in which a turn can begin."""
        return tuple(sorted(set(self.rested)))

    @cached_property
    def costs(self) -> dict[Sort, Costs]:
        """What steps cost, by their sort."""
        sorts = {it.sort for steppings in self.steppings for it in steppings}
        return {sort: self._costs(sort) for sort in sorts}

    @cached_property
    def most_steps(self) -> int | None:
        """How many hexes can be entered in a turn at most; None when steps may cost nothing."""
        made = [costs.time[costs.points != IMPOSSIBLE] for costs in self.costs.values()]
        least = min((int(it.min()) for it in made if it.size), default=self.allowance or 1)
        return self.allowance // least if least else None

    def with_facing(self, direction: int | None) -> tuple[int, ...]:
        """Return the stances with that facing, 0-5; all of them for None."""
        return tuple(
            number
            for number, it in enumerate(self.all)
            if direction is None or it.facing is None or it.facing == direction
        )

    def _free_hexsides(self) -> int:
        """Return how many free hexsides have to be told apart."""
        rotation = self._movement.rotation
        if not rotation.cost:
            return 0
        if rotation.each is RotationEach.HEX:
            return min(rotation.free, _MOST_IN_A_HEX)
        if rotation.free > _MOST_FREE:
            raise LimitError(
                f"at most {_MOST_FREE} hexsides of turning can be free in a turn, not {rotation.free}"
            )
        return rotation.free

    def _turnings(self, stance: MovementStance) -> list[TurningRules]:
        if stance.facing is None:
            return []
        is_free = stance.turned < self._free
        cost = 0 if is_free else self._scaled(self._movement.rotation.cost)
        return [
            TurningRules(
                self._numbers[MovementStance((stance.facing + way) % 6, stance.turned + is_free)], cost
            )
            for way in (1, -1)
        ]

    def _steppings(self, stance: MovementStance) -> list[Stepping]:
        found = []
        for direction in range(6):
            sort, after = Sort(sidestep=False, backwards=False), stance
            if stance.facing is not None and self.steps.mover.faces:
                side = side_toward(direction, stance.facing)
                if side not in self._movement.step_sides:
                    continue
                sort = Sort(side in self._movement.sidesteps, side == BACKWARDS)
            if self._movement.rotation.each is RotationEach.HEX:
                after = MovementStance(stance.facing, 0)
            found.append(Stepping(direction, self._numbers[after], sort))
        return found

    def _scaled(self, cost: Fraction) -> int:
        scaled = cost * self.scale
        if scaled.denominator != 1:
            raise LimitError(f"a cost of {cost} is not a whole number of 1/{self.scale}")
        return int(scaled)

    def _costs(self, sort: Sort) -> Costs:
        """Return what steps of a sort cost: what the side adds, and what no longer fits into a turn then (rule H-10)."""
        steps, movement = self.steps, self._movement
        known = steps.cost.reshape(6, -1)
        # Sorts are kept for each hex and direction: where numbers are small, so is what they take.
        dearest = (int(known.max(initial=0)) + self._scaled(movement.sidestep_cost)) * self._factor
        dearest = max(dearest * max(movement.reverse_factor.numerator, 1), self.allowance)
        known = known.astype(np.int32 if dearest <= np.iinfo(np.int32).max else np.int64)
        whole = steps.whole_turn.reshape(6, -1)
        points = known * self._factor
        # What takes a whole turn for its levels costs that, whatever the side.
        plain = whole & (known == steps.allowance)
        if sort.sidestep:
            points = points + self._scaled(movement.sidestep_cost)
        if sort.backwards:
            factor = movement.reverse_factor
            points = points * factor.numerator // factor.denominator
        points[plain] = self.allowance
        too_much = points > self.allowance
        if not movement.minimum_move:
            points[too_much] = IMPOSSIBLE
        points[known == IMPOSSIBLE] = IMPOSSIBLE
        longer = plain | too_much
        if not longer.any():
            return Costs(points, points)
        time = np.where(longer, self.allowance, points)
        time[points == IMPOSSIBLE] = IMPOSSIBLE
        return Costs(points, time)
