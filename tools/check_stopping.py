"""Simulate the sequential test itself, on games of which the true win rates are known, and check their error rates.

    python tools/check_stopping.py [--runs 20000] [--seed 1] [--games 1110] [--margin 1/20]

For each model of games this prints the share of runs that claim fair and unfair, and the mean and the median number of
games. It also prints how often the first move is said to decide too much, and not to matter.
Exit status 1 if a wrong claim comes in more than one of twenty runs, by more than chance.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from fairground.core.simulation.settings import Setting, StoppingRule, looks_of
from fairground.core.simulation.simulation import Simulation
from fairground.core.simulation.statistics.effects import PairTally, Tally
from fairground.core.simulation.statistics.equivalence import FEWEST, Claim, FirstMoveVerdict
from fairground.core.simulation.statistics.sequential import BOUND

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Names = NDArray[np.str_]

#: How many runs are simulated at a time.
_TOGETHER = 1000
#: The sequential test's bound.
_TWICE_LN_20 = 2 * float(BOUND)
#: The number that stands for the winner of a draw.
_DRAW = 2
#: What chance explains: three standard deviations.
_CHANCE = 3.0


@dataclass(frozen=True)
class PairModel:
    """Games whose true rates are known: that of zone 0, what moving first adds, the share of draws, and shared luck.

    With the chance ``same`` the second game of a pair takes its dice from the first: zone 0 has the same luck. If ``same`` is
    negative, it has the opposite luck.
    """

    rate: float
    first: float = 0.0
    draws: float = 0.0
    same: float = 0.0

    def winners(self, dice: np.random.Generator, runs: int, pairs: int) -> tuple[Ints, Ints]:
        """Return the winners of the games with zone 0 first and with zone 1 first, ``[runs, pairs]``; 2 is a draw."""
        luck = dice.random((2, runs, pairs))
        copied = 1 - luck[0] if self.same < 0 else luck[0]
        luck[1] = np.where(dice.random((runs, pairs)) < abs(self.same), copied, luck[1])
        found = []
        for each, rate in zip(luck, (self.rate + self.first, self.rate - self.first), strict=True):
            winner = (each >= rate).astype(np.int64)
            winner[dice.random((runs, pairs)) < self.draws] = _DRAW
            found.append(winner)
        return found[0], found[1]


class Found(NamedTuple):
    """The shares of claims and of verdicts on moving first over all runs, and the mean and median number of games."""

    shares: Mapping[Claim, float]
    first: Mapping[FirstMoveVerdict, float]
    games: float
    median: float


def claims(
    model: PairModel,
    runs: int,
    *,
    games: int,
    margin: Fraction,
    seed: int,
) -> Found:
    """Return what is claimed about two zones in many runs; each claim is made by the code of self-play."""
    looks = looks_of(games, 2, early=True)
    setting = Setting(
        parties=("north", "south"),
        seed=seed,
        games=looks[-1],
        looks=looks,
        margin=margin,
        bots=("objectives",) * 2,
        force="standard",
        order="alternate",
        first=True,
        rule=StoppingRule.SEQUENTIAL,
    )
    games_of, claimed, first = (np.concatenate(it) for it in zip(*_chunks(model, runs, setting), strict=True))
    return Found(
        {it: float(np.mean(claimed == it.value)) for it in (Claim.FAIR, Claim.UNFAIR)},
        {it: float(np.mean(first == it.value)) for it in FirstMoveVerdict},
        float(np.mean(games_of)),
        float(np.median(games_of)),
    )


def _chunks(model: PairModel, runs: int, setting: Setting) -> Iterator[tuple[Ints, Names, Names]]:
    """Yield the numbers of games, the claims and the verdicts on moving first of some runs."""
    dice = np.random.default_rng(setting.seed)
    for begin in range(0, runs, _TOGETHER):
        count = min(_TOGETHER, runs - begin)
        one, other = model.winners(dice, count, setting.games // 2)
        ends = _ends(one, other, setting)
        kinds = 3 * one + other
        played = np.arange(kinds.shape[1])[None, :] < ends[:, None]
        counts = np.stack([((kinds == kind) & played).sum(axis=1) for kind in range(9)], axis=1)
        found = [_simulation(PairTally(tuple(it)), setting) for it in counts.tolist()]
        verdicts = [it.first_move for it in found]
        yield (
            2 * ends,
            np.array([it.claim.value for it in found]),
            np.array([it.verdict.value if it else "" for it in verdicts]),
        )


def _ends(one: Ints, other: Ints, setting: Setting) -> Ints:
    """Return after how many pairs each run ends: the rules of core in floats, for all runs at once.

    The claim there is made by core, in fractions. So a run that ends at the wrong pair shows as one that isn't decided.
    """
    won = (one == 0).astype(np.float32) + (other == 0)
    games = (one != _DRAW).astype(np.float32) + (other != _DRAW)
    margin, (low, high) = float(setting.margin), map(float, setting.band)
    all_games, total = games.cumsum(axis=1), won.cumsum(axis=1)
    looks = np.array(setting.looks) // 2 - 1
    squares = np.array([float(setting.square(it)) for it in setting.looks])
    decided = np.zeros(won.shape, np.bool_)
    inside = np.ones((len(won), len(looks)), np.bool_)
    for mine, sign in ((won, 1), (games - won, -1)):
        wins = total if sign > 0 else all_games - total
        spread = ((mine - high * games) ** 2).cumsum(axis=1)
        decided |= margin * all_games * (2 * wins - (2 * high + margin) * all_games) >= _TWICE_LN_20 * spread
        excess = (wins - low * all_games)[:, looks]
        spread = ((mine - low * games) ** 2).cumsum(axis=1)[:, looks]
        inside &= (excess > 0) & (excess**2 >= squares * spread)
    decided[:, looks] |= inside
    decided &= all_games >= FEWEST
    decided[:, -1] = True
    ends: Ints = decided.argmax(axis=1) + 1
    return ends


def _simulation(pairs: PairTally, setting: Setting) -> Simulation:
    counts = np.array(pairs.counts).reshape(3, 3)
    by_first = (counts.sum(axis=1).tolist(), counts.sum(axis=0).tolist())
    wins = tuple((it[0], it[1]) for it in by_first)
    return Simulation(setting, Tally(wins, tuple(it[2] for it in by_first), pairs=pairs))


def models(margin: float) -> dict[str, tuple[PairModel, Claim | None]]:
    """Return the models by name, each with the claim that would be wrong there; None where every claim errs or none."""
    edge = 0.5 + margin
    return {
        "even": (PairModel(0.5), Claim.UNFAIR),
        "even, first move +10": (PairModel(0.5, first=0.1), Claim.UNFAIR),
        "half the margin": (PairModel(0.5 + margin / 2), Claim.UNFAIR),
        "edge": (PairModel(edge), None),
        "edge, first move +10": (PairModel(edge, first=0.1), None),
        "edge, 30% draws": (PairModel(edge, draws=0.3), None),
        "edge, same luck 20%": (PairModel(edge, same=0.2), None),
        "edge, opposite luck 20%": (PairModel(edge, same=-0.2), None),
        "lower edge": (PairModel(0.5 - margin), None),
        "off by 1.5 margins": (PairModel(0.5 + 1.5 * margin), Claim.FAIR),
        "off by 2 margins": (PairModel(0.5 + 2 * margin), Claim.FAIR),
        "off by 3 margins": (PairModel(0.5 + 3 * margin), Claim.FAIR),
        "off by 4 margins": (PairModel(0.5 + 4 * margin), Claim.FAIR),
        "first move at the margin": (PairModel(0.5, first=margin), Claim.UNFAIR),
    }


def main() -> int:
    """Simulate all models, print a line for each, and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1110)
    parser.add_argument("--margin", type=Fraction, default=Fraction(1, 20))
    options = parser.parse_args()
    begun = time.monotonic()
    most = 0.05 + _CHANCE * (0.05 * 0.95 / options.runs) ** 0.5
    faults = 0
    print(
        f"{'':26}{'fair':>8}{'unfair':>8}{'games':>7}{'median':>8}{'first decides':>15}{'does not matter':>17}"
    )
    for name, (model, wrong) in models(float(options.margin)).items():
        it = claims(model, options.runs, games=options.games, margin=options.margin, seed=options.seed)
        first = (it.first[FirstMoveVerdict.DECIDES], it.first[FirstMoveVerdict.EVEN])
        print(
            f"{name:26}{it.shares[Claim.FAIR]:8.4f}{it.shares[Claim.UNFAIR]:8.4f}{it.games:7.0f}{it.median:8.0f}"
            f"{first[0]:15.4f}{first[1]:17.4f}",
            flush=True,
        )
        wrongs = [wrong] if wrong else [Claim.FAIR, Claim.UNFAIR]
        faults += any(it.shares[each] > most for each in wrongs)
    print(
        f"{options.runs:,} runs each; {faults} with more than {most:.4f} wrong; {time.monotonic() - begun:.0f} s"
    )
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
