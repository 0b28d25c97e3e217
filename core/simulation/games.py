"""Playing numbered games: each has a seed of its own, so that it does not matter who plays it, or when."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from fairground.core.simulation.statistics.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Ended(Protocol):
    """How a game ended: an ``Outcome``, as far as it is counted."""

    @property
    def winner(self) -> int | None:
        """The number of the party that won; None where nobody did."""
        ...

    @property
    def turns(self) -> int:
        """How many turns were played."""
        ...


class Plays(Protocol):
    """Where games are played, such as an ``Arena``; the parties are numbered from 0."""

    def play(self, seed: int, first: int) -> Ended:
        """Return how a game ends in which one party moves first."""
        ...


def play(
    arena: Plays,
    parties: int,
    cells: int,
    seed: int,
    numbers: Iterable[int],
    look: Callable[[], None] = lambda: None,
) -> Tally:
    """Play the games of some numbers, from 0, and count who wins; one in so many ``cells`` has the same party first.

    ``look`` is called before each game; what it raises ends the work.
    """
    tally = Tally.empty(cells, parties)
    for number in numbers:
        look()
        of_cell, cell = divmod(number, cells)
        outcome = arena.play(seed_of(seed, cell, of_cell), cell)
        tally = tally.with_game(cell, outcome.winner, outcome.turns)
    return tally


def seed_of(seed: int, cell: int, number: int) -> int:
    """Return the seed of a game: the same on every machine, and unlike that of any other game.

    >>> seed_of(1, 0, 0)
    16324991306305204772
    """
    return int.from_bytes(sha256(f"{seed} {cell} {number}".encode()).digest()[:8])
