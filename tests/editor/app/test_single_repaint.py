"""Many changes of a window are seen at once, and the window is drawn ever after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMainWindow, QWidget

from fairground.editor.app.deferred import in_one_picture

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent
    from pytestqt.qtbot import QtBot


class _Counted(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.drawn = 0

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        super().paintEvent(event)
        self.drawn += 1


def test_what_waited_to_be_drawn_before_does_not_keep_the_window_from_being_drawn_after(qtbot: QtBot) -> None:
    window, view = QMainWindow(), _Counted()
    window.setCentralWidget(view)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: view.drawn > 0)

    view.update()  # waits for its turn, and finds the window shut in it
    drawn = view.drawn
    in_one_picture(window)
    qtbot.waitUntil(lambda: view.drawn > drawn)

    drawn = view.drawn
    view.update()
    qtbot.waitUntil(lambda: view.drawn > drawn)
