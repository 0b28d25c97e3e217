from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest

from fairground.editor.features.exporting.page_pictures import PagePicture, PageSize
from fairground.editor.features.exporting.page_preview import PagePreview

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

A4 = (PageSize(210, 297, "Assembly"), PageSize(297, 210), PageSize(297, 210))


@pytest.fixture
def preview(qtbot: QtBot) -> PagePreview:
    made = PagePreview()
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show()
    with qtbot.waitSignal(made.page_wanted):
        made.show_pages(A4)
    return made


def key(preview: PagePreview, name: Qt.Key) -> None:
    QTest.keyClick(preview.area, name)


def test_the_whole_page_is_asked_for_first(preview: PagePreview) -> None:
    assert [preview.pages.item(at).text() for at in range(3)] == ["Assembly", "Page 2", "Page 3"]
    assert preview.caption.text().startswith("Page 1 of 3, 210 by 297 mm, at ")
    assert preview.zoom is None


def test_keys_turn_pages_and_zoom(preview: PagePreview, qtbot: QtBot) -> None:
    with qtbot.waitSignal(preview.page_wanted) as asked:
        key(preview, Qt.Key.Key_PageDown)
    assert asked.args is not None
    assert asked.args[0] == 1
    assert "297 by 210 mm" in preview.caption.text()
    key(preview, Qt.Key.Key_Plus)
    zoomed = preview.zoom
    assert zoomed is not None
    with qtbot.waitSignal(preview.page_wanted) as asked:
        key(preview, Qt.Key.Key_Plus)
    assert preview.zoom is not None
    assert preview.zoom > zoomed
    assert asked.args is not None
    assert asked.args[1] == pytest.approx(297 * preview.logicalDpiX() / 25.4 * preview.zoom / 100, abs=2)
    key(preview, Qt.Key.Key_Minus)
    assert preview.zoom == zoomed
    key(preview, Qt.Key.Key_0)
    assert preview.zoom is None
    for _ in range(5):
        key(preview, Qt.Key.Key_PageUp)
    assert preview.page == 0


def test_ctrl_and_the_wheel_zoom_between_bounds(preview: PagePreview) -> None:
    middle = QPointF(preview.area.viewport().rect().center())
    for turn, end in ((-120, 25), (120, 400)):
        for _ in range(12):
            event = QWheelEvent(
                middle,
                QPointF(preview.area.viewport().mapToGlobal(middle.toPoint())),
                QPoint(),
                QPoint(0, turn),
                Qt.MouseButton.NoButton,
                Qt.KeyboardModifier.ControlModifier,
                Qt.ScrollPhase.NoScrollPhase,
                False,  # noqa: FBT003  # Qt's signature
            )
            QGuiApplication.sendEvent(preview.area.viewport(), event)
        assert preview.zoom == end


def test_the_picture_of_the_page_that_is_looked_at_is_shown(preview: PagePreview) -> None:
    red = b"\x00\x00\xff\x00"
    preview.show_picture(PagePicture(1, 2, 2, red * 4))
    assert preview.picture.pixmap().isNull(), "it is another page's"
    preview.show_picture(PagePicture(0, 3, 2, red * 6))
    image = preview.picture.pixmap().toImage()
    assert (image.width(), image.height()) == (3, 2)
    assert image.pixelColor(2, 1).name() == "#ff0000"


def test_the_page_stays_where_there_still_is_one(preview: PagePreview) -> None:
    preview.pages.setCurrentRow(2)
    preview.show_pages(A4)
    assert preview.page == 2
    preview.show_pages(A4[:1])
    assert preview.page == 0
    assert not preview.pages.isVisible()
