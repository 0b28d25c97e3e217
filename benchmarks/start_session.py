"""One start of the editor: prints when its window had been painted, and when its map had been, and ends.

With ``memory`` after the file, it waits until the map has been validated and at rest, and prints the resident memory in MB instead.
"""

from __future__ import annotations

import gc
import math
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

# As the command does.
gc.disable()
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from fairground.editor.app.qt_imports import restore_import  # noqa: E402

restore_import()

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer  # noqa: E402
from PySide6.QtWidgets import QApplication, QWidget  # noqa: E402

from fairground.editor.shell.application import start  # noqa: E402

if TYPE_CHECKING:
    from fairground.editor.shell.main_window import MainWindow

_PATIENCE = 30.0
_REST = 3.0


class _Watch(QObject):
    """Notes when widgets have been painted for the first time, with all that is on them, in ``moments``."""

    def __init__(self) -> None:
        super().__init__()
        self.moments: list[float] = []

    def watch(self, widget: QWidget) -> None:
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        if event.type() == QEvent.Type.Paint:
            # Comes once everything is painted, and before what waits in timers.
            watched.removeEventFilter(self)
            QApplication.postEvent(self, QEvent(QEvent.Type.User), Qt.EventPriority.HighEventPriority.value)
        return False

    def customEvent(self, _event: QEvent) -> None:  # noqa: N802  # Qt's name
        self.moments.append(time.time())


def _canvas(window: MainWindow) -> QWidget:
    if window.page is None:
        raise RuntimeError("the window shows no map")
    return window.page.canvas


def _resident_mb() -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) * 1024 / 1e6


if __name__ == "__main__":
    application = QApplication(sys.argv[:1])
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    window = start(application, file)
    watch = _Watch()
    watch.watch(window)
    window.pages.currentChanged.connect(lambda _page: watch.watch(_canvas(window)))
    end = time.monotonic() + _PATIENCE
    while len(watch.moments) < (1 if file is None else 2):
        application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 1)
        if time.monotonic() > end:
            raise TimeoutError(f"not painted within {_PATIENCE:.0f} s")
    if sys.argv[2:] == ["memory"]:
        at_rest = math.inf
        while time.monotonic() < at_rest:
            application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 10)
            if at_rest == math.inf and window.session.validation_watch.is_current:
                at_rest = time.monotonic() + _REST
            if time.monotonic() > end:
                raise TimeoutError(f"not validated within {_PATIENCE:.0f} s")
        print(_resident_mb())
    else:
        print(*watch.moments, sep="\n")
    QTimer.singleShot(0, application.quit)
    application.exec()
    window.session.end()
