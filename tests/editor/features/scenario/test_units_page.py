"""Units: on the board by mouse and keys, in the options, and on their page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from fairground.core.grid.layout import Layout
from fairground.core.scenario.parts import Shield
from fairground.editor.document.mover_choice import turned
from fairground.editor.document.patches import FieldPatch
from tests.editor.board_view import LEFT, NONE, RIGHT, SHIFT, click, drag, outlined, wheel
from tests.editor.features.scenario.page_fields import choose, write
from tests.editor.narrowing import of_type, present

if TYPE_CHECKING:
    from fairground.core.scenario.parts import Unit
    from tests.editor.editor_driver import EditorDriver


def unit(editor: EditorDriver, unit_id: str) -> Unit:
    return next(it for it in editor.scenario.units if it.id == unit_id)


@pytest.mark.long
def test_units_are_placed_dragged_turned_and_removed(editor: EditorDriver) -> None:
    editor.open()
    editor.key("U")
    click(editor, "D1")
    assert unit(editor, "scout-1").hex == editor.hex("D1")
    assert present(editor.canvas.document).scenario is editor.scenario
    assert outlined(editor) == {"D1"}
    drag(editor, "D1", "F1")
    assert unit(editor, "scout-1").hex == editor.hex("F1")
    assert outlined(editor) == {"F1"}
    facing = unit(editor, "scout-1").facing
    for key, steps in (("R", 1), ("R", 2), ("Shift+R", 1)):
        editor.key(key)
        assert unit(editor, "scout-1").facing == turned(facing, steps)
    assert editor.steps == 5
    editor.key("Del")
    assert all(it.id != "scout-1" for it in editor.scenario.units)
    assert not outlined(editor)
    editor.key("Ctrl+Z")
    assert outlined(editor) == {"F1"}
    click(editor, "F1", RIGHT)
    assert not outlined(editor)


def test_the_wheel_with_shift_turns_and_without_zooms(editor: EditorDriver) -> None:
    editor.open()
    editor.key("U")
    click(editor, "C2")
    canvas = editor.canvas
    before, zoom = unit(editor, "north-scout").facing, canvas.zoom
    wheel(editor, "C2", -0.5, SHIFT)
    assert unit(editor, "north-scout").facing == before, "half a notch"
    wheel(editor, "C2", -0.5, SHIFT)
    wheel(editor, "C2", -1, SHIFT)
    assert unit(editor, "north-scout").facing == before + 2
    assert editor.steps == 1
    wheel(editor, "C2", 1, SHIFT)
    assert unit(editor, "north-scout").facing == before + 1
    assert canvas.zoom == zoom
    wheel(editor, "C2", 1, NONE)
    assert canvas.zoom > zoom
    editor.key("B")
    zoom = canvas.zoom
    wheel(editor, "C2", 1, SHIFT)
    assert canvas.zoom > zoom, "other tools leave it to the map"


def test_a_unit_on_a_wall_is_placed_with_the_reason_and_the_finding(editor: EditorDriver) -> None:
    editor.open()
    editor.key("U")
    click(editor, "B4")
    assert "stands on wall at B4" in editor.message
    assert "unit.impassable" in {it.code for it in editor.findings}
    page = editor.scenario_pages.units
    assert page.part.id == "scout-1"
    assert "which is Wall" in page.form.note("hex")
    item = page.parts.item(page.parts.count() - 1)
    assert item.data(Qt.ItemDataRole.AccessibleTextRole).endswith("(error)")


@pytest.mark.long
def test_the_options_say_what_the_next_unit_is_like(editor: EditorDriver) -> None:
    editor.open()
    editor.key("U")
    boxes = editor.options.unit.boxes
    assert boxes["class_id"].values == list(editor.scenario.rules.classes)
    for name, value in (("side", "south"), ("class_id", "heavy"), ("facing", 5), ("shield", Shield.RIGHT)):
        choose(boxes[name], value)
    click(editor, "D10")
    placed = unit(editor, "heavy-1")
    assert (placed.side, placed.facing, placed.shield) == ("south", 5, Shield.RIGHT)
    editor.key("R")
    assert boxes["facing"].value == 6
    QTest.keyClick(boxes["side"], Qt.Key.Key_Up)
    assert editor.state.new_unit.side == "north"


@pytest.mark.long
def test_without_sides_the_unit_tool_says_why_nothing_is_placed(editor: EditorDriver) -> None:
    editor.open()
    editor.key("U")
    message = editor.options.message
    assert message.text() == ""
    sides = editor.scenario.sides
    editor.document.edit("No sides", [FieldPatch("sides", sides, [])])
    editor.settle()
    assert message.text() == "Units need sides. A quick fix in the Findings panel adds two."
    editor.key("Ctrl+Z")
    assert message.text() == ""


def test_shields_are_offered_where_the_ruleset_has_some(editor: EditorDriver) -> None:
    editor.session.new("Mechs", layout=Layout.ODD_Q, size=(8, 8), ruleset="megamek")
    editor.key("U")
    assert not editor.scenario.rules.shields
    assert not editor.options.unit.boxes["shield"].isVisible()
    editor.open()
    assert editor.options.unit.boxes["shield"].isVisible()


@pytest.mark.long
def test_the_chosen_unit_is_changed_on_its_page(editor: EditorDriver) -> None:
    editor.open()
    editor.key("U")
    click(editor, "C2")
    page = editor.scenario_pages.units
    assert page.isVisible()
    assert page.parts.currentRow() == 0
    write(page.name, "Ada")
    choose(page.side, "south")
    choose(page.unit_class, "heavy")
    choose(page.facing, 5)
    choose(page.shield, Shield.LEFT)
    page.allowance.setValue(7)
    write(page.hex, "d1")
    changed = editor.scenario.units[0]
    assert (changed.name, changed.side, changed.unit_class) == ("Ada", "south", "heavy")
    assert (changed.facing, changed.shield, changed.allowance) == (5, Shield.LEFT, 7)
    assert changed.hex == editor.hex("D1")
    assert editor.steps == 7
    for _ in range(7):
        editor.key("Ctrl+Z")
    assert page.name.text() == ""
    assert page.allowance.text() == f"default: {editor.scenario.rules.classes['scout'].allowance}"
    page.allowance.setValue(0)
    page.allowance.setValue(-1)
    assert editor.scenario.units[0].allowance is None


@pytest.mark.long
def test_a_form_that_nobody_sees_is_right_when_it_is_seen_or_taken_over(editor: EditorDriver) -> None:
    editor.open()
    editor.key("U")
    click(editor, "C2")
    page = editor.scenario_pages.units
    write(page.name, "Ada")
    tabs = editor.scenario_panel.tabs
    QTest.mouseClick(tabs["sides"], LEFT)
    assert not page.isVisible()
    # An undo with nothing between: the file is written in the turn in which the form is not right yet.
    editor.document.go_to(editor.document.undo_stack.index() - 1)
    page.commit()
    assert page.name.text() == unit(editor, "north-scout").name == ""
    editor.document.go_to(editor.document.undo_stack.index() + 1)
    QTest.mouseClick(tabs["units"], LEFT)
    assert page.name.text() == "Ada"
    QTest.mouseClick(tabs["sides"], LEFT)
    editor.document.go_to(editor.document.undo_stack.index() - 1)
    editor.settle()
    assert page.name.text() == ""


@pytest.mark.long
def test_ids_that_cannot_be_are_told_beside_the_field(editor: EditorDriver) -> None:
    editor.open()
    editor.key("U")
    click(editor, "C2")
    page = editor.scenario_pages.units
    field = of_type(page.form.fields["id"], QLineEdit)
    for text, told in (
        ("Q", "not a valid id"),
        ("north-heavy", "already"),
        ("Scout 1", "not a valid id"),
        ("", "not a valid id"),
    ):
        if text:
            write(field, text)
        else:
            field.clear()
            field.editingFinished.emit()
        assert told in page.form.note("id"), text
        assert editor.scenario.units[0].id == "north-scout"
        assert not editor.steps
    write(field, "watch")
    assert editor.scenario.units[0].id == editor.state.unit_id == "watch"
    assert not page.form.note("id")


def test_a_hex_that_is_none_is_told_beside_the_field(editor: EditorDriver) -> None:
    editor.open()
    editor.key("U")
    click(editor, "C2")
    page = editor.scenario_pages.units
    write(page.hex, "Z99")
    assert "Z99" in page.form.note("hex")
    assert not editor.steps


@pytest.mark.long
def test_the_list_leads_to_the_unit(editor: EditorDriver) -> None:
    editor.open()
    editor.key("U")
    page = editor.scenario_pages.units
    page.parts.setFocus()
    editor.click(page.parts, page.parts.model().index(3, 0), LEFT)
    assert editor.state.unit_id == "south-scout"
    assert outlined(editor) == {"H9"}
    QTest.keyClick(page.parts, Qt.Key.Key_Down)
    assert editor.state.unit_id == "south-support"
    with editor.qtbot.waitSignal(page.hex_wanted) as caught:
        QTest.mouseClick(page.buttons["go"], LEFT)
    assert caught.args == [editor.hex("F9")]
    QTest.mouseClick(page.buttons["up"], LEFT)
    assert editor.scenario.units[3].id == "south-support"
    QTest.mouseClick(page.buttons["delete"], LEFT)
    assert all(it.id != "south-support" for it in editor.scenario.units)


def test_what_is_typed_is_taken_over_before_a_save(editor: EditorDriver) -> None:
    editor.open()
    editor.key("U")
    click(editor, "C2")
    page = editor.scenario_pages.units
    page.name.selectAll()
    QTest.keyClicks(page.name, "Ada")
    assert not editor.steps
    editor.scenario_panel.commit()
    assert editor.scenario.units[0].name == "Ada"


def test_long_names_take_no_line_of_the_list_for_a_scroll_bar(editor: EditorDriver) -> None:
    editor.open()
    sides = editor.scenario.sides
    renamed = (replace(sides[0], name="The Grand Expeditionary Company " * 4), *sides[1:])
    editor.document.edit("Rename", [FieldPatch("sides", sides, renamed)])
    page = editor.scenario_pages.units
    editor.key("U")
    editor.settle()
    parts = page.parts
    assert not parts.horizontalScrollBar().isVisible()
