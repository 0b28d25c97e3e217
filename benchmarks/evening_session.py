"""An evening with the editor in some minutes, as a process of its own: prints what it met as JSON.

    QT_QPA_PLATFORM=offscreen python -m benchmarks.evening_session SECONDS SIDE SEED

The real window does every action once, and then works on two boards of ``SIDE`` by ``SIDE`` hexes in turn, saves them,
and has its worker check them. At the end of every minute the first of them is opened anew, and when all has come to
rest, what the process holds then is written down: whatever grows from one such moment to the next is held by nobody who
needs it.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import random
import resource
import sys
import tempfile
import threading
import time
import traceback
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from benchmarks.boards import random_board
from benchmarks.canvas_session import big_board
from benchmarks.evening_hand import Hand
from benchmarks.evening_tour import tour
from benchmarks.evening_turns import Turns
from fairground.core.files import save
from fairground.core.grid.layout import Layout
from fairground.editor.app import start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.editor.window.main_window import MainWindow

#: How often what the process holds is written down, at most, in seconds; shorter sessions do so three times, and those
#: of a few seconds once.
MINUTE, _SHORT = 60.0, 10.0
#: How long the window is left alone before that, in milliseconds, and how many times it is looked whether it rests.
_REST, _RESTS = 500, 40


class Evening(QObject):
    """Lets a hand work for some seconds, and writes down every minute what is held."""

    def __init__(
        self, window: MainWindow, turns: Turns, files: tuple[Path, Path], *, seconds: float, seed: int
    ) -> None:
        super().__init__(window)
        self._window, self._turns, self._seconds = window, turns, seconds
        self._files, self._texts = files, [it.read_bytes() for it in files]
        self._picture = files[0].with_name("picture.png")
        _picture().save(str(self._picture))
        self.hand = Hand(window, random.Random(seed))
        self.fault = ""
        self.minutes: list[dict[str, float]] = []
        self._course = self._evening()
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self._go_on)
        self._clock.start(0)

    def _go_on(self) -> None:
        self._turns.begin()
        try:
            rest = next(self._course)
        except StopIteration:
            QApplication.quit()
            return
        except Exception:  # noqa: BLE001  # whatever it was is told, and the session ends
            # The editor's own net would take it for a fault of the editor, and the hand would rest for ever.
            self.fault = traceback.format_exc()
            QApplication.exit(1)
            return
        self._turns.what = self.hand.what
        self._clock.start(rest)

    def _evening(self) -> Iterator[int]:
        minute = min(MINUTE, self._seconds / 3 if self._seconds > _SHORT else self._seconds)
        yield from self._open(0)
        yield from self._rest()
        # The start, with all that is loaded for the first map, has budgets of its own.
        self._turns.long.clear()
        if self._seconds > _SHORT:
            yield from tour(self.hand, self._picture)
            yield from self._open(0)
            yield from self._rest()
        first = time.monotonic()
        while (begun := time.monotonic()) - first < self._seconds - minute / 2:
            yield from self._work(begun + minute / 2)
            yield from self._open(1)
            yield from self._work(begun + minute)
            history = self._history()
            yield from self._open(0)
            yield from self._rest()
            self.hand.what = "writing down"
            yield 50
            self._turns.counts = False
            self.minutes.append({"at": time.monotonic() - first, **history, **held(self._window)})

    def _work(self, until: float) -> Iterator[int]:
        while time.monotonic() < until:
            for rest in self.hand.next_work():
                self._turns.what = self.hand.what
                yield rest

    def _open(self, which: int) -> Iterator[int]:
        """Save what is open, and open one of the two boards as it was at first."""
        for widget in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
            if widget is not None:
                widget.close()
                yield 100
        if self._window.session.document is not None:
            self.hand.what = "save"
            self._window.flow.save()
            yield 300
        self._files[which].write_bytes(self._texts[which])
        self.hand.what = "open"
        self._window.flow.open(self._files[which])
        self.hand.done["open"] += 1
        yield 500

    def _rest(self) -> Iterator[int]:
        """Wait until the findings are there and the map is drawn."""
        self.hand.what = "rest"
        for _ in range(_RESTS):
            yield _REST
            page = self._window.page
            if self._window.session.analyst.is_current and (page is None or page.canvas.is_settled):
                break
        yield 2 * _REST

    def _history(self) -> dict[str, float]:
        """Return what the history holds before it is dropped, and how large the process is with it."""
        document = self._window.session.document
        if document is None:
            return {}
        stack = document.undo_stack
        patches = [it for at in range(stack.count()) for it in getattr(stack.command(at), "patches", ())]
        size = sum(
            getattr(getattr(it, name, None), "nbytes", 0)
            for it in patches
            for name in ("cells", "before", "after")
        )
        return {"steps": stack.count(), "history MB": size / 2**20, "working MB": _memory()}


def _picture() -> QImage:
    """Return something to lay under the grid."""
    image = QImage(800, 600, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.lightGray)
    return image


def _is_of_qt(widget: QObject) -> bool:
    """Whether it is one of the splitters between docks, of which Qt keeps all that a layout ever had."""
    return widget.objectName() == "qt_qmainwindow_extended_splitter"


def _memory() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def held(window: MainWindow) -> dict[str, float]:
    """Return what the process holds."""
    gc.collect()
    return {
        "memory MB": _memory(),
        "handles": len(os.listdir("/proc/self/fd")),  # noqa: PTH208  # names are enough
        "threads": len(os.listdir("/proc/self/task")),  # noqa: PTH208
        "python threads": threading.active_count(),
        "children": len(multiprocessing.active_children()),
        "qt objects": sum(not _is_of_qt(it) for it in window.findChildren(QObject)),
        "widgets": sum(not _is_of_qt(it) for it in QApplication.allWidgets()),
        "splitters": sum(map(_is_of_qt, QApplication.allWidgets())),
        "windows": len(QApplication.topLevelWidgets()),
        "python objects": len(gc.get_objects()),
        "peak MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def run(seconds: float, side: int, seed: int) -> dict[str, Any]:
    """Return what an evening met: turns of the event loop, minutes, and what was done how often."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["FAIRGROUND_HOME"] = str(Path(folder) / "home")
        files = Path(folder) / "one.yaml", Path(folder) / "other.yaml"
        save(big_board(side), files[0])
        save(random_board("megamek", Layout.ODD_Q, (side, side), seed=seed), files[1])
        application = QApplication(sys.argv[:1])
        turns = Turns()
        window = start(application)
        window.resize(1280, 800)
        evening = Evening(window, turns, files, seconds=seconds, seed=seed)
        application.exec()
        turns.close()
        window.session.end()
        log = Path(folder) / "home" / "errors.log"
        return {
            "side": side,
            "seconds": seconds,
            "turns": turns.count,
            "long": [it.as_dict() for it in turns.long],
            "minutes": evening.minutes,
            "done": dict(islice(evening.hand.done.most_common(), 400)),
            "not done": evening.hand.not_done(),
            "errors": evening.fault + (log.read_text(encoding="utf-8") if log.exists() else ""),
        }


if __name__ == "__main__":
    os.environ["QT_NO_GLIB"] = "1"
    answer = run(float(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
    json.dump(answer, sys.stdout)
