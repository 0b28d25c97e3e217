"""Work in a later turn of the event loop, after events and painting.

``QTimer.singleShot(0, …)`` does not guarantee that: its event may be handled in the current turn, and all timers that are
due are handled in one turn.
"""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from shiboken6 import isValid

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    Work = Callable[[], object]


def in_one_picture(window: QWidget) -> None:
    """Repaint ``window`` only after the work that is deferred to later turns."""
    window.setUpdatesEnabled(False)
    next_turn(window, partial(_draw, window))


def _draw(window: QWidget) -> None:
    window.setUpdatesEnabled(True)
    # Qt drops update requests while updates are disabled, and sends no other while it believes one is pending: without
    # this one, the window would never be repainted.
    QCoreApplication.postEvent(window, QEvent(QEvent.Type.UpdateRequest))


def after_paint(widget: QWidget, work: Callable[[], object]) -> None:
    """Call ``work`` once, in a turn of the event loop of its own, when ``widget`` is next painted.

    Of several calls for the same widget, the last is done first (the order of Qt's event filters).
    """
    _Wait(widget, work)


class _Wait(QObject):
    def __init__(self, widget: QWidget, work: Callable[[], object]) -> None:
        super().__init__(widget)
        self._work = work
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self, self._do)
        return False

    def _do(self) -> None:
        self.deleteLater()
        self._work()


def delayed(owner: QObject, work: Work, milliseconds: int = 0) -> QTimer:
    """Return a timer that calls ``work`` once, ``milliseconds`` after its last start."""
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(work)
    return timer


def next_turn(owner: QObject, work: Work) -> None:
    """Call ``work`` in a later turn of its own, unless ``owner`` is deleted by then.

    Calls are made in order; work that is already waiting is not added again.
    """
    application = QCoreApplication.instance()
    assert application is not None  # noqa: S101  # its event loop does the work
    queue = application.findChild(_Line, "", Qt.FindChildOption.FindDirectChildrenOnly)
    (queue or _Line(application)).add(owner, work)


class _Line(QObject):
    """The queue of deferred work, one item a turn; the application owns the only one."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._works: deque[tuple[QObject, Work]] = deque()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._go_on)

    def add(self, owner: QObject, work: Work) -> None:
        if (owner, work) not in self._works:
            self._works.append((owner, work))
            self._timer.start(0)

    def _go_on(self) -> None:
        owner, work = self._works.popleft()
        if self._works:
            # Before the work: an error in it must not stop the queue.
            self._timer.start(0)
        if isValid(owner):
            work()
