from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from fairground.core.grid.layout import Layout, Orientation
from fairground.core.pictures.colours import PAPER, mix
from fairground.core.pictures.zone_layers import side_colour
from fairground.editor.canvas.camera import Camera
from fairground.editor.canvas.facts import Facts
from fairground.editor.canvas.far_view import SIDE, ZONE_TINT, FarImage
from fairground.editor.canvas.layers import LayerModel
from fairground.editor.canvas.terrain_painter import tone_of

if TYPE_CHECKING:
    from tests.editor.canvas.conftest import Stand


def painted(far: FarImage, facts: Facts) -> QImage:
    """The image at its own scale, as a camera sees it."""
    board = facts.board
    image = QImage(far.image.size(), QImage.Format.Format_RGB32)
    image.fill(QColor(PAPER))
    camera = Camera(board.layout, board.columns, board.rows, image.width(), image.height(), wanted=3.0)
    painter = QPainter(image)
    far.paint(painter, camera, smooth=False)
    painter.end()
    return image


@pytest.mark.parametrize("layout", Layout)
def test_a_hex_is_four_pixels_square_and_lines_are_shifted_by_two(stand: Stand, layout: Layout) -> None:
    scenario = stand.plain(layout, 6, 5)
    scenario.board.terrain[2, 3] = 1
    facts = Facts(scenario)
    far = FarImage(facts, LayerModel())
    painted(far, facts)
    wall = QColor(tone_of(facts.stacks[1]).over(facts.stacks[1].ground)).rgb()
    found = np.array(
        [
            (x, y)
            for x in range(far.image.width())
            for y in range(far.image.height())
            if far.image.pixel(x, y) == wall
        ]
    )
    assert len(found) == SIDE * SIDE
    flat = layout.orientation is Orientation.FLAT
    late = ((3 if flat else 2) % 2 == 1) == layout.is_odd
    shift = 2 * late
    assert found.min(axis=0).tolist() == [
        3 * SIDE + (0 if flat else shift),
        2 * SIDE + (shift if flat else 0),
    ]


@pytest.mark.parametrize("layout", Layout)
def test_cells_written_one_by_one_equal_the_image_drawn_anew(stand: Stand, layout: Layout) -> None:
    scenario = stand.motley(layout, 20, 15)
    facts = Facts(scenario)
    far = FarImage(facts, LayerModel())
    painted(far, facts)
    rng = np.random.default_rng(3)
    for array, most in ((facts.board.terrain, 7), (facts.board.elevation, 9), (facts.board.effects, 2)):
        cells = rng.choice(300, 12, replace=False)
        array.reshape(-1)[cells] = rng.integers(0, most, 12)
        far.update(cells)
    anew = FarImage(facts, LayerModel())
    painted(anew, facts)
    assert far.image == anew.image


def test_a_zone_is_tinted_with_the_colour_of_its_side(stand: Stand) -> None:
    scenario = stand.motley(Layout.ODD_R)
    scenario.board.terrain[:] = 0
    scenario.board.elevation[:] = 0
    scenario.board.effects[:] = 0
    facts = Facts(scenario)
    far = FarImage(facts, LayerModel())
    painted(far, facts)
    clear = tone_of(facts.stacks[0]).over(facts.stacks[0].ground)
    wanted = QColor(mix(clear, side_colour(0), ZONE_TINT))
    found = far.image.pixelColor(2, 2)
    assert max(abs(found.red() - wanted.red()), abs(found.green() - wanted.green())) <= 1


def test_a_board_of_one_hex_has_an_image(stand: Stand) -> None:
    for layout in Layout:
        facts = Facts(stand.plain(layout, 1, 1))
        far = FarImage(facts, LayerModel())
        image = painted(far, facts)
        assert image.pixelColor(0, 0).name() != PAPER
