"""The claim: whether win rates are the same to within a margin, differ by more than that, or neither is known.

That two rates do not differ significantly says little: so it is with few games, whatever the map. Fair is what is *shown*
to lie within the margin (two one-sided tests; D. J. Schuirmann 1987, Journal of Pharmacokinetics and Biopharmaceutics 15),
unfair what is shown to lie outside, both by the same interval. On a map whose true rates are at the very edge of the band
either claim comes about in about one of twenty runs, and elsewhere the wrong one is rarer.
"""

from __future__ import annotations

from enum import StrEnum
from math import ceil
from typing import TYPE_CHECKING, Final

from fairground.core.simulation.statistics.wilson import lies_above, lies_below

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    #: The least and the greatest win rate that count as even.
    Band = tuple[Fraction, Fraction]

#: Fewer games with a winner claim nothing: Wilson's interval is an approximation, and errs up to twice as often as it says
#: on a handful of games.
FEWEST: Final = 100


class Claim(StrEnum):
    """What may be said of a map, for some bots and some force."""

    FAIR = "fair"
    UNFAIR = "unfair"
    NOT_DECIDED = "not decided"
    #: The games leave out something that decides who wins.
    NOT_JUDGED = "not judged"


class ClaimState(StrEnum):
    """Where the interval of a win rate lies."""

    INSIDE = "inside"
    ABOVE = "above"
    BELOW = "below"
    #: It reaches over an edge of the band.
    OPEN = "open"


def standing(wins: int, games: int, band: Band, square: Fraction) -> ClaimState:
    """Return where the interval of a win rate lies; ``square`` as in ``wilson``."""
    low, high = band
    if lies_above(wins, games, high, square):
        return ClaimState.ABOVE
    if lies_below(wins, games, low, square):
        return ClaimState.BELOW
    if lies_above(wins, games, low, square) and lies_below(wins, games, high, square):
        return ClaimState.INSIDE
    return ClaimState.OPEN


def claim_of(standings: Iterable[ClaimState]) -> Claim:
    """Return what the standings of all zones come to: fair where all are inside, unfair where one is outside."""
    found = set(standings)
    if found & {ClaimState.ABOVE, ClaimState.BELOW}:
        return Claim.UNFAIR
    return Claim.FAIR if found == {ClaimState.INSIDE} else Claim.NOT_DECIDED


def games_to_decide(rates: Iterable[Fraction], band: Band, square: Fraction) -> int | None:
    """Return how many games with a winner would decide if the rates stayed as they are; None where none would.

    For one rate outside the band that is as many as show it to be outside; otherwise as many as show all to be inside.
    They are ``FEWEST`` at least.
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
    """Return after how many games the interval of a rate no longer holds an edge; None for a rate on the edge."""
    return None if rate == edge else ceil(square * edge * (1 - edge) / (rate - edge) ** 2)
