"""Effects: what the zone is worth and what moving first is worth, each apart from the other.

Each zone moves first equally often. The mean of a zone's win rates over these cells is free of the turn order, and the mean
of the first mover's rates over them is free of the zones.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from fairground.core.simulation.statistics.wilson import wilson

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class ZoneEffect:
    """How far a mean win rate is above that of an even game, as a share: 0.03 is three points; with a 95 % interval."""

    estimate: float
    low: float
    high: float


def mean_effect(rates: Sequence[tuple[int, int]], middle: Fraction) -> ZoneEffect | None:
    """Return how far the mean of independent rates, each (wins, games), is above the middle; None where one has no games.

    The interval is put together from Wilson's of each rate, by the squares of how far they reach to either side of it (the
    square-and-add method of G. Y. Zou and A. Donner 2008, Statistics in Medicine 27; for two rates that of R. G. Newcombe
    1998, ibid. 17).
    """
    if not all(games for _, games in rates):
        return None
    count = len(rates)
    estimate = float(sum(Fraction(wins, games) for wins, games in rates) / count - middle)
    below = above = 0.0
    for wins, games in rates:
        rate, interval = wins / games, wilson(wins, games)
        below += (rate - interval.low) ** 2
        above += (interval.high - rate) ** 2
    return ZoneEffect(estimate, estimate - sqrt(below) / count, estimate + sqrt(above) / count)
