"""Power: how likely a plan of so many games shows an even map to be fair."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from fairground.core.simulation.statistics.equivalence import FEWEST
from fairground.core.simulation.statistics.wilson import lies_above, lies_below

if TYPE_CHECKING:
    from fractions import Fraction

    from fairground.core.simulation.statistics.equivalence import Band


def passing(games: int, band: Band, square: Fraction) -> range:
    """Return the numbers of wins, of so many games, whose interval lies inside a band; empty where none does.

    >>> from fractions import Fraction
    >>> from fairground.core.simulation.statistics.interim_looks import squares
    >>> passing(1110, (Fraction(9, 20), Fraction(11, 20)), squares([1110])[0])
    range(527, 584)
    """
    low, high = band
    numbers = range(games + 1)
    first = bisect_left(numbers, True, key=lambda it: lies_above(it, games, low, square))  # noqa: FBT003  # what is looked for
    end = bisect_left(numbers, True, key=lambda it: not lies_below(it, games, high, square))  # noqa: FBT003
    return range(first, max(first, end))


def chance_of_fair(games: int, zones: int, band: Band, square: Fraction) -> float:
    """Return how likely games that all have a winner show a map to be fair on which all zones win as often.

    For more than two zones it is the least that it can be, however their wins hang together. Looks before the last are
    not counted. It is rounded to four decimals.
    """
    from scipy.special import bdtr

    good = passing(games, band, square)
    if not good or games < FEWEST:
        return 0.0
    less, up_to = (float(bdtr(it, games, 1 / zones)) if it >= 0 else 0.0 for it in (good.start - 1, good[-1]))
    one = up_to - less
    return round(one if zones == 2 else max(0.0, 1 - zones * (1 - one)), 4)
