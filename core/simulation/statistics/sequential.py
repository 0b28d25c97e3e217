"""A sequential test of pairs: after each pair, whether a win rate is shown to be outside the band.

It is a generalised sequential probability ratio test (T. L. Lai 1988, The Annals of Statistics 16; A. Wald 1945, The Annals of
Mathematical Statistics 16). It compares a rate at the edge of the band with a rate as far again beyond it. Unfair is claimed as
soon as the log likelihood ratio reaches ln 20, by the normal likelihood of the pairs. A wrong claim then appears in at most one of
twenty runs, however often the test looks. Games end at a maximum, so the test spends less than that. The rest goes to
one more look at the end: its quantile is the least with which both together err in one of twenty runs.

Fair is claimed at a few looks, as in ``interim_looks``. There a sequential test would need more games than it saves.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import exp, sqrt
from typing import TYPE_CHECKING, Final

from fairground.core.simulation.statistics.interim_looks import ERROR
from fairground.core.simulation.statistics.wilson import Interval

if TYPE_CHECKING:
    from fairground.core.simulation.statistics.effects import PairSums

#: The log likelihood ratio that decides: ln 20, rounded up.
BOUND: Final = Fraction(29_958, 10_000)
#: Quantiles are rounded up to a multiple of 1 / _GRAIN, so that they are the same on every machine.
_GRAIN: Final = 10_000


def is_shown_above(sums: PairSums, edge: Fraction, margin: Fraction) -> bool:
    """Whether the pairs so far show the true rate to be above an edge, exactly; ``margin`` is the distance to the other rate."""
    # The log ratio of the normal likelihoods at the rates edge + margin and edge, with the variance at the edge.
    both = sums.excess(edge) + sums.excess(edge + margin)
    return both > 0 and margin * sums.games * both >= 2 * BOUND * sums.square_sum(edge)


def sequential_interval(sums: PairSums, margin: Fraction) -> Interval:
    """Return the rates that the test rejects in neither direction; an interval that holds at any time of stopping."""
    return Interval(_lowest(sums, margin), 1.0 - _lowest(sums.opposite, margin))


def _lowest(sums: PairSums, margin: Fraction) -> float:
    """Return the greatest rate above which the true one is shown to be; 0 if there is none."""
    won, games, ww, wn, nn = sums
    twice, apart = float(2 * BOUND), float(margin)
    # 2 BOUND Σ(w - p n)² = margin Σn (2 Σw - (2 p + margin) Σn), as a p² - 2 b p + c = 0.
    a = twice * nn
    b = twice * wn - apart * games * games
    c = twice * ww - 2 * apart * games * won + apart * apart * games * games
    inner = b * b - a * c
    return max(0.0, (b + sqrt(inner)) / a) if a > 0 and inner >= 0 else 0.0


@cache
def last_square(games: int, edge: Fraction, margin: Fraction) -> Fraction:
    """Return the square of the quantile for the look after the last of ``games`` decided games.

    >>> float(last_square(1110, Fraction(11, 20), Fraction(1, 20)))
    4.24854544
    """
    low, high = _GRAIN, 10 * _GRAIN
    while high - low > 1:
        middle = (low + high) // 2
        if _error(games, float(edge), float(margin), middle / _GRAIN) <= ERROR:
            high = middle
        else:
            low = middle
    return Fraction(high, _GRAIN) ** 2


def _error(games: int, edge: float, margin: float, quantile: float) -> float:
    """Return the probability that the test or its last look claims unfair if the rate is at the edge.

    The excess over the middle of both rates is close to a Brownian motion with drift, which must reach a height.
    """
    variance = edge * (1 - edge)
    height, drift, scale = float(BOUND) * variance / margin, -margin / 2 * games, sqrt(variance * games)
    before = reached(games, height, -margin / 2, variance)
    late = min(quantile * scale + drift, height)
    mirrored = exp(-height * margin / variance)
    return before + (
        _normal((height - drift) / scale)
        - _normal((late - drift) / scale)
        - mirrored * (_normal((-height - drift) / scale) - _normal((late - 2 * height - drift) / scale))
    )


def reached(time: float, height: float, drift: float, variance: float) -> float:
    """Return the probability that a Brownian motion with drift reaches a height within some time."""
    scale = sqrt(variance * time)
    direct = _normal((drift * time - height) / scale)
    return direct + exp(2 * drift * height / variance) * _normal((-drift * time - height) / scale)


def _normal(at: float) -> float:
    from scipy.special import ndtr

    return float(ndtr(at))
