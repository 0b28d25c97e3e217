from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

from fairground.editor.app.deferred import after_paint

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class Sheet(QWidget):
    """Notes when it is painted."""

    def __init__(self, log: list[str]) -> None:
        super().__init__()
        self.log = log

    def paintEvent(self, _event: object) -> None:  # noqa: N802  # Qt's name
        self.log.append("painted")


def test_work_waits_for_the_picture_and_is_done_once(qtbot: QtBot) -> None:
    log: list[str] = []
    sheet = Sheet(log)
    qtbot.addWidget(sheet)
    after_paint(sheet, lambda: log.append("second"))
    after_paint(sheet, lambda: log.append("first"))
    qtbot.wait(20)
    assert log == []
    sheet.show()
    qtbot.waitUntil(lambda: len(log) > 2)
    assert [it for it in log if it != "painted"] == ["first", "second"]
    assert log[0] == "painted"
    sheet.repaint()
    qtbot.wait(20)
    assert log.count("first") == 1


def test_what_is_gone_leaves_no_work_behind(qtbot: QtBot) -> None:
    log: list[str] = []
    sheet = Sheet(log)
    sheet.show()
    qtbot.waitUntil(lambda: "painted" in log)
    log.clear()
    after_paint(sheet, lambda: log.append("done"))
    sheet.repaint()
    assert log == ["painted"]
    sheet.deleteLater()
    QCoreApplication.sendPostedEvents(sheet, QEvent.Type.DeferredDelete.value)
    qtbot.wait(20)
    assert log == ["painted"]
