"""A minute at 500x500 with every panel of the window open: 300 strokes of the brush, and how long each frame took.

A frame is a move of the mouse until the window has drawn itself; turns of the event loop between the strokes, in which
panels bring themselves up to date, are samples too. Prints them as JSON.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget

from benchmarks.canvas_session import LEFT, MIDDLE, SIDE, big_board
from fairground.core.files import save
from fairground.editor.canvas.canvas import Canvas

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMainWindow

#: Strokes, the seconds of each, and the moves in it.
STROKES, STROKE_SECONDS, MOVES = 300, 0.2, 6
#: How many panels stand above each other.
_IN_A_COLUMN = 4
#: The window, large enough to have every panel beside the map.
_WIDTH, _HEIGHT = 3200, 1800
#: Seconds until the window has all its features, and to come to rest.
_START, _REST = 120.0, 8.0


class Session:
    """The window, and the samples in milliseconds by name."""

    def __init__(self, application: QApplication, window: QMainWindow) -> None:
        self.samples: dict[str, list[float]] = {"strokes": [], "between strokes": []}
        self._application, self._window = application, window
        window.resize(_WIDTH, _HEIGHT)
        window.show()
        self._spin(_START, until=lambda: self._window.findChild(Canvas) is not None)
        self._spin(_REST)
        self._open_panels()
        self._spin(_REST)
        canvas = window.findChild(Canvas)
        assert isinstance(canvas, Canvas)  # noqa: S101  # the map is open
        self._canvas = canvas
        if canvas.document is not None:
            layout = canvas.document.scenario.board.layout
            canvas.centre_on(layout.from_offset(SIDE // 2, SIDE // 2))
        self._spin(_REST)

    def _open_panels(self) -> None:
        """Put every panel beside the map, none behind another's tab."""
        docks = [it for it in self._window.findChildren(QDockWidget) if it.widget() is not None]
        for dock in docks:
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
        for number, dock in enumerate(docks):
            if number % _IN_A_COLUMN:
                self._window.splitDockWidget(docks[number - 1], dock, Qt.Orientation.Vertical)
            elif number:
                first = docks[number - _IN_A_COLUMN]
                self._window.splitDockWidget(first, dock, Qt.Orientation.Horizontal)
            else:
                self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
            dock.show()
        self._spin(1.0)
        self.open_panels = sum(not it.visibleRegion().isEmpty() for it in docks)
        self.panels = len(docks)

    def run(self) -> None:
        """Paint at 300 strokes a minute."""
        QTest.keyClick(self._canvas, Qt.Key.Key_B)
        for stroke in range(STROKES):
            began = time.perf_counter()
            start = MIDDLE + QPoint((stroke * 61) % 500 - 250, (stroke * 37) % 260 - 130)
            QTest.mousePress(self._canvas, LEFT, pos=start)
            for step in range(1, MOVES + 1):
                at = start + QPoint(step * 12, (step * 29) % 40)
                self._timed("strokes", partial(QTest.mouseMove, self._canvas, at))
            QTest.mouseRelease(self._canvas, LEFT, pos=start)
            while time.perf_counter() - began < STROKE_SECONDS:
                self._timed("between strokes", lambda: None)
                time.sleep(0.002)

    def _timed(self, name: str, work: Callable[[], object]) -> None:
        start = time.perf_counter()
        work()
        self._application.processEvents()
        self.samples[name].append(1000 * (time.perf_counter() - start))

    def _spin(self, seconds: float, until: Callable[[], bool] = lambda: False) -> None:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end and not until():
            self._application.processEvents()
            time.sleep(0.005)


def main() -> None:
    """Open the window on a large board, paint, and print the samples."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["FAIRGROUND_HOME"] = folder
        from fairground.editor.shell.application import start

        path = Path(folder) / "large.yaml"
        save(big_board(), path)
        application = QApplication([])
        session = Session(application, start(application, path))
        session.run()
        json.dump({**session.samples, "panels": [session.open_panels, session.panels]}, sys.stdout)
        sys.stdout.flush()
        # Without the question whether to save.
        os._exit(0)


if __name__ == "__main__":
    main()
