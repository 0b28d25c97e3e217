"""Narrow places between the zones: choke width, routes and traffic."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.metrics.chokepoints.cuts import cut
from fairground.core.metrics.chokepoints.traffic import traffic as traffic_on
from fairground.core.metrics.fairness.distances import SLACK
from fairground.core.metrics.fairness.measured_values import MeasuredValues, highest, lowest, percentages
from fairground.core.text.wording import counted, hex_count

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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
    text = _describe(
        values, "Nothing closes the ways between the zones: they touch. The width is not judged.", _closing
    )
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
    text = _describe(values, "Routes cannot be counted: the zones touch. They are not judged.", _leading)
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
    text = f"Most of the cheapest ways that lead through a single hex: {percentages(values)}."
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


def _describe(values: Values, nothing: str, words: Callable[[int], str]) -> str:
    few = lowest(values)
    if not few:
        return nothing
    least, most = values[few[0]], values[highest(values)[0]]
    if least is None or most is None:
        return nothing
    text = words(int(least))
    if least != most:
        text += f", for {' and '.join(few)}; for {' and '.join(highest(values))} it is {most}"
    return text + "."


def _closing(width: int) -> str:
    if not width:
        return "There is no route between some zones"
    return f"{hex_count(width)} {'closes' if width == 1 else 'close'} the way between zones"


def _leading(count: int) -> str:
    if not count:
        return "There is no route between some zones"
    return f"{counted(count, 'separate route')} between zones {'is' if count == 1 else 'are'} about as short as the shortest"
