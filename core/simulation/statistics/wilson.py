"""Wilson's interval for a share of wins, as two numbers and as an exact comparison with a bound; and the χ² test.

The interval has every share p that a score test doesn't reject: the wins are within z·√(games·p·(1 - p)) of games·p (E. B. Wilson
1927, Journal of the American Statistical Association 22). Squared, that compares fractions, so whether the interval is inside
a band is exact. The two numbers need only the four operations and a square root, which IEEE 754 rounds equally on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class ChiSquared:
    """Pearson's χ², its degrees of freedom, and the probability ``p`` of a value this large if all zones win equally often.

    ``p`` is rounded to six decimals. A large ``p`` doesn't show that the zones are even; the equivalence test does.
    """

    statistic: Fraction
    freedom: int
    p: float


def chi_squared(wins: Sequence[int]) -> ChiSquared | None:
    """Return the χ² test of whether several zones win equally often; None without a decided game.

    >>> chi_squared([30, 20, 10])
    ChiSquared(statistic=Fraction(10, 1), freedom=2, p=0.006738)
    """
    from scipy.special import chdtrc

    games, freedom = sum(wins), len(wins) - 1
    if not games:
        return None
    expected = Fraction(games, len(wins))
    statistic = sum(((it - expected) ** 2 for it in wins), Fraction(0)) / expected
    return ChiSquared(statistic, freedom, round(float(chdtrc(freedom, float(statistic))), 6))


#: The square of the quantile of a 95% interval.
DEFAULT_SQUARE: Final = Fraction(196, 100) ** 2


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval of shares, including its ends."""

    low: float
    high: float


def wilson(wins: float, games: int, square: Fraction = DEFAULT_SQUARE) -> Interval:
    """Return the interval of the share of wins; 0 to 1 without games; draws may count half. ``square`` is that of the normal quantile z.

    >>> wilson(50, 100)
    Interval(low=0.4038298286459242, high=0.5961701713540758)
    """
    if not games:
        return Interval(0.0, 1.0)
    z2 = float(square)
    middle = (wins + z2 / 2) / (games + z2)
    half = sqrt(z2) / (games + z2) * sqrt(wins * (games - wins) / games + z2 / 4)
    return Interval(middle - half if wins else 0.0, middle + half if wins < games else 1.0)


def lies_below(wins: int, games: int, bound: Fraction, square: Fraction) -> bool:
    """Whether the whole interval is at or below a bound between 0 and 1, exactly."""
    short = games * bound - wins
    return short > 0 and short * short >= square * games * bound * (1 - bound)


def lies_above(wins: int, games: int, bound: Fraction, square: Fraction) -> bool:
    """Whether the whole interval is at or above a bound between 0 and 1, exactly."""
    return lies_below(games - wins, games, 1 - bound, square)
