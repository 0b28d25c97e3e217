"""Units: on the board by mouse and keys, in the options, and on their page."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fairground.core.grid.layout import Layout
from fairground.core.scenario.parts import Shield
from fairground.editor.document.patches import FieldPatch
from tests.editor.board_view import LEFT, NONE, RIGHT, SHIFT, click, drag, outlined, wheel
from tests.editor.features.scenario.page_fields import choose, pages, write


def unit(desk: Any, unit_id: str) -> Any:
    return next(it for it in desk.scenario.units if it.id == unit_id)


@pytest.mark.long
def test_units_are_placed_dragged_turned_and_removed(desk: Any) -> None:
    desk.open()
    desk.key("U")
    click(desk, "D1")
    assert unit(desk, "scout-1").hex == desk.hex("D1")
    assert desk.window.workbench.canvas.document.scenario is desk.scenario
    assert outlined(desk) == {"D1"}
    drag(desk, "D1", "F1")
    assert unit(desk, "scout-1").hex == desk.hex("F1")
    assert outlined(desk) == {"F1"}
    for key, facing in (("R", 2), ("R", 3), ("Shift+R", 2)):
        desk.key(key)
        assert unit(desk, "scout-1").facing == facing
    assert desk.steps == 5
    desk.key("Del")
    assert all(it.id != "scout-1" for it in desk.scenario.units)
    assert not outlined(desk)
    desk.key("Ctrl+Z")
    assert outlined(desk) == {"F1"}
    click(desk, "F1", RIGHT)
    assert not outlined(desk)


def test_the_wheel_with_shift_turns_and_without_zooms(desk: Any) -> None:
    desk.open()
    desk.key("U")
    click(desk, "C2")
    canvas = desk.window.workbench.canvas
    before, zoom = unit(desk, "north-scout").facing, canvas.zoom
    wheel(desk, "C2", -0.5, SHIFT)
    assert unit(desk, "north-scout").facing == before, "half a notch"
    wheel(desk, "C2", -0.5, SHIFT)
    wheel(desk, "C2", -1, SHIFT)
    assert unit(desk, "north-scout").facing == before + 2
    assert desk.steps == 1
    wheel(desk, "C2", 1, SHIFT)
    assert unit(desk, "north-scout").facing == before + 1
    assert canvas.zoom == zoom
    wheel(desk, "C2", 1, NONE)
    assert canvas.zoom > zoom
    desk.key("B")
    zoom = canvas.zoom
    wheel(desk, "C2", 1, SHIFT)
    assert canvas.zoom > zoom, "other tools leave it to the map"


def test_a_unit_on_a_wall_is_placed_with_the_reason_and_the_finding(desk: Any) -> None:
    desk.open()
    desk.key("U")
    click(desk, "B4")
    assert "stands on wall at B4" in desk.window.options.message.text()
    assert "unit.impassable" in {it.code for it in desk.findings}
    page = pages(desk).units
    assert page.part.id == "scout-1"
    assert "which is wall" in page.form.note("hex")
    item = page.parts.item(page.parts.count() - 1)
    assert item.data(Qt.ItemDataRole.AccessibleTextRole).endswith("(error)")


@pytest.mark.long
def test_the_options_say_what_the_next_unit_is_like(desk: Any) -> None:
    desk.open()
    desk.key("U")
    boxes = desk.window.options.unit.boxes
    assert boxes["class_id"].values == list(desk.scenario.rules.classes)
    for name, value in (("side", "south"), ("class_id", "heavy"), ("facing", 5), ("shield", Shield.RIGHT)):
        choose(boxes[name], value)
    click(desk, "D10")
    placed = unit(desk, "heavy-1")
    assert (placed.side, placed.facing, placed.shield) == ("south", 5, Shield.RIGHT)
    desk.key("R")
    assert boxes["facing"].value == 6
    QTest.keyClick(boxes["side"], Qt.Key.Key_Up)
    assert desk.window.workbench.state.new_unit.side == "north"


def test_without_sides_the_unit_tool_says_why_nothing_is_placed(desk: Any) -> None:
    desk.open()
    desk.key("U")
    message = desk.window.options.message
    assert message.text() == ""
    sides = desk.scenario.sides
    desk.document.edit("No sides", [FieldPatch("sides", sides, [])])
    desk.settle()
    assert message.text() == "There is no side yet to place units of: the findings can add two."
    desk.key("Ctrl+Z")
    assert message.text() == ""


def test_shields_are_offered_where_the_ruleset_has_some(desk: Any) -> None:
    desk.session.new("Mechs", layout=Layout.ODD_Q, size=(8, 8), ruleset="megamek")
    desk.key("U")
    assert not desk.scenario.rules.shields
    assert not desk.window.options.unit.boxes["shield"].isVisible()
    desk.open()
    assert desk.window.options.unit.boxes["shield"].isVisible()


@pytest.mark.long
def test_the_chosen_unit_is_changed_on_its_page(desk: Any) -> None:
    desk.open()
    desk.key("U")
    click(desk, "C2")
    page = pages(desk).units
    assert page.isVisible()
    assert page.parts.currentRow() == 0
    write(page.name, "Ada")
    choose(page.side, "south")
    choose(page.unit_class, "heavy")
    choose(page.facing, 5)
    choose(page.shield, Shield.LEFT)
    page.allowance.setValue(7)
    write(page.hex, "d1")
    changed = desk.scenario.units[0]
    assert (changed.name, changed.side, changed.unit_class) == ("Ada", "south", "heavy")
    assert (changed.facing, changed.shield, changed.allowance) == (5, Shield.LEFT, 7)
    assert changed.hex == desk.hex("D1")
    assert desk.steps == 7
    for _ in range(7):
        desk.key("Ctrl+Z")
    assert page.name.text() == ""
    assert page.allowance.text() == f"as its class: {desk.scenario.rules.classes['scout'].allowance}"
    page.allowance.setValue(0)
    page.allowance.setValue(-1)
    assert desk.scenario.units[0].allowance is None


def test_a_form_that_nobody_sees_is_right_when_it_is_seen_or_taken_over(desk: Any) -> None:
    desk.open()
    desk.key("U")
    click(desk, "C2")
    page = pages(desk).units
    write(page.name, "Ada")
    tabs = desk.window.docks.scenario.tabs
    QTest.mouseClick(tabs["sides"], LEFT)
    assert not page.isVisible()
    # An undo with nothing between: the file is written in the turn in which the form is not right yet.
    desk.document.go_to(desk.document.undo_stack.index() - 1)
    page.commit()
    assert page.name.text() == unit(desk, "north-scout").name == ""
    desk.document.go_to(desk.document.undo_stack.index() + 1)
    QTest.mouseClick(tabs["units"], LEFT)
    assert page.name.text() == "Ada"
    QTest.mouseClick(tabs["sides"], LEFT)
    desk.document.go_to(desk.document.undo_stack.index() - 1)
    desk.settle()
    assert page.name.text() == ""


@pytest.mark.long
def test_ids_that_cannot_be_are_told_beside_the_field(desk: Any) -> None:
    desk.open()
    desk.key("U")
    click(desk, "C2")
    page = pages(desk).units
    field = page.form.fields["id"]
    for text, told in (("Q", "no id"), ("north-heavy", "already"), ("Scout 1", "no id"), ("", "no id")):
        write(field, text) if text else (field.clear(), field.editingFinished.emit())
        assert told in page.form.note("id"), text
        assert desk.scenario.units[0].id == "north-scout"
        assert not desk.steps
    write(field, "watch")
    assert desk.scenario.units[0].id == desk.window.workbench.state.unit_id == "watch"
    assert not page.form.note("id")


def test_a_hex_that_is_none_is_told_beside_the_field(desk: Any) -> None:
    desk.open()
    desk.key("U")
    click(desk, "C2")
    page = pages(desk).units
    write(page.hex, "Z99")
    assert "Z99" in page.form.note("hex")
    assert not desk.steps


@pytest.mark.long
def test_the_list_leads_to_the_unit(desk: Any) -> None:
    desk.open()
    desk.key("U")
    page = pages(desk).units
    page.parts.setFocus()
    desk.click(page.parts, page.parts.model().index(3, 0), LEFT)
    assert desk.window.workbench.state.unit_id == "south-scout"
    assert outlined(desk) == {"H9"}
    QTest.keyClick(page.parts, Qt.Key.Key_Down)
    assert desk.window.workbench.state.unit_id == "south-support"
    with desk.qtbot.waitSignal(page.hex_wanted) as caught:
        QTest.mouseClick(page.buttons["go"], LEFT)
    assert caught.args == [desk.hex("F9")]
    QTest.mouseClick(page.buttons["up"], LEFT)
    assert desk.scenario.units[3].id == "south-support"
    QTest.mouseClick(page.buttons["delete"], LEFT)
    assert all(it.id != "south-support" for it in desk.scenario.units)


def test_what_is_typed_is_taken_over_before_a_save(desk: Any) -> None:
    desk.open()
    desk.key("U")
    click(desk, "C2")
    page = pages(desk).units
    page.name.selectAll()
    QTest.keyClicks(page.name, "Ada")
    assert not desk.steps
    desk.window.docks.scenario.commit()
    assert desk.scenario.units[0].name == "Ada"
