"""The functions of measures of territory, safe area, exploration, the view from high ground, and zone capacity."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.metrics.fairness import sentences
from fairground.core.metrics.fairness.measured_values import (
    MeasuredValues,
    highest,
    lowest,
    not_compared,
    uneven,
)
from fairground.core.metrics.territory import NEVER, TIE, nearest
from fairground.core.scenario.fairness_titles_and_limits import By
from fairground.core.text.wording import hex_count

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.metrics.fairness.distances import Distances
    from fairground.core.movement.mover import Mover

    Mask = NDArray[np.bool_]


def high_ground_view(ways: Distances, mover: Mover) -> MeasuredValues:
    """Return the number of hexes in sight of the tops nearest to a party, all of the nearest together.

    A top is a hex above the mean level of the party's zones without a higher neighbour that units can stand in. Without
    one the value is 0. ``hexes`` are the tops.
    """
    contest = ways.contest
    level = contest.board.elevation.astype(np.int64)
    peaks = contest.tops & (ways.there != NEVER).any(axis=0)
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
    text = sentences.describe_values("high-ground-view", ways.contest.titled(values))
    return MeasuredValues("high-ground-view", text, values, hexes=marked)


#: The lead in distance that makes a hex safe, as a share of both distances together (after Liapis).
SAFE: Final = Fraction(35, 100)


def territory(ways: Distances, _mover: Mover) -> MeasuredValues:
    """Return the number of hexes nearer to a party's zones than to any other's, by movement points; ties are nobody's.

    ``hexes`` are the hexes of the party with the most, unless all have as many.
    """
    parties = ways.contest.parties
    owner = nearest(ways.there)
    values: dict[str, Fraction | None] = {
        it.id: Fraction(int(np.count_nonzero(owner == i))) for i, it in enumerate(parties)
    }
    text = sentences.describe_values(
        "territory", ways.contest.titled(values), tied=hex_count((owner == TIE).sum())
    )
    return MeasuredValues(
        "territory", text, values, hexes=_of_most(ways, values, [owner == i for i in range(len(parties))])
    )


def safe_area(ways: Distances, _mover: Mover) -> MeasuredValues:
    """Return the number of hexes safe for a party: (enemy's distance - own) / (enemy's + own) is more than ``SAFE``.

    Distances are in movement points, to the nearest enemy. Hexes that no enemy reaches are safe; hexes that the party
    can't reach are not.
    """
    safe = []
    for i in range(len(ways.starts)):
        own = ways.there[i]
        others = np.stack([ways.there[j] for j in ways.contest.enemies(i)])
        far = np.where(others == NEVER, np.iinfo(np.int64).max, others).min(axis=0)
        never = far == np.iinfo(np.int64).max
        enemy = np.where(never, 0, far)
        ahead = (enemy - own) * SAFE.denominator > (enemy + own) * SAFE.numerator
        safe.append((own != NEVER) & (never | ahead))
    values: dict[str, Fraction | None] = {
        it.id: Fraction(int(np.count_nonzero(mask)))
        for it, mask in zip(ways.contest.parties, safe, strict=True)
    }
    text = sentences.describe_values("safe-area", ways.contest.titled(values))
    return MeasuredValues("safe-area", text, values, hexes=_of_most(ways, values, safe))


def exploration(ways: Distances, _mover: Mover) -> MeasuredValues:
    """Return the share of the board that a party finds before an enemy: the hexes fewer steps away than the enemy is.

    Hexes that units can stand in count, and steps, not their cost. The value of a party is the mean over its enemies; if it
    can't reach one, every hex in its reach counts. ``hexes`` are the hexes that the party with the most finds before its
    nearest enemy.
    """
    contest = ways.contest
    standable = int(np.count_nonzero(ways.steps.may_end))
    pairs: dict[tuple[str, str], Fraction | None] = {}
    values: dict[str, Fraction | None] = {}
    found = []
    for i, party in enumerate(contest.parties):
        hops = ways.hops[i]
        masks = []
        for j in contest.enemies(i):
            limit = ways.least(hops, ways.starts[j])
            masks.append((hops != NEVER) & (True if limit is None else hops < limit))
            count = int(np.count_nonzero(masks[-1]))
            pairs[party.id, contest.parties[j].id] = Fraction(count, standable) if standable else Fraction(0)
        shares = [it for (name, _), it in pairs.items() if name == party.id and it is not None]
        values[party.id] = sum(shares, Fraction(0)) / len(shares)
        found.append(np.logical_and.reduce(masks))
    text = sentences.describe_values("exploration", ways.contest.titled(values))
    return MeasuredValues("exploration", text, values, pairs, _of_most(ways, values, found))


def _of_most(ways: Distances, values: dict[str, Fraction | None], masks: list[Mask]) -> Mask:
    """Return the hexes of the party with the most; none if all have as many."""
    most = highest(values) if uneven(values) else []
    found = np.zeros(ways.steps.shape, np.bool_)
    for party, mask in zip(ways.contest.parties, masks, strict=True):
        if party.id in most:
            found |= mask
    return found


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
        return not_compared("capacity", sentences.NO_ROOM)
    text = sentences.describe_capacity(
        contest.titled(values),
        contest.titled({it: int(mask.sum()) for it, mask in wasted.items()}),
        by_unit=by_unit,
    )
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
