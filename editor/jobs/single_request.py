"""Requests of one kind to the worker, of which only the last is answered."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from fairground.editor.jobs.process import Job, JobAnswer, JobProgress
    from fairground.editor.jobs.worker import Worker

#: Jobs are numbered through: several requests may be of the same kind.
_numbers = count(1)


class SingleRequest(QObject):
    """Has the last job done that it was given; answers to those before it are dropped.

    It is begun again when the process was stopped for something else, and given up when that ended unasked.
    """

    #: What came of the last job.
    answered = Signal(object)
    #: A sentence: why nothing came of it.
    failed = Signal(str)
    #: The worker began with a job that had waited: with this one, or with one before it.
    begun = Signal()

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._job: Job | None = None
        worker.answered.connect(self._take)
        worker.ended.connect(self._ended)
        worker.went_on.connect(self.begun)

    @property
    def is_waiting(self) -> bool:
        """Whether an answer is still to come."""
        return self._job is not None

    @property
    def waits_for(self) -> str:
        """The topic of another job that the worker is at meanwhile; empty when it is at this one, or at none."""
        return self._worker.ahead_of(self._job) if self._job is not None else ""

    def next_tag(self) -> tuple[int, ...]:
        """Return the tag for another job."""
        return (next(_numbers),)

    def send(self, job: Job) -> None:
        """Have a job done, which bears the last tag; ``answered`` or ``failed`` comes when it is."""
        self._job = job
        self._worker.send(job)

    def forget(self) -> None:
        """Want no answer any more."""
        self._job = None

    def accept(self, result: object) -> None:
        """Tell what came of the job."""
        self.answered.emit(result)

    def lost(self) -> str:
        """Return what to say when the process ended unasked."""
        return tr("the process that does the work ended unasked")

    def is_about(self, message: JobAnswer | JobProgress) -> bool:
        """Whether a message of the worker is about what was asked last."""
        return self._job is not None and (message.topic, message.tag) == (self._job.topic, self._job.tag)

    def _take(self, answer: JobAnswer) -> None:
        if not self.is_about(answer):
            return
        self._job = None
        if answer.failure:
            self.failed.emit(answer.failure)
        else:
            self.accept(answer.result)

    def _ended(self, unasked: bool) -> None:  # noqa: FBT001  # slot of a signal
        if self._job is None:
            return
        if unasked:
            self._job = None
            self.failed.emit(self.lost())
        else:
            self._worker.send(self._job)
