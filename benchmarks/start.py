"""From the command to the editor's window, painted, and the memory that it takes then: whole processes, without a screen."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.boards import random_board
from benchmarks.measure import Figure
from fairground.core.files import save
from fairground.core.grid.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
RUNS = 7
WINDOW_MS, MAP_MS, MEMORY_MB = 700, 700, 180


def figures() -> Iterator[Figure]:
    """Yield the time to the window, and to the map in it, and the memory with a map of 30x30."""
    arena = str(ROOT / "scenarios" / "standard-arena.yaml")
    with tempfile.TemporaryDirectory() as home:
        _start([], home)  # the first start draws thumbnails and compiles modules
        welcome = [_start([], home)[0] for _ in range(RUNS)]
        opened = [_start([arena], home) for _ in range(RUNS)]
        map_30 = Path(home) / "map-30.yaml"
        save(random_board("penance-2.0", Layout.ODD_Q, (30, 30), seed=1), map_30)
        memory = float(_run([str(map_30), "memory"], home)[0])
    yield Figure("editor, start to window, welcome page", statistics.median(welcome), WINDOW_MS)
    yield Figure("editor, start to window, with a file", statistics.median(it[0] for it in opened), WINDOW_MS)
    yield Figure("editor, start to the map of a file", statistics.median(it[1] for it in opened), MAP_MS)
    yield Figure("editor with a 30x30 map, resident memory", memory, MEMORY_MB, unit="MB")


def _start(arguments: list[str], home: str) -> list[float]:
    begin = time.time()
    return [1000 * (float(moment) - begin) for moment in _run(arguments, home)]


def _run(arguments: list[str], home: str) -> list[str]:
    # Compiled modules are kept, as they are wherever the editor is installed, whatever is said here of writing them.
    environment = {
        "QT_QPA_PLATFORM": "offscreen",
        **os.environ,
        "FAIRGROUND_HOME": home,
        "PYTHONPYCACHEPREFIX": home,
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "benchmarks.start_session", *arguments]
    answer = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return answer.stdout.split()
