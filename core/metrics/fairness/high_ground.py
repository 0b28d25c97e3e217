"""High ground: how much of it is at hand, and what is seen from the nearest of it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.metrics.fairness.measured_values import MeasuredValues, gap, highest, listed, uneven
from fairground.core.metrics.territory import NEVER
from fairground.core.scenario.arrays import inside, step

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.metrics.fairness.distances import Distances
    from fairground.core.movement.mover import Mover

    Mask = NDArray[np.bool_]

#: In how many turns high ground is to be reached.
TURNS: Final = 2


def high_ground(ways: Distances, mover: Mover) -> MeasuredValues:
    """Return how far hexes lie above the mean level of a party's zones, summed up: of all that it reaches in ``TURNS`` turns.

    In levels; lower hexes count nothing. The hexes are the higher ones of whoever has the most.
    """
    contest = ways.contest
    level = contest.board.elevation.astype(np.int64)
    values: dict[str, Fraction | None] = {}
    above = {}
    for i, party in enumerate(contest.parties):
        start = party.mask & contest.standable
        count, total = int(np.count_nonzero(start)), int(level[start].sum())
        # In parts of a level, of which a level has as many as the zones have hexes.
        rise = np.maximum(level * count - total, 0)
        rise[~ways.reached(i, mover, TURNS)] = 0
        values[party.id] = Fraction(int(rise.sum()), max(count, 1))
        above[party.id] = rise > 0
    text = (
        f"Levels above the zone within {TURNS} turns, summed up: {listed(values)}." + gap(values)
        if any(values.values())
        else f"Nobody reaches higher ground than its own within {TURNS} turns."
    )
    most = highest(values) if uneven(values) else []
    hexes = np.logical_or.reduce([np.zeros_like(contest.void), *(above[it] for it in most)])
    return MeasuredValues("high-ground", text, values, hexes=hexes)


def high_ground_view(ways: Distances, mover: Mover) -> MeasuredValues:
    """Return how many hexes are seen from the tops that are nearest to a party, all of the nearest together.

    A top is a hex above the mean level of the party's zones that no neighbour in which units can stand is higher than.
    Without one the value is 0. The hexes are the tops.
    """
    contest = ways.contest
    level = contest.board.elevation.astype(np.int64)
    peaks = _peaks(ways)
    values: dict[str, Fraction | None] = {}
    marked = np.zeros_like(contest.void)
    for i, party in enumerate(contest.parties):
        start = party.mask & contest.standable
        tops = peaks & (level * int(np.count_nonzero(start)) > int(level[start].sum()))
        far = ways.least(ways.there[i], tops)
        nearest = tops & (ways.there[i] == far) if far is not None else np.zeros_like(tops)
        view = contest.sights(mover.unit_class.height).view(nearest)
        values[party.id] = Fraction(int(np.count_nonzero(view)))
        marked |= nearest
    text = (
        f"Hexes seen from the nearest tops: {listed(values)}." + gap(values)
        if any(values.values())
        else "Nobody gets to ground above its own."
    )
    return MeasuredValues("high-ground-view", text, values, hexes=marked)


def _peaks(ways: Distances) -> Mask:
    """Return the hexes that no neighbour in which units can stand is higher than."""
    board, standable = ways.contest.board, ways.contest.standable
    level = np.where(standable, board.elevation, np.iinfo(np.int64).min)
    q, r = board.layout.axial_arrays(board.columns, board.rows)
    found: Mask = standable & (ways.there != NEVER).any(axis=0)
    for direction in range(6):
        on_board, row, column = inside(board.layout, level.shape, *step(q, r, direction))
        found &= ~(on_board & (level[row, column] > level))
    return found
