"""The ladder of bots: how often each wins against the one below it, on several maps and from every seat.

    python -m benchmarks.ladder [--games 300] [--maps frozen-gate,standard-arena,sunken-shrine] [--rungs planning,searching] [--seed 1]

Each seed is played with the bots on both sides, and with each side first. The number of games is rounded up to whole seeds on
each map. Draws count half; intervals are Wilson's, of 95%. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core import load
from fairground.core.simulation.claim_sentences import between
from fairground.core.simulation.game import LADDER, GameArena
from fairground.core.simulation.game_workers import seed_of
from fairground.core.simulation.statistics.wilson import wilson

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.scenario.document import Scenario

SCENARIOS: Final = Path(__file__).parents[1] / "scenarios"
#: Maps of three rulesets on which no weight of the planning bot was chosen.
MAPS: Final = ("frozen-gate", "standard-arena", "sunken-shrine")
GAMES: Final = 300


class Score(NamedTuple):
    """The wins of a bot against another, the draws, the games, and the seconds of processor time they took."""

    wins: int = 0
    draws: int = 0
    games: int = 0
    seconds: float = 0.0

    def plus(self, other: Score) -> Score:
        """Return the sum."""
        return Score(
            self.wins + other.wins,
            self.draws + other.draws,
            self.games + other.games,
            self.seconds + other.seconds,
        )


def duel(scenario: Scenario, stronger: str, weaker: str, seeds: int, seed: int) -> Score:
    """Return the score of a bot against another, with every seed from both sides and with each side first."""
    score = Score()
    for seat in (0, 1):
        bots = [stronger, weaker] if seat == 0 else [weaker, stronger]
        arena = GameArena.of(scenario, bots=bots)
        begun = time.process_time()
        for number in range(seeds):
            for first in range(arena.cells):
                winner = arena.play(seed_of(seed, 0, number), first).winner
                score = score.plus(Score(winner == seat, winner is None, 1))
        score = score._replace(seconds=score.seconds + time.process_time() - begun)
    return score


def rungs(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each bot named, with the one below it."""
    for weaker, stronger in pairwise(LADDER):
        if stronger in names:
            yield stronger, weaker


def row(title: str, score: Score) -> str:
    """Return a line of the table."""
    halves = 2 * score.wins + score.draws
    rate = f"{50 * halves / score.games:.1f}%"
    each = f"{1000 * score.seconds / score.games:.0f} ms"
    return f"| {title} | {score.games} | {score.draws} | {rate} | {between(wilson(halves / 2, score.games))} | {each} |"


def main() -> None:
    """Play the ladder and print it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=GAMES, help="games of each pair of bots, on all maps")
    parser.add_argument("--maps", default=",".join(MAPS), help="shipped scenarios for two sides")
    parser.add_argument("--rungs", default=",".join(LADDER[1:]), help="the stronger bot of each pair")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    maps = asked.maps.split(",")
    seeds = -(-asked.games // (4 * len(maps)))
    print("| bots | games | draws | score | 95% interval | a game |")
    print("| --- | --- | --- | --- | --- | --- |")
    for stronger, weaker in rungs(asked.rungs.split(",")):
        total = Score()
        for name in maps:
            score = duel(load(SCENARIOS / f"{name}.yaml"), stronger, weaker, seeds, asked.seed)
            print(row(f"`{stronger}` against `{weaker}`, {name}", score), flush=True)
            total = total.plus(score)
        print(row(f"**`{stronger}` against `{weaker}`**", total), flush=True)


if __name__ == "__main__":
    main()
