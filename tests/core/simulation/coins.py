"""Arenas without a board: who wins is tossed, so that true win rates are known."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from fractions import Fraction

from fairground.core.simulation.settings import MARGIN, Setting, StoppingRule, looks_of
from fairground.core.simulation.simulation import Simulation
from fairground.core.simulation.statistics.effects import Tally


@dataclass(frozen=True)
class Tossed:
    """How a tossed game ended."""

    winner: int | None
    turns: int
    end: str = "tossed"


@dataclass(frozen=True)
class Coins:
    """Games that zone 0 wins with a chance, zone 1 otherwise; moving first adds to the chance of whoever does.

    When ``dies`` is true, the process ends in its first game.
    """

    chance: Fraction = Fraction(1, 2)
    first: Fraction = Fraction(0)
    draws: Fraction = Fraction(0)
    dies: bool = False

    def play(self, seed: int, first: int) -> Tossed:
        if self.dies:
            os._exit(3)
        toss = random.Random(seed)  # noqa: S311  # no secret
        if toss.randrange(1000) < 1000 * self.draws:
            return Tossed(None, 12)
        chance = self.chance + (self.first if first == 0 else -self.first)
        return Tossed(int(toss.randrange(1_000_000) >= 1_000_000 * chance), 1 + toss.randrange(12))


def setting(
    games: int = 1110,
    *,
    parties: int = 2,
    margin: Fraction = MARGIN,
    early: bool = False,
    first: bool = True,
    seed: int = 1,
    rule: StoppingRule | None = None,
) -> Setting:
    """Return the setting of games between zones north, south, and so on."""
    names = ("north", "south", "east", "west", "up", "down")[:parties]
    looks = looks_of(games, parties if first or rule is StoppingRule.SEQUENTIAL else 1, early=early)
    return Setting(
        parties=names,
        seed=seed,
        games=looks[-1],
        looks=looks,
        margin=margin,
        bots=("objectives",) * parties,
        force="standard",
        order="alternate" if first else "simultaneous",
        first=first,
        rule=rule or (StoppingRule.LOOKS if early else StoppingRule.FIXED),
    )


def counted(
    *wins: int, draws: int = 0, margin: Fraction = MARGIN, early: bool = False, planned: int | None = None
) -> Simulation:
    """Return what games come to of which each party won so many, all in one cell."""
    known = setting(planned or sum(wins) + draws, parties=len(wins), margin=margin, early=early, first=False)
    return Simulation(known, Tally((tuple(wins),), (draws,), sum(wins) + draws))
