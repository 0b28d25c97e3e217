from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.editor.canvas.canvas import Canvas
from fairground.editor.canvas.layers import LayerModel
from fairground.editor.document.document import Document
from fairground.editor.overlays.regions import FarCells, colour_number

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from fairground.editor.canvas.frame import Frame


class Cover:
    """Paints the cells that it is given."""

    def __init__(self, kinds: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> None:
        self.kinds = kinds
        self.cells = FarCells()

    def paint(self, frame: Frame) -> None:
        self.cells.paint(frame, self.kinds, (0, colour_number("#ff0000", 1.0)))


@pytest.mark.parametrize("layout", list(Layout))
def test_each_cell_lies_over_its_hex_and_another_array_makes_another_image(
    qtbot: QtBot, layout: Layout
) -> None:
    scenario = blank_scenario("Wide", layout=layout, size=(40, 30), ruleset="penance-2.0")
    canvas = Canvas(Document(scenario), LayerModel())
    qtbot.addWidget(canvas)
    canvas.resize(220, 190)
    canvas.show()
    board = scenario.board
    one, other = board.parse("D21"), board.parse("Z3")
    cover = Cover(board.mask((one,)).astype(np.int64))
    canvas.set_covers((cover,), ())
    for marked, plain in ((one, other), (other, one)):
        cover.kinds = board.mask((marked,)).astype(np.int64)
        canvas.update()
        canvas.settle()
        image = canvas.grab().toImage()
        assert canvas.camera is not None
        assert not canvas.camera.is_near
        assert image.pixelColor(canvas.point_of(marked).toPoint()) == QColor("#ff0000")
        assert image.pixelColor(canvas.point_of(plain).toPoint()) != QColor("#ff0000")


def test_a_colour_with_an_opacity_is_laid_over_what_is_there() -> None:
    pixels = np.array([[colour_number("#ff8000", 0.5)]], np.uint32)
    image = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor("#000000"))
    painter = QPainter(image)
    painter.drawImage(0, 0, QImage(pixels.data, 1, 1, 4, QImage.Format.Format_ARGB32_Premultiplied))
    painter.end()
    found = image.pixelColor(0, 0)
    assert (found.red(), found.green(), found.blue()) == pytest.approx((128, 64, 0), abs=1)
