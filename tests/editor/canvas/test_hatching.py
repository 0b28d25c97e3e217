from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from fairground.core.pictures.display_list import Hatch, HatchMark
from fairground.editor.canvas.item_painter import hatch_brush

pytestmark = pytest.mark.usefixtures("qapp")


def filled(hatch: Hatch, unit: float) -> QImage:
    image = QImage(160, 160, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    painter.fillRect(image.rect(), hatch_brush(hatch, unit=unit, ratio=1.0))
    painter.end()
    return image


def darkness(image: QImage) -> float:
    pixels = np.array(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    return float((255 - pixels[:, :, 1].astype(float)).mean() / 255)


@pytest.mark.parametrize("mark", HatchMark)
@pytest.mark.parametrize("angle", [0.0, 22.5, 45.0, -45.0, 90.0])
@pytest.mark.parametrize("unit", [0.5, 3.0])
def test_a_hatch_covers_a_part_of_the_ground_evenly(mark: HatchMark, angle: float, unit: float) -> None:
    image = filled(Hatch("#000000", mark, angle, 2.7, 0.42, 1.0), unit)
    assert 0.005 < darkness(image) < 0.6
    # It goes on over the edges of its repetitions: no row and no column of large squares is bare.
    for at in range(0, 160, 40):
        for other in range(0, 160, 40):
            assert darkness(image.copy(at, other, 40, 40)) > 0.002


def test_lines_of_opposite_angles_are_mirror_images() -> None:
    one = (
        hatch_brush(Hatch("#000000", HatchMark.LINES, 45.0, 2.7, 0.42), unit=4.0, ratio=1.0)
        .texture()
        .toImage()
    )
    other = (
        hatch_brush(Hatch("#000000", HatchMark.LINES, -45.0, 2.7, 0.42), unit=4.0, ratio=1.0)
        .texture()
        .toImage()
    )
    assert one != other
    # Upside down, one is the other.
    last = one.height() - 1
    for y in range(one.height()):
        for x in range(one.width()):
            assert abs(one.pixelColor(x, last - y).alpha() - other.pixelColor(x, y).alpha()) <= 30


def test_opacity_is_even_where_marks_cross() -> None:
    texture = (
        hatch_brush(Hatch("#ff0000", HatchMark.GRID, 0.0, 4.0, 1.0, 0.5), unit=5.0, ratio=1.0)
        .texture()
        .toImage()
    )
    strongest = max(
        texture.pixelColor(x, y).alpha() for x in range(texture.width()) for y in range(texture.height())
    )
    assert strongest == pytest.approx(127, abs=3)
