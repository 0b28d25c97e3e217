"""Cut the power at each system call of save, export, journal, recovery and batch store: nothing told as saved may be lost.

    python tools/check_power_cuts.py [--seed 1] [--scene save ...] [--no-faults]

Each scene runs once under strace. From its system calls come states of the folder that POSIX allows after a cut: what was
not synced may be there, in any order, in part, or not at all. Of up to six such changes all subsets are tried, of more some
hundred. The program's own code then opens each state. So it does after a kill at each call.

Then each call fails once: a full disk, a disk error, an interrupt, half of a write. The exit status is 1 for anything that is
lost or torn, and 2 without strace or a C compiler.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, str(Path(__file__).parents[1]))

from PySide6.QtCore import QCoreApplication

from tools.power_cuts.disk import cut_states, kill_states
from tools.power_cuts.injecting import Injected, injected, library
from tools.power_cuts.recording import can_record, python, record
from tools.power_cuts.scenes import SCENES, scene_by_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tools.power_cuts.disk import State
    from tools.power_cuts.scenes import Scene

#: A file system in memory, on which thousands of small folders are made in no time.
_MEMORY: Final = Path("/dev/shm")  # noqa: S108  # in a folder of its own


@dataclass
class Checked:
    """What came of a scene: system calls, states after kills and cuts, and faults, each with how often it was met.

    ``injected`` is what came of it with calls that fail.
    """

    scene: str
    calls: int = 0
    kills: int = 0
    cuts: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    injected: Injected = field(default_factory=Injected)


def check(scene: Scene, top: Path, seed: int) -> Checked:
    """Record a scene in a folder, and look at all that kills and cuts may leave of it."""
    folder, told = top / "disk", top / "told"
    folder.mkdir()
    scene.prepare(folder)
    command = python("-m", "tools.power_cuts.scenes", scene.title, str(folder), str(told))
    recording = record(command, folder, told)
    found = Checked(scene.title, recording.calls)
    found.kills = _look_at_all(scene, folder, kill_states(recording), found.faults, was_killed=True)
    cuts = cut_states(recording, random.Random(seed))  # noqa: S311  # states to try, not secrets
    found.cuts = _look_at_all(scene, folder, cuts, found.faults, was_killed=False)
    return found


def _look_at_all(
    scene: Scene, folder: Path, states: Iterable[State], faults: Counter[str], *, was_killed: bool
) -> int:
    count = 0
    for state in states:
        state.make(folder)
        how = "kill" if was_killed else "power cut"
        faults.update(f"{how}: {it}" for it in scene.look(folder, state.told, was_killed=was_killed))
        count += 1
    return count


def table(rows: Sequence[Checked]) -> str:
    """Return the counts as text."""
    names = ("system calls", "kills", "power cuts", "failed calls", "told", "lost or torn")
    lines = ["".join((" " * 30, *(f"{name:>14}" for name in names)))]
    for it in rows:
        figures = (it.calls, it.kills, it.cuts, it.injected.calls, it.injected.told, it.faults.total())
        lines.append("".join((f"{it.scene:30}", *(f"{figure:14,}" for figure in figures))))
    return "\n".join(lines)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--seed", type=int, default=1, help="other subsets of many changes")
    parser.add_argument("--scene", action="append", help="only this one", choices=[it.title for it in SCENES])
    parser.add_argument("--no-faults", action="store_true", help="let no calls fail")
    options = parser.parse_args()
    if not can_record():
        print("strace is missing, or may not watch programs here: nothing was checked", file=sys.stderr)
        return 2
    application = QCoreApplication([])
    application.setApplicationName("fairground")
    rows = []
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as name:
        faults = None if options.no_faults else library(Path(name))
        if faults is None and not options.no_faults:
            print("there is no C compiler, cc: nothing was checked", file=sys.stderr)
            return 2
        for number, title in enumerate(options.scene or [it.title for it in SCENES]):
            top = Path(name) / str(number)
            top.mkdir()
            rows.append(check(scene_by_title(title), top, options.seed))
            if faults is not None:
                shutil.rmtree(top / "disk")
                rows[-1].injected = injected(scene_by_title(title), top, faults)
                rows[-1].faults += rows[-1].injected.faults
            for fault, count in rows[-1].faults.most_common():
                print(f"{title}: {fault} ({count} times)", flush=True)
    print(table(rows))
    return int(any(it.faults for it in rows))


if __name__ == "__main__":
    sys.exit(main())
