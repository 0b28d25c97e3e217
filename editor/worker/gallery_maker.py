"""The maker of galleries: has variants of the open scenario made when that is asked for, and keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import ref

from PySide6.QtCore import QObject, Signal

from fairground.editor.worker.gallery import GalleryJob, GallerySettings, Made
from fairground.editor.worker.inquiry import SubjectInquiry

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.worker.process import Progress
    from fairground.editor.worker.worker import Worker


class GalleryMaker(QObject):
    """Makes variants of one state of a document, and keeps them until it makes others.

    Edits do not stop it; ``is_old`` says then that they are of an earlier state.
    """

    #: There are other variants, or it began, ended, or what it has is of an earlier state now.
    changed = Signal()
    #: More of the work is done.
    advanced = Signal()

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        #: What was made so far; None before that, and where nothing can be made.
        self.made: Made | None = None
        #: Why there is nothing; empty where there is something, or is to be.
        self.failure = ""
        #: Whether the work was stopped before all was made.
        self.was_stopped = False
        #: How much of the work is done, from 0 to 1.
        self.share = 0.0
        self._document: Document | None = None
        # Weak: a document that was closed is not kept for what was made of it.
        self._about: tuple[ref[Document], int] | None = None
        self._inquiry = SubjectInquiry(worker, self)
        self._inquiry.answered.connect(self._take)
        self._inquiry.failed.connect(self._fail)
        self._inquiry.begun.connect(self.changed)
        worker.told.connect(self._hear)

    @property
    def is_making(self) -> bool:
        """Whether variants are being made, or are about to be."""
        return self._inquiry.is_waiting

    @property
    def waits_for(self) -> str:
        """The topic of the job that is done first; empty when there is none."""
        return self._inquiry.waits_for

    @property
    def is_old(self) -> bool:
        """Whether what there is belongs to another state than that of the document now."""
        if self._about is None:
            return False
        document, revision = self._about
        return (
            document() is not self._document or self._document is None or self._document.revision != revision
        )

    def set_document(self, document: Document | None) -> None:
        """Be about another document; of another state of the same, what was made stays, and is old."""
        before = self._document
        if before is not None:
            before.changed.disconnect(self._changed)
        self._document = document
        if document is not None:
            document.changed.connect(self._changed)
        if before is None or document is None or before.origin is not document.origin:
            self._forget()
        self.changed.emit()

    def make(self, settings: GallerySettings) -> None:
        """Make variants of the document as it is now."""
        if self._document is None:
            return
        self._forget()
        self._about = ref(self._document), self._document.revision
        self._inquiry.ask_about(self._document, lambda tag, subject: GalleryJob(tag, subject, settings))
        self.changed.emit()

    def stop(self) -> None:
        """Make no more; what there is stays."""
        if self.is_making:
            self._inquiry.forget()
            self.was_stopped = True
            self.changed.emit()

    def _forget(self) -> None:
        self._inquiry.forget()
        self.made, self.failure, self.was_stopped, self.share = None, "", False, 0.0
        self._about = None

    def _changed(self, _event: object = None) -> None:
        if self._about is not None:
            self.changed.emit()

    def _hear(self, progress: Progress) -> None:
        if not self._inquiry.is_about(progress):
            return
        self.share = progress.share
        if isinstance(progress.so_far, Made):
            self.made = progress.so_far
            self.changed.emit()
        else:
            self.advanced.emit()

    def _take(self, found: Made | str) -> None:
        if isinstance(found, str):
            self._fail(found)
            return
        self.made, self.share = found, 1.0
        self.changed.emit()

    def _fail(self, sentence: str) -> None:
        self.made, self.failure = None, sentence
        self.changed.emit()
