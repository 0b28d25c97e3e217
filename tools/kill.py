"""Kill an editor repeatedly while it works: no work may be lost, and no file may be torn.

    python tools/kill.py --count 500 [--seed 1]

An editor paints, saves and exports until it is killed (SIGKILL) at a random moment, also during start and recovery. Then
its remains are checked: recovered edits against its log, the saved file, exports with companions, the journal
truncated anywhere, and leftover files. The next editor starts from them. The exit status is 1 for lost or torn data. The
same seed gives the same strokes, at other moments.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import select
import signal
import sys
import tempfile
import time
import zlib
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, str(Path(__file__).parents[1]))

from PySide6.QtGui import QGuiApplication

from tools.killing.looking import Known, Look, look
from tools.killing.painter import Painter, load_exports

if TYPE_CHECKING:
    from collections.abc import Callable

#: The longest that an editor lives, in seconds.
LONGEST: Final = 0.8
#: How many kills come during start and recovery.
EARLY: Final = 0.15


def run(*, count: int, seed: int) -> int:
    """Kill ``count`` editors; return the number of faults."""
    chance = random.Random(seed)  # noqa: S311  # moments to kill at, not secrets
    begun = time.perf_counter()
    phases: Counter[str] = Counter()
    done: Counter[str] = Counter()
    looks: list[Look] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        load_exports(folder)
        (folder / "out").mkdir()
        os.environ["FAIRGROUND_HOME"] = str(folder / "home")
        known = Known()
        for number in range(count):
            _kill_one(folder, known, chance, f"{seed}/{number}")
            phases[known.phase] += 1
            found = Look(**json.loads(_in_a_process(lambda write: write(vars(look(folder, known, chance))))))  # noqa: B023
            for fault in found.faults:
                print(f"kill {seed}/{number}, {known.phase}: {fault}", flush=True)
            looks.append(found)
            known = Known(
                states=[(time.monotonic(), found.state)] if known.states else [],
                start=known.start,
                contents=_content(folder),
                done=known.done,
            )
        done.update(known.done)
    _print_table(phases, done, looks, time.perf_counter() - begun)
    return sum(len(it.faults) for it in looks)


def _kill_one(folder: Path, known: Known, chance: random.Random, seed: str) -> None:
    """Let an editor live for a while, and take in what it tells until it is killed."""
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.close(reading)
        _live(lambda: Painter(folder, writing, seed).run())
    os.close(writing)
    told = bytearray()
    if chance.random() < EARLY:
        _listen(reading, told, chance.random() * 0.3)
    else:
        while b'"open"' not in told and _listen(reading, told, 0.0):
            pass
        _listen(reading, told, chance.random() * LONGEST)
    os.kill(process, signal.SIGKILL)
    while _listen(reading, told, 0.0):
        pass
    os.close(reading)
    for line in told.splitlines():
        # The last line may be cut off.
        with suppress(ValueError):
            known.hear(json.loads(line))
    _, status = os.waitpid(process, 0)
    if not os.WIFSIGNALED(status):
        raise RuntimeError(f"the editor of seed {seed} ended by itself; it says above why")


def _listen(pipe: int, told: bytearray, seconds: float) -> bool:
    """Take in what comes for some time, or the next that comes where that is 0; return whether there is more to come."""
    end = time.monotonic() + seconds
    while True:
        left = end - time.monotonic()
        if seconds and not (left > 0 and select.select([pipe], [], [], left)[0]):
            return True
        found = os.read(pipe, 2**16)
        told += found
        if not found or not seconds:
            return bool(found)


def _in_a_process(work: Callable[[Callable[[Any], None]], object]) -> bytes:
    """Do some work in its own process, like an editor that restarts; return its output."""
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        os.close(reading)

        def write(found: object) -> None:
            with os.fdopen(writing, "w") as stream:
                json.dump(found, stream)

        _live(lambda: work(write))
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read()
    os.waitpid(process, 0)
    return told


def _live(work: Callable[[], object]) -> NoReturn:
    """Do some work as a process that was forked, and end."""
    status = 1
    try:
        gc.disable()
        application = QGuiApplication([])
        application.setApplicationName("fairground")
        work()
        status = 0
    except BaseException:  # noqa: BLE001  # the process ends here, whatever it is
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stderr.flush()
        os._exit(status)


def _content(folder: Path) -> tuple[int, ...]:
    """Return the checksum of the file that is saved, for the next look."""
    path = folder / "arena.yaml"
    return (zlib.crc32(path.read_bytes()),) if path.exists() else ()


def _print_table(phases: Counter[str], done: Counter[str], looks: list[Look], seconds: float) -> None:
    rows = {
        "kills": len(looks),
        **{f"  while {phase}": number for phase, number in sorted(phases.items())},
        "states that editors told of": done["at"],
        "saves that were done": done["saved"],
        "exports that were done": done["exported"],
        "recoveries": sum(it.steps > 0 for it in looks),
        "steps undone to the start": sum(it.steps for it in looks),
        "journals cut off anywhere": sum(it.cuts for it in looks),
        "locks left half taken": sum(it.torn_locks for it in looks),
        "longest work lost, in seconds": max((it.lost_seconds for it in looks), default=0),
        "most files left over at once": max((it.leftovers for it in looks), default=0),
        "files left over at the end": looks[-1].leftovers if looks else 0,
        "faults": sum(len(it.faults) for it in looks),
        "seconds": round(seconds),
    }
    for name, number in rows.items():
        print(f"{name:34} {number:9,}")


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--count", type=int, default=500, help="how many editors to kill")
    parser.add_argument("--seed", type=int, default=1, help="another seed paints otherwise")
    options = parser.parse_args()
    return int(run(count=options.count, seed=options.seed) > 0)


if __name__ == "__main__":
    sys.exit(main())
