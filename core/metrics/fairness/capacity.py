"""Zone capacity: usable hexes of a zone for each unit that deploys in it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.metrics.fairness.measured_values import MeasuredValues, gap, listed, lowest, not_compared
from fairground.core.scenario.fairness_bands import By
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.metrics.fairness.distances import Distances
    from fairground.core.movement.mover import Mover


def capacity(ways: Distances, _mover: Mover) -> MeasuredValues:
    """Return the usable hexes of a party's zones for each of its units; without dividing if some party has no units.

    A hex is usable if units can stand in it, it lies in the largest area of the board (or in one of several largest), and
    some step leads out of it. With units, the lowest value is rated too. ``hexes`` are the useless hexes of the party with
    the lowest value.
    """
    contest = ways.contest
    usable = ways.steps.may_end & _largest(ways) & (ways.steps.cost >= 0).any(axis=0)
    by_unit = all(it.units for it in contest.parties)
    counts = [int(np.count_nonzero(it.mask & usable)) for it in contest.parties]
    values: dict[str, Fraction | None] = {
        it.id: Fraction(count, it.units if by_unit else 1)
        for it, count in zip(contest.parties, counts, strict=True)
    }
    wasted = {it.id: it.mask & ~usable for it in contest.parties}
    if not by_unit and not any(counts):
        return not_compared("capacity", "No hex of any zone is usable.")
    of_no_use = [f"{hex_count(mask.sum())} of {party}" for party, mask in wasted.items() if mask.any()]
    text = f"Usable deployment hexes{' for each unit' if by_unit else ''}: {listed(values)}." + gap(values)
    if of_no_use:
        text += f" Of no use: {', '.join(of_no_use)}."
    return MeasuredValues(
        "capacity",
        text,
        values,
        hexes=np.logical_or.reduce([wasted[it] for it in lowest(values)]),
        by=frozenset((By.IMBALANCE, By.LOWEST) if by_unit else (By.IMBALANCE,)),
    )


def _largest(ways: Distances) -> NDArray[np.bool_]:
    """Return the hexes of the areas with the most hexes to stand in."""
    labels = ways.areas.labels
    sizes = np.bincount(labels[ways.steps.may_end], minlength=int(labels.max(initial=0)) + 1)
    found: NDArray[np.bool_] = (labels >= 0) & (sizes[labels] == sizes.max())
    return found
