"""Where the win rate of a zone is shown to be, by the sequential test of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.simulation.statistics.equivalence import ClaimState
from fairground.core.simulation.statistics.sequential import (
    is_shown_above,
    last_square,
    sequential_interval,
)

if TYPE_CHECKING:
    from fractions import Fraction

    from fairground.core.simulation.settings import Setting
    from fairground.core.simulation.statistics.pairs import PairSums, PairTally
    from fairground.core.simulation.statistics.wilson import Interval


def claim_by_pairs(pairs: PairTally, party: int, setting: Setting) -> tuple[Interval, ClaimState]:
    """Return the interval of a party's win rate that the claim rests on, and where it is relative to the band.

    Above or below if the sequential test shows it, or the look after the last game. Inside if one of the looks shows it.
    """
    sums = pairs.by_zone() if party == 0 else pairs.by_zone().opposite
    low, high = setting.band
    played = 2 * pairs.played
    interval = sums.interval(setting.square(played))
    for state, seen, edge in (
        (ClaimState.ABOVE, sums, high),
        (ClaimState.BELOW, sums.opposite, 1 - low),
    ):
        if is_shown_above(seen, edge, setting.margin):
            return sequential_interval(sums, setting.margin), state
        if played == setting.games and seen.lies_above(edge, _last(setting, edge)):
            return sums.interval(_last(setting, edge)), state
    if played in setting.looks and _is_inside(sums, setting, played):
        return interval, ClaimState.INSIDE
    return interval, ClaimState.OPEN


def _is_inside(sums: PairSums, setting: Setting, played: int) -> bool:
    low, high = setting.band
    square = setting.square(played)
    return sums.lies_above(low, square) and sums.opposite.lies_above(1 - high, square)


def _last(setting: Setting, edge: Fraction) -> Fraction:
    return last_square(setting.games, edge, setting.margin)
