"""Stances: a mover's facing and the free hexsides it has turned, if its costs depend on them."""

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

#: The most free hexsides of turning in a turn.
_MOST_FREE: Final = 100
#: No unit turns by more hexsides in one hex: it would turn the other way.
_MOST_IN_A_HEX: Final = 3


class MovementStance(NamedTuple):
    """A facing as a direction 0-5 (None where it does not matter), and the free hexsides used up."""

    facing: int | None
    turned: int


class Sort(NamedTuple):
    """A sort of step, as seen from the unit: sideways, backwards, both, or neither."""

    sidestep: bool
    backwards: bool


class TurningRules(NamedTuple):
    """Turning by one hexside: the new stance, and the scaled cost."""

    stance: int
    cost: int


class Stepping(NamedTuple):
    """A step in a direction: the new stance, and the sort of step."""

    direction: int
    stance: int
    sort: Sort


@dataclass(frozen=True, eq=False)
class Costs:
    """The costs of steps of one sort, ``[6, hexes]``: ``points`` paid, and ``time`` taken of a turn."""

    points: Costing
    time: Costing


class Stances:
    """The numbered stances of a mover, and the moves between them (rules P1-18, P2-16, HS-18).

    Without ``facing`` there is one stance, and costs are those of ``Steps``. Costs are scaled by ``scale``, a multiple of
    that of the steps.
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
        """Return the stances without facing; these very stances if steps backwards are cheaper."""
        cheaper = self.steps.mover.faces and self._movement.reverse_factor < 1
        return self if cheaper else Stances(self.steps, self._movement, facing=False)

    @property
    def starts(self) -> tuple[int, ...]:
        """The stances in which a turn can begin."""
        return tuple(sorted(set(self.rested)))

    @cached_property
    def costs(self) -> dict[Sort, Costs]:
        """The costs of steps, by their sort."""
        sorts = {it.sort for steppings in self.steppings for it in steppings}
        return {sort: self._costs(sort) for sort in sorts}

    @cached_property
    def most_steps(self) -> int | None:
        """The most hexes that can be entered in a turn; None if steps may cost nothing."""
        times = [costs.time[costs.points != IMPOSSIBLE] for costs in self.costs.values()]
        least = min((int(it.min()) for it in times if it.size), default=self.allowance or 1)
        return self.allowance // least if least else None

    def with_facing(self, direction: int | None) -> tuple[int, ...]:
        """Return the stances with that facing, 0-5; all of them for None."""
        return tuple(
            number
            for number, it in enumerate(self.all)
            if direction is None or it.facing is None or it.facing == direction
        )

    def _free_hexsides(self) -> int:
        """Return the number of free hexsides to count."""
        rotation = self._movement.rotation
        if not rotation.cost:
            return 0
        if rotation.each is RotationEach.HEX:
            return min(rotation.free, _MOST_IN_A_HEX)
        if rotation.free > _MOST_FREE:
            raise LimitError(
                f"a unit can turn by at most {_MOST_FREE} hexsides for free in a turn, not {rotation.free}"
            )
        return rotation.free

    def _turnings(self, stance: MovementStance) -> list[TurningRules]:
        if stance.facing is None:
            return []
        is_free = stance.turned < self._free
        cost = 0 if is_free else self._scaled(self._movement.rotation.cost)
        turned = [MovementStance((stance.facing + by) % 6, stance.turned + is_free) for by in (1, -1)]
        return [TurningRules(self._numbers[it], cost) for it in turned]

    def _steppings(self, stance: MovementStance) -> list[Stepping]:
        steppings = []
        for direction in range(6):
            sort, after = Sort(sidestep=False, backwards=False), stance
            if stance.facing is not None and self.steps.mover.faces:
                side = side_toward(direction, stance.facing)
                if side not in self._movement.step_sides:
                    continue
                sort = Sort(side in self._movement.sidesteps, side == BACKWARDS)
            if self._movement.rotation.each is RotationEach.HEX:
                after = MovementStance(stance.facing, 0)
            steppings.append(Stepping(direction, self._numbers[after], sort))
        return steppings

    def _scaled(self, cost: Fraction) -> int:
        scaled = cost * self.scale
        if scaled.denominator != 1:
            raise LimitError(f"a cost of {cost} is not a multiple of 1/{self.scale}")
        return int(scaled)

    def _costs(self, sort: Sort) -> Costs:
        """Return the costs of steps of a sort: with the side's surcharge, and IMPOSSIBLE beyond a turn (rule H-10)."""
        steps, movement = self.steps, self._movement
        known = steps.cost.reshape(6, -1)
        # Small numbers save memory: there is one for each sort, hex and direction.
        dearest = (int(known.max(initial=0)) + self._scaled(movement.sidestep_cost)) * self._factor
        dearest = max(dearest * max(movement.reverse_factor.numerator, 1), self.allowance)
        known = known.astype(np.int32 if dearest <= np.iinfo(np.int32).max else np.int64)
        whole = steps.whole_turn.reshape(6, -1)
        points = known * self._factor
        # A climb that takes a whole turn costs that, whatever the side.
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
