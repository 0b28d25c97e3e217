from PySide6.QtWidgets import QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from fairground.editor.shell.status_bar import Status


def test_a_tip_leaves_the_map_as_large_as_it_is(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    middle, status = QWidget(), Status()
    window.setCentralWidget(middle)
    window.setStatusBar(status)
    window.resize(800, 300)
    window.show()
    status.hex.setText("C4")
    qtbot.waitUntil(status.hex.isVisible)
    size = middle.size()
    status.showMessage("Paint terrain")
    qtbot.waitUntil(lambda: not status.hex.isVisible())
    qtbot.wait(30)
    assert middle.size() == size
    status.clearMessage()
    qtbot.waitUntil(status.hex.isVisible)
    assert middle.size() == size
