"""Inquiries: one kind of question to the worker, of which only the last counts."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING
from weakref import ref

from fairground.editor.jobs.job_scenario import JobScenario
from fairground.editor.jobs.single_request import SingleRequest

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.process import Job
    from fairground.editor.jobs.worker import Worker

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
