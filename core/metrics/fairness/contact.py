"""Time to contact: how soon units of a party can be in an enemy's zone."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.metrics.fairness.measured_values import MeasuredValues, listed, lowest, uneven
from fairground.core.text.counts import counted

if TYPE_CHECKING:
    from fairground.core.metrics.fairness.distances import Distances
    from fairground.core.metrics.fairness.measured_values import Values
    from fairground.core.movement.mover import Mover


def contact(ways: Distances, mover: Mover) -> MeasuredValues:
    """Return the turns to contact: the points from a zone to the nearest hex of an enemy's, over those of a turn, rounded up.

    The value of a party is the least over its enemies; None where it gets to none. Not judged where nobody does. Directed: climbing makes one way
    longer than the other. The hexes are those of the cheapest ways of whoever is there first.
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
    if not first:
        text = "Nobody can get to an enemy zone, so the time to contact is not judged."
    else:
        text = f"Turns until units can be in an enemy zone: {listed(values)}." + late(values)
    return MeasuredValues("contact", text, values, pairs, hexes)


def nearest_of(pairs: dict[tuple[str, str], Fraction | None], parties: list[str]) -> Values:
    """Return the least value of each party's pairs; None where none of them has one."""
    return {
        party: min((it for (a, _), it in pairs.items() if a == party and it is not None), default=None)
        for party in parties
    }


def late(values: Values) -> str:
    """Return a sentence on who is first, and by how many turns before the last; empty where all are at once."""
    known = [it for it in values.values() if it is not None]
    if not uneven(values) or not known:
        return ""
    first = " and ".join(lowest(values))
    if len(known) < len(values):
        never = " and ".join(party for party, it in values.items() if it is None)
        return f" {never} never is."
    return f" {first} is {counted(max(known) - min(known), 'turn')} earlier."
