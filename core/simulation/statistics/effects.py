"""Tallies of wins by first mover, and the separate effects of the zone and of moving first.

Each side moves first equally often. The mean of a zone's win rates over these cells doesn't depend on the turn order, and the
mean of the first mover's rates doesn't depend on the zones.

Games are played in pairs of the same seed with the seats exchanged. What one seat was dealt in the first game of a pair, the
other is dealt in the second, so the games of a pair depend on each other. The score tests allow for any such dependence: they
estimate the variance from whole pairs. For independent games they are Wilson's (see ``wilson``). All decisions compare
fractions, so they are exact.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from fairground.core.simulation.statistics.wilson import DEFAULT_SQUARE, Interval, wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

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


class EndCount(NamedTuple):
    """The number of games that a party (None: nobody) won in a way, as text."""

    winner: int | None
    way: str
    games: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of games, which add up in any order.

    ``wins[cell][party]`` and ``draws[cell]`` count the games in which the party with the cell's number moved first; there is
    one cell if all move at once. ``turns`` is the total of all games. ``ends`` counts how they ended, by party and then by way.
    ``pairs`` counts the pairs, if games come in pairs.
    """

    wins: tuple[tuple[int, ...], ...]
    draws: tuple[int, ...]
    turns: int = 0
    ends: tuple[EndCount, ...] = ()
    pairs: PairTally = NO_PAIRS

    @classmethod
    def empty(cls, cells: int, parties: int) -> Self:
        """Return the tally of no games."""
        return cls(((0,) * parties,) * cells, (0,) * cells)

    @property
    def played(self) -> int:
        """The number of games."""
        return self.decided + sum(self.draws)

    @property
    def decided(self) -> int:
        """The number of games with a winner."""
        return sum(map(sum, self.wins))

    def won_by(self, party: int) -> int:
        """Return the number of games that a party won."""
        return sum(cell[party] for cell in self.wins)

    def with_game(self, cell: int, winner: int | None, turns: int, end: str) -> Self:
        """Return the tally with one more game; the winner is None for a draw."""
        wins = [list(it) for it in self.wins]
        draws = list(self.draws)
        if winner is None:
            draws[cell] += 1
        else:
            wins[cell][winner] += 1
        ends = _added(self.ends, (EndCount(winner, end, 1),))
        return replace(
            self, wins=tuple(map(tuple, wins)), draws=tuple(draws), turns=self.turns + turns, ends=ends
        )

    def with_pair(self, one: int | None, other: int | None) -> Self:
        """Return the tally with the winners of a pair, whose games are counted already."""
        return replace(self, pairs=self.pairs.with_pair(one, other))

    def __add__(self, other: Tally) -> Self:
        wins = tuple(
            tuple(a + b for a, b in zip(mine, theirs, strict=True))
            for mine, theirs in zip(self.wins, other.wins, strict=True)
        )
        draws = tuple(a + b for a, b in zip(self.draws, other.draws, strict=True))
        ends = _added(self.ends, other.ends)
        return type(self)(wins, draws, self.turns + other.turns, ends, self.pairs + other.pairs)


def _added(one: Sequence[EndCount], other: Sequence[EndCount]) -> tuple[EndCount, ...]:
    games: dict[tuple[int | None, str], int] = {}
    for it in (*one, *other):
        games[it.winner, it.way] = games.get((it.winner, it.way), 0) + it.games
    ordered = sorted(games.items(), key=lambda it: (it[0][0] is None, it[0][0] or 0, it[0][1]))
    return tuple(EndCount(winner, way, count) for (winner, way), count in ordered)


@dataclass(frozen=True, slots=True)
class ZoneEffect:
    """A mean win rate minus that of an even game, as a share (0.03 is three points), with an interval."""

    estimate: float
    low: float
    high: float


def mean_effect(
    rates: Sequence[tuple[int, int]], middle: Fraction, square: Fraction = DEFAULT_SQUARE
) -> ZoneEffect | None:
    """Return the mean of independent rates, each (wins, games), minus the middle; None if one has no games.

    ``square`` is that of the quantile of the interval, by default of 95%.
    The interval combines Wilson's intervals of the rates by the square-and-add method (G. Y. Zou and A. Donner 2008,
    Statistics in Medicine 27; for two rates R. G. Newcombe 1998, ibid. 17).
    """
    if not all(games for _, games in rates):
        return None
    count = len(rates)
    estimate = float(sum(Fraction(wins, games) for wins, games in rates) / count - middle)
    below = above = 0.0
    for wins, games in rates:
        rate, interval = wins / games, wilson(wins, games, square)
        below += (rate - interval.low) ** 2
        above += (interval.high - rate) ** 2
    return ZoneEffect(estimate, estimate - sqrt(below) / count, estimate + sqrt(above) / count)
