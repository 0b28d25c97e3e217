"""Wilson's interval for a share of wins: as two numbers to read, and as an exact comparison with a bound.

The interval holds every share p for which the wins lie within z·√(games·p·(1 - p)) of games·p: those that a score test
does not reject (E. B. Wilson 1927, Journal of the American Statistical Association 22). Squared, that is a comparison of
fractions, so whether the interval lies inside a band is decided without rounding. The two numbers take nothing but the
four operations and a square root, which IEEE 754 rounds the same way on every machine.
The χ² test of whether several zones win equally often.
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
    """Pearson's χ², its degrees of freedom, and how likely as large a one is where all zones win as often.

    ``p`` is rounded to six decimals. A large one does not show that the zones are even: the equivalence test does.
    """

    statistic: Fraction
    freedom: int
    p: float


def chi_squared(wins: Sequence[int]) -> ChiSquared | None:
    """Return the test of the wins of some zones; None where nobody won.

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


#: The square of the quantile of a 95 % interval, for reading.
USUAL: Final = Fraction(196, 100) ** 2


@dataclass(frozen=True, slots=True)
class Interval:
    """Two shares, from 0 to 1, both included."""

    low: float
    high: float


def wilson(wins: int, games: int, square: Fraction = USUAL) -> Interval:
    """Return the interval of the share of wins; from 0 to 1 where there are no games.

    ``square`` is the square of the normal quantile z; 95 % where none is given.

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
    """Return whether the whole interval lies at or below a bound between 0 and 1; exact."""
    short = games * bound - wins
    return short > 0 and short * short >= square * games * bound * (1 - bound)


def lies_above(wins: int, games: int, bound: Fraction, square: Fraction) -> bool:
    """Return whether the whole interval lies at or above a bound between 0 and 1; exact."""
    return lies_below(games - wins, games, 1 - bound, square)
