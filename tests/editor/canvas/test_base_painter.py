"""Bases on the canvas: as large as they are, where they are, and redrawn where they were."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from fairground.core.grid.layout import Layout
from fairground.core.pictures.zone_layers import side_colour
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.inches import hex_point, inches_a_size, put_in, unit_point
from fairground.core.scenario.parts import Side, Unit
from fairground.editor.canvas.marked_view import BaseRing
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from tests.editor.canvas.conftest import ShownCanvas, Stand
    from tests.editor.pixels import Pixels

PITCH = 60.0


@pytest.fixture
def canvas(stand: Stand) -> ShownCanvas:
    scenario = blank_scenario("Table", layout=Layout.ODD_Q, size=(9, 7), ruleset="base-visibility")
    scenario.sides, scenario.zones = [Side("p1"), Side("p2")], []
    at = scenario.board.parse("D4")
    x, y = hex_point(scenario.board, at)
    scenario.units = [Unit("u", "p1", "guard", at, at=(x + 0.9, y + 0.3), base=2.0)]
    return stand.show(scenario, pitch=PITCH)


def pixel(canvas: ShownCanvas, unit: Unit, across: float = 0.0, down: float = 0.0) -> QPoint:
    """The pixel so many inches off the middle of a base."""
    board = canvas.document.scenario.board
    x, y = unit_point(board, unit)
    size = inches_a_size(board)
    at = canvas.camera.to_view((x + across) / size, (y + down) / size)
    return QPoint(round(at[0] / canvas.camera.ratio), round(at[1] / canvas.camera.ratio))


def is_base(stand: Stand, canvas: ShownCanvas, at: QPoint) -> bool:
    """Whether most pixels around one have the colour of the side; the letters of a label may lie on some."""
    image, near = stand.image(canvas), range(-2, 3)
    found = [
        stand.difference(image.pixelColor(at + QPoint(x, y)), side_colour(0)) < 40 for x in near for y in near
    ]
    return bool(sum(found) > len(found) / 2)


def alike(one: Pixels, other: Pixels) -> bool:
    """Whether two pictures are the same but for how curves are rounded where they were painted in pieces."""
    return bool(np.abs(one.astype(int) - other).max() < 10)


def test_a_base_is_a_disc_of_its_own_diameter_where_it_stands(stand: Stand, canvas: ShownCanvas) -> None:
    (unit,) = canvas.document.scenario.units
    for across, down in ((-0.85, 0.0), (0.85, 0.0), (0.0, -0.85), (0.6, 0.6)):
        assert is_base(stand, canvas, pixel(canvas, unit, across, down))
    for across, down in ((-1.15, 0.0), (1.15, 0.0), (0.0, 1.15), (0.8, 0.8)):
        assert not is_base(stand, canvas, pixel(canvas, unit, across, down))


def test_it_is_drawn_anew_where_it_was_and_where_it_is(stand: Stand, canvas: ShownCanvas) -> None:
    (unit,) = canvas.document.scenario.units
    before = stand.pixels(canvas)
    x, y = hex_point(canvas.document.scenario.board, unit.hex)
    moved = replace(unit, at=(x - 0.8, y - 0.4))
    stand.replace(canvas, "units", [moved])
    after = stand.pixels(canvas)
    fresh = stand.show(canvas.document.scenario, pitch=PITCH)
    assert alike(after, stand.pixels(fresh)), "nothing is left of where it was"
    assert is_base(stand, canvas, pixel(canvas, moved, -0.85, 0.0))
    canvas.document.undo()
    assert alike(stand.pixels(canvas), before)


def test_large_bases_far_off_the_middle_are_drawn_anew_too(stand: Stand, canvas: ShownCanvas) -> None:
    (unit,) = canvas.document.scenario.units
    board, large = canvas.document.scenario.board, replace(unit, base=9.0)
    stand.replace(canvas, "units", [large])
    for steps in ([put_in(board, large, board.parse("F5"))], []):
        stand.replace(canvas, "units", steps)
        fresh = stand.show(canvas.document.scenario, pitch=PITCH)
        assert alike(stand.pixels(canvas), stand.pixels(fresh))


def test_hexes_of_more_inches_make_bases_smaller(stand: Stand, canvas: ShownCanvas) -> None:
    (unit,) = canvas.document.scenario.units
    stand.replace(canvas, "board.inches", 4.0)
    fresh = stand.show(canvas.document.scenario, pitch=PITCH)
    assert alike(stand.pixels(canvas), stand.pixels(fresh))
    assert is_base(stand, canvas, pixel(canvas, unit, -0.75, -0.2))
    assert not is_base(stand, canvas, pixel(canvas, unit, 1.6, 0.0))


def test_a_ring_marks_the_base_that_is_chosen(stand: Stand, canvas: ShownCanvas) -> None:
    before = stand.pixels(canvas)
    canvas.set_chosen_base(BaseRing(2.0, 2.5, 0.8))
    assert not np.array_equal(stand.pixels(canvas), before)
    canvas.set_chosen_base(None)
    assert np.array_equal(stand.pixels(canvas), before)


def test_tools_that_follow_points_hear_of_every_move_and_others_do_not(
    stand: Stand, canvas: ShownCanvas
) -> None:
    tool = stand.record(canvas)
    (unit,) = canvas.document.scenario.units
    here = pixel(canvas, unit, -0.9, -0.3)

    def drag() -> int:
        tool.calls.clear()
        QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=here)
        for step in (1, 2, 3):
            QTest.mouseMove(canvas, here + QPoint(2 * step, 0))
        QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=here + QPoint(6, 0))
        return len(tool.of("move"))

    assert drag() == 0
    pressed = tool.of("press")[0]
    assert canvas.camera.layout.hex_at(*present(pressed.point)) == pressed.hex
    tool.__class__ = type("Following", (type(tool),), {"follows_points": True})
    assert drag() == 3
    points = [present(it.point) for it in tool.of("move")]
    assert points == sorted(points)
    assert len(set(points)) == 3
    canvas.put_cursor(canvas.document.scenario.board.parse("B2"))
    QTest.keyClick(canvas, Qt.Key.Key_Space)
    assert tool.of("press")[-1].point is None
