"""The picture of the board that scrolls with the view."""

from __future__ import annotations

import pytest

from fairground.core.files import load
from fairground.editor.canvas.backing import Backing
from fairground.editor.canvas.board_painter import BoardPainter
from fairground.editor.canvas.camera import Camera
from fairground.editor.canvas.facts import Facts
from fairground.editor.canvas.layers import LayerModel
from tests.editor.editor_driver import SCENARIOS


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("zoom", [0.25, 1.7])
def test_a_resize_before_all_is_painted_leaves_nothing_of_an_older_scale(zoom: float) -> None:
    scenario = load(SCENARIOS / "ember-court.yaml")
    board, painter = scenario.board, BoardPainter(Facts(scenario), LayerModel())
    first = Camera(board.layout, board.columns, board.rows, 700, 600).fitted()
    backing = Backing(painter, first)
    backing.work(60.0)
    second = first.zoomed(zoom, 350, 300)
    backing.move_to(second)
    assert not backing.is_settled
    while backing.work(0.0).isEmpty():
        pass  # sprites are drawn first
    assert not backing.is_settled
    third = second.resized(760, 660, 1.0)
    backing.move_to(third)
    backing.work(60.0)
    fresh = Backing(painter, third)
    fresh.work(60.0)
    assert backing.is_settled
    assert backing.pixmap.toImage() == fresh.pixmap.toImage()
