"""Work in a turn of the event loop of its own: whatever else is to be done, drawn or heard comes before it.

A timer of Qt without an interval is not that: ``QTimer.singleShot(0, …)`` posts an event, which comes in the turn that is
on when a timer or a key has brought about the work before, and of several timers that are due all are heard in one turn.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from shiboken6 import isValid

if TYPE_CHECKING:
    from collections.abc import Callable

    Work = Callable[[], object]


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
