from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect

from fairground.core.grid.layout import Layout
from fairground.editor.canvas.camera import Camera, VisibleCells
from fairground.editor.canvas.frame import rect_of, rects, region_of


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("pitch", [3.0, 17.0, 60.0])
def test_the_region_of_cells_holds_them_and_is_small(layout: Layout, pitch: float) -> None:
    camera = Camera(layout, 60, 60, 800, 600, wanted=pitch).centred_on_board()
    columns, rows = np.array((30, 31, 28)), np.array((30, 29, 31))
    region = region_of(camera, columns, rows, reach=2.8)
    for x, y in camera.centres(columns, rows).tolist():
        for turn in np.linspace(0, 6.28, 12):
            reach = 2.7 * pitch / 3**0.5
            assert region.contains(QPoint(round(x + reach * np.cos(turn)), round(y + reach * np.sin(turn))))
    across, down = (region.boundingRect().width(), region.boundingRect().height())
    assert across <= 8 * pitch + 200
    assert down <= 8 * pitch + 200
    assert len(rects(region)) <= 12


def test_cells_out_of_sight_have_no_region() -> None:
    camera = Camera(Layout.ODD_Q, 60, 60, 200, 200, wanted=60).centred_on_board()
    assert region_of(camera, np.array((0,)), np.array((0,)), reach=2.8).isEmpty()
    assert region_of(camera, np.array((), int), np.array((), int), reach=2.8).isEmpty()


def test_the_whole_board_is_the_whole_view() -> None:
    camera = Camera(Layout.ODD_R, 60, 60, 300, 200, wanted=30).centred_on_board()
    columns, rows = np.meshgrid(np.arange(60), np.arange(60))
    region = region_of(camera, columns.reshape(-1), rows.reshape(-1), reach=2.8)
    assert region.contains(QPoint(0, 0))
    assert region.contains(QPoint(299, 199))
    assert len(rects(region)) <= 2


def test_no_cells_no_rectangle() -> None:
    camera = Camera(Layout.ODD_R, 60, 60, 300, 200)
    assert rect_of(camera, VisibleCells(0, 0, 0, 0)).isEmpty()
    assert rect_of(camera, VisibleCells(3, 5, 3, 5)).width() > 4 * camera.steps[0]


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("pitch", [2.0, 9.0])
def test_the_region_of_very_many_cells_holds_that_of_each_part_of_them(layout: Layout, pitch: float) -> None:
    camera = Camera(layout, 120, 120, 500, 400, wanted=pitch).centred_on_board()
    columns, rows = (it.reshape(-1) for it in np.meshgrid(np.arange(10, 110), np.arange(15, 115)))
    region = region_of(camera, columns, rows, reach=2.8)
    for part in (slice(0, 4000), slice(4000, 8000), slice(8000, 10000)):
        beyond = region_of(camera, columns[part], rows[part], reach=2.8).subtracted(region)
        # A region of few cells is made of blocks, and sticks out by as much.
        view = QRect(0, 0, camera.width, camera.height)
        assert all(
            min(it.intersected(view).width(), it.intersected(view).height()) < 64 for it in rects(beyond)
        )
    assert len(rects(region)) == 1
    for x, y in camera.centres(columns, rows).tolist():
        assert not (0 <= x < 499 and 0 <= y < 399) or region.contains(QPoint(round(x), round(y)))
