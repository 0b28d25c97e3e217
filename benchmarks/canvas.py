"""The editor's canvas at 500x500, from ``canvas_session``, which runs in a process of its own."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.measure import Figure

if TYPE_CHECKING:
    from collections.abc import Iterator

MEDIAN_MS, WORST_MS, OPEN_MS, MEMORY_MB = 16, 33, 300, 400


def figures() -> Iterator[Figure]:
    """Yield median and 99th percentile of every kind of step, and the memory of the process."""
    command = [sys.executable, "-m", "benchmarks.canvas_session"]
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    answer = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    samples: dict[str, list[float]] = json.loads(answer.stdout)
    memory = samples.pop("memory")[0]
    opened = samples.pop("open")[0]
    yield Figure("canvas 500x500, open", opened, OPEN_MS)
    for name, times in samples.items():
        yield Figure(f"canvas 500x500, {name}, median", statistics.median(times), MEDIAN_MS)
        yield Figure(f"canvas 500x500, {name}, 99%", float(np.percentile(times, 99)), WORST_MS)
    yield Figure("canvas 500x500, memory of the process", memory, MEMORY_MB, unit="MB")
