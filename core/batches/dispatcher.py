"""Dispatch jobs to local processes or a cluster, and again when a worker is lost with its job."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, Self

from fairground.core.batches.questions import OtherVersionError, answer
from fairground.core.errors import FairgroundError, FileError, UsageError
from fairground.core.simulation.game_workers import InterruptFreePool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor, Future
    from multiprocessing.connection import Connection
    from types import TracebackType

    from fairground.core.batches.questions import Answer, BatchJob

#: The most processes that Windows can wait for.
MOST_JOBS: Final = 61


class Workers(Protocol):
    """Workers for jobs; a context manager that ends them."""

    @property
    def lost(self) -> tuple[type[BaseException], ...]:
        """The exceptions of a job's future when its worker is lost; the job may be dispatched again."""

    @property
    def tries(self) -> int:
        """The number of workers lost by a job when its future raises."""

    @property
    def places(self) -> int:
        """The number of jobs that can run in parallel now."""

    def executor(self) -> Executor:
        """Return an executor, a new one if the last is broken; raise a ``UsageError`` if there is none."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None: ...


class LocalWorkers:
    """Local processes, spawned on first use; they end with this process, however it ends."""

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)
    tries = 1

    def __init__(self, jobs: int) -> None:
        if not 1 <= jobs <= MOST_JOBS:
            raise UsageError(f"the number of jobs must be from 1 to {MOST_JOBS}, not {jobs}")
        self.places = jobs
        self._pool: ProcessPoolExecutor | None = None
        self._line: _LifeLine | None = None

    def executor(self) -> Executor:
        """Return a new pool of processes; ends the last one."""
        self._end(wanted=False)
        context = multiprocessing.get_context("spawn")
        self._line = _LifeLine(*context.Pipe(duplex=False))
        self._pool = InterruptFreePool(self.places, context, initializer=_begin, initargs=(self._line.far,))
        return self._pool

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._end(wanted=error is None)

    def _end(self, *, wanted: bool) -> None:
        """End the processes, immediately if their work is not ``wanted``."""
        pool, line, self._pool, self._line = self._pool, self._line, None, None
        if pool is None or line is None:
            return
        if not wanted:
            line.cut()
        pool.shutdown(cancel_futures=True)
        line.cut()


class _LifeLine:
    """A pipe without data: the holder of its far end notices when the near end is closed for any reason."""

    def __init__(self, far: Connection, near: Connection) -> None:
        self.far, self._near = far, near

    def cut(self) -> None:
        self._near.close()
        self.far.close()


def _begin(line: Connection) -> None:
    """Start a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: Connection, end: Callable[[int], None] = os._exit) -> None:
    with suppress(EOFError, OSError):
        line.recv_bytes()
    end(1)


#: A job fails after losing this many workers, the last one while it ran alone.
MOST_LOSSES: Final = 3
#: The number of jobs dispatched per place, so that no worker waits.
_AHEAD: Final = 2


@dataclass(frozen=True, slots=True)
class Failure:
    """The reason why a job has no answer this time."""

    reason: str


class _Dispatched(NamedTuple):
    """A job under way, with its executor, and whether it was dispatched ``alone``."""

    job: BatchJob
    executor: Executor
    alone: bool


class _Dispatcher:
    """The jobs under way, and those to be dispatched again."""

    def __init__(self, jobs: Iterable[BatchJob], workers: Workers, program: str) -> None:
        self._jobs, self._workers, self._program = iter(jobs), workers, program
        self._executor: Executor | None = None
        self._under_way: dict[Future[Answer], _Dispatched] = {}
        self._again: deque[BatchJob] = deque()
        self._alone: deque[BatchJob] = deque()
        self._losses: Counter[BatchJob] = Counter()

    def answers(self) -> Iterator[tuple[BatchJob, Answer | Failure]]:
        while True:
            yield from self._fill()
            if not self._under_way:
                return
            done, _ = wait(self._under_way, return_when=FIRST_COMPLETED)
            for future in done:
                dispatched = self._under_way.pop(future)
                if (found := self._outcome(future, dispatched)) is not None:
                    yield dispatched.job, found

    def _fill(self) -> Iterator[tuple[BatchJob, Failure]]:
        """Dispatch as many jobs as there are places for; yield those that fail at once."""
        while len(self._under_way) < _AHEAD * self._workers.places:
            job = self._again.popleft() if self._again else next(self._jobs, None)
            if job is None:
                break
            if (failure := self._submit(job)) is not None:
                yield job, failure
        while self._alone and not self._under_way:
            job = self._alone.popleft()
            if (failure := self._submit(job, alone=True)) is not None:
                yield job, failure

    def _submit(self, job: BatchJob, *, alone: bool = False) -> Failure | None:
        """Dispatch a job; return the failure if its file can't be read."""
        try:
            subject = job.map.subject()
        except FileError as error:
            return Failure(str(error))
        while True:
            if self._executor is None:
                self._executor = self._workers.executor()
            try:
                future = self._executor.submit(answer, subject, job.question, self._program)
            except BrokenExecutor:
                # A worker was lost; the jobs under way will raise.
                self._executor = None
                continue
            self._under_way[future] = _Dispatched(job, self._executor, alone)
            return None

    def _outcome(self, future: Future[Answer], dispatched: _Dispatched) -> Answer | Failure | None:
        """Return the outcome of a job; None if it is to be dispatched again."""
        try:
            return future.result()
        except OtherVersionError:
            raise
        except CancelledError:
            raise FairgroundError(
                "the connection to the cluster was lost. Finished work is saved; run the same command to "
                "resume"
            ) from None
        except self._workers.lost as error:
            if isinstance(error, BrokenExecutor) and dispatched.executor is self._executor:
                self._executor = None
            return self._lost(dispatched)
        except Exception as error:  # noqa: BLE001  # the other maps still get answers
            return Failure(f"{type(error).__name__}: {error}")

    def _lost(self, dispatched: _Dispatched) -> Failure | None:
        job = dispatched.job
        self._losses[job] += self._workers.tries
        losses = self._losses[job]
        if dispatched.alone and losses >= MOST_LOSSES:
            return Failure(
                f"{losses} workers stopped unexpectedly during this job (out of memory, or killed)"
            )
        (self._again if losses < MOST_LOSSES - 1 else self._alone).append(job)
        return None


def dispatch(
    jobs: Iterable[BatchJob], workers: Workers, *, program: str
) -> Iterator[tuple[BatchJob, Answer | Failure]]:
    """Yield the outcome of each job when it is done; jobs are taken one by one as there is room.

    A job whose worker is lost is dispatched again. After a second loss it runs alone, so that no job is blamed for
    another; if its worker is lost then, it has failed. Raises a ``UsageError`` when there are no workers, or they have
    another version of the program. Raises a ``FairgroundError`` when the connection to the cluster is lost.
    """
    return _Dispatcher(jobs, workers, program).answers()
