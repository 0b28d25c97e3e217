"""Report the progress of long work, and cancel it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import CancelledError

if TYPE_CHECKING:
    from collections.abc import Callable


class ProgressWatch:
    """Reports progress and stops cancelled work.

    ``progress`` is called with the share done, from 0 to 1; ``cancelled`` is called often, and returns true to stop. Both
    may be None. The work is counted in ``parts`` of equal length.
    """

    def __init__(
        self,
        progress: Callable[[float], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        *,
        parts: int = 1,
    ) -> None:
        self._progress, self._cancelled = progress, cancelled
        self._done, self._parts = 0, max(parts, 1)

    def look(self) -> None:
        """Check whether the work is cancelled. Raises a ``CancelledError`` when it is."""
        if self._cancelled is not None and self._cancelled():
            raise CancelledError("the work was stopped before it finished")

    def expect(self, parts: int) -> None:
        """Set the number of parts, before the first is done."""
        self._parts = max(parts, 1)

    def step(self) -> None:
        """Count a part as done, and check as ``look`` does."""
        self._done += 1
        if self._progress is not None:
            self._progress(min(self._done / self._parts, 1.0))
        self.look()
