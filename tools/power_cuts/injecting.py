"""Let each system call of a scene fail once: no room, a disk that fails, an interrupt, and half of a write.

    LD_PRELOAD=faults.so python -m tools.power_cuts.injecting SCENE FOLDER

prints, as JSON, how many calls failed and what was wrong. Every failure must end in an error or a warning in words, or do
no harm; nothing that was told as done may be lost, and the old file stays whole.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import subprocess
import sys
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fairground.core.errors import FileError
from tools.power_cuts.disk import State
from tools.power_cuts.recording import ROOT, python
from tools.power_cuts.scenes import WARNING, scene_by_title, work

if TYPE_CHECKING:
    from tools.power_cuts.scenes import Scene

_SOURCE: Final = Path(__file__).with_name("faults.c")
#: Which calls fail by each error; those of a full disk fail from then on, the others once.
_FAULTS: Final = {
    errno.ENOSPC: ("open", "write", "fsync", "rename", "mkdir", "ftruncate"),
    errno.EIO: ("open", "look", "read", "write", "fsync", "rename", "unlink", "mkdir", "ftruncate"),
    errno.EINTR: ("open", "look", "read", "write", "fsync"),
    0: ("write",),
}
_FOR_EVER: Final = 10**6
#: The most calls of one kind that a scene makes.
_MOST: Final = 1000


@dataclass
class Injected:
    """How many calls failed, how many of the failures were told in words, and what was wrong, each with how often."""

    calls: int = 0
    told: int = 0
    faults: Counter[str] = field(default_factory=Counter)


def library(folder: Path) -> Path | None:
    """Compile the library that lets calls fail; None without a C compiler."""
    target = folder / "faults.so"
    try:
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", str(target), str(_SOURCE), "-ldl"], check=True)
    except OSError:
        return None
    return target


def injected(scene: Scene, top: Path, faults: Path) -> Injected:
    """Return what came of a scene whose calls fail, one after another, in a process of its own."""
    environment = {**os.environ, "LD_PRELOAD": str(faults), "PYTHONPATH": str(ROOT)}
    command = python("-m", "tools.power_cuts.injecting", scene.title, str(top))
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
    if done.returncode:
        raise RuntimeError(done.stderr)
    answer = json.loads(done.stdout)
    return Injected(answer["calls"], answer["told"], Counter(answer["faults"]))


def _inject(scene: Scene, top: Path) -> Injected:
    folder = top / "disk"
    folder.mkdir()
    scene.prepare(folder)
    start, found = State.of(folder), Injected()
    for number, calls in _FAULTS.items():
        for call in calls:
            for nth in range(1, _MOST):
                start.make(folder)
                answer = _in_a_child(scene, top, (call, nth, number))
                if not answer["hits"]:
                    break
                _judge(scene, top, (call, nth, number), answer, found)
    return found


def _judge(
    scene: Scene, top: Path, fault: tuple[str, int, int], answer: dict[str, Any], found: Injected
) -> None:
    call, nth, number = fault
    where = f"{errno.errorcode.get(number, 'half')} at {call} {nth}"
    told = (top / "told").read_text().splitlines()
    found.calls += 1
    found.told += bool(answer["refusal"]) or any(it.startswith(WARNING) for it in told)
    if answer["traceback"]:
        found.faults[f"{where}: {answer['traceback']}"] += 1
    for fault_ in scene.look(top / "disk", told, was_killed=True):
        found.faults[f"{where}: {fault_}"] += 1


def _in_a_child(scene: Scene, top: Path, fault: tuple[str, int, int]) -> dict[str, Any]:
    """Work through a scene in a process that is forked, with a fault; return what became of it."""
    call, nth, number = fault
    told = top / "told"
    told.unlink(missing_ok=True)
    reading, writing = os.pipe()
    process = os.fork()
    if not process:
        answer = {"refusal": "", "traceback": ""}
        hooks = ctypes.CDLL(None)
        count = _FOR_EVER if number == errno.ENOSPC else 1
        hooks.fault_set(os.fsencode(top / "disk"), call.encode(), nth, count, number)
        try:
            work(scene, top / "disk", told)
        except FileError as error:
            answer["refusal"] = str(error)
        except BaseException:  # noqa: BLE001  # whatever it is, it is told
            answer["traceback"] = traceback.format_exc(limit=-3)
        os.write(writing, json.dumps({**answer, "hits": hooks.fault_hits()}).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    os.waitpid(process, 0)
    answer_: dict[str, Any] = json.loads(data)
    return answer_


def main() -> None:
    """Let the calls of a scene fail."""
    from PySide6.QtCore import QCoreApplication

    application = QCoreApplication([])
    application.setApplicationName("fairground")
    found = _inject(scene_by_title(sys.argv[1]), Path(sys.argv[2]))
    json.dump({"calls": found.calls, "told": found.told, "faults": found.faults}, sys.stdout)


if __name__ == "__main__":
    main()
