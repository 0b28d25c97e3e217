"""The fan under the pointer in the editor, from ``sight_canvas_session``, which runs in a process of its own."""

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

MEDIAN_MS, WORST_MS = 16, 33


def figures() -> Iterator[Figure]:
    """Yield median and 99th percentile of the time from a move of the mouse to the drawn fan, by size and ruleset."""
    command = [sys.executable, "-m", "benchmarks.sight_canvas_session"]
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    answer = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    samples: dict[str, list[float]] = json.loads(answer.stdout)
    for board, times in samples.items():
        yield Figure(f"fan under the pointer {board}, median", statistics.median(times), MEDIAN_MS)
        yield Figure(f"fan under the pointer {board}, 99%", float(np.percentile(times, 99)), WORST_MS)
