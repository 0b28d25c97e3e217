"""Repair boards that were made unfair, and compare repairs of tiny boards with brute force.

    python tools/check_repair.py [--size 30] [--seconds 10] [--tiny 40]

Ten symmetric boards, of every shipped ruleset, are made unfair by one to four edits on one side; some hexes are locked,
including edited ones. A line has the board, the unfair measures, the planted and the repairing edits, and the processor
time. The exit status is 1 when a board stays unfair, needs more edits or time than allowed, or a locked hex changes.

Then tiny boards, 4x3 to 5x4 hexes, are repaired, and all lists of 1 and 2 edits are tried. The exit status is 1 when a
repair wrongly claims or rules out the fewest edits, or the board gets errors or a walled-in zone. Boards whose smaller
repairs were not ruled out are counted.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fairground.core import repair
from tests.core.improve.repair.brute_force import BruteForce, Case
from tests.core.improve.repair.planted import Kind, planted

#: How much time a board may take, in seconds of one processor.
SECONDS = 10.0


def kinds(size: int) -> list[Kind]:
    """Return what is planted."""
    return [
        Kind("penance-1.0", size, 1, 1),
        Kind("penance-1.0", size, 4, 2),
        Kind("penance-2.0", size, 2, 3, changes=("zone",)),
        Kind("penance-2.0", size, 3, 4, changes=("closed", "terrain")),
        Kind("penance-arena", size, 3, 5, changes=("level",), measures=("high-ground",)),
        Kind("penance-arena", size, 2, 6, changes=("closed",), wall=True),
        Kind("hexside-ww2", size, 4, 7),
        Kind("hexside-ww2", size, 3, 8, changes=("closed", "zone")),
        Kind("megamek", size, 2, 9),
        Kind("base-visibility", size, 4, 10),
    ]


#: The rulesets of tiny boards, each with a class and terrain that closes a hex or hides it.
TINY = (
    ("penance-1.0", "heavy", ("wall", "cover")),
    ("penance-2.0", "heavy", ("wall", "forest")),
    ("penance-arena", "aberrant", ("wall", "rubble")),
    ("hexside-ww2", "vehicle", ("building", "pond")),
    ("megamek", "vehicle", ("building", "woods-2")),
    ("base-visibility", "guard", ("high-wall", "hill")),
)
#: Measures of tiny boards. Those of sight come first; they need a ruleset that draws lines between hexes.
SIGHTED = (("exposure-after-move",), ("exposure",), ("first-shot",), ("exposure-after-move", "territory"))
OTHERS = (
    ("territory",),
    ("capacity",),
    ("high-ground",),
    ("objectives",),
    ("contact",),
    ("capacity", "territory"),
)
CHANGES = (("terrain",), ("level",), ("zone",), ("terrain", "zone"), ("level", "zone"))
#: How many edits the lists of brute force have, at most.
MOST = 2


def tiny(count: int) -> list[Case]:
    """Return tiny boards, the same ones every time."""
    rng = random.Random(count)  # noqa: S311
    found = []
    for seed in range(count):
        ruleset, unit_class, kinds = TINY[seed % len(TINY)]
        measures = rng.choice(OTHERS if ruleset == "base-visibility" else (*SIGHTED, *OTHERS))
        size = rng.choice(((4, 3), (4, 4), (5, 4)))
        found.append(Case(ruleset, unit_class, measures, size, seed, kinds, rng.choice(CHANGES)))
    return found


def check_tiny(count: int) -> int:
    """Compare repairs of tiny boards with brute force, print a line for each, and return how many have a fault."""
    failed = beaten = claimed = 0
    for case in tiny(count):
        try:
            scenario = case.made()
        except ValueError as error:
            print(f"--   {error}")
            continue
        found, force = case.repaired(scenario), BruteForce(case, scenario)
        fewest = force.fewest(MOST)
        faults = force.false_claims(found, fewest)
        failed += bool(faults)
        beaten += fewest is not None and (not found.reached or len(found.steps) > fewest)
        claimed += found.fewest
        print(
            f"{'FAIL' if faults else 'ok  '} {case}: {found.outcome.value} by {len(found.steps)}, up to {found.ruled_out} ruled "
            f"out; brute force: {fewest or f'more than {MOST}'}{''.join(f'; {it}' for it in faults)}",
            flush=True,
        )
    print(
        f"{failed} of {count} failed; {claimed} are the fewest edits; in {beaten} brute force needs fewer, and repair says so"
    )
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=30, help="columns and rows of a board; an even number")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="processor time that a board may take")
    parser.add_argument(
        "--tiny", type=int, default=40, help="how many tiny boards are compared with brute force"
    )
    options = parser.parse_args()
    failed = 0
    for kind in kinds(options.size):
        board = planted(kind)
        began = time.process_time()
        found = repair(board.scenario, board.measures)
        took = time.process_time() - began
        locks = [*board.locks_touched(found.edits)]
        good = found.reached and len(found.edits) <= kind.count and took <= options.seconds and not locks
        failed += not good
        print(
            f"{'ok  ' if good else 'FAIL'} {kind}: {', '.join(board.measures)}; {kind.count} planted, "
            f"{len(board.locked_of())} of them locked; {found.outcome.value} by {len(found.edits)}, "
            f"{found.tried} tried, {took:.1f} s{f', locks touched: {locks}' if locks else ''}",
            flush=True,
        )
    print(f"{failed} failed")
    failed += check_tiny(options.tiny)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
