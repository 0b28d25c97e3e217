"""The course of an evening: what is done at the desk, one thing a turn of the event loop, until all is done."""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
import time
import traceback
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from benchmarks.evening_window import EditorDriver
from fairground.editor.shell.application import start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.evening_turns import Turns

#: The size of the window, in pixels.
_SIZE = 1280, 800


class Course(QObject):
    """Goes through what is to be done, each time after the rest that was asked for.

    ``turns`` hear what each turn is about. ``busy`` gets how long the thread was busy from each thing to the next, in
    milliseconds of the processor.
    """

    def __init__(
        self, editor: EditorDriver, *, turns: Turns | None = None, busy: list[float] | None = None
    ) -> None:
        super().__init__(editor.window)
        self._controller, self._turns, self._busy = editor, turns, busy
        self._before = time.thread_time()
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self._go_on)

    def go(self, doing: Iterator[int]) -> None:
        """Do it all; returns when it is done, or broken off."""
        self._doing = doing
        self._clock.start(0)
        QApplication.exec()

    def _go_on(self) -> None:
        if self._turns is not None:
            self._turns.begin()
        if self._busy is not None:
            now = time.thread_time()
            self._busy.append(1000 * (now - self._before))
            self._before = now
        try:
            rest = next(self._doing)
        except StopIteration:
            QApplication.quit()
            return
        except Exception:  # noqa: BLE001  # whatever it was is told, and the course ends
            # The editor's own net would take it for a fault of the editor, and the hand would rest for ever.
            self._controller.errors += traceback.format_exc()
            QApplication.exit(1)
            return
        if self._turns is not None:
            self._turns.what = self._controller.hand.what
        self._clock.start(rest)


@contextmanager
def in_the_editor(side: int, seed: int) -> Iterator[EditorDriver]:
    """Start the editor as it starts, with settings and files of its own, and end it; then see what it told of errors."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["FAIRGROUND_HOME"] = str(Path(folder) / "home")
        application = QApplication(sys.argv[:1])
        window = start(application)
        window.resize(*_SIZE)
        editor = EditorDriver(window, Path(folder), side=side, seed=seed)
        yield editor
        window.session.end()
        window.thumbnails.close()
        # A thumbnail that has been started is still written to the folder.
        for child in multiprocessing.active_children():
            child.join()
        log = Path(folder) / "home" / "errors.log"
        editor.errors += log.read_text(encoding="utf-8") if log.exists() else ""
