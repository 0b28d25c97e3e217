"""Mend unfair boards that were made of fair ones, and print a line for each.

    python tools/check_repair.py [--size 30] [--seconds 10]

Ten symmetric boards, of every shipped ruleset, are made unfair by one to four edits on one side: hexes closed, other terrain,
hills, hexes of zones. Some hexes are locked, of those that were changed too. A line has the board, the measures that were
unfair, how many edits were planted and how many mended it, and the processor time that it took. The exit status is 1 when a
board is not mended, takes more edits than were planted or more time than allowed, or a locked hex is changed.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fairground.core import repair
from tests.core.analysis.repair.planted import Kind, planted

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


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=30, help="columns and rows of a board; an even number")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="processor time that a board may take")
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
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
