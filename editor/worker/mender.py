"""The mender: has edits looked for that make the open scenario fair, when that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import ref

from PySide6.QtCore import QObject, Signal

from fairground.editor.worker.inquiry import SubjectInquiry
from fairground.editor.worker.mending import Mended, MendJob, MendSettings

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.worker.appraisal import Question
    from fairground.editor.worker.process import Progress
    from fairground.editor.worker.worker import Worker


class Mender(QObject):
    """Looks for edits of one state of a document, and keeps what came of it until it looks again.

    Edits do not stop it; ``is_old`` says then that the answer is about an earlier state, and not to be made any more.
    """

    #: It began, ended, is further, or what it has is about an earlier state now.
    changed = Signal()

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        #: What was found; None before that, and where nothing could be looked for.
        self.mended: Mended | None = None
        #: Why there is nothing; empty where there is something, or is to be.
        self.failure = ""
        #: Whether it was stopped before it had found anything.
        self.was_stopped = False
        #: How much of the work is done, from 0 to 1.
        self.share = 0.0
        self._document: Document | None = None
        # Weak: a document that was closed is not kept for what was found about it.
        self._about: tuple[ref[Document], int] | None = None
        self._inquiry = SubjectInquiry(worker, self)
        self._inquiry.answered.connect(self._take)
        self._inquiry.failed.connect(self._fail)
        self._inquiry.begun.connect(self.changed)
        worker.told.connect(self._hear)

    # -- what it says ---------------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether edits are being looked for, or are about to be."""
        return self._inquiry.is_waiting

    @property
    def waits_for(self) -> str:
        """The topic of the job that is done first; empty when there is none."""
        return self._inquiry.waits_for

    @property
    def is_old(self) -> bool:
        """Whether what there is is about another state than that of the document now."""
        if self._about is None:
            return False
        document, revision = self._about
        return (
            document() is not self._document or self._document is None or self._document.revision != revision
        )

    # -- life -----------------------------------------------------------------------------------------------

    def set_document(self, document: Document | None) -> None:
        """Be about another document; of another state of the same, what was found stays, and is old."""
        before = self._document
        if before is not None:
            before.changed.disconnect(self._changed)
        self._document = document
        if document is not None:
            document.changed.connect(self._changed)
        if before is None or document is None or before.origin is not document.origin:
            self._forget()
        self.changed.emit()

    def mend(self, question: Question, settings: MendSettings) -> None:
        """Look for edits of the document as it is now."""
        if self._document is None:
            return
        self._forget()
        self._about = ref(self._document), self._document.revision
        self._inquiry.ask_about(
            self._document, lambda tag, subject: MendJob(tag, subject, question, settings)
        )
        self.changed.emit()

    def stop(self) -> None:
        """Look no further; nothing is found then."""
        if self.is_busy:
            self._inquiry.forget()
            self.was_stopped = True
            self._about = None
            self.changed.emit()

    def _forget(self) -> None:
        self._inquiry.forget()
        self.mended, self.failure, self.was_stopped, self.share = None, "", False, 0.0
        self._about = None

    def _changed(self, _event: object = None) -> None:
        if self._about is not None:
            self.changed.emit()

    # -- answers --------------------------------------------------------------------------------------------

    def _hear(self, progress: Progress) -> None:
        if self._inquiry.is_about(progress):
            self.share = progress.share
            self.changed.emit()

    def _take(self, found: Mended | str) -> None:
        if isinstance(found, str):
            self._fail(found)
            return
        self.mended, self.share = found, 1.0
        self.changed.emit()

    def _fail(self, sentence: str) -> None:
        self.mended, self.failure = None, sentence
        self.changed.emit()
