"""Do four hours of a designer's work in the editor, as fast as possible: nothing may grow or slow down.

    python tools/soak.py [--actions 7200] [--side 60] [--seed 1] [--json FILE]

An action every two seconds makes 7,200: strokes, history, overlays, clipboard, dialogs, saves and so on, random but
repeatable by seed. The real window does them offscreen, with its worker, journal and files.

After a warm-up come four quarters, each half on one map and half on another; both stay open with their history. At the
end of a quarter the editor suggests edits for a small map, opens a map again and settles; then its memory and the
window's busy time per event are recorded. The exit status is 1 when the last quarter exceeds the first by more than
allowed, in memory or time, or on an unexpected error.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)] if str(ROOT) not in sys.path else []

from benchmarks.evening_course import Course, in_the_editor  # noqa: E402  # benchmarks are beside tools
from benchmarks.evening_window import FIRST, SECOND  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.evening_window import EditorDriver

    Quarter = dict[str, float]

#: Four hours, and a thing every two seconds.
ACTIONS: Final = 4 * 3600 // 2
QUARTERS: Final = 4
#: How long the hand waits for the editor after each event, at most, in milliseconds: what it asked for is to come.
PAUSE: Final = 2
#: The fewest events of a quarter whose times say anything.
ENOUGH: Final = 2000


class Allowed(NamedTuple):
    """By how much the last quarter may be over the first: a share of it, and so much more."""

    share: float
    more: float


#: The allocator keeps what it once had; Python's own objects come and go with caches that have bounds.
ALLOWED: Final = {
    "memory MB": Allowed(0.05, 10),
    "handles": Allowed(0, 4),
    "threads": Allowed(0, 2),
    "children": Allowed(0, 0),
    "widgets": Allowed(0.01, 10),
    "qt objects": Allowed(0.01, 20),
    "python objects": Allowed(0.02, 4000),
    "median ms": Allowed(0.25, 0.5),
    "99th ms": Allowed(0.25, 10),
}


def evening(
    editor: EditorDriver, busy: list[float], found: list[Quarter], *, actions: int, quarters: int
) -> Iterator[int]:
    """Do so many things in so many quarters, without rests between them, and write down what each quarter held."""
    yield from editor.open(FIRST)
    yield from editor.rest()
    if quarters == QUARTERS:
        # All that is loaded when it is first used is there before anything is compared.
        yield from editor.first_uses()
    for quarter in range(quarters):
        busy.clear()
        begun = time.monotonic()
        for board in (SECOND, FIRST):
            yield from editor.open(board)
            for _ in range(actions // quarters // 2):
                yield from (min(rest, PAUSE) for rest in editor.hand.next_work())
        told = {
            "quarter": quarter + 1,
            "seconds": time.monotonic() - begun,
            **_spread(busy),
            **editor.history(),
        }
        if quarters == QUARTERS:
            yield from editor.suggestions()
        held = yield from editor.count()
        found.append({**told, **held})


def _spread(busy: list[float]) -> dict[str, float]:
    ordered = sorted(busy)
    count = len(ordered)
    return {"events": count, "median ms": ordered[count // 2], "99th ms": ordered[count * 99 // 100], "longest ms": ordered[-1]}  # fmt: skip


def worked(actions: int, side: int, seed: int, quarters: int) -> dict[str, Any]:
    """Work in this process, and return what the quarters held."""
    # Where a crash of the toolkit is, is all that is left of it.
    faulthandler.enable()
    busy: list[float] = []
    found: list[Quarter] = []
    with in_the_editor(side, seed) as editor:
        Course(editor, busy=busy).go(evening(editor, busy, found, actions=actions, quarters=quarters))
    return {
        "actions": actions,
        "side": side,
        "seed": seed,
        "quarters": found,
        "to do": quarters,
        "done": dict(editor.hand.done),
        "errors": editor.errors,
    }


def measured(
    actions: int = ACTIONS, side: int = 60, seed: int = 1, quarters: int = QUARTERS
) -> dict[str, Any]:
    """Work in a process of its own, and return what came of it.

    Raises
    ------
    RuntimeError
        When that process died.
    """
    words = [str(it) for it in (actions, side, seed, quarters)]
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ, "QT_NO_GLIB": "1"}
    command = [sys.executable, str(Path(__file__).resolve()), "--worker", *words]
    process = subprocess.run(command, check=False, capture_output=True, text=True, env=environment, cwd=ROOT)
    if process.returncode:
        told = [it for it in process.stderr.splitlines() if not it.startswith("This plugin does not support")]
        raise RuntimeError("\n".join([f"the editor ended with {process.returncode}:", *told[-80:]]))
    answer: dict[str, Any] = json.loads(process.stdout)
    return answer


def faults(answer: dict[str, Any]) -> list[str]:
    """Return what is wrong with what came of it."""
    found = [f"the editor reported errors:\n{answer['errors']}"] if answer["errors"] else []
    quarters: list[Quarter] = answer["quarters"]
    if len(quarters) < answer["to do"]:
        return [*found, f"{len(quarters)} of {answer['to do']} quarters were done"]
    first, last = quarters[0], quarters[-1]
    for what, (share, more) in ALLOWED.items():
        if what.endswith("ms") and first["events"] < ENOUGH:
            continue
        most = first[what] * (1 + share) + more
        if last[what] > most:
            found.append(f"{what}: {first[what]:.1f} in the first quarter, {last[what]:.1f} in the last")
    return found


def table(answer: dict[str, Any]) -> str:
    """Return the quarters side by side."""
    quarters: list[Quarter] = answer["quarters"]
    names = (
        "events",
        "seconds",
        "median ms",
        "99th ms",
        "longest ms",
        "steps",
        "history MB",
        "working MB",
        "in use MB",
        *ALLOWED,
    )
    lines = [
        f"{answer['actions']:,} things done on boards of {answer['side']}x{answer['side']}, seed {answer['seed']}"
    ]
    for name in dict.fromkeys(names):
        values = "".join(f"{it.get(name, 0):12,.1f}" for it in quarters)
        lines.append(f"{name:16}{values}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--actions", type=int, default=ACTIONS)
    parser.add_argument("--side", type=int, default=60, help="of the boards, in hexes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="where to write everything that was measured")
    parser.add_argument("--worker", nargs=4, type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        json.dump(worked(*options.worker), sys.stdout)
        return 0
    answer = measured(options.actions, options.side, options.seed)
    if options.json:
        options.json.write_text(json.dumps(answer, indent=1) + "\n", encoding="utf-8")
    print(table(answer))
    wrong = faults(answer)
    for fault in wrong:
        print(f"WRONG: {fault}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
