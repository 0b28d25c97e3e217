"""Watching long work: how far it is, and whether it is still wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import CancelledError

if TYPE_CHECKING:
    from collections.abc import Callable


class ProgressWatch:
    """Tells whoever asked for some work how much of it is done, and ends it when they do not want it any more.

    ``progress`` is told the share that is done, from 0 to 1; ``cancelled`` is asked, often, whether to stop. Both may be
    None. The work is counted in ``parts``, each as long as any other.
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
        """Go on, or not.

        Raises
        ------
        CancelledError
            When the work is not wanted any more.
        """
        if self._cancelled is not None and self._cancelled():
            raise CancelledError("the work was stopped before it was done")

    def expect(self, parts: int) -> None:
        """Say how many parts the work has, before the first is done."""
        self._parts = max(parts, 1)

    def step(self) -> None:
        """Count a part as done, and go on, or not, as ``look`` does."""
        self._done += 1
        if self._progress is not None:
            self._progress(min(self._done / self._parts, 1.0))
        self.look()
