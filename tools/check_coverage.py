"""Run the tests of core and list the lines that none of them executes.

    python tools/check_coverage.py [--least 95] [--workers 3] [--into out/coverage]

Lines run in processes started by tests count too. Prints the share of core, and files below nine tenths with their
missing lines. The exit status is 1 when a test fails or less than ``--least`` percent is covered.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
#: Files of which less is met are told, in percent.
TOLD_BELOW: Final = 90


def stretches(lines: list[int]) -> str:
    """Return lines in short: those that follow each other as one stretch.

    >>> stretches([3, 4, 5, 9])
    '3-5, 9'
    """
    breaks = [0, *(at + 1 for at, (a, b) in enumerate(pairwise(lines)) if b > a + 1), len(lines)]
    parts = [lines[start:end] for start, end in pairwise(breaks) if start < end]
    return ", ".join(str(it[0]) if len(it) == 1 else f"{it[0]}-{it[-1]}" for it in parts)


def told(report: dict[str, Any]) -> list[str]:
    """Return what is to be said of a report as ``coverage json`` writes it: of files, the least met first."""
    totals = report["totals"]
    files = [
        (it["summary"]["percent_covered"], name, it["missing_lines"]) for name, it in report["files"].items()
    ]
    lines = [
        f"{percent:5.1f}%  {name}: {stretches(missing)}"
        for percent, name, missing in sorted(files)
        if percent < TOLD_BELOW
    ]
    share = totals["percent_covered"]
    return [*lines, f"{share:5.1f}%  of {totals['num_statements']:,} lines of core in {len(files)} files"]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--least", type=float, default=95, help="the share of all lines, in percent")
    parser.add_argument("--workers", type=int, default=3, help="how many tests run side by side")
    parser.add_argument("--into", type=Path, default=ROOT / "out/coverage")
    options = parser.parse_args()
    into = options.into.resolve()
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    environment = {**os.environ, "COVERAGE_FILE": str(into / "data"), "QT_QPA_PLATFORM": "offscreen"}

    def coverage(*words: str) -> int:
        return subprocess.run(
            [sys.executable, "-m", "coverage", *words], check=False, cwd=ROOT, env=environment
        ).returncode

    tests = ["-m", "pytest", "-q", "-n", str(options.workers), "--dist", "loadgroup", "tests/core"]
    failed = coverage("run", *tests)
    answer = into / "coverage.json"
    if coverage("combine", "--quiet") or coverage("json", "--quiet", "-o", str(answer)):
        return 1
    report = json.loads(answer.read_text(encoding="utf-8"))
    print("\n".join(told(report)))
    return int(failed != 0 or report["totals"]["percent_covered"] < options.least)


if __name__ == "__main__":
    sys.exit(main())
