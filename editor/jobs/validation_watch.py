"""Validate the open scenario in the worker whenever it has changed, and announce the findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr
from fairground.editor.document.document import follow
from fairground.editor.jobs.job_scenario import ValidationJob

if TYPE_CHECKING:
    from fairground.core.finding import Finding
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.process import JobAnswer
    from fairground.editor.jobs.worker import Worker

#: How long the document must rest before it is validated, in milliseconds.
_DEBOUNCE = 120


class ValidationWatch(QObject):
    """Keeps the findings about one document up to date.

    Outdated findings are announced too; ``is_current`` is true once those of the present revision have arrived.
    """

    #: The revision that was validated, and the list of findings.
    findings_ready = Signal(int, list)
    #: Whether the findings belong to the document as it is now.
    current_changed = Signal(bool)
    #: A sentence: the worker failed.
    failed = Signal(str)

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._document: Document | None = None
        # Counts documents and states of their rulesets, to recognise answers about earlier ones.
        self._watch = self._rules = 0
        self._asked: tuple[int, ...] = ()
        self._answered: tuple[int, ...] = ()
        self._timer = QTimer(self, singleShot=True, interval=_DEBOUNCE)
        self._timer.timeout.connect(self._ask)
        worker.answered.connect(self._take)
        worker.ended.connect(self._ended)

    @property
    def is_current(self) -> bool:
        """Whether the last findings belong to the document as it is now."""
        return self._document is not None and self._answered == self._tag(self._document)

    def watch(self, document: Document | None) -> None:
        """Follow another document."""
        follow(self._document, document, self._changed)
        self._document = document
        self._watch += 1
        self._timer.stop()
        if document is not None:
            # Sending a large board takes time.
            next_turn(self, self._ask_first)

    def look_again(self) -> None:
        """Validate the document again, because its ruleset has changed."""
        if self._document is not None:
            self._rules += 1
            self._changed()

    def close(self) -> None:
        """Follow no document."""
        self.watch(None)

    def _changed(self, _event: object = None) -> None:
        self._timer.start()
        self.current_changed.emit(False)

    def _tag(self, document: Document) -> tuple[int, ...]:
        return self._watch, document.revision, self._rules

    def _ask_first(self) -> None:
        """Validate a document for the first time."""
        if self._document is not None and self._asked != self._tag(self._document):
            self._ask()

    def _ask(self) -> None:
        if self._document is None:
            return
        tag = self._tag(self._document)
        self._asked = tag
        # The worker reads the ruleset itself: the editor keeps the last rules without errors.
        self._worker.send(ValidationJob(tag, self._document.scenario.with_rules_unread()))

    def _ended(self, unexpectedly: bool) -> None:  # noqa: FBT001  # slot of a signal
        if not self._asked:
            return
        self._asked = ()
        if unexpectedly:
            self.failed.emit(
                tr("the validation process ended unexpectedly; it restarts with the next change")
            )
        else:
            self._ask()

    def _take(self, answer: JobAnswer) -> None:
        if answer.topic != ValidationJob.topic:
            return
        if answer.tag == self._asked:
            self._asked = ()
        watch, revision, _ = answer.tag
        if watch != self._watch:
            return  # about a document that was closed meanwhile
        if answer.failure:
            self.failed.emit(answer.failure)
            return
        self._answered = answer.tag
        self.findings_ready.emit(revision, list(cast("tuple[Finding, ...]", answer.result)))
        self.current_changed.emit(self.is_current)
