"""Giving out jobs: to whoever is free, and again when a worker is lost with them."""

from __future__ import annotations

from collections import Counter, deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.batches.jobs import OtherVersionError, answer
from fairground.core.errors import FairgroundError, FileError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Executor, Future

    from fairground.core.batches.jobs import BatchJob
    from fairground.core.batches.questions import Answer
    from fairground.core.batches.workers import Workers

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
                "the cluster was lost; what it did is kept, and the same command goes on with the rest"
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
            return Failure(f"{losses} workers ended while they were at it (out of memory, or killed)")
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
