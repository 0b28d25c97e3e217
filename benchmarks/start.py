"""From the command to the editor's window, painted: whole processes, without a screen."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import Figure

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
RUNS = 7
WINDOW_MS, MAP_MS = 700, 1000


def figures() -> Iterator[Figure]:
    """Yield the time to the window, and to the map in it."""
    arena = str(ROOT / "scenarios" / "standard-arena.yaml")
    with tempfile.TemporaryDirectory() as home:
        _start([], home)  # the first start draws thumbnails and compiles modules
        welcome = [_start([], home)[0] for _ in range(RUNS)]
        opened = [_start([arena], home) for _ in range(RUNS)]
    yield Figure("editor, start to window, welcome page", statistics.median(welcome), WINDOW_MS)
    yield Figure("editor, start to window, with a file", statistics.median(it[0] for it in opened), WINDOW_MS)
    yield Figure("editor, start to the map of a file", statistics.median(it[1] for it in opened), MAP_MS)


def _start(arguments: list[str], home: str) -> list[float]:
    # Compiled modules are kept, as they are wherever the editor is installed, whatever is said here of writing them.
    environment = {
        "QT_QPA_PLATFORM": "offscreen",
        **os.environ,
        "FAIRGROUND_HOME": home,
        "PYTHONPYCACHEPREFIX": home,
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "benchmarks.start_session", *arguments]
    begin = time.time()
    answer = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return [1000 * (float(moment) - begin) for moment in answer.stdout.split()]
