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

#: How long the document must rest before it is looked at, in milliseconds.
_DEBOUNCE = 120


class ValidationWatch(QObject):
    """Keeps the findings about one document up to date.

    Answers that are older than the document are shown, but ``is_current`` is false until one of its present revision
    has come.
    """

    #: The revision that was looked at, and the list of findings.
    findings_ready = Signal(int, list)
    #: Whether the findings belong to the document as it is now.
    current_changed = Signal(bool)
    #: A sentence: the worker could not do its work.
    failed = Signal(str)

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._document: Document | None = None
        # Counts the documents, so that answers about a closed one are known, and the states of their rulesets.
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
        """Look at ``document`` from now on, and at no other."""
        follow(self._document, document, self._changed)
        self._document = document
        self._watch += 1
        self._timer.stop()
        if document is not None:
            # A large board takes its time to be sent, and so does what else another document brings about.
            next_turn(self, self._ask_first)

    def look_again(self) -> None:
        """Look at the document again although it has not changed: its ruleset has."""
        if self._document is not None:
            self._rules += 1
            self._changed()

    def close(self) -> None:
        """Look at nothing any more."""
        self.watch(None)

    def _changed(self, _event: object = None) -> None:
        self._timer.start()
        self.current_changed.emit(False)

    def _tag(self, document: Document) -> tuple[int, ...]:
        return self._watch, document.revision, self._rules

    def _ask_first(self) -> None:
        """Ask about a document that nothing was asked about yet."""
        if self._document is not None and self._asked != self._tag(self._document):
            self._ask()

    def _ask(self) -> None:
        if self._document is None:
            return
        tag = self._tag(self._document)
        self._asked = tag
        # The worker reads the ruleset itself: in the editor, rules without faults outlast a faulty file.
        self._worker.send(ValidationJob(tag, self._document.scenario.with_rules_unread()))

    def _ended(self, unasked: bool) -> None:  # noqa: FBT001  # slot of a signal
        if not self._asked:
            return
        self._asked = ()
        if unasked:
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
