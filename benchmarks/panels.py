"""Strokes at 500x500 with every panel open, from ``panels_session``, which runs in a process of its own."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.canvas import MEDIAN_MS, WORST_MS
from benchmarks.measure import Figure

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Milliseconds from the beginning of a stroke to that of the next, with what the last turn of the event loop takes longer.
STROKE_MS = 202
#: Seconds after which the session counts as hanging.
_HANGS = 300
_NAME = "all panels, 500x500"


def figures() -> Iterator[Figure]:
    """Yield the pace of the strokes and how long their frames took; raise RuntimeError unless all panels were open."""
    command = [sys.executable, "-m", "benchmarks.panels_session"]
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    # A pipe would end only with the last process that the editor has started.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as answer:
        subprocess.run(command, check=True, stdout=answer, env=environment, timeout=_HANGS)
        answer.seek(0)
        samples: dict[str, list[float]] = json.load(answer)
    are_open, panels = samples.pop("panels")
    (seconds,) = samples.pop("seconds")
    if are_open < panels:
        raise RuntimeError(f"only {are_open:g} of {panels:g} panels were open")
    strokes = len(samples["press"])
    yield Figure(f"{_NAME}, stroke to stroke, mean", 1000 * seconds / strokes, STROKE_MS, runs=strokes)
    for name, times in samples.items():
        if not times:
            continue  # a machine too slow has no time between the strokes
        runs = len(times)
        yield Figure(f"{_NAME}, {name}, median", statistics.median(times), MEDIAN_MS, runs=runs)
        yield Figure(f"{_NAME}, {name}, 99%", float(np.percentile(times, 99)), WORST_MS, runs=runs)
        over = sum(it > MEDIAN_MS for it in times)
        yield Figure(f"{_NAME}, {name}, over {MEDIAN_MS} ms", 100 * over / runs, None, unit="%", runs=runs)
