"""Measure the fairness of the open scenario in the worker while its panel is visible, quick measures first."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.editor.document.events import watch
from fairground.editor.jobs.fairness import FairnessJob, FairnessRequest, FairnessResult
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.process import JobProgress
    from fairground.editor.jobs.worker import Worker

#: The pause after an edit before the quick measures, and then before the slow ones, in milliseconds.
_REST, _IDLE = 150, 450
#: On larger boards the slow measures are skipped: they would take minutes.
MOST_HEXES = 20_000


class KeptReport(NamedTuple):
    """The complete report about a state of a document, kept while another map is shown."""

    result: FairnessResult
    question: FairnessRequest
    current: frozenset[str]
    state: int


class FairnessMeasuring(QObject):
    """Keeps the fairness of one document up to date while it is wanted.

    Values of an earlier state stay, see ``is_old``, until they are measured again.
    """

    #: The report changed, went out of date, or made progress.
    changed = Signal()

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        #: The report; None before the first, and if there is none.
        self.result: FairnessResult | None = None
        #: The reason why there is no report; empty if there is one or will be.
        self.failure = ""
        #: The progress of the current request, from 0 to 1.
        self.share = 0.0
        self.question = FairnessRequest()
        self._document: Document | None = None
        self._is_wanted = False
        #: The ids of the measures that belong to the current state of the document.
        self._current: frozenset[str] = frozenset()
        #: The requests still to send.
        self._steps: list[tuple[str, ...]] = []
        self._asked: tuple[str, ...] = ()
        self._inquiry = ScenarioLatestAnswer(worker, self)
        self._inquiry.answered.connect(self._take)
        self._inquiry.failed.connect(self._fail)
        worker.progressed.connect(self._hear)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._ask)

    def is_old(self, measure: str) -> bool:
        """Whether a measure belongs to an earlier state of the document."""
        return measure not in self._current

    @property
    def is_current(self) -> bool:
        """Whether all measures belong to the current state of the document."""
        return not self._steps and not self.is_waiting and bool(self._current)

    @property
    def is_waiting(self) -> bool:
        """Whether an answer is pending."""
        return self._inquiry.is_waiting or self._timer.isActive()

    @property
    def left_out(self) -> tuple[str, ...]:
        """The ids of the measures skipped on a board of this size."""
        document = self._document
        if document is None or document.scenario.board.terrain.size <= MOST_HEXES:
            return ()
        return _steps()[1]

    def set_document(self, document: Document | None) -> None:
        """Switch to another document and forget the report."""
        watch(self._document, document, self._changed)
        self._document = document
        self.result = None
        self._changed()

    def remember(self) -> KeptReport | None:
        """Return the report if it is complete and current."""
        if self._document is None or self.result is None or not self.is_current:
            return None
        return KeptReport(self.result, self.question, self._current, self._document.state)

    def recall(self, kept: KeptReport) -> None:
        """Take a report about the document again, unless that or the question has changed."""
        if self._document is None or (kept.question, kept.state) != (
            self.question,
            self._document.state,
        ):
            return
        self._timer.stop()
        self._inquiry.forget()
        self._steps = []
        self.result, self._current = kept.result, kept.current
        self.changed.emit()

    def set_question(self, question: FairnessRequest) -> None:
        """Measure for other classes and forget the report."""
        if question != self.question:
            self.question = question
            self.result = None
            self._changed()

    def set_wanted(self, wanted: bool) -> None:  # noqa: FBT001  # as Qt's setters
        """Set whether the report is shown; nothing is measured while it isn't."""
        if wanted == self._is_wanted:
            return
        self._is_wanted = wanted
        if not wanted:
            self._timer.stop()
            self._inquiry.forget()
        elif self._document is not None and not self.is_current:
            self._begin(0)

    def _changed(self, _event: object = None) -> None:
        self._current = frozenset()
        self.failure = ""
        self._inquiry.forget()
        self._timer.stop()
        self._steps = []
        if self._document is not None and self._is_wanted:
            self._begin(_REST)
        self.changed.emit()

    def _begin(self, rest: int) -> None:
        quick, slow = _steps()
        self._steps = [quick] if self.left_out else [quick, slow]
        self._timer.start(rest)

    def _ask(self) -> None:
        if self._document is None or not self._steps:
            return
        self._asked = self._steps.pop(0)
        self.share = 0.0
        asked, question = self._asked, self.question
        self._inquiry.ask_about(
            self._document, lambda tag, subject: FairnessJob(tag, subject, question, asked)
        )
        self.changed.emit()

    def _take(self, answer: FairnessResult | str) -> None:
        if isinstance(answer, str):
            self._fail(answer)
            return
        self.result = self.result.joined(answer) if self.result else answer
        self._current |= frozenset(self._asked)
        if self._steps:
            self._timer.start(_IDLE)
        self.changed.emit()

    def _fail(self, sentence: str) -> None:
        self.result, self.failure = None, sentence
        self._steps = []
        self.changed.emit()

    def _hear(self, progress: JobProgress) -> None:
        if self._inquiry.is_about(progress):
            self.share = progress.share
            self.changed.emit()


def _steps() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ids of the quick measures, and of the slow ones."""
    from fairground.core.scenario.fairness_titles_and_limits import MEASURES

    quick = tuple(name for name, it in MEASURES.items() if not it.is_slow)
    return quick, tuple(name for name, it in MEASURES.items() if it.is_slow)
