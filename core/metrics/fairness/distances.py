"""Distances from the zones, for all movers that pay the same for every step."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.metrics.chokepoints.chokepoints import begin_traffic
from fairground.core.metrics.territory import NEVER, hops_from, points_from, points_to
from fairground.core.movement.areas import Areas, is_reversible
from fairground.core.movement.board_steps import IMPOSSIBLE
from fairground.core.native import begin

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.movement.board_steps import Steps
    from fairground.core.movement.mover import Mover

    Ints = NDArray[np.int64]
    Mask = NDArray[np.bool_]
    Distance = Callable[[Steps, Mask], Ints]

#: The cost of a route that players still take, as a multiple of the cheapest.
SLACK: Final = Fraction(5, 4)


class Distances:
    """The ways between the zones of a contest, and from them to every hex.

    A distance is the cost of the cheapest way in units of 1 / ``steps.scale`` movement points, without regard to ends of
    turns, facing and other units; ``NEVER`` without a way. Ways begin and end in hexes that the mover can stand in. Arrays
    are ``[rows, columns]``, and those of several parties ``[party, rows, columns]``; they must not be changed.
    """

    def __init__(self, contest: Contest, steps: Steps) -> None:
        self.contest = contest
        self.steps = steps
        self.starts = [it.mask & steps.may_end for it in contest.parties]
        #: What was begun in threads and not asked for yet.
        self._begun: dict[Distance, Callable[[], Ints]] = {}
        # Movers of one group ask for the same values; these keep them.
        self._lengths: dict[tuple[int, int], int | None] = {}
        self._corridors: dict[tuple[int, int, Fraction], Mask] = {}
        self._nearer: dict[int, Mask] = {}
        self._own_grounds: dict[tuple[int, int], Mask] = {}

    @cached_property
    def there(self) -> Ints:
        """The distance to each hex from each party's zones; ``NEVER`` where the mover can't stand."""
        return np.where(self.steps.may_end, self.out, NEVER)

    def begin(self) -> None:
        """Begin to compute ``out``, ``back`` and ``hops`` in threads."""
        self._begun = {it: begin(partial(self._from_or_to, it)) for it in (points_from, points_to, hops_from)}

    def _asked_for(self, distance: Distance) -> Ints:
        return self._begun.pop(distance)() if distance in self._begun else self._from_or_to(distance)

    def _from_or_to(self, distance: Distance) -> Ints:
        return np.stack([distance(self.steps, it) for it in self.starts])

    @cached_property
    def out(self) -> Ints:
        """The distance to each hex from each party's zones, including hexes that can only be passed through."""
        return self._asked_for(points_from)

    @cached_property
    def back(self) -> Ints:
        """The distance from each hex to each party's zones, including hexes that can only be passed through."""
        return self._asked_for(points_to)

    @cached_property
    def hops(self) -> Ints:
        """The number of steps to each hex from each party's zones, whatever their cost; ``NEVER`` as for ``there``."""
        found = self._asked_for(hops_from)
        found[:, ~self.steps.may_end] = NEVER
        return found

    @cached_property
    def reversible(self) -> bool:
        """Whether every cheapest way, reversed, is a cheapest way back."""
        return is_reversible(self.steps)

    @cached_property
    def areas(self) -> Areas:
        """The connected areas of the board."""
        return Areas(self.steps)

    @cached_property
    def traffic(self) -> list[Callable[[], NDArray[np.float64]]]:
        """The traffic from each party's zones to its enemies', which begins in a thread; calling it waits.

        It is the same both ways, and the list has one item, for two parties if ways are ``reversible``.
        """
        count = len(self.starts)
        parties = range(1 if count == 2 and self.reversible else count)
        return [
            begin_traffic(self.steps, ((self.starts[i], self.starts[j]) for j in self.contest.enemies(i)))
            for i in parties
        ]

    def least(self, distance: Ints, goal: Mask) -> int | None:
        """Return the least distance to any of the hexes; None if none is reached."""
        far = distance[goal & (distance != NEVER)]
        return int(far.min()) if far.size else None

    def length(self, party: int, enemy: int) -> int | None:
        """Return the distance from a party's zones to an enemy's; None without a way."""
        if (party, enemy) not in self._lengths:
            self._lengths[party, enemy] = self.least(self.there[party], self.starts[enemy])
        return self._lengths[party, enemy]

    def corridor(self, party: int, enemy: int, slack: Fraction = Fraction(1)) -> Mask:
        """Return the hexes on ways from a party to an enemy that cost at most ``slack`` times the cheapest."""
        key = party, enemy, slack
        if key not in self._corridors:
            self._corridors[key] = self._new_corridor(*key)
        return self._corridors[key]

    def _new_corridor(self, party: int, enemy: int, slack: Fraction) -> Mask:
        out, back, length = self.out[party], self.back[enemy], self.length(party, enemy)
        if length is None:
            return np.zeros(self.steps.shape, np.bool_)
        most = length * slack.numerator
        found: Mask = (out != NEVER) & (back != NEVER) & ((out + back) * slack.denominator <= most)
        return found

    def within(self, hexes: Mask) -> Steps:
        """Return the steps that stay within some hexes."""
        inside = (hexes & self.steps.open).ravel()
        cost = self.steps.cost.reshape(6, -1)
        target = self.steps.neighbours
        stays = inside & (target >= 0) & inside[target]
        return replace(
            self.steps,
            cost=np.where(stays, cost, IMPOSSIBLE).reshape(self.steps.cost.shape),
            open=inside.reshape(self.steps.shape),
            may_end=self.steps.may_end & hexes,
        )

    def in_turns(self, mover: Mover, points: int | None) -> int | None:
        """Return a distance in turns: divided by the allowance, rounded up."""
        if points is None:
            return None
        # Without points there are no steps, and the only distance is 0.
        return -(-points // (mover.allowance * self.steps.scale)) if points else 0

    def in_points(self, distance: int | None) -> Fraction | None:
        """Return a distance in movement points."""
        return None if distance is None else Fraction(distance, self.steps.scale)

    def reached(self, party: int, mover: Mover, turns: int) -> Mask:
        """Return the hexes that units of a party can stand in within some turns' points."""
        there = self.there[party]
        found: Mask = (there != NEVER) & (there <= self._points(mover, turns))
        return found

    def _points(self, mover: Mover, turns: int) -> int:
        return turns * mover.allowance * self.steps.scale

    def own_ground(self, party: int, mover: Mover, turns: int) -> Mask:
        """Return the hexes that units of a party can stand in within some turns' points, and that no enemy is nearer to.

        Hexes as near to an enemy belong to both.
        """
        key = party, self._points(mover, turns)
        if key not in self._own_grounds:
            self._own_grounds[key] = self.reached(party, mover, turns) & self.nearer_ground(party)
        return self._own_grounds[key]

    def nearer_ground(self, party: int) -> Mask:
        """Return the hexes that units of a party can stand in and that no enemy is nearer to; see ``own_ground``."""
        if party not in self._nearer:
            found: Mask = self.there[party] != NEVER
            for enemy in self.contest.enemies(party):
                far = self.there[enemy]
                found &= (far == NEVER) | (far >= self.there[party])
            self._nearer[party] = found
        return self._nearer[party]
