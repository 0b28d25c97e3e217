from __future__ import annotations

import cmath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from fairground.core.grid.layout import Layout
from fairground.editor.canvas.camera import Camera
from fairground.editor.canvas.tracing_image import Placement, Underlay

NUMBERS = st.integers(-2000, 2000)
POINTS = st.builds(complex, NUMBERS, NUMBERS)


def mapped(placement: Placement, at: complex) -> complex:
    point = placement.transform().map(QPointF(at.real, at.imag))
    return complex(point.x(), point.y())


@given(seen=st.tuples(POINTS, POINTS), wanted=st.tuples(POINTS, POINTS))
def test_two_points_come_to_where_they_are_wanted(
    seen: tuple[complex, complex], wanted: tuple[complex, complex]
) -> None:
    found = Placement(opacity=0.4).calibrated(seen, wanted)
    if seen[0] == seen[1] or wanted[0] == wanted[1]:
        assert found is None
    elif found is not None:
        assert found.opacity == 0.4
        for a, b in zip(seen, wanted, strict=True):
            assert abs(mapped(found, a) - b) < 1e-6 * (1 + abs(b) + abs(found.scale) * abs(a))


def test_a_point_apart_from_both_keeps_the_shape() -> None:
    found = Placement().calibrated((0j, 100 + 0j), (2 + 1j, 2 + 5j))
    assert found is not None
    assert found.turn == pytest.approx(90)
    assert found.scale == pytest.approx(0.04)
    assert cmath.isclose(mapped(found, 100j), -2 + 1j)


def test_a_picture_begins_over_the_whole_board() -> None:
    found = Placement.covering(200, 100, (-1.0, -1.0, 19.0, 29.0))
    assert found.scale == pytest.approx(0.1)
    assert mapped(found, 100 + 50j) == pytest.approx(9 + 14j)


def test_moving_and_scaling_keep_what_they_should() -> None:
    placement = Placement(2.0, 3.0, 0.5, 30.0)
    assert mapped(placement.moved(1, -2), 7 + 7j) == pytest.approx(mapped(placement, 7 + 7j) + 1 - 2j)
    larger = placement.scaled(3, (4.0, 5.0))
    for at in (0j, 10 + 3j):
        assert mapped(larger, at) - (4 + 5j) == pytest.approx(3 * (mapped(placement, at) - (4 + 5j)))


def painted(underlay: Underlay | None) -> QImage:
    camera = Camera(Layout.ODD_Q, 4, 4, 200, 160, 1.0).fitted()
    ground = QImage(200, 160, QImage.Format.Format_RGB32)
    ground.fill(QColor("#ece4d0"))
    painter = QPainter(ground)
    if underlay is not None:
        underlay.paint(painter, camera)
    painter.end()
    return ground


def test_dark_ink_darkens_the_ground_and_white_paper_leaves_it() -> None:
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    for y in range(10):
        for x in range(5):
            image.setPixelColor(x, y, QColor("black"))
    underlay = Underlay(image, Placement(-3.0, -3.0, 1.5, opacity=1.0))
    plain, found = painted(None), painted(underlay)
    row = [found.pixelColor(x, 80) for x in range(200)]
    assert min(colour.lightness() for colour in row) < 20
    assert plain.pixelColor(195, 80) in row


def test_a_hidden_picture_is_not_drawn() -> None:
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    assert painted(Underlay(image, Placement(-3, -3, 5, visible=False))) == painted(None)
    assert painted(Underlay(image, Placement(-3, -3, 5))) != painted(None)
