"""Inquiries: one kind of question to the worker, of which only the last counts."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import ref

from PySide6.QtCore import QObject, Signal

from fairground.editor.texts import tr
from fairground.editor.worker.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.worker.process import Answer, Job, Progress
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
        """Have a job done, and none that was asked for before; it is made with the tag that it must carry."""
        self.forget()
        self._number += 1
        self._job = job((self._number,))
        self._worker.send(self._job)

    def forget(self) -> None:
        """Wait for no answer any more, and spare the worker the work."""
        job, self._job = self._job, None
        if job is not None:
            self._worker.drop(job)

    def is_about(self, message: Answer | Progress) -> bool:
        """Whether a message of the worker is about what was asked last."""
        return self._job is not None and (message.topic, message.tag) == (self._job.topic, self._job.tag)

    def _take(self, answer: Answer) -> None:
        if not self.is_about(answer):
            return
        self._job = None
        if answer.failure:
            self.failed.emit(answer.failure)
        else:
            self._accept(answer.result)

    def _accept(self, result: object) -> None:
        self.answered.emit(result)

    def _ended(self, unasked: bool) -> None:  # noqa: FBT001  # slot of a signal
        if self._job is None:
            return
        if unasked:
            self._job = None
            self.failed.emit(tr("the process that does the work ended unasked"))
        else:
            self._worker.send(self._job)


class SubjectInquiry(Inquiry):
    """Asks again and again about one document, and sends its scenario only when that has changed.

    Jobs answer None when the worker has lost the scenario; then it is sent again.
    """

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(worker, parent)
        self._state = 0
        # Weak: a document that was closed is not kept for a question that nobody asks again.
        self._about: tuple[ref[Document], int] | None = None
        self._has_it = False
        self._again: Callable[[tuple[int, ...], Subject], Job] | None = None

    def ask_about(self, document: Document, job: Callable[[tuple[int, ...], Subject], Job]) -> None:
        """Have a job done; it is made with its tag and its subject."""
        if self._about is None or self._about[0]() is not document or self._about[1] != document.revision:
            self._about = ref(document), document.revision
            self._state += 1
            self._has_it = False
        self._again = job
        scenario: Scenario | None = None if self._has_it else document.scenario
        subject = Subject(self._state, scenario)
        self.ask(lambda tag: job(tag, subject))

    def renew(self) -> None:
        """Send the scenario again with the next question: something that it refers to has changed."""
        self._about = None

    def _accept(self, result: object) -> None:
        self._has_it = result is not None
        if result is not None:
            super()._accept(result)
        elif (
            self._about is not None and self._again is not None and (document := self._about[0]()) is not None
        ):
            self.ask_about(document, self._again)
