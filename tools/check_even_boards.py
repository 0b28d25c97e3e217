"""Play on boards that a 180° turn maps onto themselves, and check that the order of zones in the file gives no advantage.

    python tools/check_even_boards.py [--boards 40] [--games 300] [--units 3] [--jobs 1] [--seed 1] [--order alternate]

Each board has two zones that the turn exchanges, so each zone wins half of the decided games, in every order of play. For each
order this prints how many games the first and the second zone of the file won, the difference from even in points, and its
z: beyond 3 in one of 370 runs by chance. The sum of the squared z of single boards tests whether some boards lean one
way and some the other. Exit status 1 if a z is beyond 3, or the sum is that of fewer than one in 1,000 runs.
"""

from __future__ import annotations

import argparse
import sys
import time
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from scipy.special import chdtrc

from fairground.core import simulate
from fairground.core.simulation.game.turn import ORDERS
from tests.core.simulation.boards import EVEN, even_board, some_units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.scenario.document import Scenario

FARTHEST_Z, RAREST = 3.0, 0.001


def main() -> int:
    """Play, print a line for each order of play, and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=40)
    parser.add_argument("--games", type=int, default=300, help="games on each board, in each order of play")
    parser.add_argument("--units", type=int, default=3, help="units of each party")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--order", choices=ORDERS, action="append", help="default: all")
    options = parser.parse_args()
    faults = 0
    for order in options.order or ORDERS:
        begun = time.monotonic()
        counts = []
        for number, scenario in enumerate(boards(options.boards)):
            found = simulate(
                scenario,
                options.games,
                seed=options.seed + number,
                order=order,
                force=some_units(scenario, options.units),
                jobs=options.jobs,
                despite_errors=True,
            )
            counts.append((found.zones[0].wins, found.zones[1].wins))
        faults += reported(order, counts)
        print(f"  {time.monotonic() - begun:.0f} s", flush=True)
    return int(faults > 0)


def boards(count: int) -> Iterator[Scenario]:
    """Yield even boards of all layouts and rulesets in turn."""
    for number in range(count):
        layout, size, ruleset, seed = EVEN[number % len(EVEN)]
        yield even_board(layout, size, ruleset, seed + 100 * (number // len(EVEN)))


def reported(order: str, counts: list[tuple[int, int]]) -> bool:
    """Print the wins of the first and the second zone on all boards; return whether they lean."""
    one, other = (sum(it) for it in zip(*counts, strict=True))
    z = score(one, other)
    total = sum(score(*it) ** 2 for it in counts)
    p = float(chdtrc(len(counts), total))
    print(
        f"{order}: {len(counts)} boards, {one + other:,} decided games, {one:,} to {other:,}, "
        f"{100 * (one / (one + other) - 0.5):+.2f} points, z {z:+.2f}; single boards: chi-squared {total:.1f}, p {p:.3f}",
        flush=True,
    )
    return abs(z) > FARTHEST_Z or p < RAREST


def score(one: int, other: int) -> float:
    """Return the z of a difference in wins; 0 without a decided game."""
    return (one - other) / sqrt(one + other) if one + other else 0.0


if __name__ == "__main__":
    sys.exit(main())
