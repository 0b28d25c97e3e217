"""Garbage collection in the main thread alone.

Python collects cycles in whichever thread happens to allocate. A window or a document in a cycle would then be
destroyed outside the main thread, which Qt does not survive. So collection is left to a timer of the event loop.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

from fairground.editor.app.deferred import next_turn

_INTERVAL = 1000
#: Python's own thresholds; the command line raises them while it starts.
_LIMITS = 700, 10, 10


class Collector(QObject):
    """Replaces Python's automatic collection for the rest of the process, with its thresholds."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        # Modules stay loaded: traversing them at every collection would block the window.
        gc.freeze()
        timer = QTimer(self)
        timer.setInterval(_INTERVAL)
        # In a turn of its own, since it takes as long as other work.
        timer.timeout.connect(lambda: next_turn(self, self.collect))
        timer.start()

    def spare(self) -> None:
        """Exclude everything that exists now, mostly modules, from later collections."""
        gc.collect(0)
        gc.freeze()

    def collect(self) -> None:
        """Collect the oldest generation that is due, if any."""
        counts = gc.get_count()
        due = [generation for generation, limit in enumerate(_LIMITS) if counts[generation] > limit]
        if due:
            gc.collect(due[-1])
