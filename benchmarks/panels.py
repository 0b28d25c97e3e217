"""Strokes at 500x500 with every panel open, from ``panels_session``, which runs in a process of its own."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.canvas import MEDIAN_MS, WORST_MS
from benchmarks.measure import Figure

if TYPE_CHECKING:
    from collections.abc import Iterator


def figures() -> Iterator[Figure]:
    """Yield median and 99th percentile of frames in and between strokes; raise RuntimeError unless all panels were open."""
    command = [sys.executable, "-m", "benchmarks.panels_session"]
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    answer = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    samples: dict[str, list[float]] = json.loads(answer.stdout)
    are_open, panels = samples.pop("panels")
    if are_open < panels:
        raise RuntimeError(f"only {are_open:g} of {panels:g} panels were open")
    for name, times in samples.items():
        yield Figure(f"all panels, 500x500, {name}, median", statistics.median(times), MEDIAN_MS)
        yield Figure(f"all panels, 500x500, {name}, 99%", float(np.percentile(times, 99)), WORST_MS)
