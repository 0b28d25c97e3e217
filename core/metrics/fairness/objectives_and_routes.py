"""The functions of measures of objectives, routes, hazards, cooling, and narrow places between the zones."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.metrics.chokepoints.cuts import cut
from fairground.core.metrics.chokepoints.traffic import traffic as traffic_on
from fairground.core.metrics.fairness import sentences
from fairground.core.metrics.fairness.distances import SLACK
from fairground.core.metrics.fairness.measured_values import MeasuredValues, not_compared, uneven
from fairground.core.rules.terrain import HazardWhen
from fairground.core.scenario.scoring import can_win

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from fairground.core.metrics.chokepoints.cuts import Cut
    from fairground.core.metrics.fairness.distances import Distances
    from fairground.core.metrics.fairness.measured_values import Values
    from fairground.core.movement.mover import Mover

    Pairs = Mapping[tuple[str, str], Fraction | None]

#: Shares that differ by less are equal: they are sums of doubles.
_EQUAL: Final = 1e-9


def choke_width(ways: Distances, _mover: Mover) -> MeasuredValues:
    """Return the fewest hexes outside the zones that close every way from a party's zones to an enemy's.

    0 without any way; None if nothing closes it because the zones touch. The value of a party is the least over its
    enemies. ``hexes`` are the narrowest cuts nearest to each zone.
    """
    cuts = {
        (i, j): cut(ways.steps, _names(ways, i, j), ways.starts[i], ways.starts[j])
        for i, j in ways.contest.pairs()
    }
    pairs, values, hexes = _least(ways, cuts)
    text = sentences.describe_cuts("choke-width", values)
    return MeasuredValues("choke-width", text, values, pairs, hexes)


def routes(ways: Distances, _mover: Mover) -> MeasuredValues:
    """Return the number of ways from a party's zones to an enemy's that share no hex.

    They use only hexes on ways that cost at most ``SLACK`` times the cheapest, so that each is a real choice. 0 without a
    way, None if the zones touch. The value of a party is the least over its enemies.
    """
    cuts = {}
    for i, j in ways.contest.pairs():
        near = ways.within(ways.corridor(i, j, SLACK))
        cuts[i, j] = cut(near, _names(ways, i, j), ways.starts[i], ways.starts[j])
    pairs, values, hexes = _least(ways, cuts)
    text = sentences.describe_cuts("routes", values)
    return MeasuredValues("routes", text, values, pairs, hexes)


def traffic(ways: Distances, _mover: Mover) -> MeasuredValues:
    """Return the greatest share of the cheapest ways from a party's zones to its enemies' that leads through one hex.

    ``hexes`` are the busiest hexes.
    """
    contest = ways.contest
    values: dict[str, Fraction | None] = {}
    hexes = np.zeros(ways.steps.shape, np.bool_)
    # Between two parties the ways back are the ways there, if steps can be reversed.
    same_back = len(contest.parties) == 2 and ways.reversible
    for i, party in enumerate(contest.parties):
        if not (same_back and i):
            shares = traffic_on(ways.steps, ((ways.starts[i], ways.starts[j]) for j in contest.enemies(i)))
        most = float(shares.max(initial=0))
        values[party.id] = Fraction(most).limit_denominator(1_000_000)
        hexes |= (shares >= most - _EQUAL) & (most > 0)
    text = sentences.describe_values("traffic", values)
    return MeasuredValues("traffic", text, values, hexes=hexes)


def _names(ways: Distances, i: int, j: int) -> tuple[str, str]:
    return ways.contest.parties[i].id, ways.contest.parties[j].id


def _least(ways: Distances, cuts: Mapping[tuple[int, int], Cut]) -> tuple[Pairs, Values, np.ndarray]:
    """Return the widths of cuts, the least of each party, and the hexes of the narrowest."""
    pairs = {it.zones: None if it.width is None else Fraction(it.width) for it in cuts.values()}
    values: dict[str, Fraction | None] = {}
    for party in ways.contest.parties:
        widths = [it for (start, _), it in pairs.items() if start == party.id and it is not None]
        values[party.id] = min(widths, default=None)
    narrowest = min((it for it in values.values() if it is not None), default=None)
    hexes = frozenset().union(
        *(it.near_a | it.near_b for it in cuts.values() if it.width is not None and it.width == narrowest)
    )
    return pairs, values, ways.contest.board.mask(hexes)


def objectives(ways: Distances, _mover: Mover) -> Iterator[MeasuredValues]:
    """Yield the distance in points from a party's zones to the objectives that it can win: the mean, then the least.

    The distance of an objective is that of its nearest hex. Pairs are of a party and an objective; the text gives the
    lead in each that several can win. The mean is None if an objective can't be reached. ``hexes`` are the objectives that
    aren't equally far from all parties.
    """
    contest = ways.contest
    if not contest.scenario.objectives:
        yield not_compared("objectives", sentences.NO_OBJECTIVES)
        yield not_compared("nearest-objective", sentences.NO_OBJECTIVES)
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
            leads.append(sentences.describe_nearer(objective.id, far))
    means: dict[str, Fraction | None] = {}
    nearest: dict[str, Fraction | None] = {}
    for party in contest.parties:
        own = [it for (name, _), it in pairs.items() if name == party.id]
        known = [it for it in own if it is not None]
        means[party.id] = sum(known, Fraction(0)) / len(known) if known and len(known) == len(own) else None
        nearest[party.id] = min(known, default=None)
    if not any(it is not None for it in nearest.values()):
        for measure in ("objectives", "nearest-objective"):
            yield not_compared(measure, sentences.NO_OBJECTIVE_IN_REACH)
        return
    text = sentences.describe_values("objectives", means)
    yield MeasuredValues("objectives", text + "".join(leads), means, pairs, hexes)
    text = sentences.describe_values("nearest-objective", nearest)
    yield MeasuredValues("nearest-objective", text, nearest, pairs, hexes)


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
        return not_compared("hazard", sentences.NO_HARM)
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
    text = sentences.describe_values("hazard", values)
    return MeasuredValues("hazard", text, values, hexes=hexes)


def _least_harm(ways: Distances, harm: NDArray[np.int64], party: int, goal: NDArray[np.bool_]) -> int | None:
    from scipy.sparse.csgraph import dijkstra

    # Points weigh more than all harm of the board together, and no way enters a hex twice.
    factor = int(harm.sum()) + 1
    steps = ways.steps
    if (int(steps.cost.max(initial=0)) * harm.size + 1) * factor >= _EXACT:
        raise LimitError(
            f"movement costs and harm on a board of {harm.size:,} hexes are too large to add up exactly"
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
        return not_compared("cooling", sentences.NO_COOLING)
    values: dict[str, Fraction | None] = {}
    for i, party in enumerate(contest.parties):
        turns = ways.in_turns(mover, ways.least(ways.there[i], cool))
        values[party.id] = None if turns is None else Fraction(turns)
    text = sentences.describe_values("cooling", values)
    return MeasuredValues("cooling", text, values, hexes=cool)
