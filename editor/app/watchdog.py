"""A watchdog for the interface: logs the stack when the event loop is blocked."""

from __future__ import annotations

import faulthandler
import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from pathlib import Path

#: Set to a number of milliseconds to log longer blocks.
VARIABLE = "FAIRGROUND_WATCHDOG"


class Watchdog(QObject):
    """Logs the stack of the main thread whenever its event loop is blocked for ``limit`` milliseconds.

    The interpreter does the watching, so that no Qt object is used from another thread.
    """

    def __init__(self, limit: int, log: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._limit = limit / 1000
        self._log = log.open("a", encoding="utf-8")
        timer = QTimer(self)
        timer.setInterval(max(1, limit // 4))
        timer.timeout.connect(self._beat)
        timer.start()

    def stop(self) -> None:
        """End the watch."""
        for timer in self.findChildren(QTimer):
            timer.stop()
        faulthandler.cancel_dump_traceback_later()
        self._log.close()

    def _beat(self) -> None:
        faulthandler.dump_traceback_later(self._limit, file=self._log)


def watchdog_from_environment(log: Path, parent: QObject) -> None:
    """Start a watchdog when the environment asks for one; it lives as long as ``parent``."""
    limit = os.environ.get(VARIABLE, "")
    if limit.isdigit() and int(limit) > 0:
        Watchdog(int(limit), log, parent)
