"""Way to the objectives: the distance from each party to the objectives that it can win."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.metrics.fairness.measured_values import (
    MeasuredValues,
    highest,
    listed,
    lowest,
    not_compared,
    plain,
    uneven,
)
from fairground.core.scenario.scoring import can_win
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.metrics.fairness.distances import Distances
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.parts import Objective


def objectives(ways: Distances, _mover: Mover) -> Iterator[MeasuredValues]:
    """Yield the distance in points from a party's zones to the objectives that it can win: the mean, then the least.

    The distance of an objective is that of its nearest hex. Pairs are of a party and an objective; the text gives the
    lead in each that several can win. The mean is None if an objective can't be reached. ``hexes`` are the objectives that
    aren't equally far from all parties.
    """
    contest = ways.contest
    if not contest.scenario.objectives:
        yield not_compared("objectives", "There are no objectives.")
        yield not_compared("nearest-objective", "There are no objectives.")
        return
    pairs: dict[tuple[str, str], Fraction | None] = {}
    hexes = np.zeros(ways.steps.shape, np.bool_)
    leads = []
    for objective in contest.scenario.objectives:
        goal = objective.shape.mask(contest.board)
        far = {
            party.id: ways.in_points(ways.least(ways.there[i], goal))
            for i, party in enumerate(contest.parties)
            if can_win(party.sides, objective)
        }
        pairs |= {(party, objective.id): it for party, it in far.items()}
        if uneven(far):
            hexes |= goal & ~contest.void
            leads.append(_lead(objective, far))
    means: dict[str, Fraction | None] = {}
    nearest: dict[str, Fraction | None] = {}
    for party in contest.parties:
        own = [it for (name, _), it in pairs.items() if name == party.id]
        known = [it for it in own if it is not None]
        means[party.id] = sum(known, Fraction(0)) / len(known) if known and len(known) == len(own) else None
        nearest[party.id] = min(known, default=None)
    if not any(it is not None for it in nearest.values()):
        for measure in ("objectives", "nearest-objective"):
            yield not_compared(measure, "Nobody can win or get to any objective.")
        return
    if all(it is None for it in means.values()):
        text = "Nobody can get to all its objectives, so the average is not judged." + "".join(leads)
    else:
        text = f"Movement points to the objectives, on average: {listed(means)}." + "".join(leads)
    yield MeasuredValues("objectives", text, means, pairs, hexes)
    text = f"Movement points to the nearest objective: {listed(nearest)}."
    yield MeasuredValues("nearest-objective", text, nearest, pairs, hexes)


def _lead(objective: Objective, far: dict[str, Fraction | None]) -> str:
    """Return a sentence on who is nearer to an objective than who, and by how much."""
    first = lowest(far)
    beyond = [party for party, it in far.items() if it is None]
    if beyond:
        return f" {' and '.join(beyond)} cannot get to {objective.id}."
    last = highest(far)[0]
    lead = (far[last] or Fraction(0)) - (far[first[0]] or Fraction(0))
    points = counted(lead, "point") if lead.denominator == 1 else f"{plain(lead)} points"
    return f" {objective.id} is {points} nearer to {' and '.join(first)} than to {last}."
