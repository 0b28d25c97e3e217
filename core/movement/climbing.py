"""A change of level: what it adds to a step, and whether a mover can make it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fairground.core.movement.mover import Mover
    from fairground.core.rules import Ruleset


class Climbing(NamedTuple):
    """What a change of level means for a step: points on top of the rest, a whole turn instead, or that it is barred."""

    cost: Fraction
    whole_turn: bool = False
    barred: bool = False


_FREE = Climbing(Fraction(0))


def climbing(rules: Ruleset, mover: Mover, left: int, entered: int) -> Climbing:
    """Return what a step from one level to another means for a mover (rules P1-03, P2-10, HS-18, AR-02, MM-07)."""
    if left == entered or not mover.mode.climbs:
        return _FREE
    levels = abs(entered - left)
    most = mover.unit_class.most_levels
    cost = rules.climb_cost(left, entered)
    if cost is None or (most is not None and levels > most):
        return Climbing(Fraction(0), barred=True)
    return Climbing(cost, whole_turn=levels == rules.movement.climb.whole_turn)
