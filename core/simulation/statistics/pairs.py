"""Games in pairs of the same seed with the seats exchanged, and score tests that use the variance of pairs.

What one seat was dealt in the first game of a pair, the other is dealt in the second, so the games of a pair depend on each other.
The tests allow for any such dependence: they estimate the variance from whole pairs. For independent games they are Wilson's
(see ``wilson``). All decisions compare fractions, so they are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from fairground.core.simulation.statistics.wilson import Interval

if TYPE_CHECKING:
    from fractions import Fraction

#: A game without a winner.
_DRAW: Final = 2


class PairSums(NamedTuple):
    """Sums over pairs, of the wins w and the decided games n of each pair: Σw, Σn, Σw², Σwn and Σn²."""

    wins: int = 0
    games: int = 0
    wins_squared: int = 0
    wins_by_games: int = 0
    games_squared: int = 0

    @property
    def opposite(self) -> PairSums:
        """The same sums with losses for wins."""
        _, games, ww, wn, nn = self
        return PairSums(games - self.wins, games, nn - 2 * wn + ww, nn - wn, nn)

    def excess(self, rate: Fraction) -> Fraction:
        """Return how many more games were won than at a rate."""
        return self.wins - rate * self.games

    def square_sum(self, rate: Fraction) -> Fraction:
        """Return the sum of the squared excesses of all pairs; it estimates the variance of ``excess`` if the rate is true."""
        return self.wins_squared - 2 * rate * self.wins_by_games + rate * rate * self.games_squared

    def lies_above(self, bound: Fraction, square: Fraction) -> bool:
        """Whether a score test shows the true rate to be above a bound; ``square`` is that of the normal quantile."""
        excess = self.excess(bound)
        return excess > 0 and excess * excess >= square * self.square_sum(bound)

    def interval(self, square: Fraction) -> Interval:
        """Return the interval of the rates that the score test doesn't reject."""
        z2, (won, games, ww, wn, nn) = float(square), self
        # (won - p games)² = z² Σ(w - p n)², solved for p.
        return _between_roots(games * games - z2 * nn, won * games - z2 * wn, won * won - z2 * ww)


@dataclass(frozen=True, slots=True)
class PairTally:
    """Counts of pairs by the winners of their two games.

    ``counts[3 * a + b]`` is the number of pairs whose game with party 0 first was won by party ``a``, and whose game with party 1
    first was won by party ``b``; 2 stands for a draw.
    """

    counts: tuple[int, ...] = (0,) * 9

    def with_pair(self, one: int | None, other: int | None) -> Self:
        """Return the tally with another pair, from the winners of the games with party 0 first and with party 1 first."""
        place = 3 * _number(one) + _number(other)
        return type(self)(tuple(count + (at == place) for at, count in enumerate(self.counts)))

    def __add__(self, other: PairTally) -> Self:
        return type(self)(tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)))

    @property
    def played(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    def by_zone(self) -> PairSums:
        """Return the sums of the games that party 0 won."""
        return self._sums(0, 0)

    def by_first(self) -> PairSums:
        """Return the sums of the games that the party that moved first won."""
        return self._sums(0, 1)

    def _sums(self, winner_of_one: int, winner_of_other: int) -> PairSums:
        sums = [0] * 5
        for place, count in enumerate(self.counts):
            one, other = divmod(place, 3)
            wins = (one == winner_of_one) + (other == winner_of_other)
            games = (one != _DRAW) + (other != _DRAW)
            for at, it in enumerate((wins, games, wins * wins, wins * games, games * games)):
                sums[at] += count * it
        return PairSums(*sums)


NO_PAIRS: Final = PairTally()


def _number(winner: int | None) -> int:
    return _DRAW if winner is None else winner


def _between_roots(a: float, b: float, c: float) -> Interval:
    """Return the shares between the roots of a x² - 2 b x + c; all shares if there are no two or the rest is between them."""
    inner = b * b - a * c
    if a <= 0 or inner < 0:
        return Interval(0.0, 1.0)
    return Interval(max(0.0, (b - sqrt(inner)) / a), min(1.0, (b + sqrt(inner)) / a))
