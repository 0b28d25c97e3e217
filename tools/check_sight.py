"""Check the table of all pairs in sight against single verdicts: all pairs at 40x40, samples at 100x100.

    python tools/check_sight.py [--seeds 3] [--policies 1000] [RULESET ...]

Every ruleset with lines between hexes gets several layouts, densities and heights; then small boards get random
policies. Prints the number of pairs and differences; the exit status is 1 for differences.
"""

import argparse
import random
import sys
import time
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.boards import random_board
from fairground.core import visibility
from fairground.core.grid.layout import Layout
from fairground.core.rules import load_ruleset
from fairground.core.rules.ruleset_files import shipped_rulesets
from fairground.core.rules.sight import SightModel
from fairground.core.scenario.document import Scenario
from fairground.core.sight.line.verdict import Verdicts
from tests.core.sight.random_boards import EVERYTHING, random_policies, random_scenario

LAYOUTS = tuple(Layout)
DENSITIES = (0.3, 0.1, 0.5)
HEIGHTS = ((0, 0), (1, 1), (2, 0))


def differences(
    scenario: Scenario, heights: tuple[int, int], *, pairs: int | None, seed: int
) -> tuple[int, int]:
    """Return how many pairs were compared, all of them or so many, and how many differ; print the first few of these."""
    board = scenario.board
    table = visibility(scenario, heights=heights)
    verdicts = Verdicts(scenario)
    void = board.void
    hexes = [at for at in board.hexes() if not void[board.cell(at)]]
    rng = random.Random(seed)  # noqa: S311  # repeatable, not secret
    chosen = combinations(hexes, 2) if pairs is None else (rng.sample(hexes, 2) for _ in range(pairs))
    compared = wrong = 0
    for one, other in chosen:
        for a, b in ((one, other), (other, one)) if heights[0] != heights[1] else ((one, other),):
            compared += 1
            expected = verdicts.sight(a, b, heights).clear
            if table.sees(a, b) != expected:
                wrong += 1
                if wrong <= 5:
                    verb = "sees" if expected else "does not see"
                    print(f"  {board.label(a)} {verb} {board.label(b)}, and the table says otherwise")
    return compared, wrong


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=1, help="boards of each kind (default 1)")
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument(
        "--side", type=int, default=40, help="side of the boards whose pairs are all compared"
    )
    parser.add_argument("--samples", type=int, default=100_000, help="pairs of the boards of 100x100")
    parser.add_argument("--policies", type=int, default=200, help="boards with policies at random")
    parser.add_argument("rulesets", nargs="*", help="all of them by default")
    options = parser.parse_args()
    names = options.rulesets or [
        name for name in shipped_rulesets() if load_ruleset(name).sight.model is SightModel.CENTRES
    ]
    wrong = 0
    for name in names:
        for seed in range(options.first_seed, options.first_seed + options.seeds):
            for side, pairs in ((options.side, None), (100, options.samples)):
                layout = LAYOUTS[seed % len(LAYOUTS)]
                density = DENSITIES[seed % len(DENSITIES)]
                # Half of the pairs are the other way round where heights differ: for one seed in three.
                heights = HEIGHTS[seed % len(HEIGHTS)]
                start = time.perf_counter()
                scenario = random_board(name, layout, (side, side), seed=seed, density=density)
                compared, found = differences(scenario, heights, pairs=pairs, seed=seed)
                wrong += found
                print(
                    f"{name} {layout.value} {side}x{side} seed {seed} heights {heights}: {compared:,} pairs, "
                    f"{found} different, {time.perf_counter() - start:.0f} s",
                    flush=True,
                )
    start = time.perf_counter()
    compared = differing = 0
    for seed in range(options.first_seed, options.first_seed + options.policies):
        rng = random.Random(seed)  # noqa: S311  # repeatable, not secret
        scenario = random_scenario(rng, EVERYTHING, random_policies(rng, EVERYTHING))
        of_board, found = differences(scenario, HEIGHTS[seed % len(HEIGHTS)], pairs=None, seed=seed)
        compared, differing = compared + of_board, differing + found
        if found:
            print(f"policies at random, seed {seed}: {found} different")
    print(
        f"policies at random, {options.policies} boards: {compared:,} pairs, {differing} different, "
        f"{time.perf_counter() - start:.0f} s"
    )
    wrong += differing
    print(f"{wrong} differences")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
