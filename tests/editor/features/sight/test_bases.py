"""Tables without a grid in the window: bases placed by mouse and by numbers, sight and fans from base to base."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from fairground.core import load
from fairground.core.rules.visibility import TargetState
from fairground.core.scenario.inches import hex_point, inches_a_size, offset_in_hex, unit_point
from fairground.core.scenario.parts import UnitPart
from fairground.core.sight.bases.verdict import base_sight
from fairground.editor.overlays.fan import FanOverlay
from tests.editor.insides import base_ring
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from fairground.core.scenario.parts import Unit
    from fairground.editor.features.scenario.units_page import UnitsPage
    from tests.editor.editor_driver import EditorDriver

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


def pixel(editor: EditorDriver, x: float, y: float) -> QPoint:
    """The point of the map at a place given in inches."""
    camera, size = editor.camera, inches_a_size(editor.scenario.board)
    return (QPointF(*camera.to_view(x / size, y / size)) / camera.ratio).toPoint()


def hex_sizes(editor: EditorDriver, x: float, y: float) -> tuple[float, float]:
    size = inches_a_size(editor.scenario.board)
    return x / size, y / size


def drag(
    editor: EditorDriver,
    *way: tuple[float, float],
    keys: Qt.KeyboardModifier = NONE,
    button: Qt.MouseButton = LEFT,
) -> None:
    canvas = editor.canvas
    points = [pixel(editor, *it) for it in way]
    QTest.mousePress(canvas, button, keys, points[0])
    for point in points[1:]:
        QTest.mouseMove(canvas, point)
    QTest.mouseRelease(canvas, button, keys, points[-1])
    editor.settle()


def unit(editor: EditorDriver, name: str) -> Unit:
    return next(it for it in editor.scenario.units if it.id == name)


def place(editor: EditorDriver, name: str) -> tuple[float, float]:
    return unit_point(editor.scenario.board, unit(editor, name))


def page(editor: EditorDriver) -> UnitsPage:
    return editor.scenario_pages.units


@pytest.fixture
def abbey(prompt_editor: EditorDriver) -> EditorDriver:
    """The table of two patrols."""
    prompt_editor.open("broken-abbey")
    return prompt_editor


@pytest.mark.long
def test_bases_are_placed_dragged_and_put_by_numbers(abbey: EditorDriver) -> None:
    abbey.key("U")
    start = hex_point(abbey.scenario.board, abbey.hex("H11"))
    drag(abbey, (start[0] + 0.6, start[1] - 0.3))
    placed = abbey.scenario.units[-1]
    assert placed.id == "guard-1"
    # As near as pixels are; on the map, and in the fields of the page.
    assert place(abbey, "guard-1") == pytest.approx((start[0] + 0.6, start[1] - 0.3), abs=0.06)
    fields = page(abbey)
    assert (fields.at.across.value(), fields.at.down.value()) == pytest.approx(
        place(abbey, "guard-1"), abs=1e-3
    )
    canvas = abbey.canvas
    ring = present(base_ring(canvas))
    assert (ring.x, ring.y) == pytest.approx(hex_sizes(abbey, *place(abbey, "guard-1")))
    drag(abbey, place(abbey, "guard-1"), (start[0] + 4.0, start[1] + 1.0))
    dragged = present(base_ring(canvas))
    assert (dragged.x, dragged.y) == pytest.approx(hex_sizes(abbey, *place(abbey, "guard-1")))
    assert dragged.radius == ring.radius == pytest.approx(0.63 / inches_a_size(abbey.scenario.board))
    assert place(abbey, "guard-1") == pytest.approx((start[0] + 4.0, start[1] + 1.0), abs=0.06)
    drag(abbey, place(abbey, "guard-1"), (start[0] + 4.2, start[1] + 1.0), keys=SHIFT)
    assert unit(abbey, "guard-1").at is None
    assert abbey.steps == 3
    abbey.key("B")
    assert base_ring(canvas) is None
    abbey.key("U")
    # By numbers, with the keys.
    box = fields.at.across
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "20.25")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert place(abbey, "guard-1")[0] == pytest.approx(20.25, abs=1e-3)
    assert unit(abbey, "guard-1").hex == abbey.scenario.board.layout.hex_at(
        *place(abbey, "guard-1"), size=inches_a_size(abbey.scenario.board)
    )
    box.setValue(-50.0)
    assert fields.form.note("at") == "This position is off the board."
    assert place(abbey, "guard-1")[0] == pytest.approx(20.25, abs=1e-3)
    fields.base.setValue(2.5)
    assert unit(abbey, "guard-1").base == 2.5
    fields.base.setValue(fields.base.minimum())
    assert unit(abbey, "guard-1").base is None
    assert fields.base.text() == "default: 1.26″"
    for _ in range(abbey.steps):
        abbey.key("Ctrl+Z")
    assert abbey.scenario == load(abbey.folder / "broken-abbey.yaml")


@pytest.mark.long
def test_parts_traits_and_the_size_of_a_hex(abbey: EditorDriver) -> None:
    abbey.key("U")
    drag(abbey, hex_point(abbey.scenario.board, abbey.hex("H11")))
    fields = page(abbey)
    assert fields.part.id == "guard-1"
    fields.unit_parts.add.click()
    fields.unit_parts.add.click()
    table = fields.unit_parts.table
    for row, texts in enumerate((("head", "0.5", "-0.25", "0.6"), ("legs", "0", "0,75", "1.5″"))):
        for column, text in enumerate(texts):
            present(table.item(row, column)).setText(text)
    assert unit(abbey, "guard-1").parts == (
        UnitPart("head", (0.5, -0.25), 0.6),
        UnitPart("legs", (0.0, 0.75), 1.5),
    )
    present(table.item(0, 3)).setText("wide")
    assert fields.form.note("parts") == "'wide' is not a number of inches."
    assert present(table.item(0, 3)).text() == "0.6"
    present(table.item(0, 3)).setText("-1")
    assert fields.form.note("parts") == "-1 is out of range. Enter 0 to 1000 inches."
    present(table.item(0, 0)).setText(" ")
    assert fields.form.note("parts") == "Give the part a name."
    table.setCurrentCell(0, 0)
    fields.unit_parts.remove.click()
    assert [it.name for it in unit(abbey, "guard-1").parts] == ["legs"]
    box = fields.traits.boxes["recon"]
    assert box.text() == "Recon"
    box.click()
    fields.traits.boxes["observer"].click()
    assert unit(abbey, "guard-1").traits == ("recon", "observer")
    box.click()
    assert unit(abbey, "guard-1").traits == ("observer",)
    general = abbey.general_page
    assert general.inches.text() == "2″"
    general.inches.setValue(1.5)
    assert abbey.scenario.board.inches == 1.5
    abbey.key("Ctrl+S")
    assert load(abbey.folder / "broken-abbey.yaml") == abbey.scenario
    abbey.key("Ctrl+Z")
    assert general.inches.text() == "2″"
    abbey.open("ember-court")
    assert not general.inches.isVisibleTo(general)
    fields.choose(abbey.scenario.units[0].id if abbey.scenario.units else "")
    assert not fields.at.isVisibleTo(fields)


@pytest.mark.long
def test_sight_runs_from_base_to_base_and_follows_them(abbey: EditorDriver) -> None:
    abbey.key("L")
    drag(abbey, place(abbey, "west-guard-2"), place(abbey, "east-guard-2"))
    line, panel = abbey.sight.line, abbey.sight.panel
    wanted = base_sight(abbey.scenario, "west-guard-2", "east-guard-2")
    assert present(line.base_sight).to_json() == wanted.to_json()
    assert panel.isVisible()
    assert panel.ends.text() == "west-guard-2 (C9) to east-guard-2 (Z10)"
    assert panel.texts() == [f"{it.rule}  {it.text}" for it in wanted.reasons]
    rows = dict(panel.rows())
    assert rows["Distance"] == f"{wanted.distance:.2f}".rstrip("0").rstrip(".") + "″ from edge to edge"
    # Close to its target, seen through nothing: an easy one.
    there = place(abbey, "east-guard-2")
    abbey.key("U")
    drag(abbey, place(abbey, "west-guard-2"), (there[0] - 5.0, there[1] + 0.2))
    wanted = base_sight(abbey.scenario, "west-guard-2", "east-guard-2")
    assert (wanted.state, wanted.clear) == (TargetState.EASY, True)
    assert present(line.base_sight).to_json() == wanted.to_json()
    assert panel.verdict.text() == "Easy target"
    assert dict(panel.rows())["Visibility"] == "Exposed: easy target within 24″"
    abbey.canvas.grab()
    abbey.key("Ctrl+Z")
    assert panel.verdict.text() != "Easy target"
    # Around the hill nobody sees anybody; and from the other end neither.
    abbey.key("L")
    hill = [hex_point(abbey.scenario.board, abbey.hex(name)) for name in ("M6", "M1")]
    drag(abbey, *hill)
    wanted = base_sight(abbey.scenario, "M6", "M1")
    assert present(line.base_sight).to_json() == wanted.to_json()
    assert panel.ends.text() == "M6 to M1"
    abbey.canvas.grab()
    abbey.actions["sight.swap"].trigger()
    assert panel.ends.text() == "M1 to M6"


@pytest.mark.long
def test_the_fan_of_a_base_is_an_area(abbey: EditorDriver) -> None:
    canvas = abbey.canvas
    abbey.key("1")
    QTest.mouseMove(canvas, pixel(abbey, *place(abbey, "west-guard-2")))
    abbey.settle()
    fan = abbey.overlay(FanOverlay)
    assert present(present(fan.latest).area).name == "west-guard-2"
    assert fan.heading == "Seen from west-guard-2 at C9"
    before = canvas.grab().toImage()
    QTest.mouseMove(canvas, pixel(abbey, *hex_point(abbey.scenario.board, abbey.hex("N5"))))
    abbey.settle()
    assert present(present(fan.latest).area).name == ""
    assert fan.heading == "Seen from N5"
    assert canvas.grab().toImage() != before
    actions = abbey.actions
    assert not actions["overlay.exposure"].isEnabled()
    assert "from base to base" in actions["overlay.exposure"].toolTip()


@pytest.mark.long
def test_bases_keep_their_place_in_the_hex_when_its_size_or_their_hex_changes(abbey: EditorDriver) -> None:
    abbey.key("U")
    drag(abbey, (20.1, 12.35))
    board, before = abbey.scenario.board, unit(abbey, "guard-1")
    assert before.at is not None
    off = offset_in_hex(board, before)
    abbey.general_page.inches.setValue(1.5)
    after = unit(abbey, "guard-1")
    assert after.hex == before.hex
    assert offset_in_hex(abbey.scenario.board, after) == pytest.approx(off, abs=1e-4)
    abbey.key("Ctrl+Z")
    assert unit(abbey, "guard-1") == before
    fields = page(abbey)
    fields.hex.selectAll()
    QTest.keyClicks(fields.hex, "E4")
    QTest.keyClick(fields.hex, Qt.Key.Key_Return)
    moved = unit(abbey, "guard-1")
    assert moved.hex == abbey.hex("E4")
    assert offset_in_hex(abbey.scenario.board, moved) == pytest.approx(off, abs=1e-4)
