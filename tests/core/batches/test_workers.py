"""Processes of this machine: one that dies loses no answer, and none outlives whoever asked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest

from fairground.core.batches.dispatcher import MOST_JOBS, Failure, LocalWorkers, dispatch
from fairground.core.batches.maps import JobInput, Map
from fairground.core.batches.questions import AskedQuestion, BatchJob, ValidationQuestion, program_version
from fairground.core.errors import UsageError
from tests.core.batches.conftest import small
from tests.patience import wait_until

if TYPE_CHECKING:
    from fairground.core.batches.questions import Answer
    from fairground.core.files import ReadResult

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True, slots=True)
class Die(AskedQuestion):
    """Ends the process that is asked."""

    kind: ClassVar[str] = "die"

    def answer(self, reading: ReadResult) -> Answer:  # noqa: ARG002  # a question's signature
        os.kill(os.getpid(), signal.SIGKILL)
        return {}


def test_a_worker_that_dies_loses_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(small())
    it = Map("a.yaml", path, JobInput(path.read_bytes()).key)
    asked = [
        BatchJob(it, ValidationQuestion()),
        BatchJob(it, Die()),
        *(BatchJob(it, ValidationQuestion(f"{n}")) for n in range(4)),
    ]
    with LocalWorkers(1) as workers:
        found = dict(dispatch(asked, workers, program=program_version()))
    failure = found.pop(asked[1])
    assert isinstance(failure, Failure)
    assert failure.reason == "3 workers stopped unexpectedly during this job (out of memory, or killed)"
    assert len(found) == 5
    assert all(isinstance(each, dict) and each["name"] == "Small" for each in found.values())


@pytest.mark.parametrize("jobs", [0, -1, MOST_JOBS + 1])
def test_the_number_of_jobs_has_bounds(jobs: int) -> None:
    with pytest.raises(UsageError, match="the number of jobs must be from 1 to 61"):
        LocalWorkers(jobs)


#: Begins a worker that would sleep for an hour, and tells whether it is deaf to interrupts from its first moment on.
SLEEPING = """
import signal, time
from concurrent.futures import wait
from fairground.core.batches.dispatcher import LocalWorkers

if __name__ == "__main__":
    # A shell has what it starts in the background ignore interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with LocalWorkers(1) as workers:
        executor = workers.executor()
        held_back = executor.submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result()
        future = executor.submit(time.sleep, 3600)
        print("sleeping", signal.SIGINT in held_back, flush=True)
        wait([future])
"""


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked for in /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_workers_end_with_the_program_in_the_middle_of_a_job(tmp_path: Path, how: signal.Signals) -> None:
    script = tmp_path / "sleeping.py"
    script.write_text(SLEEPING)
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "sleeping True\n"
        # As Ctrl+C does, which goes to all processes of the terminal.
        (os.killpg if how is signal.SIGINT else os.kill)(process.pid, how)
        process.wait()
        assert process.stderr is not None
        # Nobody but the program itself has anything to say.
        assert process.stderr.read().count("Traceback") == (how is signal.SIGINT)
    wait_until(lambda: not of_session(process.pid), "the end of its workers")


def of_session(session: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        try:
            state, _, _, of = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
        except (OSError, ValueError):
            continue
        if entry.name.isdecimal() and int(of) == session and state != "Z":
            found.append(int(entry.name))
    return found
