"""A process that reads damaged files, with little CPU time and memory, and is replaced when it fails."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import tempfile
import traceback
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tools.fuzzing.guard import Guard
from tools.fuzzing.readers import READERS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from multiprocessing.connection import Connection

ROOT: Final = Path(__file__).parents[2]
#: The CPU time that a file may take.
SECONDS: Final = 1.0
#: How long an answer is waited for: of a process that does nothing, none comes.
PATIENCE: Final = 600.0
MEMORY: Final = 2**30
#: The outcomes that are faults of the program.
FAILURES: Final = ("traceback", "crash", "timeout", "escape")


def judge(data: bytes, beside: Mapping[str, bytes], reader: str) -> tuple[str, str]:
    """Return the outcome of reading a file, with the traceback of a failure."""
    try:
        return READERS[reader].read(data, beside), ""
    except Exception:  # noqa: BLE001  # whatever escapes is what is looked for
        return "traceback", traceback.format_exc()


class _Tracer:
    """Notes which branches of the program a file reaches."""

    def __init__(self) -> None:
        from coverage import Coverage

        folders = [str(ROOT / "core"), str(ROOT / "editor"), str(ROOT / ".dev")]
        self._coverage = Coverage(data_file=None, branch=True, source=folders, messages=False)
        self._known: set[int] = set()

    def start(self) -> None:
        self._coverage.erase()
        self._coverage.start()

    def stop(self) -> frozenset[int]:
        """Return the branches that no file before reached, each as a number that stays the same."""
        self._coverage.stop()
        data = self._coverage.get_data()
        reached = {
            zlib.crc32(f"{file}:{start}:{end}".encode())
            for file in data.measured_files()
            for start, end in data.arcs(file) or ()
        }
        new = reached - self._known
        self._known |= new
        return frozenset(new)


def _work(connection: Connection, readers: tuple[str, ...], seconds: float, *, traces: bool) -> None:
    _limit_memory()
    for reader in readers:
        # The first file of a kind loads whatever its reader needs.
        sample = READERS[reader].samples()[0]
        judge(sample.data, sample.beside, reader)
    with tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = folder
        guard = Guard(Path(folder), ROOT)
        tracer = _Tracer() if traces else None
        connection.send("ready")
        while True:
            received = connection.recv()
            _limit_time(seconds)
            if tracer is not None:
                tracer.start()
            answer = judge(*received)
            _limit_time(0)
            reached = tracer.stop() if tracer is not None else frozenset()
            noted = guard.noted()
            connection.send((*(("escape", "\n".join(noted)) if noted else answer), reached))


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _limit_time(seconds: float) -> None:
    """End this process when it has computed for so long; 0 takes the limit away."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


class Worker:
    """A process that reads one file after another; it is replaced when it dies or takes too long.

    ``readers`` names those that it is ready for from the start; ``seconds`` is the CPU time that a file may take.
    """

    def __init__(self, readers: tuple[str, ...], *, seconds: float = SECONDS, traces: bool = False) -> None:
        self._readers = readers
        self._seconds = seconds
        self._traces = traces
        #: The branches that the last file was the first to reach in this process; empty unless it ``traces``.
        self.reached: frozenset[int] = frozenset()
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(
            target=_work,
            args=(theirs, self._readers, self._seconds),
            kwargs={"traces": self._traces},
            daemon=True,
        )
        self._process.start()
        theirs.close()
        self._connection.recv()

    def judge(self, data: bytes, beside: Mapping[str, bytes], reader: str) -> tuple[str, str]:
        """Return the outcome of a file, and its details."""
        try:
            self._connection.send((data, dict(beside), reader))
        except OSError:
            # It ended after the last file, such as for lack of memory.
            self.stop()
            self._start()
            self._connection.send((data, dict(beside), reader))
        if not self._connection.poll(PATIENCE):
            self.stop()
            self._start()
            return "timeout", f"longer than {PATIENCE} s"
        self.reached = frozenset()
        try:
            outcome, details, self.reached = self._connection.recv()
        except EOFError:
            self._process.join()
            status = self._process.exitcode
            self._start()
            if sys.platform != "win32" and status == -signal.SIGPROF:
                return "timeout", f"longer than {self._seconds} s"
            return "crash", f"exit status {status}"
        return outcome, details

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._connection.close()
