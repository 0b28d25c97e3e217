"""Turning for nothing on the way, by units that step the same to all sides."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.movement.search import Stay
    from fairground.core.movement.stances import Stances


def turned_for_free(
    stays: Sequence[Stay], stances: Stances, begin: Sequence[int], last: Sequence[int]
) -> list[Stay] | None:
    """Return the stays of a path on which facing was left aside with what it turns, from a stance of ``begin`` to ``last``.

    It turns as soon as that is free. None when there are not enough free hexsides on the way (rule P2-16); then turning
    costs points, and another path may be better.
    """
    wished = stances.all[last[0]].facing
    stance = next((it for it in begin if stances.all[it].facing == wished), begin[0])
    found: list[Stay] = []
    for before, stay in pairwise([stays[0], *stays]):
        if stay.turn != before.turn:
            stance = stances.rested[stance]
        elif stay.hex != before.hex:
            stance = stances.steppings[stance][0].stance
        found.append(stay._replace(stance=stance))
        while stances.all[stance].facing != wished:
            turning = stances.turnings[stance][_way(stances.all[stance].facing, wished)]
            if turning.cost:
                break
            stance = turning.stance
            found.append(stay._replace(stance=stance))
    return found if stances.all[stance].facing == wished else None


def _way(facing: int | None, wished: int | None) -> int:
    """Return whether the shorter way round is clockwise, 0, or the other, 1, as ``Stances.turnings`` has them."""
    return 0 if ((wished or 0) - (facing or 0)) % 6 <= 3 else 1
