"""Requests of one kind to the worker, of which only the last is answered."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING
from weakref import ref

from PySide6.QtCore import QObject, Signal

from fairground.editor.app.texts import tr
from fairground.editor.jobs.job_scenario import JobScenario
from fairground.editor.jobs.map_import import MapImport

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.map_import import ImportRequest
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
        return tr("the worker process ended unexpectedly")

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


#: States of what is asked about are numbered through: several inquiries may ask the same kind.
_states = count(1)


class LatestAnswer(SingleRequest):
    """Spares the worker the work that is of no use any more."""

    def ask(self, job: Callable[[tuple[int, ...]], Job]) -> None:
        """Have a job done, and none that was asked for before; it is made with the tag that it must carry."""
        self.forget()
        self.send(job(self.next_tag()))

    def forget(self) -> None:
        """Wait for no answer any more, and spare the worker the work."""
        job = self._job
        super().forget()
        if job is not None:
            self._worker.drop(job)


class ScenarioLatestAnswer(LatestAnswer):
    """Asks again and again about one document, and sends its scenario only when that has changed.

    Jobs answer None when the worker has lost the scenario; then it is sent again.
    """

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(worker, parent)
        self._state = 0  # none
        # Weak: a document that was closed is not kept for a question that nobody asks again.
        self._about: tuple[ref[Document], int] | None = None
        self._has_it = False
        self._again: Callable[[tuple[int, ...], JobScenario], Job] | None = None

    def ask_about(self, document: Document, job: Callable[[tuple[int, ...], JobScenario], Job]) -> None:
        """Have a job done; it is made with its tag and its subject."""
        if self._about is None or self._about[0]() is not document or self._about[1] != document.revision:
            self._about = ref(document), document.revision
            self._state = next(_states)
            self._has_it = False
        self._again = job
        scenario: Scenario | None = None if self._has_it else document.scenario
        subject = JobScenario(self._state, scenario)
        self.ask(lambda tag: job(tag, subject))

    def renew(self) -> None:
        """Send the scenario again with the next question: something that it refers to has changed."""
        self._about = None

    def accept(self, result: object) -> None:
        """Tell what came of the question, or ask it again with the scenario."""
        self._has_it = result is not None
        if result is not None:
            super().accept(result)
        elif (
            self._about is not None and self._again is not None and (document := self._about[0]()) is not None
        ):
            self.ask_about(document, self._again)


class Importer(SingleRequest):
    """Answers the last request by an ``ImportOutcome``."""

    def ask(self, request: ImportRequest) -> None:
        """Have a map read; ``answered`` or ``failed`` comes when it is."""
        self.send(MapImport(self.next_tag(), request))

    def cancel(self) -> None:
        """Give up what was asked; neither ``answered`` nor ``failed`` will come."""
        if self.is_waiting:
            self.forget()
            self._worker.stop()

    def lost(self) -> str:
        """Return what to say when the process ended unasked."""
        return tr("the process that reads the map ended unexpectedly; the map may be too large")
