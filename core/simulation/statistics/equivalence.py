"""The claim: whether win rates are equal to within a margin, differ by more, or neither is shown.

The lack of a significant difference says little, since few games never show one. A map is fair if its rates are *shown* to be
within the margin (two one-sided tests; D. J. Schuirmann 1987, Journal of Pharmacokinetics and Biopharmaceutics 15), and unfair
if one is shown to be outside, by the same interval. If the true rates are at the edge of the band, either claim appears in
about one of twenty runs; elsewhere the wrong one is rarer.
"""

from __future__ import annotations

from bisect import bisect_left
from enum import StrEnum
from math import ceil
from typing import TYPE_CHECKING, Final

from fairground.core.simulation.statistics.wilson import lies_above, lies_below

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    Band = tuple[Fraction, Fraction]

#: The fewest decided games for a claim: on a handful of games Wilson's approximation errs up to twice as often as stated.
FEWEST: Final = 100


class Claim(StrEnum):
    """The claim about a map, for some bots and some force."""

    FAIR = "fair"
    UNFAIR = "unfair"
    NOT_DECIDED = "not decided"
    #: The games leave out something that decides who wins.
    NOT_JUDGED = "not judged"


class FirstMoveVerdict(StrEnum):
    """Whether moving first decides too much, for some bots and some force."""

    DECIDES = "decides too much"
    EVEN = "does not matter"
    NOT_DECIDED = "not decided"
    #: The games leave out something that decides who wins.
    NOT_JUDGED = "not judged"


class ClaimState(StrEnum):
    """The position of the interval of a win rate relative to the band."""

    INSIDE = "inside"
    ABOVE = "above"
    BELOW = "below"
    #: It crosses an edge of the band.
    OPEN = "open"


def standing(wins: int, games: int, band: Band, square: Fraction) -> ClaimState:
    """Return the position of the interval of a win rate; ``square`` is as for ``wilson``."""
    low, high = band
    if lies_above(wins, games, high, square):
        return ClaimState.ABOVE
    if lies_below(wins, games, low, square):
        return ClaimState.BELOW
    if lies_above(wins, games, low, square) and lies_below(wins, games, high, square):
        return ClaimState.INSIDE
    return ClaimState.OPEN


def claim_of(standings: Iterable[ClaimState]) -> Claim:
    """Return the claim for the standings of all zones: fair if all are inside, unfair if one is outside."""
    found = set(standings)
    if found & {ClaimState.ABOVE, ClaimState.BELOW}:
        return Claim.UNFAIR
    return Claim.FAIR if found == {ClaimState.INSIDE} else Claim.NOT_DECIDED


def games_to_decide(rates: Iterable[Fraction], band: Band, square: Fraction) -> int | None:
    """Return the number of decided games, at least ``FEWEST``, that would decide at these rates; None if none would.

    That is enough to show one rate outside the band to be outside, or else all rates to be inside.
    """
    inside: list[int | None] = []
    outside: list[int | None] = []
    low, high = band
    for rate in rates:
        if low <= rate <= high:
            needs = [_games(rate, edge, square) for edge in band]
            inside.append(None if None in needs else max(it for it in needs if it is not None))
        else:
            outside.append(_games(rate, high if rate > high else low, square))
    known = [it for it in outside or inside if it is not None]
    if not known or (not outside and None in inside):
        return None
    return max(FEWEST, min(known) if outside else max(known))


def _games(rate: Fraction, edge: Fraction, square: Fraction) -> int | None:
    """Return the number of games after which the interval of a rate excludes an edge; None for a rate on the edge."""
    return None if rate == edge else ceil(square * edge * (1 - edge) / (rate - edge) ** 2)


def passing(games: int, band: Band, square: Fraction) -> range:
    """Return the numbers of wins whose interval is inside a band; empty if there are none.

    >>> from fractions import Fraction
    >>> from fairground.core.simulation.statistics.interim_looks import squares
    >>> passing(1110, (Fraction(9, 20), Fraction(11, 20)), squares([1110])[0])
    range(527, 584)
    """
    low, high = band
    numbers = range(games + 1)
    first = bisect_left(numbers, True, key=lambda it: lies_above(it, games, low, square))  # noqa: FBT003
    end = bisect_left(numbers, True, key=lambda it: not lies_below(it, games, high, square))  # noqa: FBT003
    return range(first, max(first, end))


def chance_of_fair(games: int, zones: int, band: Band, square: Fraction) -> float:
    """Return the probability that decided games show a map on which all zones win equally often to be fair.

    For more than two zones it is a lower bound for any dependence between their wins. Interim looks are ignored. Rounded to
    four decimals.
    """
    from scipy.special import bdtr

    good = passing(games, band, square)
    if not good or games < FEWEST:
        return 0.0
    less, up_to = (float(bdtr(it, games, 1 / zones)) if it >= 0 else 0.0 for it in (good.start - 1, good[-1]))
    one = up_to - less
    return round(one if zones == 2 else max(0.0, 1 - zones * (1 - one)), 4)
