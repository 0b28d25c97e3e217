"""What happens when something goes wrong that nobody foresaw: the work is kept, the log written, the user told."""

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
    """Catches unhandled errors: flushes the journal, appends to the log, and calls ``tell`` with the text.

    ``tell`` may itself run the event loop; an error within it is logged and not told again.
    """

    def __init__(self, session: Session, tell: Callable[[str], None]) -> None:
        self._session = session
        self._tell = tell
        self._telling = False

    def install(self) -> None:
        """Take the place of Python's own hook."""
        sys.excepthook = self._handle

    def _handle(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self._session.flush()
        text = "".join(traceback.format_exception(kind, error, trace))
        sys.stderr.write(text)
        # Python keeps the last error with all that its frames hold: with a painter among that, nothing is drawn any more.
        traceback.clear_frames(trace)
        stamp = datetime.now(UTC).isoformat(timespec="seconds")
        # Without a log the user is told all the same.
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
    """Open a file without waiting, as at a pipe that nobody reads from."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
