"""Requests of one kind to the worker, of which only the last is answered."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING
from weakref import ref

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.editor.app.texts import tr
from fairground.editor.jobs.job_scenario import JobScenario
from fairground.editor.jobs.map_import import MapImport

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.grid.labels import LabelStyle
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.map_import import ImportRequest
    from fairground.editor.jobs.process import Job, JobAnswer, JobProgress
    from fairground.editor.jobs.worker import Worker

#: Jobs are numbered consecutively, since several requests may be of the same kind.
_numbers = count(1)
#: How long reading a file of somebody else may keep the worker busy, in seconds: the largest take a few.
READING_LIMIT = 120.0


class SingleRequest(QObject):
    """Sends jobs to the worker, and passes on the answer of the last one only.

    The job is sent again if the worker was stopped for another one; it fails if the worker ended unexpectedly. With a
    ``limit`` in seconds, the worker is ended if the job takes longer, and the job fails.
    """

    #: The answer of the last job.
    answered = Signal(object)
    #: A sentence: why there is no answer.
    failed = Signal(str)
    #: The worker has started a job that had been waiting: this one, or one before it.
    begun = Signal()

    def __init__(self, worker: Worker, parent: QObject | None = None, *, limit: float | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._job: Job | None = None
        self.limit = limit
        self._clock = QTimer(self, singleShot=True)
        self._clock.timeout.connect(self._lose_patience)
        worker.answered.connect(self._take)
        worker.ended.connect(self._ended)
        worker.continued.connect(self.begun)

    @property
    def is_waiting(self) -> bool:
        """Whether an answer is awaited."""
        return self._job is not None

    @property
    def waits_for(self) -> str:
        """The topic of the job that the worker does first; empty for none."""
        return self._worker.ahead_of(self._job) if self._job is not None else ""

    @property
    def has_begun(self) -> bool:
        """Whether the worker is at the job."""
        return self._job is not None and self._worker.has_begun(self._job)

    def next_tag(self) -> tuple[int, ...]:
        """Return a new tag."""
        return (next(_numbers),)

    def send(self, job: Job) -> None:
        """Send a job with the last tag; ``answered`` or ``failed`` follows."""
        self._job = job
        self._worker.send(job)
        if self.limit is not None:
            self._clock.start(round(1000 * self.limit))

    def forget(self) -> None:
        """Ignore the answer."""
        self._job = None

    def accept(self, result: object) -> None:
        """Pass on the answer."""
        self.answered.emit(result)

    def lost(self) -> str:
        """Return the failure when the process has ended unexpectedly."""
        return tr("the worker process ended unexpectedly")

    def _lose_patience(self) -> None:
        """End the worker with a job that has been at work for too long; one that still waits has more time."""
        if self._job is None or self.limit is None:
            return
        if self.waits_for:
            self._clock.start(round(1000 * self.limit))
            return
        self._job = None
        self._worker.stop()
        self.failed.emit(
            tr("reading took longer than {limit} seconds and was stopped").format(limit=f"{self.limit:g}")
        )

    def is_about(self, message: JobAnswer | JobProgress) -> bool:
        """Whether a message of the worker is about the last job."""
        return self._job is not None and (message.topic, message.tag) == (self._job.topic, self._job.tag)

    def _take(self, answer: JobAnswer) -> None:
        if not self.is_about(answer):
            return
        self._job = None
        if answer.failure:
            self.failed.emit(answer.failure)
        else:
            self.accept(answer.result)

    def _ended(self, unexpectedly: bool) -> None:  # noqa: FBT001  # slot of a signal
        if self._job is None:
            return
        if unexpectedly:
            self._job = None
            self.failed.emit(self.lost())
        else:
            self._worker.send(self._job)


#: States of scenarios are numbered consecutively across all requests.
_states = count(1)


class LatestAnswer(SingleRequest):
    """A single request that drops obsolete jobs from the worker."""

    def ask(self, job: Callable[[tuple[int, ...]], Job]) -> None:
        """Send the job that ``job`` creates from its tag, instead of the previous one."""
        self.forget()
        self.send(job(self.next_tag()))

    def forget(self) -> None:
        """Ignore the answer, and drop the job from the worker."""
        job = self._job
        super().forget()
        if job is not None:
            self._worker.drop(job)


class ScenarioLatestAnswer(LatestAnswer):
    """Asks repeatedly about one document, and sends its scenario only when it has changed.

    A job answers None if the worker has lost the scenario, which is then sent again.
    """

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(worker, parent)
        self._state = 0  # none
        # Weak, so that closed documents are freed.
        self._about: tuple[ref[Document], int, LabelStyle | None] | None = None
        self._has_it = False
        self._again: Callable[[tuple[int, ...], JobScenario], Job] | None = None
        self._snapshot: Scenario | None = None

    def ask_about(
        self,
        document: Document,
        job: Callable[[tuple[int, ...], JobScenario], Job],
        *,
        snapshot: Scenario | None = None,
    ) -> None:
        """Send the job that ``job`` creates from its tag and its scenario.

        A job may have to wait, or to be sent again. It is then about the document as it is at that time, unless there is a
        ``snapshot`` of it.
        """
        # Texts name hexes in the style that the user prefers.
        style = document.scenario.board.shown_style
        about = self._about
        if about is None or about[0]() is not document or about[1:] != (document.revision, style):
            self._about = ref(document), document.revision, style
            self._state = next(_states)
            self._has_it = False
        self._again, self._snapshot = job, snapshot
        self._ask_with(job, None if self._has_it else snapshot or document.scenario)

    def _ask_with(
        self, job: Callable[[tuple[int, ...], JobScenario], Job], scenario: Scenario | None
    ) -> None:
        subject = JobScenario(self._state, scenario)
        self.ask(lambda tag: job(tag, subject))

    def renew(self) -> None:
        """Send the scenario again with the next job: something that it refers to has changed."""
        self._about = None

    def accept(self, result: object) -> None:
        """Pass on the answer, or send the job again with the scenario."""
        self._has_it = result is not None
        if result is not None:
            super().accept(result)
        elif self._snapshot is not None and self._again is not None:
            self._ask_with(self._again, self._snapshot)
        elif (
            self._about is not None and self._again is not None and (document := self._about[0]()) is not None
        ):
            self.ask_about(document, self._again)


class Importer(SingleRequest):
    """Imports maps in the worker, within a limit of time; answers with an ``ImportOutcome``."""

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(worker, parent, limit=READING_LIMIT)

    def ask(self, request: ImportRequest) -> None:
        """Request an import; ``answered`` or ``failed`` follows."""
        self.send(MapImport(self.next_tag(), request))

    def cancel(self) -> None:
        """Cancel the import; neither ``answered`` nor ``failed`` follows."""
        if self.is_waiting:
            self.forget()
            self._worker.stop()

    def lost(self) -> str:
        """Return the failure when the process has ended unexpectedly."""
        return tr("the process that reads the map ended unexpectedly; the map may be too large")
