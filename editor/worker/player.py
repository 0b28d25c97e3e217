"""The player: has games played on the open scenario when that is asked for, in a process that does nothing else."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING
from weakref import ref

from PySide6.QtCore import QObject, Signal

from fairground.editor.worker.inquiry import SubjectInquiry
from fairground.editor.worker.play import Played, PlayJob, Settings

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.worker.process import Progress
    from fairground.editor.worker.worker import Worker

#: From so many seconds of games on, how long the others take can be guessed.
_KNOWN = 1.0


class Player(QObject):
    """Plays on one state of a document, and keeps what that came to until it plays again.

    Edits do not stop the games; ``is_old`` says then that they are of an earlier state.
    """

    #: More games are played, or it began, ended, or what it has is of an earlier state now.
    changed = Signal()

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        #: What came of the games so far; None before the first, and where none can be played.
        self.played: Played | None = None
        #: Why there is nothing; empty where there is something, or is to be.
        self.failure = ""
        #: Whether the games were stopped before all were played.
        self.was_stopped = False
        self._document: Document | None = None
        # Weak: a document that was closed is not kept for what was played on it.
        self._about: tuple[ref[Document], int] | None = None
        self._share = self._first_share = 0.0
        self._first_time: float | None = None
        self._inquiry = SubjectInquiry(worker, self)
        self._inquiry.answered.connect(self._take)
        self._inquiry.failed.connect(self._fail)
        self._inquiry.begun.connect(self.changed)
        worker.told.connect(self._hear)

    # -- what it says ---------------------------------------------------------------------------------------

    @property
    def is_playing(self) -> bool:
        """Whether games are being played, or are about to be."""
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

    @property
    def seconds_left(self) -> float | None:
        """How long the games that are left take, as long as those so far; None while that is not known."""
        if not self.is_playing or self._first_time is None:
            return None
        taken, done = time.monotonic() - self._first_time, self._share - self._first_share
        return taken * (1 - self._share) / done if taken >= _KNOWN and done > 0 else None

    # -- life -----------------------------------------------------------------------------------------------

    def set_document(self, document: Document | None) -> None:
        """Be about another document; of another state of the same, what was played stays, and is old."""
        before = self._document
        if before is not None:
            before.changed.disconnect(self._changed)
        self._document = document
        if document is not None:
            document.changed.connect(self._changed)
        if before is None or document is None or before.origin is not document.origin:
            self._forget()
        self.changed.emit()

    def play(self, settings: Settings) -> None:
        """Play on the document as it is now."""
        if self._document is None:
            return
        self._forget()
        self._about = ref(self._document), self._document.revision
        self._inquiry.ask_about(
            self._document, lambda tag, subject: PlayJob(tag, subject, settings, spare_cores())
        )
        self.changed.emit()

    def stop(self) -> None:
        """Play no more; what came of the games so far stays."""
        if self.is_playing:
            self._inquiry.forget()
            self.was_stopped = True
            self.changed.emit()

    def _forget(self) -> None:
        self._inquiry.forget()
        self.played, self.failure, self.was_stopped = None, "", False
        self._about = None
        self._share = self._first_share = 0.0
        self._first_time = None

    def _changed(self, _event: object = None) -> None:
        if self._about is not None:
            self.changed.emit()

    # -- answers --------------------------------------------------------------------------------------------

    def _hear(self, progress: Progress) -> None:
        if self._inquiry.is_about(progress) and isinstance(progress.so_far, Played):
            self.played, self._share = progress.so_far, progress.share
            if self._first_time is None:
                self._first_time, self._first_share = time.monotonic(), progress.share
            self.changed.emit()

    def _take(self, found: Played | str) -> None:
        if isinstance(found, str):
            self._fail(found)
            return
        self.played, self._share = found, 1.0
        self.changed.emit()

    def _fail(self, sentence: str) -> None:
        self.played, self.failure = None, sentence
        self.changed.emit()


def spare_cores() -> int:
    """Return how many games are played side by side: the window keeps one core for itself and the other worker."""
    return max((os.cpu_count() or 1) - 1, 1)
