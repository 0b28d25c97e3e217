"""Tallies: who won how many games, apart by who moved first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of games; tallies of different games add up in any order.

    ``wins[cell][party]`` and ``draws[cell]`` count games; the party of a cell's number moved first in it. Where all move at
    once there is one cell. ``turns`` is how many turns all games took together.
    """

    wins: tuple[tuple[int, ...], ...]
    draws: tuple[int, ...]
    turns: int = 0

    @classmethod
    def empty(cls, cells: int, parties: int) -> Self:
        """Return the tally of no games."""
        return cls(((0,) * parties,) * cells, (0,) * cells)

    @property
    def played(self) -> int:
        """How many games there were."""
        return self.decided + sum(self.draws)

    @property
    def decided(self) -> int:
        """How many games somebody won."""
        return sum(map(sum, self.wins))

    def won_by(self, party: int) -> int:
        """Return how many games a party won."""
        return sum(cell[party] for cell in self.wins)

    def with_game(self, cell: int, winner: int | None, turns: int) -> Self:
        """Return the tally with one game more; the winner is None where nobody won."""
        wins = [list(it) for it in self.wins]
        draws = list(self.draws)
        if winner is None:
            draws[cell] += 1
        else:
            wins[cell][winner] += 1
        return type(self)(tuple(map(tuple, wins)), tuple(draws), self.turns + turns)

    def __add__(self, other: Tally) -> Self:
        wins = tuple(
            tuple(a + b for a, b in zip(mine, theirs, strict=True))
            for mine, theirs in zip(self.wins, other.wins, strict=True)
        )
        draws = tuple(a + b for a, b in zip(self.draws, other.draws, strict=True))
        return type(self)(wins, draws, self.turns + other.turns)
