"""The maker of galleries: has variants of the open scenario made when that is asked for, and keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from fairground.editor.features.variants.job import Made, VariantsJob, VariantsSettings
from fairground.editor.jobs.long_work import LongWork

if TYPE_CHECKING:
    from fairground.editor.jobs.process import JobProgress


class VariantsRequests(LongWork[Made]):
    """Makes variants of one state of a document, and keeps them until it makes others."""

    #: More of the work is done, and there are no more variants yet.
    advanced = Signal()

    def make(self, settings: VariantsSettings) -> None:
        """Make variants of the document as it is now."""
        self._begin(lambda tag, subject: VariantsJob(tag, subject, settings))

    def _hear(self, progress: JobProgress) -> None:
        self.share = progress.share
        if isinstance(progress.so_far, Made):
            self.found = progress.so_far
            self.changed.emit()
        else:
            self.advanced.emit()
