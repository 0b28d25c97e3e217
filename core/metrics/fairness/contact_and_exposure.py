"""The functions of measures of contact, first shots, and exposure before and after the first move."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.metrics.fairness.measured_values import MeasuredValues, highest, lowest
from fairground.core.metrics.fairness.sentences import CANNOT_SHOOT, describe_values
from fairground.core.metrics.fairness.sight_tables import weapon_bands
from fairground.core.scenario.fairness_titles_and_limits import By

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.core.metrics.fairness.distances import Distances
    from fairground.core.metrics.fairness.measured_values import Values
    from fairground.core.metrics.fairness.sight_tables import WeaponBand
    from fairground.core.movement.mover import Mover

    Mask = NDArray[np.bool_]
    Pairs = dict[tuple[str, str], Fraction | None]


def contact(ways: Distances, mover: Mover) -> MeasuredValues:
    """Return the turns to contact: the points from a zone to the nearest hex of an enemy's, in turns, rounded up.

    The value of a party is the least over its enemies, None if it reaches none. It has a direction: climbing makes one way
    longer than the way back. ``hexes`` are the cheapest ways of the first party to arrive.
    """
    parties = ways.contest.parties
    pairs: dict[tuple[str, str], Fraction | None] = {}
    for i, j in ways.contest.pairs():
        turns = ways.in_turns(mover, ways.length(i, j))
        pairs[parties[i].id, parties[j].id] = None if turns is None else Fraction(turns)
    values = nearest_of(pairs, [it.id for it in parties])
    first = lowest(values)
    hexes = np.zeros(ways.steps.shape, np.bool_)
    for i, j in ways.contest.pairs():
        pair = parties[i].id, parties[j].id
        if parties[i].id in first and pairs[pair] == values[parties[i].id]:
            hexes |= ways.corridor(i, j)
    text = describe_values("contact", ways.contest.titled(values))
    return MeasuredValues("contact", text, values, pairs, hexes)


def nearest_of(pairs: dict[tuple[str, str], Fraction | None], parties: list[str]) -> Values:
    """Return the least value of each party's pairs; None if none of them has one."""
    return {
        party: min((it for (a, _), it in pairs.items() if a == party and it is not None), default=None)
        for party in parties
    }


def first_shots(ways: Distances, mover: Mover) -> Iterator[MeasuredValues]:
    """Yield for each weapon band the first turn in which a unit has a hex of an enemy zone in sight and in the band.

    It shoots after its move, or without moving, so the turn is at least 1. The value of a party is the least over its
    enemies, None if it never can. ``hexes`` are the hexes from which the first party shoots in that turn.
    """
    contest = ways.contest
    parties = contest.parties
    sights = contest.sights(mover.unit_class.height)
    for which, band in enumerate(weapon_bands(contest.scenario)):
        pairs: dict[tuple[str, str], Fraction | None] = {}
        stands: dict[tuple[str, str], Mask] = {}
        for i, j in contest.pairs():
            pair = parties[i].id, parties[j].id
            from_where = sights.seeing(which, contest.ground_of(j), ways.steps.may_end)
            turns = ways.in_turns(mover, ways.least(ways.there[i], from_where))
            pairs[pair] = None if turns is None else Fraction(max(turns, 1))
            stands[pair] = from_where & ways.reached(i, mover, max(turns or 0, 1))
        values = nearest_of(pairs, [it.id for it in parties])
        if all(it is None for it in values.values()):
            yield MeasuredValues(
                "first-shot",
                describe_values("first-shot", ways.contest.titled(values), at=at_range(band)),
                range_band=band.id,
                reason=CANNOT_SHOOT,
            )
            continue
        hexes = np.zeros(ways.steps.shape, np.bool_)
        for pair, turn in pairs.items():
            if pair[0] in lowest(values) and turn == values[pair[0]]:
                hexes |= stands[pair]
        text = describe_values("first-shot", ways.contest.titled(values), at=at_range(band))
        yield MeasuredValues("first-shot", text, values, pairs, hexes, band.id)


def at_range(band: WeaponBand) -> str:
    """Return `` at close range`` for a weapon band; empty if the ruleset has no bands."""
    return f" at {band.title.lower()} range" if band.id else ""


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
        text = describe_values("exposure", ways.contest.titled(values), at=at_range(band))
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
            shot = {i: sights.in_view(which, zones[j], reached[i]) for i in contest.enemies(j)}
            for i, hit in shot.items():
                pairs[contest.parties[i].id, target.id] = _share(int(np.count_nonzero(hit)), hit.size)
            every = np.logical_or.reduce([*shot.values()])
            values[target.id] = _share(int(np.count_nonzero(every)), every.size)
            shot_at[target.id] = np.zeros_like(contest.void)
            shot_at[target.id][zones[j]] = every
        worst = highest(values)
        text = describe_values("exposure-after-move", ways.contest.titled(values), at=at_range(band))
        hexes = np.logical_or.reduce([np.zeros_like(contest.void), *(shot_at[it] for it in worst)])
        yield MeasuredValues("exposure-after-move", text, values, pairs, hexes, band.id)


def _share(count: int, of: int) -> Fraction | None:
    return Fraction(count, of) if of else None
