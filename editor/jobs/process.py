"""The worker's side: a process of its own that does slow work for the editor.

Threads would not do: numpy and scipy hold the interpreter for long stretches, and the window would stutter.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

#: A job tells how far it is no more often than this, in seconds.
TELLING = 0.1


class Job(Protocol):
    """Work to do, as plain data that can be sent; what it needs is loaded in the worker, by ``run``.

    ``topic`` is the kind of work: of several jobs of a topic that wait, only the newest is done. ``tag`` comes back
    with the answer, so that answers to what nobody asks any more are known.
    """

    @property
    def topic(self) -> str:
        """The kind of work."""
        ...

    @property
    def tag(self) -> tuple[int, ...]:
        """What tells the job from others of its topic."""
        ...

    def run(self) -> object:
        """Do the work."""
        ...


class JobWatch(Protocol):
    """Who waits for a long job."""

    def tell(self, share: float, so_far: object = None) -> None:
        """Hear how much of the work is done, from 0 to 1, and what has come of it ``so_far``; None for nothing to show."""
        ...

    def is_gone(self) -> bool:
        """Whether nobody wants the job any more, so that it can be given up."""
        ...


class Unwatched:
    """Nobody in particular: hears nothing, and wants the whole."""

    def tell(self, share: float, so_far: object = None) -> None:
        """Do nothing."""

    def is_gone(self) -> bool:
        """Return False."""
        return False


@runtime_checkable
class LongJob(Job, Protocol):
    """Work that takes long enough to tell how far it is, and to be given up halfway."""

    def run_watched(self, watch: JobWatch) -> object:
        """Do the work; what is returned once it was given up does not matter."""
        ...


@runtime_checkable
class PressingJob(Job, Protocol):
    """Work that goes before all that waits, because much of that has to be done anew after it."""

    is_pressing: ClassVar[bool]


@dataclass(frozen=True, slots=True)
class Dropped:
    """What the editor says of a job that it wants no more, begun or not."""

    topic: str
    tag: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class JobProgress:
    """How much of a job is done, from 0 to 1, and what has come of it so far, where that is worth a look."""

    topic: str
    tag: tuple[int, ...]
    share: float
    so_far: object = None


@dataclass(frozen=True, slots=True)
class JobAnswer:
    """What came of a job; ``failure`` is set, and ``result`` None, when the work itself broke."""

    topic: str
    tag: tuple[int, ...]
    result: object
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Ready:
    """What the worker says first: it listens."""


def begin(connection: Connection) -> None:
    """Say that the worker is there, and answer jobs."""
    connection.send(Ready())
    serve(connection)


def serve(connection: Connection) -> None:
    """Answer jobs, topics in the order in which they were first asked, until the editor closes its end."""
    post = _Post(connection)
    while True:
        try:
            job = post.next_job()
        except (EOFError, OSError):
            return
        try:
            result = job.run_watched(post) if isinstance(job, LongJob) else job.run()
            answer = JobAnswer(job.topic, job.tag, result)
        except Exception as error:  # noqa: BLE001  # any fault of the work is told, and the worker lives on
            answer = JobAnswer(job.topic, job.tag, None, f"{type(error).__name__}: {error}")
        try:
            connection.send(answer)
        except OSError:
            return


class _Post:
    """What comes from the editor, and what it hears of the job in hand."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._waiting: dict[str, Job] = {}
        self._job: Job | None = None
        self._is_gone = False
        self._told = 0.0

    def next_job(self) -> Job:
        """Wait for a job; raises as ``Connection.recv`` once the editor is gone."""
        self._job = None
        while not self._waiting or self._connection.poll():
            self._take_in()
        self._job = self._waiting.pop(next(iter(self._waiting)))
        self._is_gone, self._told = False, time.monotonic()
        return self._job

    def tell(self, share: float, so_far: object = None) -> None:
        """Tell the editor how far the job in hand is, now and then."""
        now = time.monotonic()
        if self._job is not None and now - self._told >= TELLING:
            self._told = now
            self._connection.send(JobProgress(self._job.topic, self._job.tag, share, so_far))

    def is_gone(self) -> bool:
        """Whether the job in hand was dropped, or the editor is gone."""
        try:
            while not self._is_gone and self._connection.poll():
                self._take_in()
        except (EOFError, OSError):
            self._is_gone = True
        return self._is_gone

    def _take_in(self) -> None:
        message: Job | Dropped = self._connection.recv()
        if not isinstance(message, Dropped):
            self._waiting[message.topic] = message
        elif self._job is not None and (message.topic, message.tag) == (self._job.topic, self._job.tag):
            self._is_gone = True
