"""Cover: the share of each party's zones and routes that has cover within a move."""

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
    """Return the share of a party's hexes from which one turn's points reach a hex with cover.

    Its hexes are those of its zones, and those on ways to an enemy that cost at most ``SLACK`` times the cheapest, if units
    can stand in them. ``hexes`` are the hexes too far from cover of the party with the smallest share.
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
