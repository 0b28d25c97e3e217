"""The handling of unexpected errors: save the journal, write the log, notify the user."""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from fairground.editor.app.paths import log_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from fairground.editor.session.session import Session


class Emergency:
    """Catches unhandled errors: syncs the journal, appends to the log, and calls ``tell`` with the traceback.

    ``tell`` may run the event loop; an error within it is only logged.
    """

    def __init__(self, session: Session, tell: Callable[[str], None]) -> None:
        self._session = session
        self._tell = tell
        self._telling = False

    def install(self) -> None:
        """Replace Python's hook."""
        sys.excepthook = self._handle

    def _handle(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self._session.flush()
        text = "".join(traceback.format_exception(kind, error, trace))
        sys.stderr.write(text)
        # Python keeps the frames of the last error; a painter among their variables would block drawing.
        traceback.clear_frames(trace)
        stamp = datetime.now(UTC).isoformat(timespec="seconds")
        # The user is notified even without a log.
        with (
            suppress(OSError),
            open(log_file(), "a", encoding="utf-8", opener=_at_once) as log,
        ):  # paths have no opener
            log.write(f"{stamp}\n{text}\n")
        if not self._telling:
            self._telling = True
            try:
                self._tell(text)
            finally:
                self._telling = False


def _at_once(path: str, flags: int) -> int:
    """Open a file without blocking, even if it is a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
