"""An inquiry: one kind of question to the worker, of which only the last counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.editor.worker.process import Answer, Job
    from fairground.editor.worker.worker import Worker


class Inquiry(QObject):
    """Asks, asks again when the worker was stopped for something else, and drops answers to what was asked before."""

    #: What came of the last question.
    answered = Signal(object)
    #: A sentence: the work itself broke.
    failed = Signal(str)

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._number = 0
        self._job: Job | None = None
        worker.answered.connect(self._take)
        worker.ended.connect(self._ended)

    @property
    def is_waiting(self) -> bool:
        """Whether an answer is still to come."""
        return self._job is not None

    def ask(self, job: Callable[[tuple[int, ...]], Job]) -> None:
        """Have a job done; it is made with the tag that it must carry."""
        self._number += 1
        self._job = job((self._number,))
        self._worker.send(self._job)

    def forget(self) -> None:
        """Wait for no answer any more."""
        self._job = None

    def _take(self, answer: Answer) -> None:
        if self._job is None or (answer.topic, answer.tag) != (self._job.topic, self._job.tag):
            return
        self._job = None
        if answer.failure:
            self.failed.emit(answer.failure)
        else:
            self.answered.emit(answer.result)

    def _ended(self, unasked: bool) -> None:  # noqa: FBT001  # slot of a signal
        if self._job is None:
            return
        if unasked:
            self._job = None
            self.failed.emit("the process that does the work ended unasked")
        else:
            self._worker.send(self._job)
