"""Choose games that are worth watching by their outcomes."""

from __future__ import annotations

from statistics import median_low
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class PlayedGame(NamedTuple):
    """The outcome of a numbered game; ``winner`` is None for a draw."""

    number: int
    winner: int | None
    turns: int
    points: tuple[int, ...]
    losses: tuple[int, ...]

    @property
    def margin(self) -> tuple[int, int]:
        """How far the winner is ahead of the next party: in points, and in losses."""
        if self.winner is None:
            return 0, 0
        others = [party for party in range(len(self.points)) if party != self.winner]
        points = self.points[self.winner] - max(self.points[it] for it in others)
        return points, min(self.losses[it] for it in others) - self.losses[self.winner]


def interesting_games(games: Sequence[PlayedGame], titles: Sequence[str]) -> list[tuple[int, str]]:
    """Return the numbers of interesting games with the reasons, in the order of their numbers.

    They are a typical win of each party (of the median number of turns, by the most usual margin), the closest and the shortest
    game with a winner, and the first draw. A game that is interesting for several reasons is listed once. ``titles`` are those of
    the parties.
    """
    found: dict[int, list[str]] = {}
    for party, title in enumerate(titles):
        if wins := [it for it in games if it.winner == party]:
            found.setdefault(_typical(wins).number, []).append(f"typical win of {title}")
    decided = [it for it in games if it.winner is not None]
    if decided:
        found.setdefault(min(decided, key=lambda it: it.margin).number, []).append("closest game")
        found.setdefault(min(decided, key=lambda it: it.turns).number, []).append("shortest game")
    if draw := next((it for it in games if it.winner is None), None):
        found.setdefault(draw.number, []).append("draw")
    return [(number, ", ".join(reasons)) for number, reasons in sorted(found.items())]


def _typical(wins: Sequence[PlayedGame]) -> PlayedGame:
    turns = median_low(it.turns for it in wins)
    margin = median_low(it.margin[0] for it in wins)
    return min(wins, key=lambda it: (abs(it.turns - turns), abs(it.margin[0] - margin), it.number))
