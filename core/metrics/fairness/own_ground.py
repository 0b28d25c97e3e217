"""Height, cover and harm of the hexes that a party fights from and crosses before its enemies are there."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.metrics.fairness import sentences
from fairground.core.metrics.fairness.contest import apart
from fairground.core.metrics.fairness.measured_values import MeasuredValues, highest, lowest, uneven
from fairground.core.rules.terrain import HazardWhen
from fairground.core.scenario.arrays import step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from fairground.core.metrics.fairness.contest import Contest
    from fairground.core.metrics.fairness.distances import Distances
    from fairground.core.movement.mover import Mover

    Ints = NDArray[np.int64]
    Mask = NDArray[np.bool_]

#: The number of turns within which ground is a party's own.
TURNS: Final = 2
#: The distance in hexes from an objective within which units fight for it.
NEAR: Final = 2


def high_ground(ways: Distances, mover: Mover) -> MeasuredValues:
    """Return the levels that a hex of a party's own ground is above one of an enemy's, on average over all pairs of hexes.

    Lower hexes count 0. The value of a party is the mean over the enemies that have own ground; 0 if none has, None if the
    party has none. See ``Distances.own_ground``. ``hexes`` are the hexes of the party with the most that are above an
    enemy's mean.
    """
    contest = ways.contest
    level = contest.board.elevation.astype(np.int64)
    own = _own_grounds(ways, mover)
    values: dict[str, Fraction | None] = {}
    pairs: dict[tuple[str, str], Fraction | None] = {}
    above: dict[str, Mask] = {}
    for i, party in enumerate(contest.parties):
        rises = []
        above[party.id] = np.zeros_like(contest.void)
        for j in contest.enemies(i):
            rise = _rise(level[own[i]], level[own[j]])
            pairs[party.id, contest.parties[j].id] = rise
            if rise is not None:
                rises.append(rise)
                count, total = int(np.count_nonzero(own[j])), int(level[own[j]].sum())
                above[party.id] |= own[i] & (level * count > total)
        values[party.id] = _mean(rises) if own[i].any() else None
    text = sentences.describe_values("high-ground", ways.contest.titled(values))
    marked = highest(values) if uneven(values) else []
    return MeasuredValues("high-ground", text, values, pairs, _of(contest, above, marked))


def _rise(own: Ints, other: Ints) -> Fraction | None:
    """Return the mean of the levels by which the first are above the second, over all pairs; None without a pair."""
    if not own.size or not other.size:
        return None
    if own.max() <= other.min():
        return Fraction(0)
    levels, counts = np.unique(own, return_counts=True)
    others, of_others = np.unique(other, return_counts=True)
    rise = np.maximum(levels[:, None] - others, 0) * counts[:, None] * of_others
    return Fraction(int(rise.sum()), own.size * other.size)


def cover(ways: Distances, mover: Mover) -> MeasuredValues:
    """Return the share of lines from the enemies' zones to a party's positions against which the target has cover.

    Positions are the hexes within ``NEAR`` of an objective that the party can win and that no enemy is nearer to; without
    any, the party's own ground, see ``Distances.own_ground``. There is a line to each of them from each hex of an
    enemy's zones; sight plays no part. A target has cover in the hexes of ``Contest.covered``, and beside one of
    ``Contest.sheltering`` that is nearer to the shooter. ``hexes`` are the positions without cover of the party with the
    smallest share.
    """
    contest = ways.contest
    positions = [_positions(ways, it, mover) for it in range(len(ways.starts))]
    values: dict[str, Fraction | None] = {}
    pairs: dict[tuple[str, str], Fraction | None] = {}
    bare: dict[str, Mask] = {}
    for i, party in enumerate(contest.parties):
        held = positions[i]
        count = int(np.count_nonzero(held))
        lines = covered = 0
        bare[party.id] = held & ~contest.covered
        for j in contest.enemies(i):
            shooters = contest.ground_of(j)
            safe_from = _sheltered(ways, held & ~contest.covered, shooters)
            shots = int(np.count_nonzero(shooters))
            hits = shots * int(np.count_nonzero(held & contest.covered)) + int(safe_from.sum())
            pairs[party.id, contest.parties[j].id] = Fraction(hits, shots * count) if shots * count else None
            lines, covered = lines + shots * count, covered + hits
            bare[party.id] &= safe_from == 0
        values[party.id] = Fraction(covered, lines) if lines else None
    text = (
        sentences.describe_values("cover", ways.contest.titled(values))
        if contest.cover.any()
        else sentences.NO_COVER
    )
    marked = lowest(values) if uneven(values) else []
    return MeasuredValues("cover", text, values, pairs, _of(contest, bare, marked))


def _positions(ways: Distances, party: int, mover: Mover) -> Mask:
    """Return the hexes that a party fights from; see ``cover``."""
    near = ways.nearer_ground(party) & ways.contest.near_objectives(party, NEAR)
    return near if near.any() else ways.own_ground(party, mover, TURNS)


#: Pairs of a shooter and a hex that are looked at together.
_PAIRS_AT_ONCE: Final = 1 << 18


def _sheltered(ways: Distances, hexes: Mask, shooters: Mask) -> Ints:
    """Return for each of some hexes from how many shooters' hexes it has the cover of a hex beside it; 0 elsewhere."""
    found = np.zeros(hexes.size, np.int64)
    neighbours = ways.steps.neighbour_table
    covered = ways.contest.sides_with_cover(neighbours.numbers)
    at = np.flatnonzero(hexes.ravel() & (covered != 0))
    if not at.size or not shooters.any():
        return found.reshape(hexes.shape)
    q, r = neighbours.axial
    spans = int(np.ptp(q)), int(np.ptp(r))
    nearer = _directions_to_origin(*spans)
    number = q * (2 * spans[1] + 1) + r
    of_shooters = number[np.flatnonzero(shooters.ravel())] - nearer.size // 2
    # As many shooters at once as keep the arrays, [shooter, hex], small.
    many = max(1, _PAIRS_AT_ONCE // at.size)
    for first in range(0, of_shooters.size, many):
        pairs = nearer.take(number[at] - of_shooters[first : first + many, None])
        found[at] += np.count_nonzero(pairs & covered[at], axis=0)
    return found.reshape(hexes.shape)


@lru_cache(maxsize=2)
def _directions_to_origin(span_q: int, span_r: int) -> NDArray[np.uint8]:
    """Return the directions that lead nearer to the origin, a bit each, from hexes with q and r up to so far from 0.

    The result is flat: first come all r of the lowest q.
    """
    # The signs of q, r and q + r decide. Within two hexes all of their combinations occur.
    by_signs = np.zeros((3, 3, 3), np.uint8)
    near = np.arange(-2, 3)
    q, r = near[:, None], near[None, :]
    for direction in range(6):
        bit = (apart(*step(q, r, direction)) < apart(q, r)) * np.uint8(1 << direction)
        by_signs[np.sign(q), np.sign(r), np.sign(q + r)] |= bit
    q, r = np.arange(-span_q, span_q + 1)[:, None], np.arange(-span_r, span_r + 1)[None, :]
    sums = np.sign((q + r).astype(np.int16))
    return by_signs[np.sign(q), np.sign(r), sums].ravel()


#: Sums of points and harm stay below this, so that doubles hold them exactly.
_EXACT: Final = 1 << 53


def hazard(ways: Distances, mover: Mover) -> MeasuredValues:
    """Return the damage and heat that a party's ways to the enemy cross on its own ground, on average over its zones' hexes.

    From each hex of the zones a cheapest way leads to the nearest enemy zone; of several, the one with the least harm counts.
    Every hex of the party's own ground that it enters counts with its damage and heat, as if a turn ended in it; a hex where
    no turn can end counts only if passing through harms. See ``Distances.own_ground``. None without a way. ``hexes`` are the
    harmful hexes on the ways of the party with the most. Raises a ``LimitError`` when points and harm can't be added up
    exactly.
    """
    contest = ways.contest
    ends = contest.rules.hazard.when is HazardWhen.END
    harm = np.where(ways.steps.may_end if ends else ways.steps.open, contest.harm, 0)
    values: dict[str, Fraction | None] = {}
    crossed: dict[str, Mask] = {}
    for i, party in enumerate(contest.parties):
        on_own_ground = np.where(ways.own_ground(i, mover, TURNS), harm, 0) if harm.any() else harm
        if not on_own_ground.any():
            has_way = any(ways.length(i, j) is not None for j in contest.enemies(i))
            values[party.id] = Fraction(0) if has_way else None
            crossed[party.id] = np.zeros_like(contest.void)
            continue
        goal = np.logical_or.reduce([ways.starts[j] for j in contest.enemies(i)])
        on_way = _HarmOnWays(ways, on_own_ground, goal)
        values[party.id] = on_way.mean(ways.starts[i])
        crossed[party.id] = on_way.crossed(ways.starts[i])
    text = (
        sentences.describe_values("hazard", ways.contest.titled(values)) if harm.any() else sentences.NO_HARM
    )
    marked = highest(values) if uneven(values) else []
    return MeasuredValues("hazard", text, values, hexes=_of(contest, crossed, marked))


class _HarmOnWays:
    """The least harm on the cheapest ways to a goal; points come first."""

    def __init__(self, ways: Distances, harm: Ints, goal: Mask) -> None:
        from scipy.sparse.csgraph import dijkstra

        steps = ways.steps
        self._harm = harm
        # Points weigh more than all harm of the board together, and no way enters a hex twice.
        self._factor = int(harm.sum()) + 1
        if (int(steps.cost.max(initial=0)) * harm.size + 1) * self._factor >= _EXACT:
            raise LimitError(
                f"movement costs and harm on a board of {harm.size:,} hexes are too large to add up exactly"
            )
        self._graph: csr_array = steps.graph.copy()
        self._graph.data = self._graph.data * self._factor + harm.ravel()[self._graph.indices]
        goals = np.flatnonzero(goal.ravel())
        self._far = (
            dijkstra(self._graph.T.tocsr(), indices=goals, min_only=True)
            if len(goals)
            else np.full(harm.size, np.inf)
        )

    def mean(self, starts: Mask) -> Fraction | None:
        """Return the mean harm over the hexes that have a way; None if none has."""
        far = self._far[starts.ravel()]
        far = far[np.isfinite(far)]
        return Fraction(int((far.astype(np.int64) % self._factor).sum()), far.size) if far.size else None

    def crossed(self, starts: Mask) -> Mask:
        """Return the harmful hexes on these ways."""
        from scipy.sparse.csgraph import dijkstra

        graph = self._graph.copy()
        counts = np.diff(graph.indptr)
        before, after = np.repeat(self._far, counts), self._far[graph.indices]
        finite = np.isfinite(before) & np.isfinite(after)
        on_way = finite & (np.where(finite, before, 0) == np.where(finite, after, 0) + graph.data)
        graph.data = np.where(on_way, 0.0, np.inf)
        nodes = np.flatnonzero(starts.ravel() & np.isfinite(self._far))
        if not len(nodes):
            return np.zeros(starts.shape, np.bool_)
        reached = np.isfinite(dijkstra(graph, indices=nodes, min_only=True))
        entered = np.zeros(starts.size, np.bool_)
        entered[graph.indices[on_way & np.repeat(reached, counts)]] = True
        found: Mask = entered.reshape(starts.shape) & (self._harm > 0)
        return found


def _own_grounds(ways: Distances, mover: Mover) -> list[Mask]:
    return [ways.own_ground(it, mover, TURNS) for it in range(len(ways.starts))]


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)


def _of(contest: Contest, masks: Mapping[str, Mask], parties: Sequence[str]) -> Mask:
    """Return the hexes of some parties."""
    found: Mask = np.logical_or.reduce([np.zeros_like(contest.void), *(masks[it] for it in parties)])
    return found
