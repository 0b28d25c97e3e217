"""The χ² test of whether several zones win equally often."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

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
    from scipy.special import chdtrc  # noqa: PLC0415  # slow to import

    games, freedom = sum(wins), len(wins) - 1
    if not games:
        return None
    expected = Fraction(games, len(wins))
    statistic = sum(((it - expected) ** 2 for it in wins), Fraction(0)) / expected
    return ChiSquared(statistic, freedom, round(float(chdtrc(freedom, float(statistic))), 6))
