from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.scenario.blank import blank_scenario
from fairground.editor.canvas.canvas import Canvas
from fairground.editor.canvas.layers import LayerModel
from fairground.editor.document.document import Document
from fairground.editor.features.drawing.controller import MeasureLine
from fairground.editor.tools.tool_state import ToolState
from tests.editor.pixels import painted_pixels

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from fairground.core.grid.layout import Layout


@pytest.fixture
def canvas(qtbot: QtBot) -> Canvas:
    from fairground.core.grid.layout import Layout

    return shown(qtbot, Layout.ODD_Q)


def shown(qtbot: QtBot, layout: Layout) -> Canvas:
    scenario = blank_scenario("Plain", layout=layout, size=(12, 10), ruleset="penance-2.0")
    found = Canvas(Document(scenario), LayerModel())
    qtbot.addWidget(found)
    found.resize(640, 480)
    found.show()
    found.settle()
    return found


def test_legs_are_drawn_from_middle_to_middle(canvas: Canvas) -> None:
    state = ToolState(canvas.document)
    canvas.set_marks((MeasureLine(state),))
    before = painted_pixels(canvas)
    assert canvas.document is not None
    board = canvas.document.scenario.board
    state.measured = tuple(map(board.parse, ("B2", "B8", "J3")))
    after = painted_pixels(canvas)
    changed = (before != after).any(axis=-1)
    for at in state.measured:
        point = canvas.point_of(at).toPoint()
        assert changed[point.y(), point.x()]
    between = canvas.point_of(board.parse("B5")).toPoint()
    assert changed[between.y(), between.x()]
    aside = canvas.point_of(board.parse("J8")).toPoint()
    assert not changed[aside.y(), aside.x()]
    state.measured = ()
    assert np.array_equal(painted_pixels(canvas), before)


def test_a_single_hex_is_a_dot(canvas: Canvas) -> None:
    state = ToolState(canvas.document)
    canvas.set_marks((MeasureLine(state),))
    before = painted_pixels(canvas)
    assert canvas.document is not None
    state.measured = (canvas.document.scenario.board.parse("F5"),)
    rows, columns = np.nonzero((before != painted_pixels(canvas)).any(axis=-1))
    assert 0 < np.ptp(columns) < 14
    assert 0 < np.ptp(rows) < 14


def test_legs_that_the_board_has_no_hexes_for_are_not_drawn(canvas: Canvas) -> None:
    state = ToolState(canvas.document)
    canvas.set_marks((MeasureLine(state),))
    before = painted_pixels(canvas)
    assert canvas.document is not None
    layout = canvas.document.scenario.board.layout
    state.measured = (layout.from_offset(1, 1), layout.from_offset(30, 1))
    assert np.array_equal(painted_pixels(canvas), before)
