"""A minute at 500x500 with every panel of the window open: 300 strokes of the brush, and how long each frame took.

A frame is an event of the mouse until the window has drawn itself; turns of the event loop between the strokes, in which
panels bring themselves up to date, are samples too. Prints them as JSON.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from functools import partial
from itertools import pairwise
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

    from fairground.editor.shell.main_window import MainWindow

#: Strokes, the seconds from one to the next, and the moves in each.
STROKES, STROKE_SECONDS, MOVES = 300, 0.2, 6
#: Seconds after which no stroke is begun, on a machine that cannot keep up with the hand.
LIMIT = 75.0
#: How many panels stand above each other.
_IN_A_COLUMN = 4
#: The window, large enough to have every panel beside the map.
_WIDTH, _HEIGHT = 3200, 1800
#: At most how many seconds the window takes to start and to come to rest, and how many it is left alone then.
_START, _REST, _CALM = 120.0, 30.0, 1.0


class Session:
    """The window, and the samples in milliseconds by name."""

    def __init__(self, application: QApplication, window: MainWindow) -> None:
        self.samples: dict[str, list[float]] = {
            name: [] for name in ("press", "moves", "release", "between strokes")
        }
        #: The time that the processor worked on each move: on a busy machine, far less than it took.
        self.worked: list[float] = []
        #: Seconds that the strokes and the pauses took in all.
        self.seconds = 0.0
        self._application, self._window = application, window
        window.resize(_WIDTH, _HEIGHT)
        window.show()
        self._spin(_START, until=lambda: window.findChild(Canvas) is not None)
        canvas = window.findChild(Canvas)
        if canvas is None:
            raise RuntimeError(f"no map was open after {_START:.0f} s")
        self._canvas = canvas
        self._come_to_rest()
        self._open_panels()
        if canvas.document is not None:
            layout = canvas.document.scenario.board.layout
            canvas.centre_on(layout.from_offset(SIDE // 2, SIDE // 2))
        self._come_to_rest()

    def _open_panels(self) -> None:
        """Put every panel beside the map, none behind another's tab."""
        docks = [it for it in self._window.findChildren(QDockWidget) if it.widget() is not None]
        for dock in docks:
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
        heads = docks[::_IN_A_COLUMN]
        self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, heads[0])
        for left, right in pairwise(heads):
            self._window.splitDockWidget(left, right, Qt.Orientation.Horizontal)
        for number, dock in enumerate(docks):
            if number % _IN_A_COLUMN:
                self._window.splitDockWidget(docks[number - 1], dock, Qt.Orientation.Vertical)
            dock.show()
        self._spin(_CALM)
        self.open_panels = sum(not it.visibleRegion().isEmpty() for it in docks)
        self.panels = len(docks)

    def run(self) -> None:
        """Paint at 300 strokes a minute, as far as the machine keeps up."""
        QTest.keyClick(self._canvas, Qt.Key.Key_B)
        began = time.perf_counter()
        for stroke in range(STROKES):
            if time.perf_counter() - began > LIMIT:
                break
            start = MIDDLE + QPoint((stroke * 61) % 500 - 250, (stroke * 37) % 260 - 130)
            self._timed("press", partial(QTest.mousePress, self._canvas, LEFT, pos=start))
            for step in range(1, MOVES + 1):
                at = start + QPoint(step * 12, (step * 29) % 40)
                self._timed("moves", partial(QTest.mouseMove, self._canvas, at))
            self._timed("release", partial(QTest.mouseRelease, self._canvas, LEFT, pos=at))
            while time.perf_counter() - began < (stroke + 1) * STROKE_SECONDS:
                self._timed("between strokes", lambda: None)
                time.sleep(0.002)
        self.seconds = time.perf_counter() - began

    def _timed(self, name: str, work: Callable[[], object]) -> None:
        start, worked = time.perf_counter(), time.thread_time()
        work()
        self._application.processEvents()
        self.samples[name].append(1000 * (time.perf_counter() - start))
        if name == "moves":
            self.worked.append(1000 * (time.thread_time() - worked))

    def _come_to_rest(self) -> None:
        """Wait until the map is painted and validated, and what follows from that is shown."""
        watch = self._window.session.validation_watch
        self._spin(_REST, until=lambda: watch.is_current and self._canvas.is_settled)
        self._spin(_CALM)

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
        window = start(application, path)
        session = Session(application, window)
        session.run()
        panels = [session.open_panels, session.panels]
        answer = {**session.samples, "moves, processor": session.worked, "panels": panels}
        json.dump({**answer, "seconds": [session.seconds]}, sys.stdout)
        sys.stdout.flush()
        window.session.end()
        # Without the question whether to save.
        os._exit(0)


if __name__ == "__main__":
    main()
