"""An evening with the editor in some minutes, as a process of its own: prints what it met as JSON.

    QT_QPA_PLATFORM=offscreen python -m benchmarks.evening_session SECONDS SIDE SEED

Before anything is counted, the real window does everything once: every action, a thing of every kind on both of its maps,
and what the editor suggests for a small one is taken. So what is loaded, made or kept from its first use on is there, and
is no growth: growth is what comes with doing the same again. Then it works on two boards of ``SIDE`` by ``SIDE`` hexes in
turn, saves them, has its worker check them, and takes suggestions again. At the end of every minute the first of them is
opened again, and when all has come to rest, what the process holds then is written down: whatever grows from one such moment
to the next is held by nobody who needs it. The history is told as it was before that: it goes with its document.
"""

from __future__ import annotations

import json
import os
import sys
import time
from itertools import islice
from typing import TYPE_CHECKING, Any

from benchmarks.evening import BLOCK_MS
from benchmarks.evening_course import Course, in_the_editor
from benchmarks.evening_turns import Turns
from benchmarks.evening_window import FIRST, SECOND

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.evening_window import EditorDriver

    Minutes = list[dict[str, float]]

#: How often what the process holds is written down, at most, in seconds; shorter sessions do so three times, and those
#: of a few seconds once.
MINUTE, _SHORT = 60.0, 10.0


def evening(editor: EditorDriver, turns: Turns, minutes: Minutes, *, seconds: float) -> Iterator[int]:
    """Work for some seconds, and write down every minute what is held."""
    minute = min(MINUTE, seconds / 3 if seconds > _SHORT else seconds)
    yield from editor.open(FIRST)
    yield from editor.rest()
    # The start, with all that is loaded for the first map, has budgets of its own.
    turns.long.clear()
    if seconds > _SHORT:
        yield from editor.first_uses()
        yield from editor.count()
        # To look at all of it takes its time.
        turns.counts = False
    first = time.monotonic()
    while (begun := time.monotonic()) - first < seconds - minute / 2:
        yield from _work(editor, turns, begun + minute / 2)
        yield from editor.open(SECOND)
        yield from _work(editor, turns, begun + minute)
        history = editor.history()
        if seconds > _SHORT:
            yield from editor.suggestions()
        held = yield from editor.count()
        turns.counts = False
        minutes.append({"at": time.monotonic() - first, **history, **held})
        print(_reading(minutes[-1], turns), file=sys.stderr, flush=True)


def _reading(minute: dict[str, float], turns: Turns) -> str:
    """Return a reading as a line, so that something is known of a session that is stopped early."""
    over = sum(turn.ran > BLOCK_MS for turn in turns.long)
    return (
        f"{minute['at'] / 60:6.1f} min  {minute['memory MB']:7.1f} MB ({minute['in use MB']:.1f} in use)  "
        f"{minute['python objects']:.0f} objects  {minute['handles']:.0f} handles  "
        f"{minute['widgets']:.0f} widgets  {over} of {turns.count} turns over {BLOCK_MS} ms"
    )


def _work(editor: EditorDriver, turns: Turns, until: float) -> Iterator[int]:
    while time.monotonic() < until:
        for rest in editor.hand.next_work():
            turns.what = editor.hand.what
            yield rest


def run(seconds: float, side: int, seed: int) -> dict[str, Any]:
    """Return what an evening met: turns of the event loop, minutes, and what was done how often."""
    minutes: Minutes = []
    with in_the_editor(side, seed) as editor:
        turns = Turns()
        Course(editor, turns=turns).go(evening(editor, turns, minutes, seconds=seconds))
        turns.close()
    return {
        "side": side,
        "seconds": seconds,
        "turns": turns.count,
        "long": [it.as_dict() for it in turns.long],
        "minutes": minutes,
        "done": dict(islice(editor.hand.done.most_common(), 400)),
        "not done": editor.hand.not_done(),
        "errors": editor.errors,
    }


if __name__ == "__main__":
    os.environ["QT_NO_GLIB"] = "1"
    answer = run(float(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
    json.dump(answer, sys.stdout)
