"""The arcs of a unit in the window: drawn on the map, explained in the panel, shown and hidden by a key."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest

from fairground.core.grid.hexes import neighbour
from fairground.editor.features.sight.unit_sides_controller import UnitSidesController

LEFT = Qt.MouseButton.LeftButton


def picture(desk: Any) -> QImage:
    canvas = desk.window.page.canvas
    QTest.mouseMove(canvas, QPoint(3, 3))
    desk.settle()
    canvas.settle()
    found: QImage = canvas.grab().toImage()
    return found


def middle_of_side(desk: Any, label: str, direction: int) -> QPoint:
    """Return the pixel in the middle of a hexside."""
    canvas, at = desk.window.page.canvas, desk.hex(label)
    there = (canvas.point_of(at) + canvas.point_of(neighbour(at, direction))) / 2
    found: QPoint = there.toPoint()
    return found


def dark_near(image: QImage, at: QPoint, reach: int = 4) -> bool:
    pixels = (QPoint(x, y) for x in range(-reach, reach + 1) for y in range(-reach, reach + 1))
    return any(QColor(image.pixel(at + it)).lightness() < 70 for it in pixels)


@pytest.mark.long
def test_p2_11_p2_13_and_p2_15_a_click_on_a_unit_shows_its_arcs_and_a_key_hides_them(desk: Any) -> None:
    desk.open()
    window = desk.window
    desk.key("U")
    action, arcs = window.actions_by_id["view.arcs"], window.desks.analysis.arcs
    before = picture(desk)
    QTest.mouseClick(window.page.canvas, LEFT, pos=window.page.canvas.point_of(desk.hex("G2")).toPoint())
    desk.settle()
    assert arcs.arcs.unit.id == "north-heavy"
    assert action.isChecked()
    # It looks to the lower left, direction 4: there is the heavy edge with a light number on it.
    after = picture(desk)
    front, rear = (middle_of_side(desk, "G2", direction) for direction in (4, 1))
    assert dark_near(after, front)
    assert after.copy() != before.copy()
    assert QColor(after.pixel(rear + QPoint(5, 0))) != QColor(before.pixel(rear + QPoint(5, 0)))
    # The border of the front arc runs to the edge of the board, past I4.
    ray = (window.page.canvas.point_of(desk.hex("I4")) + window.page.canvas.point_of(desk.hex("I3"))) / 2
    near = [ray.toPoint() + QPoint(x, y) for x in range(-14, 15) for y in range(-9, 10)]
    assert any(after.pixel(it) != before.pixel(it) for it in near)
    assert not arcs.panel.isHidden()
    assert arcs.panel.title.text() == "Sides of north-heavy"
    assert arcs.panel.words()[-1] == "covered by the shield: sides 1, 2, 6"

    desk.key("Shift+K")
    assert not action.isChecked()
    assert arcs.panel.isHidden()
    assert not dark_near(picture(desk), rear, reach=1)
    again = UnitSidesController(window.workbench, desk.session.settings, window.actions_by_id, window)
    assert not again.arcs.is_on

    desk.key("Shift+K")
    steps = desk.steps
    desk.key("R")
    assert arcs.arcs.arcs.facing == 5
    assert desk.steps == steps + 1
    desk.key("Ctrl+Z")
    assert arcs.arcs.arcs.facing == 4


@pytest.mark.long
def test_p2_11_the_unit_in_the_selected_hex_has_arcs_too_and_bare_hexes_none(desk: Any) -> None:
    desk.open()
    desk.key("S")
    arcs = desk.window.desks.analysis.arcs
    desk.window.workbench.state.selection = frozenset({desk.hex("D9")})
    desk.settle()
    assert arcs.panel.title.text() == "Sides of south-heavy"
    desk.key("Ctrl+Shift+D")
    assert arcs.panel.words()
    desk.window.workbench.state.selection = frozenset({desk.hex("E5")})
    assert arcs.panel.isHidden()


@pytest.mark.long
def test_arcs_can_be_seen_at_any_scale(desk: Any) -> None:
    desk.open()
    canvas, state = desk.window.page.canvas, desk.window.workbench.state
    state.selection = frozenset({desk.hex("G2")})
    for zoom in (0.2, 2.4):
        canvas.set_zoom(zoom)
        canvas.centre_on(desk.hex("G2"))
        shown = picture(desk)
        desk.key("Shift+K")
        hidden = picture(desk)
        desk.key("Shift+K")
        middle = canvas.point_of(desk.hex("G2")).toPoint()
        around = [middle + QPoint(x, y) for x in range(-100, 100, 2) for y in range(-100, 100, 2)]
        seen = [it for it in around if shown.rect().contains(it)]
        assert sum(shown.pixel(it) != hidden.pixel(it) for it in seen) > 60


def test_bv_01_the_action_says_why_round_bases_have_no_arcs(desk: Any) -> None:
    desk.open("broken-abbey")
    desk.key("U")
    action = desk.window.actions_by_id["view.arcs"]
    assert not action.isEnabled()
    assert action.toolTip() == "In the ruleset base-visibility units have no front and no sides."
