"""Long work that goes on while another map is shown, until its own map is shown again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from weakref import ref

    from fairground.editor.document.document import Document
    from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
    from fairground.editor.jobs.process import JobProgress
    from fairground.editor.jobs.worker import Worker

Answer = TypeVar("Answer")


class BackgroundWork(QObject, Generic[Answer]):
    """Follows a job of a map that is not shown. The job is dropped once the map is closed."""

    #: The job has ended: its document.
    ended = Signal(object)

    def __init__(
        self, inquiry: ScenarioLatestAnswer, worker: Worker, document: ref[Document], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._inquiry, self._worker, self._document = inquiry, worker, document
        #: The last progress; None before the first.
        self.progress: JobProgress | None = None
        #: The answer, or why there is none; None while the job is under way.
        self.answer: Answer | str | None = None
        inquiry.answered.connect(self._take)
        inquiry.failed.connect(self._take)
        worker.progressed.connect(self._listen)

    def hand_back(self) -> ScenarioLatestAnswer:
        """Stop following the job, and return its request."""
        self._inquiry.answered.disconnect(self._take)
        self._inquiry.failed.disconnect(self._take)
        self._worker.progressed.disconnect(self._listen)
        self.deleteLater()
        return self._inquiry

    def _listen(self, progress: JobProgress) -> None:
        if self._inquiry.is_about(progress):
            self.progress = progress
            self._drop_if_closed()

    def _take(self, answer: Answer | str) -> None:
        self.answer = answer
        if not self._drop_if_closed():
            self.ended.emit(self._document())

    def _drop_if_closed(self) -> bool:
        """Drop the job if its map has been closed; return whether it has."""
        is_closed = self._document() is None
        if is_closed:
            inquiry = self.hand_back()
            inquiry.forget()
            inquiry.deleteLater()
        return is_closed
