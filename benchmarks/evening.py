"""Ten minutes at the editor, from ``evening_session``, which runs in a process of its own: blocks and growth."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from itertools import combinations
from typing import TYPE_CHECKING, Any

from benchmarks.measure import Figure

if TYPE_CHECKING:
    from collections.abc import Iterator

    Answer = dict[str, Any]

SECONDS, SIDE, SEED = 600.0, 100, 1
#: The longest that a turn of the event loop may keep the processor, in milliseconds.
BLOCK_MS = 50
#: What may be added to what the process holds, a minute: the allocator takes a little longer than the rest to settle.
GROWTH = {
    "memory MB": 1.0,
    "handles": 0.2,
    "threads": 0.2,
    "children": 0.2,
    "widgets": 2.0,
    "qt objects": 4.0,
    "python objects": 500.0,
}
#: From how many times as slow on it is told.
_SLOW = 1.15
#: How much of what a broken session said is told, in lines: what began it, and what ended it.
_FIRST, _LAST = 40, 20
#: Minutes that are not judged: caches fill, and what is loaded when it is used is.
WARM_UP = 2


def figures(seconds: float = SECONDS, side: int = SIDE, evenings: int = 1) -> Iterator[Figure]:
    """Print the minutes and the longest turns; yield the longest turn and the growth of everything that is held.

    Of several evenings, of the same things, also the longest turn about a thing that took as long in each of them: a
    machine that shares its cores stands still now and then, wherever it is, and what the editor takes it takes each time.
    """
    answers = []
    for _ in range(evenings):
        answer = measured(seconds, side)
        print(table(answer))
        yield from judged(answer)
        answers.append(answer)
    if evenings > 1:
        what, longest = returning(answers)
        print(f"in each of {evenings} evenings: {what}")
        name = f"evening {side}x{side}, longest turn about a thing in each of {evenings} evenings, processor"
        yield Figure(name, longest, BLOCK_MS)


def returning(answers: list[Answer]) -> tuple[str, float]:
    """Return the thing whose longest turn in that of some evenings where it was shortest is longest, and that turn.

    Of things that had no long turn in an evening there is no more to know.
    """
    by_evening: list[dict[str, float]] = []
    for answer in answers:
        longest: dict[str, float] = {}
        for turn in answer["long"]:
            longest[turn["what"]] = max(longest.get(turn["what"], 0.0), float(turn["ran"]))
        by_evening.append(longest)
    always = set(by_evening[0]).intersection(*by_evening[1:])
    shortest = {what: min(it[what] for it in by_evening) for what in sorted(always)}
    return max(shortest.items(), key=lambda it: it[1], default=("nothing", 0.0))


def measured(seconds: float = SECONDS, side: int = SIDE, seed: int = SEED) -> Answer:
    """Return what a session met.

    Raises
    ------
    RuntimeError
        When it broke, or the editor told of an error that nobody foresaw.
    """
    command = [sys.executable, "-m", "benchmarks.evening_session", str(seconds), str(side), str(seed)]
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ, "QT_NO_GLIB": "1"}
    process = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    if process.returncode:
        said = [line for line in process.stderr.splitlines() if not line.startswith("This plugin does not")]
        told = "\n".join([*said[:_FIRST], "...", *said[-_LAST:]])
        raise RuntimeError(f"the session ended with {process.returncode}:\n{told}")
    answer: Answer = json.loads(process.stdout)
    if answer["errors"]:
        raise RuntimeError(f"the editor told of errors:\n{answer['errors']}")
    return answer


def judged(answer: Answer) -> Iterator[Figure]:
    """Yield the figures of a session."""
    name = f"evening {answer['side']}x{answer['side']}"
    turns = answer["long"]
    over = [turn for turn in turns if turn["ran"] > BLOCK_MS]
    yield Figure(f"{name}, longest turn, processor", _longest(turns, "ran"), BLOCK_MS, runs=answer["turns"])
    yield Figure(f"{name}, longest turn, processor, at the machine's best pace", _at_best(turns), None)
    yield Figure(f"{name}, longest turn, without waiting for a core", _longest(turns, "own"), None)
    yield Figure(f"{name}, longest turn, wall", _longest(turns, "wall"), None)
    yield Figure(f"{name}, turns over {BLOCK_MS} ms", len(over), 0, unit="turns", runs=answer["turns"])
    for what, most in GROWTH.items():
        slope = growth(answer["minutes"], what)
        if slope is not None:
            yield Figure(f"{name}, growth of {what} a minute", slope, most, unit="")


def growth(minutes: list[dict[str, float]], what: str) -> float | None:
    """Return by how much something grows a minute after the warm-up: the median over all pairs of minutes.

    None when there are fewer than three minutes to judge by.
    """
    known = [(it["at"] / 60, it[what]) for it in minutes[WARM_UP:]]
    if len(known) < 3:
        return None
    return statistics.median((b[1] - a[1]) / (b[0] - a[0]) for a, b in combinations(known, 2))


def table(answer: Answer, most: int = 12) -> str:
    """Return the minutes and the longest turns by what they were about, as text."""
    lines = []
    names = list(answer["minutes"][0]) if answer["minutes"] else []
    lines.append("  ".join(f"{name:>14}" for name in names))
    lines += ["  ".join(f"{minute.get(name, 0):14,.1f}" for name in names) for minute in answer["minutes"]]
    lines.append(
        f"\n{answer['turns']} turns; processor / without waiting for a core / wall in ms; how many over; "
        "how many times slower than at best the machine was"
    )
    by_name: dict[str, list[Answer]] = {}
    for turn in answer["long"]:
        by_name.setdefault(turn["what"], []).append(turn)
    longest = sorted(by_name.items(), key=lambda it: -_longest(it[1], "ran"))
    for place, (what, turns) in enumerate(longest):
        worst = max(turns, key=lambda turn: float(turn["ran"]))
        over = sum(turn["ran"] > BLOCK_MS for turn in turns)
        if place >= most and not over:
            break
        slow = f"  x{worst['slow']:.1f}" if worst["slow"] > _SLOW else ""
        kernel = f"  {worst['kernel']:.0f} of it the kernel" if worst["kernel"] > worst["ran"] / 4 else ""
        lines.append(
            f"{worst['ran']:6.0f} {worst['own']:6.0f} {worst['wall']:6.0f}  {over:4}  {what}{slow}{kernel}"
        )
        if worst["ran"] > BLOCK_MS:
            lines += [f"{'':28}{count} x {stack}" for stack, count in worst["stacks"]]
    if answer["not done"]:
        lines.append(f"never done: {', '.join(answer['not done'])}")
    return "\n".join(lines)


def _at_best(turns: list[Answer]) -> float:
    """Return the longest turn as it would have been had the machine been as fast as it is at best."""
    return max((turn["ran"] / turn["slow"] for turn in turns), default=0.0)


def _longest(turns: list[Answer], kind: str) -> float:
    return max((float(turn[kind]) for turn in turns), default=0.0)
