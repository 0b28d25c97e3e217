"""Time to the first shot: how soon units of a party can shoot into an enemy's zone."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.metrics.fairness.contact import late, nearest_of
from fairground.core.metrics.fairness.measured_values import MeasuredValues, listed, lowest
from fairground.core.metrics.fairness.sight_tables import weapon_bands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.core.metrics.fairness.distances import Distances
    from fairground.core.metrics.fairness.sight_tables import WeaponBand
    from fairground.core.movement.mover import Mover

    Mask = NDArray[np.bool_]


def first_shots(ways: Distances, mover: Mover) -> Iterator[MeasuredValues]:
    """Yield, for each weapon band, the first turn in which a unit has a hex of an enemy zone in sight and in the band.

    It shoots after it has moved, or without moving: the turn is that of the points to the hex that it shoots from, at
    least 1. The value of a party is the least over its enemies; None where it never can. The hexes are those from which
    whoever is first shoots in that turn.
    """
    contest = ways.contest
    parties = contest.parties
    sights = contest.sights(mover.unit_class.height)
    for which, band in enumerate(weapon_bands(contest.scenario)):
        pairs: dict[tuple[str, str], Fraction | None] = {}
        stands: dict[tuple[str, str], Mask] = {}
        for i, j in contest.pairs():
            pair = parties[i].id, parties[j].id
            in_view = sights.seen(which, contest.ground_of(j), ways.steps.may_end)
            from_where = np.zeros_like(ways.steps.may_end)
            from_where[ways.steps.may_end] = in_view.any(axis=0)
            turns = ways.in_turns(mover, ways.least(ways.there[i], from_where))
            pairs[pair] = None if turns is None else Fraction(max(turns, 1))
            stands[pair] = from_where & ways.reached(i, mover, max(turns or 0, 1))
        values = nearest_of(pairs, [it.id for it in parties])
        if all(it is None for it in values.values()):
            yield MeasuredValues(
                "first-shot",
                f"Nobody can ever shoot into an enemy zone{at_range(band)}.",
                range_band=band.id,
                reason="nobody can shoot",
            )
            continue
        hexes = np.zeros(ways.steps.shape, np.bool_)
        for pair, turn in pairs.items():
            if pair[0] in lowest(values) and turn == values[pair[0]]:
                hexes |= stands[pair]
        text = f"First turn with a shot into an enemy zone{at_range(band)}: {listed(values)}." + late(values)
        yield MeasuredValues("first-shot", text, values, pairs, hexes, band.id)


def at_range(band: WeaponBand) -> str:
    """Return a weapon band in words, with a blank before; empty where all distances are one band."""
    return f" at {band.title.lower()} range" if band.id else ""
