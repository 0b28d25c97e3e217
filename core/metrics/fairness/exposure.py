"""Exposure: the share of a zone that the enemy can shoot at, before any move and after its first move."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.metrics.fairness.first_shot import at_range
from fairground.core.metrics.fairness.measured_values import MeasuredValues, highest, percentages, uneven
from fairground.core.metrics.fairness.sight_tables import weapon_bands
from fairground.core.scenario.fairness_bands import By

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.core.metrics.fairness.distances import Distances
    from fairground.core.movement.mover import Mover

    Mask = NDArray[np.bool_]
    Pairs = dict[tuple[str, str], Fraction | None]


def exposures(ways: Distances, mover: Mover) -> Iterator[MeasuredValues]:
    """Yield for each weapon band the share of pairs of an enemy's hex and an own one that are in sight and in the band.

    In ``pairs`` the shooter comes first; the value of a party counts all its enemies. In the close band the highest value
    is rated too: nobody should be under fire there before the first move. ``hexes`` are the hexes of zones that are seen.
    """
    contest = ways.contest
    sights = contest.sights(mover.unit_class.height)
    zones = [contest.ground_of(it) for it in range(len(contest.parties))]
    for which, band in enumerate(weapon_bands(contest.scenario)):
        values: dict[str, Fraction | None] = {}
        pairs: Pairs = {}
        hexes = np.zeros_like(contest.void)
        for j, target in enumerate(contest.parties):
            counts = {}
            for i in contest.enemies(j):
                in_view = sights.seen(which, zones[j], zones[i])
                counts[i] = int(np.count_nonzero(in_view)), in_view.size
                pairs[contest.parties[i].id, target.id] = _share(*counts[i])
                hexes[zones[j]] |= in_view.any(axis=1)
            values[target.id] = _share(*map(sum, zip(*counts.values(), strict=True)))
        text = (
            f"Pairs of an enemy's hex and an own one that are in sight{at_range(band)}: {percentages(values)}."
            if any(values.values()) or None in values.values()
            else f"Nobody is in an enemy's sight{at_range(band)} at the start."
        )
        by = (By.DIFFERENCE, By.HIGHEST) if band.close else (By.DIFFERENCE,)
        yield MeasuredValues("exposure", text, values, pairs, hexes, band.id, frozenset(by))


def exposures_after_move(ways: Distances, mover: Mover) -> Iterator[MeasuredValues]:
    """Yield for each weapon band the share of a party's hexes that can be shot at after its enemies' first move.

    A hex counts if it is in sight and in the band from a hex that some enemy starts in or reaches with one turn's points.
    In ``pairs`` the shooter comes first; the value of a party counts all its enemies. ``hexes`` are the hexes under fire of
    the most exposed party.
    """
    contest = ways.contest
    sights = contest.sights(mover.unit_class.height)
    zones = [contest.ground_of(it) for it in range(len(contest.parties))]
    reached = [ways.reached(it, mover, 1) for it in range(len(zones))]
    for which, band in enumerate(weapon_bands(contest.scenario)):
        values: dict[str, Fraction | None] = {}
        pairs: Pairs = {}
        shot_at: dict[str, Mask] = {}
        for j, target in enumerate(contest.parties):
            shot = {i: sights.seen(which, zones[j], reached[i]).any(axis=1) for i in contest.enemies(j)}
            for i, hit in shot.items():
                pairs[contest.parties[i].id, target.id] = _share(int(np.count_nonzero(hit)), hit.size)
            every = np.logical_or.reduce([*shot.values()])
            values[target.id] = _share(int(np.count_nonzero(every)), every.size)
            shot_at[target.id] = np.zeros_like(contest.void)
            shot_at[target.id][zones[j]] = every
        worst = highest(values)
        text = (
            f"Deployment hexes under fire{at_range(band)} once the enemy has moved: {percentages(values)}."
            + (f" {worst[0]} is the most exposed." if uneven(values) and worst else "")
            if any(values.values()) or None in values.values()
            else f"Nobody is under fire{at_range(band)} once the enemy has moved."
        )
        hexes = np.logical_or.reduce([np.zeros_like(contest.void), *(shot_at[it] for it in worst)])
        yield MeasuredValues("exposure-after-move", text, values, pairs, hexes, band.id)


def _share(count: int, of: int) -> Fraction | None:
    return Fraction(count, of) if of else None
