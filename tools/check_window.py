"""Let a random user work in a real window for some minutes: memory stays flat, and no turn of the event loop is long.

    python tools/check_window.py [--minutes 240] [--side 60] [--seed 1] [--json FILE]
    python tools/check_window.py --read FILE

The window is on a display of its own (Xvfb). Once a minute it is put back to how it was at first, and its memory is read
and printed. The exit status is 1 if memory grows by more than 5% over the whole time, if a turn keeps the processor for
more than 50 ms, or on an unexpected error. On a busy machine, a turn may be long for reasons that are not the editor's: each is listed with how
slow the machine was right after it, and such turns are counted apart.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)] if str(ROOT) not in sys.path else []

from benchmarks.evening import BLOCK_MS, WARM_UP, table  # noqa: E402  # benchmarks are beside tools

Answer = dict[str, Any]

#: By what share memory may grow from the first minute after the warm-up to the last.
FLAT: Final = 0.05
#: From how many times as slow as at best a machine is busy.
BUSY: Final = 1.15
#: The fewest minutes after the warm-up that say anything of growth.
_ENOUGH: Final = 5
_DISPLAY: Final = "-screen 0 1400x900x24"


def worked(minutes: float, side: int, seed: int) -> Answer:
    """Return what a session met, in a process and on a display of its own.

    Raises
    ------
    RuntimeError
        When it broke, or there is no Xvfb.
    """
    if shutil.which("xvfb-run") is None:
        raise RuntimeError("xvfb-run is missing; install xvfb")
    session = [sys.executable, "-m", "benchmarks.evening_session", str(60 * minutes), str(side), str(seed)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "xcb", "QT_NO_GLIB": "1"}
    command = ["xvfb-run", "-a", "-s", _DISPLAY, *session]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT)
    if done.returncode:
        raise RuntimeError(f"the session ended with {done.returncode}")
    answer: Answer = json.loads(done.stdout)
    return answer


def growth(minutes: list[dict[str, float]], what: str = "memory MB") -> float | None:
    """Return the share by which something grows over a session, by the median slope; None after too few minutes."""
    known = [(it["at"], it[what]) for it in minutes[WARM_UP:]]
    if len(known) < _ENOUGH:
        return None
    slope = statistics.median((b[1] - a[1]) / (b[0] - a[0]) for a, b in combinations(known, 2))
    return slope * (known[-1][0] - known[0][0]) / known[0][1]


def long_turns(answer: Answer) -> tuple[list[Answer], list[Answer]]:
    """Return the turns that are too long: those on a machine at its best pace, and those while it was slower."""
    long = [turn for turn in answer["long"] if turn["ran"] > BLOCK_MS]
    return [it for it in long if it["slow"] <= BUSY], [it for it in long if it["slow"] > BUSY]


def faults(answer: Answer) -> list[str]:
    """Return what is wrong with a session."""
    found = [f"the editor reported errors:\n{answer['errors']}"] if answer["errors"] else []
    share = growth(answer["minutes"])
    if share is not None and share > FLAT:
        found.append(f"memory grew by {share:.1%}; {FLAT:.0%} is allowed")
    own, _ = long_turns(answer)
    found += [f"a turn took {it['ran']:.0f} ms of the processor: {it['what']}" for it in own]
    return found


def summary(answer: Answer) -> str:
    """Return what a session shows, in sentences."""
    share, minutes = growth(answer["minutes"]), answer["minutes"]
    lines = [f"{len(minutes)} readings in {minutes[-1]['at'] / 60 if minutes else 0:.0f} minutes"]
    if share is None:
        lines.append("memory: too few readings to judge")
    else:
        lines.append(
            f"memory: {minutes[WARM_UP]['memory MB']:.1f} MB after the warm-up, {minutes[-1]['memory MB']:.1f} MB at the end; "
            f"by the median slope, {share:+.1%} over that time"
        )
    own, slowed = long_turns(answer)
    shortened = sum(it["ran"] / it["slow"] <= BLOCK_MS for it in slowed)
    lines.append(
        f"turns over {BLOCK_MS} ms of the processor: {len(own) + len(slowed)} of {answer['turns']:,}. In {len(slowed)} of "
        f"them the machine was more than {BUSY - 1:.0%} slower than at best; at its best pace, {shortened} of those would "
        "be shorter"
    )
    return "\n".join(lines)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=240)
    parser.add_argument("--side", type=int, default=60, help="of the boards, in hexes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="where to write everything that was measured")
    parser.add_argument("--read", type=Path, help="judge what such a file has, instead of working")
    options = parser.parse_args()
    answer = (
        json.loads(options.read.read_text(encoding="utf-8"))
        if options.read
        else worked(options.minutes, options.side, options.seed)
    )
    if options.json:
        options.json.write_text(json.dumps(answer, indent=1) + "\n", encoding="utf-8")
    print(table(answer))
    print(summary(answer))
    wrong = faults(answer)
    for fault in wrong:
        print(f"WRONG: {fault}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
