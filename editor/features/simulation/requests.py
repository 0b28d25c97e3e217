"""The player: has games played on the open scenario when that is asked for, in a process that does nothing else."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from fairground.editor.features.simulation.job import PlayJob, SimulationResult, SimulationSettings
from fairground.editor.jobs.long_work import LongWork

if TYPE_CHECKING:
    from fairground.editor.jobs.process import JobProgress

#: From so many seconds of games on, how long the others take can be guessed.
_KNOWN = 1.0


class SimulationRequests(LongWork[SimulationResult]):
    """Plays on one state of a document, and keeps what that came to until it plays again."""

    #: How much was done when the first games were told of, and when that was.
    _first: tuple[float, float] | None = None

    @property
    def seconds_left(self) -> float | None:
        """How long the games that are left take, as long as those so far; None while that is not known."""
        if not self.is_busy or self._first is None:
            return None
        share, begun = self._first
        taken, done = time.monotonic() - begun, self.share - share
        return taken * (1 - self.share) / done if taken >= _KNOWN and done > 0 else None

    def play(self, settings: SimulationSettings) -> None:
        """Play on the document as it is now."""
        self._begin(lambda tag, subject: PlayJob(tag, subject, settings, spare_cores()))

    def _forget(self) -> None:
        super()._forget()
        self._first = None

    def _hear(self, progress: JobProgress) -> None:
        if isinstance(progress.so_far, SimulationResult):
            self.found = progress.so_far
            if self._first is None:
                self._first = progress.share, time.monotonic()
            super()._hear(progress)


def spare_cores() -> int:
    """Return how many games are played side by side: the window keeps one core for itself and the other worker."""
    return max((os.cpu_count() or 1) - 1, 1)
