"""Tallies of wins by first mover, and the separate effects of the zone and of moving first.

Each zone moves first equally often. The mean of a zone's win rates over these cells doesn't depend on the turn order, and the
mean of the first mover's rates doesn't depend on the zones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple, Self

from fairground.core.simulation.statistics.pairs import NO_PAIRS, PairTally
from fairground.core.simulation.statistics.wilson import DEFAULT_SQUARE, wilson

if TYPE_CHECKING:
    from collections.abc import Sequence


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
