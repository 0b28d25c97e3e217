"""The functions of measures of objectives, routes, cooling, and narrow places between the zones."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.metrics.chokepoints.cuts import NodeCut, cut_of_steps
from fairground.core.metrics.fairness import sentences
from fairground.core.metrics.fairness.distances import SLACK
from fairground.core.metrics.fairness.measured_values import MeasuredValues, not_compared, uneven
from fairground.core.metrics.territory import NEVER, points_to
from fairground.core.movement.areas import both_ways, one_way
from fairground.core.scenario.mission import can_win

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

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
    # Where each step can be made both ways, the cuts back are the cuts there.
    same_back = bool((one_way(ways.steps) == both_ways(ways.steps)).all())
    cuts: dict[tuple[int, int], NodeCut] = {}
    for i, j in ways.contest.pairs():
        cuts[i, j] = (
            cuts[j, i]
            if same_back and (j, i) in cuts
            else cut_of_steps(ways.steps, ways.starts[i], ways.starts[j])
        )
    pairs, values, hexes = _least(ways, cuts)
    text = sentences.describe_cuts("choke-width", ways.contest.titled(values))
    return MeasuredValues("choke-width", text, values, pairs, hexes)


def routes(ways: Distances, _mover: Mover) -> MeasuredValues:
    """Return the number of ways from a party's zones to an enemy's that share no hex.

    They use only hexes on ways that cost at most ``SLACK`` times the cheapest, so that each is a real choice. 0 without a
    way, None if the zones touch. The value of a party is the least over its enemies.
    """
    cuts = {}
    for i, j in ways.contest.pairs():
        near = ways.within(ways.corridor(i, j, SLACK))
        cuts[i, j] = cut_of_steps(near, ways.starts[i], ways.starts[j])
    pairs, values, hexes = _least(ways, cuts)
    text = sentences.describe_cuts("routes", ways.contest.titled(values))
    return MeasuredValues("routes", text, values, pairs, hexes)


def traffic(ways: Distances, _mover: Mover) -> MeasuredValues:
    """Return the greatest share of the cheapest ways from a party's zones to its enemies' that leads through one hex.

    ``hexes`` are the busiest hexes.
    """
    contest = ways.contest
    values: dict[str, Fraction | None] = {}
    hexes = np.zeros(ways.steps.shape, np.bool_)
    # What no thread has begun is computed here, so the first is asked for last.
    found = [wait() for wait in reversed(ways.traffic)][::-1]
    for i, party in enumerate(contest.parties):
        shares = found[i] if i < len(found) else found[0]
        most = float(shares.max(initial=0))
        values[party.id] = Fraction(most).limit_denominator(1_000_000)
        hexes |= (shares >= most - _EQUAL) & (most > 0)
    text = sentences.describe_values("traffic", ways.contest.titled(values))
    return MeasuredValues("traffic", text, values, hexes=hexes)


def _least(
    ways: Distances, cuts: Mapping[tuple[int, int], NodeCut]
) -> tuple[Pairs, Values, NDArray[np.bool_]]:
    """Return the widths of cuts, the least of each party, and the hexes of the narrowest."""
    parties = [it.id for it in ways.contest.parties]
    pairs = {
        (parties[i], parties[j]): None if it.weight is None else Fraction(it.weight)
        for (i, j), it in cuts.items()
    }
    values: dict[str, Fraction | None] = {}
    for party in parties:
        widths = [it for (start, _), it in pairs.items() if start == party and it is not None]
        values[party] = min(widths, default=None)
    narrowest = min((it for it in values.values() if it is not None), default=None)
    hexes = np.zeros(ways.steps.open.size, np.bool_)
    for it in cuts.values():
        if it.weight is not None and it.weight == narrowest:
            hexes[it.near_start] = hexes[it.near_end] = True
    return pairs, values, hexes.reshape(ways.steps.shape)


def objectives(ways: Distances, _mover: Mover) -> Iterator[MeasuredValues]:
    """Yield the distance in points from a party's zones to the objectives that it can win: the mean, then the least.

    The distance of an objective is that of its nearest hex. For the mean it is averaged over all hexes of the zones with a
    way there, so that no single hex decides; for the least it is that from the nearest hex. Pairs are of a party and an
    objective; the text gives the lead in each that several can win. The mean is None if an objective can't be reached.
    ``hexes`` are the objectives that aren't equally far from all parties.
    """
    contest = ways.contest
    if not contest.scenario.objectives:
        yield not_compared("objectives", sentences.NO_OBJECTIVES)
        yield not_compared("nearest-objective", sentences.NO_OBJECTIVES)
        return
    pairs: dict[tuple[str, str], Fraction | None] = {}
    least: dict[tuple[str, str], Fraction | None] = {}
    hexes = np.zeros(ways.steps.shape, np.bool_)
    leads = []
    for objective in contest.scenario.objectives:
        goal = objective.shape.mask(contest.board)
        to_goal = points_to(ways.steps, goal)
        far: dict[str, Fraction | None] = {}
        for i, party in enumerate(contest.parties):
            if can_win(party.sides, objective):
                far[party.id] = _mean_distance(ways, to_goal[ways.starts[i]])
                least[party.id, objective.id] = ways.in_points(ways.least(to_goal, ways.starts[i]))
        pairs |= {(party, objective.id): it for party, it in far.items()}
        if uneven(far):
            hexes |= goal & ~contest.void
            leads.append(sentences.describe_nearer(objective.title, ways.contest.titled(far)))
    means: dict[str, Fraction | None] = {}
    nearest: dict[str, Fraction | None] = {}
    for party in contest.parties:
        own = [it for (name, _), it in pairs.items() if name == party.id]
        known = [it for it in own if it is not None]
        means[party.id] = sum(known, Fraction(0)) / len(known) if known and len(known) == len(own) else None
        near = [it for (name, _), it in least.items() if name == party.id and it is not None]
        nearest[party.id] = min(near, default=None)
    if not any(it is not None for it in nearest.values()):
        for measure in ("objectives", "nearest-objective"):
            yield not_compared(measure, sentences.NO_OBJECTIVE_IN_REACH)
        return
    text = sentences.describe_values("objectives", ways.contest.titled(means))
    yield MeasuredValues("objectives", text + "".join(leads), means, pairs, hexes)
    text = sentences.describe_values("nearest-objective", ways.contest.titled(nearest))
    yield MeasuredValues("nearest-objective", text, nearest, least, hexes)


def _mean_distance(ways: Distances, distances: NDArray[np.int64]) -> Fraction | None:
    """Return the mean of some distances in points, without those of hexes that have no way; None if none has."""
    known = distances[distances != NEVER]
    return Fraction(int(known.sum()), known.size * ways.steps.scale) if known.size else None


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
    text = sentences.describe_values("cooling", ways.contest.titled(values))
    return MeasuredValues("cooling", text, values, hexes=cool)
