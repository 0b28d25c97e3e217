"""Climbing: the cost of a change of level, and steps that it bars."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fairground.core.movement.mover import Mover
    from fairground.core.rules import Ruleset


class Climbing(NamedTuple):
    """The effect of a change of level on a step: extra points, a whole turn instead, or barred."""

    cost: Fraction
    whole_turn: bool = False
    barred: bool = False


def climbing(rules: Ruleset, mover: Mover, left: int, entered: int) -> Climbing:
    """Return the effect of a step from one level to another (rules P1-03, P2-10, HS-18, AR-02, MM-07)."""
    if left == entered or not mover.mode.climbs:
        return Climbing(Fraction(0))
    levels = abs(entered - left)
    most = mover.unit_class.most_levels
    cost = climb_cost(rules, left, entered)
    if cost is None or (most is not None and levels > most):
        return Climbing(Fraction(0), barred=True)
    return Climbing(cost, whole_turn=levels == rules.movement.climb.whole_turn)


def climb_cost(rules: Ruleset, left: int, entered: int) -> Fraction | None:
    """Return the cost of a change of level, or None for too many levels (rules P1-03, P2-10, AR-02, MM-07)."""
    climb = rules.movement.climb
    levels = entered - left
    if climb.most is not None and abs(levels) > climb.most:
        return None
    listed = climb.table.get(str(entered), {}).get(str(left))
    if listed is not None:
        return listed
    return climb.up * levels if levels > 0 else climb.down * -levels
