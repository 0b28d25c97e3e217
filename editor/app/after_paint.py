"""Work that waits until something has been seen: whoever looks at the window does not wait for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget


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
