"""Requests of one kind to the worker, of which only the last is answered, and that end with the process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from fairground.editor.worker.process import Answer, Job
    from fairground.editor.worker.worker import Worker


class SingleRequest(QObject):
    """Has the last job done that it was given; those before it are dropped. Unlike an ``Inquiry``, it never asks again."""

    #: What came of the last job.
    done = Signal(object)
    #: A sentence: why nothing came of it.
    failed = Signal(str)

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._number = 0
        self._job: Job | None = None
        worker.answered.connect(self._take)
        worker.ended.connect(self._ended)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._job is not None

    def next_tag(self) -> tuple[int, ...]:
        """Return the tag for another job."""
        self._number += 1
        return (self._number,)

    def send(self, job: Job) -> None:
        """Have a job done, which bears the last tag; ``done`` or ``failed`` comes when it is."""
        self._job = job
        self._worker.send(job)

    def forget(self) -> None:
        """Want no answer any more."""
        self._job = None

    def accept(self, result: object) -> None:
        """Tell what came of the job."""
        self.done.emit(result)

    def lost(self, *, unasked: bool) -> str:
        """Return the sentence for a process that ended over the job, by itself when ``unasked``; empty to tell nothing."""
        raise NotImplementedError

    def _take(self, answer: Answer) -> None:
        if self._job is None or (answer.topic, answer.tag) != (self._job.topic, self._job.tag):
            return
        self._job = None
        if answer.failure:
            self.failed.emit(answer.failure)
        else:
            self.accept(answer.result)

    def _ended(self, unasked: bool) -> None:  # noqa: FBT001  # slot of a signal
        if self._job is not None:
            self._job = None
            if sentence := self.lost(unasked=unasked):
                self.failed.emit(sentence)
