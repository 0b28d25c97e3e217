"""Compare lines of sight on random boards with the independent judge of the tests.

    python tools/check_verdicts.py --pairs 200000 [--seed 1]

Boards use everything that a ruleset has, alternately of a shipped ruleset and of one with random policies. Differences are
printed, with exit status 1. The same seed gives the same lines.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.core.sight.comparison import compare

#: So many differences are printed in full.
SHOWN = 20


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=200_000, help="how many lines")
    parser.add_argument("--seed", type=int, default=1, help="of the boards and lines")
    options = parser.parse_args()
    started = time.monotonic()
    clear = different = 0
    for it in compare(options.seed, options.pairs):
        clear += it.expected.clear
        if it.found != it.expected:
            different += 1
            if different <= SHOWN:
                print(it)
    seconds = time.monotonic() - started
    print(f"{options.pairs} lines, {clear} of them clear, {different} different; {seconds:.0f} s")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
