"""Long work on one state of a document: requested, followed by its progress, and kept until it is requested again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar
from weakref import ref

from PySide6.QtCore import QObject, Signal

from fairground.editor.document.document import follow
from fairground.editor.document.what_if_copy import copied_scenario
from fairground.editor.jobs.background_work import BackgroundWork
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.editor.document.document import Document
    from fairground.editor.jobs.job_scenario import JobScenario
    from fairground.editor.jobs.process import Job, JobProgress
    from fairground.editor.jobs.worker import Worker

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, eq=False)
class KeptWork(Generic[Answer]):
    """The answer of a ``LongWork``, kept while another map is shown; ``background`` is work that is still under way."""

    found: Answer | None
    failure: str
    was_stopped: bool
    share: float
    about: tuple[ref[Document], int]
    background: BackgroundWork[Answer] | None = None


class LongWork(QObject, Generic[Answer]):
    """Dispatches one kind of work on a document, and keeps the latest answer.

    Edits do not stop it. ``is_old`` then says that the answer belongs to an earlier state. Work that has begun goes on while
    another map is shown.
    """

    #: The work began, made progress or ended, or its answer belongs to an earlier state now.
    changed = Signal()
    #: Work on a map that is not shown has ended: its document.
    ended_behind = Signal(object)
    #: Work that had not begun was cancelled, since another map is shown: its document.
    cancelled = Signal(object)

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        #: The answer so far; None before there is one, and after a failure.
        self.found: Answer | None = None
        #: Why there is no answer; empty without a failure.
        self.failure = ""
        #: Whether the work was stopped before its end.
        self.was_stopped = False
        #: How much of the work is done, from 0 to 1.
        self.share = 0.0
        self._document: Document | None = None
        # Weak, so that the answer does not keep a closed document alive.
        self._about: tuple[ref[Document], int] | None = None
        self._worker = worker
        self._inquiry = ScenarioLatestAnswer(worker, self)
        self._connect()
        worker.progressed.connect(self._listen)

    def _connect(self) -> None:
        self._inquiry.answered.connect(self._take)
        self._inquiry.failed.connect(self._fail)
        self._inquiry.begun.connect(self.changed)

    def _disconnect(self) -> None:
        self._inquiry.answered.disconnect(self._take)
        self._inquiry.failed.disconnect(self._fail)
        self._inquiry.begun.disconnect(self.changed)

    @property
    def is_busy(self) -> bool:
        """Whether the work is under way or waits for its turn."""
        return self._inquiry.is_waiting

    @property
    def waits_for(self) -> str:
        """The topic of the job that the worker does first; empty for none."""
        return self._inquiry.waits_for

    @property
    def is_old(self) -> bool:
        """Whether the answer belongs to another state than the document has now."""
        if self._about is None:
            return False
        document, state = self._about
        return document() is not self._document or self._document is None or self._document.state != state

    def describe_nothing(self, invitation: str, stopped: str) -> str:
        """Return why there is no answer to show, or how to begin; empty while there is one or the work is being done."""
        if self.failure:
            return f"{self.failure[:1].upper()}{self.failure[1:].removesuffix('.')}."
        if self.found is not None or self.is_busy:
            return ""
        return stopped if self.was_stopped else invitation

    def describe_state(self, now: str, what_if: str, earlier: str) -> str:
        """Return which state of the map the answer belongs to, or will belong to; empty without an answer.

        ``now`` is said only of an answer that is there, and whole.
        """
        if self.found is None and not self.is_busy:
            return ""
        if self.is_old:
            return earlier
        if self._document is not None and self._document.is_what_if:
            return what_if
        return now if self.found is not None and not self.is_busy else ""

    def set_document(self, document: Document | None) -> None:
        """Work on another document; for another state of the same, the answer stays and is old."""
        before = self._document
        follow(before, document, self._changed)
        self._document = document
        if before is None or document is None or before.origin is not document.origin:
            self._forget()
        self.changed.emit()

    def remember(self) -> KeptWork[Answer] | None:
        """Return the answer so far, which ``recall`` takes; None without one. Work that has begun goes on."""
        if self._about is None or self._document is None:
            return None
        background = None
        stopped = self.was_stopped
        if self._inquiry.has_begun:
            # A what-if ends while another map is shown; its map is still open.
            background = self._send_to_background(ref(self._document.origin))
        elif self.is_busy:
            # The worker keeps one waiting job of each kind, so that of another map would replace it unnoticed.
            stopped = True
            self.cancelled.emit(self._document)
        return KeptWork(self.found, self.failure, stopped, self.share, self._about, background)

    def _send_to_background(self, document: ref[Document]) -> BackgroundWork[Answer]:
        """Hand the work over, and have a request for the next map."""
        self._disconnect()
        background: BackgroundWork[Answer] = BackgroundWork(self._inquiry, self._worker, document, self)
        background.ended.connect(self.ended_behind)
        self._inquiry = ScenarioLatestAnswer(self._worker, self)
        self._connect()
        return background

    def recall(self, kept: KeptWork[Answer]) -> None:
        """Take an answer about the document again."""
        self.found, self.failure, self.was_stopped = kept.found, kept.failure, kept.was_stopped
        self.share, self._about = kept.share, kept.about
        if kept.background is not None:
            self._resume(kept.background)
        self.changed.emit()

    def _resume(self, background: BackgroundWork[Answer]) -> None:
        """Follow work that went on while another map was shown."""
        self._disconnect()
        self._inquiry.deleteLater()
        self._inquiry = background.hand_back()
        self._connect()
        if background.progress is not None:
            self._take_progress(background.progress)
        if background.answer is not None:
            self._take(background.answer)

    def stop(self) -> None:
        """Stop the work; the answer so far stays."""
        if self.is_busy:
            self._inquiry.forget()
            self.was_stopped = True
            self.changed.emit()

    def _begin(self, job: Callable[[tuple[int, ...], JobScenario], Job]) -> None:
        """Dispatch a job on the document as it is now; ``job`` creates it from its tag and its scenario."""
        if self._document is None:
            return
        self._forget()
        self._about = ref(self._document), self._document.state
        # The answer has to belong to the state of now, also if the job waits or is sent again.
        snapshot = copied_scenario(self._document.scenario)
        self._inquiry.ask_about(self._document, job, snapshot=snapshot)
        self.changed.emit()

    def _forget(self) -> None:
        self._inquiry.forget()
        self.found, self.failure, self.was_stopped, self.share = None, "", False, 0.0
        self._about = None

    def _changed(self, _event: object = None) -> None:
        if self._about is not None:
            self.changed.emit()

    def _listen(self, progress: JobProgress) -> None:
        if self._inquiry.is_about(progress):
            self._take_progress(progress)

    def _take_progress(self, progress: JobProgress) -> None:
        """Take note of the progress."""
        self.share = progress.share
        self.changed.emit()

    def _take(self, answer: Answer | str) -> None:
        if isinstance(answer, str):
            self._fail(answer)
            return
        self.found, self.share = answer, 1.0
        self.changed.emit()

    def _fail(self, sentence: str) -> None:
        self.found, self.failure = None, sentence
        self.changed.emit()
