"""The worker's side: a process that does slow work for the editor.

A thread would make the window stutter, because numpy and scipy hold the interpreter for long.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

#: The least time between two progress reports, in seconds.
REPORT_INTERVAL = 0.1
#: How far the priority of the worker is below that of the window, as by ``os.nice``.
_BELOW_WINDOW = 5


class Job(Protocol):
    """Work to do, as plain data that can be sent; ``run`` loads the modules it needs in the worker.

    Of several waiting jobs of a ``topic``, only the newest is done. Its ``tag`` returns with the answer, to recognise
    obsolete answers.
    """

    @property
    def topic(self) -> str:
        """The kind of work."""
        ...

    @property
    def tag(self) -> tuple[int, ...]:
        """The number of the job among those of its topic."""
        ...

    def run(self) -> object:
        """Do the work."""
        ...


class JobWatch(Protocol):
    """Receives the progress of a long job, and can cancel it."""

    def report(self, share: float, so_far: object = None) -> None:
        """Report the share of the work done, from 0 to 1, and the result ``so_far``; None for nothing to show."""
        ...

    def is_cancelled(self) -> bool:
        """Whether the job can be given up."""
        ...


class Unwatched:
    """A watch that ignores progress and never cancels."""

    def report(self, share: float, so_far: object = None) -> None:
        """Do nothing."""

    def is_cancelled(self) -> bool:
        """Return False."""
        return False


@runtime_checkable
class LongJob(Job, Protocol):
    """Work that reports progress, and can be cancelled."""

    def run_watched(self, watch: JobWatch) -> object:
        """Do the work; after it was cancelled, the result is ignored."""
        ...


@runtime_checkable
class PressingJob(Job, Protocol):
    """Work with priority over waiting jobs, many of which must be repeated after it."""

    is_pressing: ClassVar[bool]


@dataclass(frozen=True, slots=True)
class Dropped:
    """The message that cancels a job, started or not."""

    topic: str
    tag: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class JobProgress:
    """The share of a job done, from 0 to 1, and its result so far; None for nothing to show."""

    topic: str
    tag: tuple[int, ...]
    share: float
    so_far: object = None


@dataclass(frozen=True, slots=True)
class JobAnswer:
    """The result of a job; ``failure`` is set, and ``result`` None, if the job raised an error."""

    topic: str
    tag: tuple[int, ...]
    result: object
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Ready:
    """The first message of the worker: it listens."""


def begin(connection: Connection) -> None:
    """Announce the worker, and answer jobs at a lower priority than the window, so that frames are on time."""
    try:
        connection.send(Ready())
    except OSError:
        return  # the editor is closed already
    if hasattr(os, "nice"):  # not on Windows
        os.nice(_BELOW_WINDOW)
    serve(connection)


def serve(connection: Connection) -> None:
    """Answer jobs, topics in the order of their first request, until the editor closes its end."""
    post = _Post(connection)
    while True:
        try:
            job = post.next_job()
        except (EOFError, OSError):
            return
        try:
            result = job.run_watched(post) if isinstance(job, LongJob) else job.run()
            answer = JobAnswer(job.topic, job.tag, result)
        except Exception as error:  # noqa: BLE001  # report any error of the job, and continue
            answer = JobAnswer(job.topic, job.tag, None, f"{type(error).__name__}: {error}")
        try:
            connection.send(answer)
        except OSError:
            return


class _Post:
    """Receives jobs from the editor, and reports the progress of the current one."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._waiting: dict[str, Job] = {}
        self._job: Job | None = None
        self._is_cancelled = False
        self._reported = 0.0

    def next_job(self) -> Job:
        """Wait for a job; raise as ``Connection.recv`` once the editor is gone."""
        self._job = None
        while not self._waiting or self._connection.poll():
            self._receive()
        self._job = self._waiting.pop(next(iter(self._waiting)))
        self._is_cancelled, self._reported = False, time.monotonic()
        return self._job

    def report(self, share: float, so_far: object = None) -> None:
        """Send the progress of the current job, unless that was done just now."""
        now = time.monotonic()
        if self._job is not None and now - self._reported >= REPORT_INTERVAL:
            self._reported = now
            self._connection.send(JobProgress(self._job.topic, self._job.tag, share, so_far))

    def is_cancelled(self) -> bool:
        """Whether the current job was dropped, or the editor is gone."""
        try:
            while not self._is_cancelled and self._connection.poll():
                self._receive()
        except (EOFError, OSError):
            self._is_cancelled = True
        return self._is_cancelled

    def _receive(self) -> None:
        message: Job | Dropped = self._connection.recv()
        if not isinstance(message, Dropped):
            self._waiting[message.topic] = message
        elif self._job is not None and (message.topic, message.tag) == (self._job.topic, self._job.tag):
            self._is_cancelled = True
