"""Hazards and cooling: the harm on the way to the enemy, and the distance to a hex that cools."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.metrics.fairness.first_shot import late
from fairground.core.metrics.fairness.measured_values import MeasuredValues, listed, not_compared
from fairground.core.rules.terrain import HazardWhen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.metrics.fairness.distances import Distances
    from fairground.core.movement.mover import Mover

#: Sums of points and harm stay below this, so that doubles hold them exactly.
_EXACT: Final = 1 << 53


def hazard(ways: Distances, _mover: Mover) -> MeasuredValues:
    """Return the least damage and heat on a cheapest way from a party's zones to the nearest hex of an enemy's.

    Points come first: of the cheapest ways to any enemy, the least harmful counts. Every hex entered counts with its
    damage and heat, as if a turn ended in it; a hex where no turn can end counts only if passing through harms. None
    without a way. ``hexes`` are the harmful hexes on the cheapest ways. Raises a ``LimitError`` when points and harm
    can't be added up exactly.
    """
    contest = ways.contest
    ends = contest.rules.hazard.when is HazardWhen.END
    harm = np.where(ways.steps.may_end if ends else ways.steps.open, contest.harm, 0)
    if not harm.any():
        return not_compared("hazard", "Nothing on the board does any harm.")
    values: dict[str, Fraction | None] = {}
    hexes = np.zeros(ways.steps.shape, np.bool_)
    for i, party in enumerate(contest.parties):
        goal = np.logical_or.reduce([ways.starts[j] for j in contest.enemies(i)])
        least = _least_harm(ways, harm, i, goal)
        values[party.id] = None if least is None else Fraction(least)
        lengths = {j: ways.length(i, j) for j in contest.enemies(i)}
        nearest = min((it for it in lengths.values() if it is not None), default=None)
        for j, length in lengths.items():
            if length is not None and length == nearest:
                hexes |= ways.corridor(i, j) & (harm > 0)
    if all(it is None for it in values.values()):
        text = "Nobody can get to an enemy zone, so the harm on the way is not judged."
    else:
        text = f"Damage and heat on the cheapest way to the enemy: {listed(values)}."
    return MeasuredValues("hazard", text, values, hexes=hexes)


def _least_harm(ways: Distances, harm: NDArray[np.int64], party: int, goal: NDArray[np.bool_]) -> int | None:
    from scipy.sparse.csgraph import dijkstra

    # Points weigh more than all harm of the board together, and no way enters a hex twice.
    factor = int(harm.sum()) + 1
    steps = ways.steps
    if (int(steps.cost.max(initial=0)) * harm.size + 1) * factor >= _EXACT:
        raise LimitError(
            f"points and harm on a board of {harm.size:,} hexes are too many to be added up exactly"
        )
    nodes = np.flatnonzero(ways.starts[party].ravel())
    if not len(nodes):
        return None
    graph = steps.graph.copy()
    graph.data = graph.data * factor + harm.ravel()[graph.indices]
    far = dijkstra(graph, indices=nodes, min_only=True)[goal.ravel()]
    far = far[np.isfinite(far)]
    return int(far.min()) % factor if far.size else None


def cooling(ways: Distances, mover: Mover) -> MeasuredValues:
    """Return the distance from a party's zones to the nearest hex that cools, in turns, rounded up.

    None if it reaches none. ``hexes`` are the hexes that cool.
    """
    contest = ways.contest
    cool = contest.cooling & ways.steps.may_end
    if not cool.any():
        return not_compared("cooling", "Nothing on the board cools.")
    values: dict[str, Fraction | None] = {}
    for i, party in enumerate(contest.parties):
        turns = ways.in_turns(mover, ways.least(ways.there[i], cool))
        values[party.id] = None if turns is None else Fraction(turns)
    if all(it is None for it in values.values()):
        text = "Nobody can get to a hex that cools, so the way there is not judged."
    else:
        text = f"Turns to the nearest hex that cools: {listed(values)}." + late(values)
    return MeasuredValues("cooling", text, values, hexes=cool)
