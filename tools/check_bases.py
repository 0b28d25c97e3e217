"""Check sight from base to base on random tables against many lines between the same bases.

    python tools/check_bases.py --scenes 2000 --lines 100000 [--seed 0]

Half of the tables have polygons, half hexes. No pair may be hidden if another geometry library finds a free line. Every
witness is checked, in exact arithmetic where it claims to be exact, else to 1e-9 inch. Differences are printed, with
exit status 1. The same seed gives the same tables.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fairground.core.sight.bases.free_line import free_line
from tests.core.sight.bases.scenes import faults_of, free_lines_found, random_scene


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scenes", type=int, default=2_000, help="how many tables")
    parser.add_argument("--lines", type=int, default=100_000, help="how many lines between two bases")
    parser.add_argument("--seed", type=int, default=0, help="of the first table")
    options = parser.parse_args()
    started = time.monotonic()
    seen = missed = faulty = finer = exact = 0
    for seed in range(options.seed, options.seed + options.scenes):
        scene = random_scene(seed)
        found = free_line(scene.first, scene.second, scene.walls)
        free = free_lines_found(scene, options.lines, seed)
        if found is None:
            if free:
                missed += 1
                print(f"table {seed}: hidden, and {free} of {options.lines} lines are free")
            continue
        seen += 1
        exact += found.exact
        finer += not free
        for fault in faults_of(found, scene):
            faulty += 1
            print(f"table {seed}: {found}: {fault}")
    print(
        f"{options.scenes} tables with {options.lines} lines each: {seen} in sight ({exact} by an exact witness; in {finer} "
        f"no line drawn at random was free), {missed} missed, {faulty} faults of witnesses; "
        f"{time.monotonic() - started:.0f} s"
    )
    return int(bool(missed or faulty))


if __name__ == "__main__":
    sys.exit(main())
