"""Dispatch jobs to local processes or a cluster, and again when a worker is lost with its job."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import Counter, deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, Self

from fairground.core.batches.questions import OtherVersionError, answer
from fairground.core.errors import FairgroundError, FileError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor, Future
    from multiprocessing.connection import Connection
    from types import TracebackType

    from fairground.core.batches.questions import Answer, BatchJob

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
    """Processes of this machine, spawned when there is something to do; they end with this process, however it ends."""

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)
    tries = 1

    def __init__(self, jobs: int) -> None:
        if not 1 <= jobs <= MOST_JOBS:
            raise UsageError(f"the number of jobs is 1 to {MOST_JOBS}, not {jobs}")
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
    """A pool whose processes ignore Ctrl+C, which goes to all processes of a terminal; the dispatcher ends them."""

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


#: A job that so many workers were lost with has ended them.
MOST_LOSSES: Final = 3
#: Jobs given out for each that can be done at once, so that nobody waits for the next.
_AHEAD: Final = 2


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a job has no answer, in a sentence; asked again it may have one."""

    reason: str


class _Given(NamedTuple):
    """A job under way: to whom it was given, and whether nothing else was."""

    job: BatchJob
    executor: Executor
    alone: bool


class _GivingOut:
    """Which jobs are under way, and which are to be given out again."""

    def __init__(self, jobs: Iterable[BatchJob], workers: Workers, program: str) -> None:
        self._jobs, self._workers, self._program = iter(jobs), workers, program
        self._executor: Executor | None = None
        self._under_way: dict[Future[Answer], _Given] = {}
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
                given = self._under_way.pop(future)
                if (found := self._outcome(future, given)) is not None:
                    yield given.job, found

    def _fill(self) -> Iterator[tuple[BatchJob, Failure]]:
        """Give out as many jobs as there are places for; yield those that cannot be."""
        while len(self._under_way) < _AHEAD * self._workers.places:
            job = self._again.popleft() if self._again else next(self._jobs, None)
            if job is None:
                break
            if (failure := self._give(job)) is not None:
                yield job, failure
        while self._alone and not self._under_way:
            job = self._alone.popleft()
            if (failure := self._give(job, alone=True)) is not None:
                yield job, failure

    def _give(self, job: BatchJob, *, alone: bool = False) -> Failure | None:
        """Give out a job; return why that cannot be, if so."""
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
                # A worker was lost since; what was under way says so by itself.
                self._executor = None
                continue
            self._under_way[future] = _Given(job, self._executor, alone)
            return None

    def _outcome(self, future: Future[Answer], given: _Given) -> Answer | Failure | None:
        """Return what came of a job; None where it is to be given out again."""
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
            if isinstance(error, BrokenExecutor) and given.executor is self._executor:
                self._executor = None
            return self._lost(given)
        except Exception as error:  # noqa: BLE001  # whatever it is, the other maps have their answers
            return Failure(f"{type(error).__name__}: {error}")

    def _lost(self, given: _Given) -> Failure | None:
        job = given.job
        self._losses[job] += self._workers.tries
        losses = self._losses[job]
        if given.alone and losses >= MOST_LOSSES:
            return Failure(f"{losses} workers ended during this job (out of memory, or killed)")
        (self._again if losses < MOST_LOSSES - 1 else self._alone).append(job)
        return None


def give_out(
    jobs: Iterable[BatchJob], workers: Workers, *, program: str
) -> Iterator[tuple[BatchJob, Answer | Failure]]:
    """Yield what comes of each job, as it is there; jobs are taken one by one as there is room for them.

    A job whose worker is lost is given out again. The second time it waits until nothing else is under way, so that no job is
    blamed for what another did; one whose worker is lost for the third time, and that was alone then, has failed.

    Raises
    ------
    UsageError
        When there are no workers, or they have another version of the program.
    FairgroundError
        When the cluster is gone as a whole.
    """
    return _GivingOut(jobs, workers, program).answers()
