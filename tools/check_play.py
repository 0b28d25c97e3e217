"""Play on boards with a known truth, and check that it is found.

    python tools/check_play.py [--intervals 200] [--games 100] [--units 2] [--watched 10] [--jobs 2] [--seed 1]

1. On symmetric boards of all four layouts with simultaneous play, each zone wins half of the games; at least nine of
ten 95% intervals contain that.
2. Boards with a planted advantage are found unfair, with the right zone.
3. Games of every ruleset, in both orders of play, with two and three parties, are checked move by move against a second
rulebook.
4. A seed gives the same answer in one, two and three processes, and with another hash seed.

Problems are printed, with exit status 1. The same seed gives the same games.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from fairground.core import load, simulate
from fairground.core.simulation.game.ladder import BOTS
from fairground.core.simulation.game.turn import ORDERS
from tests.core.simulation.boards import EVEN, PLANTED, even_board, planted_board, some_units
from tests.core.simulation.game.watched import WATCHED, referee

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
#: How many of ten intervals are to hold the truth: fewer than 95 of 100 do by chance.
NINE_TENTHS = Fraction(9, 10)
ARENA = ROOT / "scenarios" / "ember-court.yaml"
#: Says the answer for a scenario as JSON.
CODE = """
import json, sys
from fairground.core import load, simulate
if __name__ == "__main__":
    print(json.dumps(simulate(load(sys.argv[1]), int(sys.argv[2]), seed=int(sys.argv[3]), jobs=int(sys.argv[4])).to_json()))
"""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--intervals", type=int, default=200, help="how many intervals on even boards")
    parser.add_argument("--games", type=int, default=100, help="games of an interval")
    parser.add_argument(
        "--units", type=int, help="units of each party on even boards; all of the force otherwise"
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes that play side by side"
    )
    parser.add_argument(
        "--watched", type=int, default=10, help="games of each scenario and order to watch move by move"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the first interval")
    options = parser.parse_args()
    started = time.monotonic()
    faults = [
        *even(options.intervals, options.games, options.seed, options.units, options.jobs),
        *planted(options.seed, options.jobs),
        *watched(options.watched, options.seed),
        *repeated(options.seed),
    ]
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(faults)} faults; {time.monotonic() - started:.0f} s")
    return int(bool(faults))


def even(intervals: int, games: int, seed: int, units: int | None, jobs: int) -> Iterator[str]:
    """Play on even boards in turn; print how many intervals hold the truth, and yield what is wrong."""
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        found = list(pool.map(partial(on_even_board, games, seed, units), range(intervals)))
    for place, (layout, (columns, rows), ruleset, _) in enumerate(EVEN):
        of_board = found[place :: len(EVEN)]
        held = sum(it.held for it in of_board)
        print(
            f"{layout.value} {columns}x{rows} {ruleset}: 1/2 lies in {held} of {len(of_board)} intervals; "
            f"{sum(it.wins for it in of_board)} to {sum(it.losses for it in of_board)} games, "
            f"{sum(it.draws for it in of_board)} draws"
        )
    held = sum(it.held for it in found)
    print(f"even boards: 1/2 lies in {held} of {intervals} intervals of {games} games each", flush=True)
    if held < NINE_TENTHS * intervals:
        yield f"1/2 lies in {held} of {intervals} intervals only"


class Interval(NamedTuple):
    """What came of the games of one interval."""

    held: bool
    wins: int
    losses: int
    draws: int


def on_even_board(games: int, seed: int, units: int | None, number: int) -> Interval:
    """Return what comes of some games on one of the even boards, by its number."""
    scenario = even_board(*EVEN[number % len(EVEN)])
    force = some_units(scenario, units)
    found = simulate(
        scenario, games, seed=seed + number, order="simultaneous", force=force, despite_errors=True
    )
    one, other = found.zones
    return Interval(one.interval.low <= 0.5 <= one.interval.high, one.wins, other.wins, found.draws)


def planted(seed: int, jobs: int) -> Iterator[str]:
    """Play on boards with planted advantages; print what is found, and yield what is wrong."""
    for name, (rows, layout, ruleset, favoured, behind) in PLANTED.items():
        scenario = planted_board(rows, layout, ruleset)
        found = simulate(scenario, seed=seed, jobs=jobs, stop_early=True)
        print(f"{name}, {found.played} games: {found.sentence}", flush=True)
        if (found.favoured, found.behind) != ((favoured,), (behind,)):
            yield f"{name}: {behind} is worse off, and it is {found.claim}, {found.behind} behind"


def watched(games: int, seed: int) -> Iterator[str]:
    """Watch games of all rulesets; print how many decisions were seen, and yield what is against the rules."""
    for name, order in product(WATCHED, ORDERS):
        decisions = shots = 0
        for number in range(seed, seed + games):
            names = list(BOTS)
            bots = names[number % len(names) :] + names[: number % len(names)]
            watcher = referee(name, order, bots)
            try:
                watcher.watch(number, number % watcher.arena.cells)
            except AssertionError as error:
                yield f"{name}, {order}, seed {number}, {', '.join(watcher.arena.bots)}: {error}"
            decisions, shots = decisions + watcher.decisions, shots + watcher.shots
        print(f"{name}, {order}: {games} games watched, {decisions} decisions, {shots} attacks", flush=True)


def repeated(seed: int) -> Iterator[str]:
    """Play the same games in several ways; yield which answers differ."""
    games = 60
    known = simulate(load(ARENA), games, seed=seed).to_json()
    for jobs in (1, 2, 3):
        for hashing in ("0", "4711"):
            ran = subprocess.run(
                [sys.executable, "-c", CODE, str(ARENA), str(games), str(seed), str(jobs)],
                env={**os.environ, "PYTHONHASHSEED": hashing},
                check=True,
                capture_output=True,
                text=True,
            )
            if json.loads(ran.stdout) != known:
                yield f"{ARENA.name}: {jobs} processes with PYTHONHASHSEED={hashing} answer otherwise"
    print(f"{ARENA.name}: {games} games, the same in 1, 2 and 3 processes with two ways of hashing")


if __name__ == "__main__":
    sys.exit(main())
