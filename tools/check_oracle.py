"""Compare lines of sight with a table of answers from the MegaMek engine, by its ruleset.

    python tools/check_oracle.py [--boards ../shared/boards] [--table ../shared/oracle/megamek.csv.gz] [--verbose]

The boards are not in this repository. Rows on which the engine is known to be wrong are skipped, and lines that it
judges differently in reverse are explained; all others must agree. Exit status: 1 for differences, 2 without a table.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.core.sight.oracle import Answer, Outcome, judge_rows, read_table

#: Where the boards and the table are looked for.
SHARED = Path(__file__).parents[2] / "shared"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=Path, default=SHARED / "boards", help="folder of the boards")
    parser.add_argument(
        "--table", type=Path, default=SHARED / "oracle" / "megamek.csv.gz", help="the answers"
    )
    parser.add_argument("--verbose", action="store_true", help="print the rows that are explained, too")
    options = parser.parse_args()
    if not options.table.exists():
        print(f"there is no table of answers at {options.table}", file=sys.stderr)
        return 2
    outcomes: Counter[Outcome] = Counter()
    for name, rows in sorted(read_table(options.table).items()):
        for it in judge_rows(options.boards / name, rows):
            outcomes[it.outcome] += 1
            explained = it.outcome in (Outcome.OWN_BUILDING, Outcome.WALLS)
            if it.outcome is Outcome.DIFFERENT or (explained and options.verbose):
                print(f"{name}: {words(it)}")
    compared = sum(count for it, count in outcomes.items() if it not in (Outcome.BEARING, Outcome.FIELDS))
    print(f"{outcomes.total()} rows, {compared} compared")
    for outcome in Outcome:
        print(f"{outcomes[outcome]:8} {outcome}")
    return 1 if outcomes[Outcome.DIFFERENT] else 0


def words(it: Answer) -> str:
    """Return a row in words: the two hexes in the table's numbers, and both answers."""
    ends = " to ".join("{:02}{:02}".format(*place) for place in (it.row.start, it.row.end))
    answers = " and ".join("sees" if clear else "does not see" for clear in (it.row.clear, it.sight.clear))
    return f"{ends}, height {it.row.height}: the engine and the program: {answers}; {it.outcome}"


if __name__ == "__main__":
    sys.exit(main())
