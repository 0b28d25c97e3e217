"""The mender: has edits looked for that make the open scenario fair, when that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.features.repair.job import RepairJob, RepairResult, RepairSettings
from fairground.editor.jobs.long_work import LongWork

if TYPE_CHECKING:
    from fairground.editor.jobs.fairness import FairnessRequest


class RepairRequests(LongWork[RepairResult]):
    """Looks for edits of one state of a document, and keeps what came of it until it looks again.

    What ``is_old`` is not to be made any more.
    """

    def repair(self, question: FairnessRequest, settings: RepairSettings) -> None:
        """Look for edits of the document as it is now."""
        self._begin(lambda tag, subject: RepairJob(tag, subject, question, settings))

    def stop(self) -> None:
        """Look no further; nothing is found then, and so nothing is old."""
        if self.is_busy:
            self._about = None
        super().stop()
