"""Simulate the stopping rules themselves, on games of which the true win rates are known, and check their error rates.

    python tools/check_stopping.py [--runs 20000] [--seed 1] [--games 1110] [--margin 1/20] [--compare]

For each model of games this prints the share of runs that claim fair and unfair, and the mean and the median number of
games. With --compare it prints the same for the five looks. It also prints how often the first move is said to decide too much, and not to matter.
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

from fairground.core.simulation.claim_by_pairs import claim_by_pairs
from fairground.core.simulation.settings import Setting, StoppingRule, looks_of
from fairground.core.simulation.simulation import Simulation
from fairground.core.simulation.statistics.effects import Tally
from fairground.core.simulation.statistics.equivalence import FEWEST, Claim, ClaimState, FirstMoveVerdict
from fairground.core.simulation.statistics.pairs import PairTally

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

#: How many runs are simulated at a time.
_TOGETHER = 1000
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
            winner[dice.random((runs, pairs)) < self.draws] = 2
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
    rule: StoppingRule = StoppingRule.SEQUENTIAL,
) -> Found:
    """Return what a rule claims about two zones in many runs; each claim is made by the code of self-play."""
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
        rule=rule,
    )
    ended = [it for chunk in _chunks(model, runs, setting) for it in chunk]
    lengths = [it.played for it in ended]
    claimed, first = [it.claim for it in ended], [it.first_move for it in ended]
    return Found(
        {it: claimed.count(it) / runs for it in Claim},
        {
            it: sum(each is not None and each.verdict is it for each in first) / runs
            for it in FirstMoveVerdict
        },
        float(np.mean(lengths)),
        float(np.median(lengths)),
    )


def _chunks(model: PairModel, runs: int, setting: Setting) -> Iterator[list[Simulation]]:
    dice = np.random.default_rng(setting.seed)
    for begin in range(0, runs, _TOGETHER):
        count = min(_TOGETHER, runs - begin)
        one, other = model.winners(dice, count, setting.games // 2)
        kinds = 3 * one + other
        totals = np.stack([np.cumsum(kinds == kind, axis=1) for kind in range(9)], axis=2)
        yield [_first_decided(totals[run], setting) for run in range(count)]


def _first_decided(totals: Ints, setting: Setting) -> Simulation:
    """Return the games at the time at which they end; ``totals`` are the counts after each pair."""
    for pairs in _candidates(totals, setting):
        found = _simulation(PairTally(tuple(totals[pairs - 1].tolist())), setting)
        # For speed: one of two zones decides.
        may_decide = (
            not setting.has_pairs or claim_by_pairs(found.tally.pairs, 0, setting)[1] is not ClaimState.OPEN
        )
        if may_decide and found.is_decided:
            return found
    return _simulation(PairTally(tuple(totals[-1].tolist())), setting)


def _candidates(totals: Ints, setting: Setting) -> list[int]:
    """Return the numbers of pairs at which a claim is possible: the looks, and where a rough test sees a zone outside."""
    found = {it // 2 for it in setting.looks}
    if setting.has_pairs:
        found |= set(_rough(totals, setting).tolist())
    return sorted(found)


def _rough(totals: Ints, setting: Setting) -> Ints:
    """Return where the sequential test may show a zone to be outside: its formula in floats, with some room."""
    places = np.arange(9)
    wins = (places // 3 == 0).astype(float) + (places % 3 == 0)
    games = (places // 3 != 2).astype(float) + (places % 3 != 2)  # a draw
    edge, margin = float(setting.band[1]), float(setting.margin)
    found = np.zeros(len(totals), np.bool_)
    for won in (wins, games - wins):
        total, all_games = totals @ won, totals @ games
        spread = totals @ ((won - edge * games) ** 2)
        ratio = margin * all_games * (2 * total - (2 * edge + margin) * all_games)
        found |= ratio >= 5.9 * spread  # 2 ln 20 is 5.99.
    found &= totals @ games >= FEWEST
    at: Ints = np.flatnonzero(found) + 1
    return at


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
    parser.add_argument("--compare", action="store_true", help="simulate the five looks too")
    options = parser.parse_args()
    begun = time.monotonic()
    most = 0.05 + _CHANCE * (0.05 * 0.95 / options.runs) ** 0.5
    faults = 0
    print(
        f"{'':26}{'fair':>8}{'unfair':>8}{'games':>7}{'median':>8}{'first decides':>15}{'does not matter':>17}"
    )
    for name, (model, wrong) in models(float(options.margin)).items():
        rules = (StoppingRule.SEQUENTIAL, StoppingRule.LOOKS)
        for rule in rules if options.compare else rules[:1]:
            it = claims(
                model, options.runs, games=options.games, margin=options.margin, seed=options.seed, rule=rule
            )
            first = (it.first[FirstMoveVerdict.DECIDES], it.first[FirstMoveVerdict.EVEN])
            print(
                f"{name if rule is StoppingRule.SEQUENTIAL else '  five looks':26}{it.shares[Claim.FAIR]:8.4f}"
                f"{it.shares[Claim.UNFAIR]:8.4f}{it.games:7.0f}{it.median:8.0f}{first[0]:15.4f}{first[1]:17.4f}",
                flush=True,
            )
            wrongs = [wrong] if wrong else [Claim.FAIR, Claim.UNFAIR]
            if rule is StoppingRule.SEQUENTIAL:
                faults += any(it.shares[each] > most for each in wrongs)
    print(
        f"{options.runs:,} runs each; {faults} with more than {most:.4f} wrong; {time.monotonic() - begun:.0f} s"
    )
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
