"""The arcs of a unit in the window: drawn on the map, explained in the panel, shown and hidden by a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest

from fairground.core.grid.hexes import neighbour
from fairground.editor.features.sight.controller import UnitSidesController
from fairground.editor.shell.features import WindowContext
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton


def picture(editor: EditorDriver) -> QImage:
    canvas = editor.canvas
    QTest.mouseMove(canvas, QPoint(3, 3))
    editor.settle()
    canvas.settle()
    found: QImage = canvas.grab().toImage()
    return found


def middle_of_side(editor: EditorDriver, label: str, direction: int) -> QPoint:
    """Return the pixel in the middle of a hexside."""
    canvas, at = editor.canvas, editor.hex(label)
    there = (canvas.point_of(at) + canvas.point_of(neighbour(at, direction))) / 2
    found: QPoint = there.toPoint()
    return found


def dark_near(image: QImage, at: QPoint, reach: int = 4) -> bool:
    pixels = (QPoint(x, y) for x in range(-reach, reach + 1) for y in range(-reach, reach + 1))
    return any(QColor(image.pixel(at + it)).lightness() < 70 for it in pixels)


@pytest.mark.long
def test_p2_11_p2_13_and_p2_15_a_click_on_a_unit_shows_its_arcs_and_a_key_hides_them(
    editor: EditorDriver,
) -> None:
    editor.open()
    window = editor.window
    editor.key("U")
    action, arcs = editor.actions["view.arcs"], editor.unit_sides
    before = picture(editor)
    QTest.mouseClick(editor.canvas, LEFT, pos=editor.canvas.point_of(editor.hex("G2")).toPoint())
    editor.settle()
    assert present(arcs.arcs.unit).id == "north-heavy"
    assert action.isChecked()
    # It looks to the lower left, direction 4: there is the heavy edge with a light number on it.
    after = picture(editor)
    front, rear = (middle_of_side(editor, "G2", direction) for direction in (4, 1))
    assert dark_near(after, front)
    assert after.copy() != before.copy()
    assert QColor(after.pixel(rear + QPoint(5, 0))) != QColor(before.pixel(rear + QPoint(5, 0)))
    # The border of the front arc runs to the edge of the board, past I4.
    ray = (editor.canvas.point_of(editor.hex("I4")) + editor.canvas.point_of(editor.hex("I3"))) / 2
    near = [ray.toPoint() + QPoint(x, y) for x in range(-14, 15) for y in range(-9, 10)]
    assert any(after.pixel(it) != before.pixel(it) for it in near)
    assert not arcs.panel.isHidden()
    assert arcs.panel.title.text() == "Front and sides of Heavy"
    assert arcs.panel.words()[-1] == "covered by the shield: sides 1, 2, 6"

    editor.key("Shift+K")
    assert not action.isChecked()
    assert arcs.panel.isHidden()
    assert not dark_near(picture(editor), rear, reach=1)
    again = UnitSidesController(WindowContext(window))
    assert not again.arcs.is_on

    editor.key("Shift+K")
    steps = editor.steps
    editor.key("R")
    assert present(arcs.arcs.arcs).facing == 5
    assert editor.steps == steps + 1
    editor.key("Ctrl+Z")
    assert present(arcs.arcs.arcs).facing == 4


@pytest.mark.long
def test_p2_11_the_unit_in_the_selected_hex_has_arcs_too_and_bare_hexes_none(editor: EditorDriver) -> None:
    editor.open()
    editor.key("S")
    arcs = editor.unit_sides
    editor.state.selection = frozenset({editor.hex("D9")})
    editor.settle()
    assert arcs.panel.title.text() == "Front and sides of Heavy"
    editor.key("Ctrl+Shift+D")
    assert arcs.panel.words()
    editor.state.selection = frozenset({editor.hex("E5")})
    assert arcs.panel.isHidden()


@pytest.mark.long
def test_arcs_can_be_seen_at_any_scale(editor: EditorDriver) -> None:
    editor.open()
    canvas, state = editor.canvas, editor.state
    state.selection = frozenset({editor.hex("G2")})
    for zoom in (0.2, 2.4):
        canvas.set_zoom(zoom)
        canvas.centre_on(editor.hex("G2"))
        shown = picture(editor)
        editor.key("Shift+K")
        hidden = picture(editor)
        editor.key("Shift+K")
        middle = canvas.point_of(editor.hex("G2")).toPoint()
        around = [middle + QPoint(x, y) for x in range(-100, 100, 2) for y in range(-100, 100, 2)]
        seen = [it for it in around if shown.rect().contains(it)]
        assert sum(shown.pixel(it) != hidden.pixel(it) for it in seen) > 60


@pytest.mark.long
def test_bv_01_the_action_says_why_round_bases_have_no_arcs(editor: EditorDriver) -> None:
    editor.open("broken-abbey")
    editor.key("U")
    action = editor.actions["view.arcs"]
    assert not action.isEnabled()
    assert action.toolTip() == "In the ruleset Base to base visibility, units have no facing."
