"""The minimap: the board small, the frame, and leading the canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from fairground.core.grid.layout import Layout
from fairground.editor.canvas.minimap import Minimap
from fairground.editor.document.patches import BoardLayer

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.editor.canvas.conftest import ShownCanvas, Stand

LEFT = Qt.MouseButton.LeftButton
WALL = 1


def small(stand: Stand, canvas: ShownCanvas, size: tuple[int, int] = (200, 160)) -> Minimap:
    minimap = Minimap()
    stand.qtbot.addWidget(minimap)
    minimap.resize(*size)
    minimap.follow(canvas)
    minimap.show()
    return minimap


def middle_of(canvas: ShownCanvas) -> tuple[float, float]:
    point: tuple[float, float] = canvas.camera.from_view(canvas.camera.width / 2, canvas.camera.height / 2)
    return point


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("size", [(7, 9), (40, 30), (120, 200)])
def test_the_whole_board_is_shown_where_a_click_finds_it(
    stand: Stand, layout: Layout, size: tuple[int, int]
) -> None:
    scenario = stand.plain(layout, *size)
    corners = [layout.from_offset(*at) for at in ((0, 0), (size[0] - 1, size[1] - 1))]
    canvas = stand.show(scenario, pitch=30)
    minimap = small(stand, canvas)
    minimap.grab()
    for at in corners:
        point = minimap.point_of(*layout.centre(at))
        assert minimap.rect().contains(point.toPoint())


@pytest.mark.parametrize("layout", Layout)
def test_a_change_is_seen_at_its_place(stand: Stand, qtbot: QtBot, layout: Layout) -> None:
    canvas = stand.show(stand.plain(layout, 30, 30), pitch=30)
    minimap = small(stand, canvas)
    canvas.fit()
    at = layout.from_offset(20, 8)
    place = minimap.point_of(*layout.centre(at)).toPoint()
    before = minimap.grab().toImage().pixelColor(place)
    stand.put(canvas, BoardLayer.TERRAIN, at, WALL)
    qtbot.waitUntil(lambda: minimap.grab().toImage().pixelColor(place).lightness() < before.lightness() - 20)


def test_the_frame_is_what_the_canvas_shows(stand: Stand) -> None:
    canvas = stand.show(stand.plain(columns=60, rows=60), pitch=40)
    minimap = small(stand, canvas)
    first = QPointF(minimap.frame.center())
    canvas.pan(200, 0)
    assert minimap.frame.center().x() > first.x()
    assert abs(minimap.frame.center().y() - first.y()) < 0.5
    wide = minimap.frame.width()
    canvas.zoom_out()
    assert minimap.frame.width() > wide


def test_a_click_and_a_drag_bring_the_canvas_there(stand: Stand) -> None:
    canvas = stand.show(stand.plain(columns=60, rows=60), pitch=40)
    minimap = small(stand, canvas)
    at = Layout.ODD_Q.from_offset(45, 20)
    QTest.mouseClick(minimap, LEFT, pos=minimap.point_of(*Layout.ODD_Q.centre(at)).toPoint())
    assert np.allclose(middle_of(canvas), Layout.ODD_Q.centre(at), atol=1.5)
    other = Layout.ODD_Q.from_offset(20, 40)
    QTest.mousePress(minimap, LEFT, pos=QPoint(100, 80))
    QTest.mouseMove(minimap, minimap.point_of(*Layout.ODD_Q.centre(other)).toPoint())
    assert np.allclose(middle_of(canvas), Layout.ODD_Q.centre(other), atol=1.5)
    QTest.mouseRelease(minimap, LEFT)


def test_arrow_keys_move_the_canvas(stand: Stand) -> None:
    canvas = stand.show(stand.plain(columns=60, rows=60), pitch=40)
    minimap = small(stand, canvas)
    minimap.setFocus()
    x, y = middle_of(canvas)
    QTest.keyClick(minimap, Qt.Key.Key_Right)
    QTest.keyClick(minimap, Qt.Key.Key_Down)
    after = middle_of(canvas)
    assert after[0] > x
    assert after[1] > y


def test_it_is_there_without_a_document(stand: Stand) -> None:
    canvas = stand.show(stand.plain())
    minimap = small(stand, canvas)
    canvas.set_document(None)
    minimap.set_document(None)
    assert minimap.frame.isEmpty()
    minimap.grab()
    QTest.mouseClick(minimap, LEFT)
