"""Where jobs are done: processes of this machine, or those of a cluster, by the interface of ``concurrent.futures``."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

from fairground.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor, Future
    from multiprocessing.connection import Connection
    from types import TracebackType

#: More processes than this Windows cannot wait for.
MOST_JOBS: Final = 61


class Workers(Protocol):
    """Who does jobs; used with ``with``, at the end of which nothing goes on."""

    @property
    def lost(self) -> tuple[type[BaseException], ...]:
        """What the future of a job raises whose worker is gone; whoever gave it out may give it out again."""

    @property
    def tries(self) -> int:
        """How many workers a job has ended, if it was the job, when its future says that its worker is gone."""

    @property
    def places(self) -> int:
        """How many jobs can be done side by side, as things are now."""

    def executor(self) -> Executor:
        """Return who takes jobs: another one where the former is of no use any more.

        Raises
        ------
        UsageError
            When there is none.
        """

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None: ...


class LocalWorkers:
    """Processes of this machine, begun anew (spawned) when there is something to do.

    They end with this process, however it ends, and in the middle of a job when whoever asked gives up.
    """

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)
    tries = 1

    def __init__(self, jobs: int) -> None:
        if not 1 <= jobs <= MOST_JOBS:
            raise UsageError(f"there can be 1 to {MOST_JOBS} jobs side by side, not {jobs}")
        self.places = jobs
        self._pool: ProcessPoolExecutor | None = None
        self._line: _LifeLine | None = None

    def executor(self) -> Executor:
        """Return a pool of processes; the former one is ended."""
        self._end(wanted=False)
        context = multiprocessing.get_context("spawn")
        self._line = _LifeLine(*context.Pipe(duplex=False))
        self._pool = _Pool(self.places, context, initializer=_begin, initargs=(self._line.far,))
        return self._pool

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._end(wanted=error is None)

    def _end(self, *, wanted: bool) -> None:
        """End the processes; those whose work is not wanted any more at once."""
        pool, line, self._pool, self._line = self._pool, self._line, None, None
        if pool is None or line is None:
            return
        if not wanted:
            line.cut()
        pool.shutdown(cancel_futures=True)
        line.cut()


class _Pool(ProcessPoolExecutor):
    """A pool whose processes hear nothing of Ctrl+C, from their first moment on.

    It goes to all processes of a terminal; the one that gives out the jobs ends the others.
    """

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401
        with _interrupts_held_back():
            # Processes are begun here, and go on as the thread is that begins them.
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Let an interrupt wait; where the system cannot, a process that is just beginning may complain of it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _LifeLine:
    """A pipe that nobody writes to: who holds its far end learns when the near one is closed, whatever closed it."""

    def __init__(self, far: Connection, near: Connection) -> None:
        self.far, self._near = far, near

    def cut(self) -> None:
        self._near.close()
        self.far.close()


def _begin(line: Connection) -> None:
    """Begin a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: Connection, end: Callable[[int], None] = os._exit) -> None:
    with suppress(EOFError, OSError):
        line.recv_bytes()
    end(1)
