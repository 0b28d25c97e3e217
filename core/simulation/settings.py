"""The setting of a simulation, fixed before the first game: what is played, how often, and what decides."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Final

from fairground.core.errors import UsageError
from fairground.core.simulation.statistics.interim_looks import squares

if TYPE_CHECKING:
    from fairground.core.finding import Finding
    from fairground.core.simulation.statistics.equivalence import Band
    from fairground.core.simulation.statistics.expected_games import ExpectedGames

#: Enough games to show an even map of two zones to be fair within five points in nine runs of ten.
GAMES: Final = 1110
MARGIN: Final = Fraction(1, 20)
MOST_GAMES: Final = 1_000_000
#: The number of evenly spaced looks with early stopping.
_LOOKS: Final = 5


class StoppingRule(StrEnum):
    """When the games end."""

    #: After a number of games.
    FIXED = "fixed number"
    #: At one of a few looks, or after the last game.
    LOOKS = "five looks"
    #: After any pair of games if that shows the map to be unfair, at one of the looks if it shows it to be fair.
    SEQUENTIAL = "sequential test"


@dataclass(frozen=True)
class Setting:
    """What is played, how often, and the margin of the claim.

    ``parties`` are ids as in fairness, and ``titles`` their titles; empty for the ids. ``force_title`` is that of the force
    without the scenario's own units; empty for its name. ``games`` is the most games to play, equally many for each first mover. ``looks`` are the
    numbers of games after which play may stop, the last being ``games``; ``rule`` is the stopping rule. ``bots``, ``force`` and
    ``order`` are names. ``first`` is whether some party moves first, rather than all at once. ``missions`` has the ways to win of
    each side that has its own, as text. ``left_out``, ``without`` and ``deciding`` are as in ``NotPlayed``. ``errors`` are the
    errors of the scenario that were ignored.
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
    rule: StoppingRule = StoppingRule.FIXED
    titles: tuple[str, ...] = ()
    force_title: str = ""

    @property
    def has_pairs(self) -> bool:
        """Whether games come in pairs of the same seed with the seats exchanged."""
        return self.rule is StoppingRule.SEQUENTIAL

    @property
    def chunk(self) -> int:
        """The number of games that are played and counted together: a pair, or one game for each first mover."""
        return 2 if self.has_pairs else self.cells

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


def early_rule(
    games: int, cells: int, parties: int, margin: Fraction
) -> tuple[StoppingRule, tuple[int, ...]]:
    """Return the cheaper rule for stopping early, and its looks.

    That is the rule with the fewer games for a map that is off by twice the margin; for an even map they are the same. The
    sequential test is for two parties.
    """
    looks = looks_of(games, cells, early=True)
    if parties == 2:
        pairs = looks_of(games, 2, early=True)
        costs = [_expected(rule, looks, margin) for rule in (StoppingRule.SEQUENTIAL, StoppingRule.LOOKS)]
        if costs[0].off < costs[1].off:
            return StoppingRule.SEQUENTIAL, pairs
    return StoppingRule.LOOKS, looks


def expected_games(setting: Setting) -> ExpectedGames | None:
    """Return the expected number of games; None for more than two parties, whose wins depend on each other."""
    if len(setting.parties) > 2:
        return None
    return _expected(setting.rule, setting.looks, setting.margin)


@cache
def _expected(rule: StoppingRule, looks: tuple[int, ...], margin: Fraction) -> ExpectedGames:
    from fairground.core.simulation.statistics.expected_games import (
        ExpectedGames,
        games_of_sequential_test,
        games_with_looks,
        rate_off,
    )

    most = looks[-1]
    if len(looks) == 1:
        return ExpectedGames(most, most, most)
    band = Fraction(1, 2) - margin, Fraction(1, 2) + margin
    off, found = float(rate_off(band)), squares(looks)
    is_sequential = rule is StoppingRule.SEQUENTIAL
    even = games_with_looks(looks, found, band, 0.5, unfair=not is_sequential)
    if is_sequential:
        uneven = games_of_sequential_test(most, band, off)
    else:
        uneven = games_with_looks(looks, found, band, off, unfair=True)
    return ExpectedGames(min(most, _rounded(even)), min(most, _rounded(uneven)), most)


def _rounded(games: float) -> int:
    """Return a number of games to two digits: the estimate is no better."""
    unit: int = 10 ** max(0, len(str(int(games))) - 2)
    return round(games / unit) * unit


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
