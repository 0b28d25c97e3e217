"""Garbage collection in the main thread alone.

Python collects cycles in whichever thread happens to allocate. A window or a document in a cycle would then be
destroyed outside the main thread, which Qt does not survive. So collection is left to a timer of the event loop.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

from fairground.editor.app.deferred import next_turn

_INTERVAL = 1000


class Collector(QObject):
    """Takes the place of Python's automatic collection for the rest of the process, by the same thresholds."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        # Modules stay: going through them again and again would hold the window up.
        gc.freeze()
        timer = QTimer(self)
        timer.setInterval(_INTERVAL)
        # It takes as long as many a turn of the event loop, and comes to none of them.
        timer.timeout.connect(lambda: next_turn(self, self.collect))
        timer.start()

    def spare(self) -> None:
        """Go through what is there now no more: modules, most of it, that were loaded since the start.

        What is no cycle goes as ever, as soon as nobody looks at it.
        """
        gc.collect(0)
        gc.freeze()

    def collect(self) -> None:
        """Collect the oldest generation that is due; nothing when none is."""
        counts, limits = gc.get_count(), gc.get_threshold()
        due = [
            generation
            for generation in range(3)
            if limits[generation] and counts[generation] > limits[generation]
        ]
        if due:
            gc.collect(due[-1])
