"""Turn, mirror, relayout and rename random boards, and compare all answers before and after.

    python tools/check_metamorphic.py --boards 500 [--seed 0] [--ruleset penance-2.0]

Rulesets and changes alternate: eleven symmetries, three other layouts, and swapped ids of sides, zones, objectives and
units. Sight, movement, metrics, attacks, fairness and findings must be equal up to the change. Differences are printed,
with exit status 1. The same seed gives the same boards.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.core.metamorphic.boards import RULESETS, random_game
from tests.core.metamorphic.comparison import differences

#: How many differences of a board are printed.
SHOWN = 5


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=500, help="how many boards")
    parser.add_argument(
        "--changes", type=int, default=4, help="how many of the fifteen changes of each, in turn"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the first board")
    parser.add_argument("--ruleset", choices=RULESETS, help="instead of all in turn")
    options = parser.parse_args()
    started, boards, differing, count = time.monotonic(), Counter[str](), 0, 0
    for seed in range(options.seed, options.seed + options.boards):
        ruleset = options.ruleset or RULESETS[seed % len(RULESETS)]
        boards[ruleset] += 1
        found = list(differences(random_game(seed, ruleset), seed, most=options.changes))
        count += len(found)
        differing += bool(found)
        for line in found[:SHOWN]:
            print(f"board {seed}, {ruleset}: {line}", flush=True)
        if len(found) > SHOWN:
            print(f"board {seed}, {ruleset}: {len(found) - SHOWN} more")
    by_ruleset = ", ".join(f"{number} by {ruleset}" for ruleset, number in boards.items())
    print(
        f"{options.boards} boards ({by_ruleset}): {count} differences on {differing}; {time.monotonic() - started:.0f} s"
    )
    return int(bool(count))


if __name__ == "__main__":
    sys.exit(main())
