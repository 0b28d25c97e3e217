"""Work in a turn of the event loop of its own: whatever else is to be done, drawn or heard comes before it.

A timer of Qt without an interval is not that: ``QTimer.singleShot(0, …)`` posts an event, which comes in the turn that is
on when a timer or a key has brought about the work before, and of several timers that are due all are heard in one turn.
Work that waits until something has been seen: whoever looks at the window does not wait for it.
Great changes of a window that are seen all at once: it is drawn in a turn of its own, when they have been made.
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
    """Show nothing of what changes in ``window`` before the works that wait for their turns are done."""
    window.setUpdatesEnabled(False)
    next_turn(window, partial(_draw, window))


def _draw(window: QWidget) -> None:
    window.setUpdatesEnabled(True)
    # A request to draw that came while the window was shut is used up, and Qt sends no other as long as it believes
    # that one is on its way: without this one the window would stay as it was for good.
    QCoreApplication.postEvent(window, QEvent(QEvent.Type.UpdateRequest))


def after_paint(widget: QWidget, work: Callable[[], object]) -> None:
    """Call ``work`` once, in a turn of the event loop of its own, when ``widget`` is next painted.

    Of works that wait for the same widget, the last one given is done first (so Qt orders its filters).
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
    """Call ``work`` in a turn of its own, soon; not when ``owner`` is gone by then.

    Works are done in the order in which they were given; one that waits already is not given once more.
    """
    application = QCoreApplication.instance()
    assert application is not None  # noqa: S101  # it is its event loop that turns
    found = application.findChild(_Line, "", Qt.FindChildOption.FindDirectChildrenOnly)
    (found or _Line(application)).add(owner, work)


class _Line(QObject):
    """The works that wait, one a turn; there is one of these, which belongs to the application."""

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
            # Before the work: one that fails does not hold up the others.
            self._timer.start(0)
        if isValid(owner):
            work()
