"""Great changes of a window that are seen all at once: it is drawn in a turn of its own, when they have been made."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent

from fairground.editor.app.deferred import next_turn

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def in_one_picture(window: QWidget) -> None:
    """Show nothing of what changes in ``window`` before the works that wait for their turns are done."""
    window.setUpdatesEnabled(False)
    next_turn(window, partial(_draw, window))


def _draw(window: QWidget) -> None:
    window.setUpdatesEnabled(True)
    # A request to draw that came while the window was shut is used up, and Qt sends no other as long as it believes
    # that one is on its way: without this one the window would stay as it was for good.
    QCoreApplication.postEvent(window, QEvent(QEvent.Type.UpdateRequest))
