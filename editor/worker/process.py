"""The worker's side: a process of its own that does slow work for the editor.

Threads would not do: numpy and scipy hold the interpreter for long stretches, and the window would stutter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


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


@dataclass(frozen=True, slots=True)
class Answer:
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
    waiting: dict[str, Job] = {}
    while True:
        try:
            while not waiting or connection.poll():
                job: Job = connection.recv()
                waiting[job.topic] = job
        except (EOFError, OSError):
            return
        job = waiting.pop(next(iter(waiting)))
        try:
            answer = Answer(job.topic, job.tag, job.run())
        except Exception as error:  # noqa: BLE001  # any fault of the work is told, and the worker lives on
            answer = Answer(job.topic, job.tag, None, f"{type(error).__name__}: {error}")
        try:
            connection.send(answer)
        except OSError:
            return
