"""Cover: how much of where a party starts and goes has cover near by."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.metrics.fairness.distances import SLACK
from fairground.core.metrics.fairness.measured_values import (
    MeasuredValues,
    gap,
    lowest,
    not_compared,
    percentages,
    uneven,
)
from fairground.core.metrics.territory import NEVER

if TYPE_CHECKING:
    from fairground.core.metrics.fairness.distances import Distances
    from fairground.core.movement.mover import Mover


def cover(ways: Distances, mover: Mover) -> MeasuredValues:
    """Return the share of a party's hexes from which one turn's points lead to a hex with cover.

    Its hexes are those of its zones and all on ways to an enemy that cost at most ``SLACK`` times what the cheapest does,
    as far as units can stand in them.
    The hexes of the reading are those too far from cover of whoever has the least of it.
    """
    contest = ways.contest
    if not contest.cover.any():
        return not_compared("cover", "There is no cover on the board.")
    points = ways.to_cover
    near = (points != NEVER) & (points <= mover.allowance * ways.steps.scale)
    values: dict[str, Fraction | None] = {}
    bare = {}
    for i, party in enumerate(contest.parties):
        hexes = ways.starts[i].copy()
        for j in contest.enemies(i):
            hexes |= ways.corridor(i, j, SLACK)
        hexes &= ways.steps.may_end
        count = int(np.count_nonzero(hexes))
        values[party.id] = Fraction(int(np.count_nonzero(hexes & near)), count) if count else None
        bare[party.id] = hexes & ~near
    text = f"Share of zones and routes with cover within a move: {percentages(values)}." + gap(values)
    worst = lowest(values) if uneven(values) else []
    marked = np.logical_or.reduce([np.zeros_like(contest.void), *(bare[it] for it in worst)])
    return MeasuredValues("cover", text, values, hexes=marked)
