"""The setting of a simulation, fixed before the first game: what is played, how often, and what decides."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from fairground.core.errors import UsageError
from fairground.core.simulation.statistics.interim_looks import squares

if TYPE_CHECKING:
    from fairground.core.finding import Finding
    from fairground.core.simulation.statistics.equivalence import Band

#: Enough games to show an even map of two zones to be fair within five points in nine runs of ten.
GAMES: Final = 1110
MARGIN: Final = Fraction(1, 20)
MOST_GAMES: Final = 1_000_000
#: The number of evenly spaced looks with early stopping.
_LOOKS: Final = 5


@dataclass(frozen=True)
class Setting:
    """What is played, how often, and the margin of the claim.

    ``parties`` are ids as in fairness. ``games`` is the number planned, equally many for each first mover. ``looks`` are the
    numbers of games after which play may stop, the last being ``games``. ``bots``, ``force`` and ``order`` are names.
    ``first`` is whether some party moves first, rather than all at once. ``missions`` has the ways to win of each side that has
    its own, as text. ``left_out``, ``without`` and ``deciding`` are as in ``NotPlayed``. ``errors`` are the errors of the scenario that were ignored.
    """

    parties: tuple[str, ...]
    seed: int
    games: int
    looks: tuple[int, ...]
    margin: Fraction
    bots: tuple[str, ...]
    force: str
    order: str
    first: bool
    missions: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    deciding: tuple[str, ...] = ()
    errors: tuple[Finding, ...] = ()

    @property
    def cells(self) -> int:
        """The number of possible first movers; 1 if all move at once."""
        return len(self.parties) if self.first else 1

    @property
    def middle(self) -> Fraction:
        """The win rate of each party on an even map."""
        return Fraction(1, len(self.parties))

    @property
    def band(self) -> Band:
        """The least and the greatest win rate that counts as even."""
        return self.middle - self.margin, self.middle + self.margin

    @property
    def tests(self) -> int:
        """The number of win rates tested together: one of two parties determines the other."""
        return len(self.parties) if len(self.parties) > 2 else 1

    def square(self, played: int) -> Fraction:
        """Return the square of the normal quantile of the interval after some games; see ``squares``."""
        at = next((number for number, look in enumerate(self.looks) if played <= look), -1)
        return squares(self.looks, self.tests)[at]


def cells_of(games: int, cells: int) -> int:
    """Return a number of games rounded up to equally many in each cell."""
    return -(-games // cells) * cells


def looks_of(games: int, cells: int, *, early: bool) -> tuple[int, ...]:
    """Return the numbers of games after which play may stop; the last is that of the whole plan.

    >>> looks_of(1110, 2, early=True)
    (222, 444, 666, 888, 1110)
    """
    whole = cells_of(games, cells)
    if not early:
        return (whole,)
    return tuple(
        dict.fromkeys(min(whole, cells_of(-(-whole * it // _LOOKS), cells)) for it in range(1, _LOOKS + 1))
    )


def check_plan(games: int, margin: Fraction, parties: int) -> None:
    """Raise a ``UsageError`` with the bounds if the number of games or the margin is out of range."""
    if not 1 <= games <= MOST_GAMES:
        raise UsageError(f"the number of games must be 1 to {MOST_GAMES:,}, not {games:,}")
    if not 0 < margin < Fraction(1, parties):
        raise UsageError(
            f"with {parties} zones, the margin must be more than 0 and less than 1/{parties}, not {margin}; 1/20 "
            "means five percentage points either way"
        )
