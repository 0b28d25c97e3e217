"""Objectives, units, zone shapes and the pages of the scenario panel, by mouse and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from fairground.core.grid.layout import Layout
from fairground.core.scenario.parts import ObjectiveKind, Shield, ZoneKind
from fairground.editor.canvas.overlays import CHOSEN, LOCKED
from fairground.editor.document.locks import lock_patches
from fairground.editor.document.patches import FieldPatch
from fairground.editor.tools.state import ZoneWay

if TYPE_CHECKING:
    from fairground.editor.canvas.art import OutlineStyle
    from fairground.editor.window.choice_box import ChoiceBox

LEFT, RIGHT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


def point(desk: Any, label: str) -> QPoint:
    found: QPoint = desk.window.workbench.canvas.point_of(desk.hex(label)).toPoint()
    return found


def click(desk: Any, label: str, button: Qt.MouseButton = LEFT, keys: Qt.KeyboardModifier = NONE) -> None:
    QTest.mouseClick(desk.window.workbench.canvas, button, keys, point(desk, label))
    desk.settle()


def drag(desk: Any, start: str, end: str) -> None:
    canvas = desk.window.workbench.canvas
    QTest.mousePress(canvas, LEFT, NONE, point(desk, start))
    QTest.mouseMove(canvas, point(desk, end))
    QTest.mouseRelease(canvas, LEFT, NONE, point(desk, end))
    desk.settle()


def wheel(desk: Any, label: str, notches: float, keys: Qt.KeyboardModifier) -> None:
    canvas, at = desk.window.workbench.canvas, QPointF(point(desk, label))
    turned = QPoint(0, round(120 * notches))
    phase = Qt.ScrollPhase.NoScrollPhase
    there = QPointF(canvas.mapToGlobal(at))
    event = QWheelEvent(at, there, QPoint(), turned, NO_BUTTON, keys, phase, False)  # noqa: FBT003  # Qt's signature
    QApplication.sendEvent(canvas, event)


def pages(desk: Any) -> Any:
    return desk.window.docks.scenario.pages


def facts_of(desk: Any, label: str) -> Any:
    desk.window.docks.hex.hover(desk.hex(label))
    return desk.window.docks.hex.rows()


def unit(desk: Any, unit_id: str) -> Any:
    return next(it for it in desk.scenario.units if it.id == unit_id)


def outlined(desk: Any, style: OutlineStyle = CHOSEN) -> set[str]:
    outline = desk.window.workbench.canvas._outlines.get(style)
    return {desk.scenario.board.label(at) for at in outline.hexes} if outline else set()


def choose(box: ChoiceBox, value: object) -> None:
    """Choose a value as a click in the list that opens does."""
    box.setCurrentIndex(box.values.index(value))
    box.activated.emit(box.currentIndex())


def write(field: QLineEdit, text: str) -> None:
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


# -- units --------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("text", "told"), [("Q", "scout--1"), ("north-heavy", "already"), ("Scout 1", "no id"), ("", "no id")]
)
def test_ids_that_cannot_be_are_told_beside_the_field(desk: Any, text: str, told: str) -> None:
    desk.open()
    desk.key("U")
    click(desk, "C2")
    page = pages(desk).units
    field = page.form.fields["id"]
    write(field, text) if text else (field.clear(), field.editingFinished.emit())
    assert told in page.form.note("id") or text == "Q"
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


# -- objectives ---------------------------------------------------------------------------------------------


def test_objectives_are_made_extended_and_removed(desk: Any) -> None:
    desk.open()
    desk.key("J")
    click(desk, "B8")
    made = desk.scenario.objectives[-1]
    assert made.id == desk.window.options.objective.objective.currentData() == "objective-1"
    drag(desk, "B8", "D8")
    assert outlined(desk) == {"B8", "C8", "D8"}
    click(desk, "I2", LEFT, SHIFT)
    assert len(outlined(desk)) == 4
    click(desk, "C8", RIGHT)
    assert outlined(desk) == {"B8", "D8", "I2"}
    desk.key("Del")
    assert len(desk.scenario.objectives) == 2
    desk.key("Ctrl+Z")
    assert desk.scenario.objectives[-1].id == "objective-1"


def test_an_objective_is_changed_in_the_options_and_on_its_page(desk: Any) -> None:
    desk.open()
    desk.key("J")
    click(desk, "E5")
    options, page = desk.window.options.objective, pages(desk).objectives
    assert (options.points.value(), options.hold.value()) == (3, 2)
    options.points.setValue(5)
    page.hold.setValue(0)
    write(page.name, "The Hill")
    choose(page.kind, ObjectiveKind.EXIT)
    choose(page.side, "south")
    write(page.hexes, "within 1 of E5")
    hill = desk.scenario.objectives[0]
    assert (hill.points, hill.hold, hill.name, hill.kind, hill.side) == (
        5,
        0,
        "The Hill",
        ObjectiveKind.EXIT,
        "south",
    )
    assert str(hill.shape) == "within 1 of E5"
    assert len(outlined(desk)) == 7
    assert desk.steps == 6
    assert page.points.value() == 5
    desk.settle()
    assert "exit" in page.form.note("hexes"), "no exit zone is there, the validator says"
    page.parts.setCurrentRow(1)
    assert options.objective.currentData() == "south-hill"


def test_a_new_objective_waits_for_its_hexes(desk: Any) -> None:
    desk.open()
    desk.key("Shift+J")
    page = pages(desk).objectives
    assert page.part.id == "objective-1"
    assert "Shift" in desk.window.options.message.text()
    assert "no hexes" in page.form.note("hexes")
    click(desk, "B6", LEFT, SHIFT)
    assert outlined(desk) == {"B6"}
    assert not page.form.note("hexes")


# -- zones --------------------------------------------------------------------------------------------------


def test_the_way_of_zones_goes_round_by_key(desk: Any) -> None:
    desk.open()
    options = desk.window.options.zone_shape
    seen = []
    for _ in range(4):
        desk.key("Y")
        seen.append(desk.window.workbench.state.zone_way)
        assert options.ways[seen[-1]].isChecked()
    assert seen == [ZoneWay.ROWS, ZoneWay.COLUMNS, ZoneWay.DISC, ZoneWay.HEXES]
    assert desk.window.workbench.tool.id == "zones"
    QTest.mouseClick(options.ways[ZoneWay.DISC], LEFT)
    assert desk.window.workbench.state.zone_way is ZoneWay.DISC


def test_dragged_rows_are_shown_as_text(desk: Any) -> None:
    desk.open()
    desk.key("Z")
    desk.key("Y")
    field = desk.window.options.zone_shape.hexes
    assert field.text() == "rows 1-2"
    drag(desk, "C3", "C4")
    assert field.text() == "rows 1-4"
    desk.key("Ctrl+Z")
    assert field.text() == "rows 1-2"


def test_the_text_of_a_zone_is_read_with_every_letter(desk: Any) -> None:
    desk.open()
    desk.key("Z")
    field, message = desk.window.options.zone_shape.hexes, desk.window.options.message
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "rows 1-2 | within 2")
    assert "expected 'of' and a hex" in message.text()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert not desk.steps
    QTest.keyClicks(field, " of E5")
    assert not message.text()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert str(desk.scenario.zones[0].shape) == "rows 1-2 | within 2 of E5"
    assert desk.steps == 1
    QTest.keyClicks(field, " &")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "rows 1-2 | within 2 of E5"
    assert desk.steps == 1


def test_painting_single_hexes_says_what_becomes_of_the_text(desk: Any) -> None:
    desk.open()
    desk.key("Z")
    click(desk, "C3")
    assert 'north-start was "rows 1-2"' in desk.window.options.message.text()
    assert desk.window.options.zone_shape.hexes.text().startswith("A1, B1")


def test_a_zone_is_changed_on_its_page(desk: Any) -> None:
    desk.open()
    desk.key("Z")
    desk.window.docks.reveal("scenario")
    page = pages(desk).zones
    write(page.form.fields["id"], "home")
    assert desk.window.workbench.state.zone_id == "home"
    write(page.name, "Home")
    choose(page.kind, ZoneKind.EXIT)
    choose(page.side, "south")
    write(page.hexes, "rows 1 - A1")
    page.locked.click()
    zone = desk.scenario.zones[0]
    assert (zone.id, zone.name, zone.kind, zone.side) == ("home", "Home", ZoneKind.EXIT, "south")
    assert str(zone.shape) == "rows 1 - A1"
    assert desk.scenario.locked == ["home"]
    assert desk.steps == 6
    desk.settle()
    write(page.hexes, "rows 0")
    assert "not within 1" in page.form.note("hexes")
    assert desk.steps == 6
    page.locked.click()
    assert not desk.scenario.locked


# -- the whole scenario, sides and locks ----------------------------------------------------------------------


def test_victory_fields_are_steps(desk: Any) -> None:
    desk.open()
    general = pages(desk).general
    assert (general.points.value(), general.kill.value(), general.component.value()) == (12, 5, 2)
    general.points.setValue(-1)
    assert general.points.text() == "no target"
    general.kill.setValue(0)
    general.component.setValue(3)
    general.last_standing.click()
    victory = desk.scenario.victory
    assert (victory.points, victory.kill, victory.component, victory.last_standing) == (None, 0, 3, False)
    assert desk.steps == 4
    assert desk.document.undo_stack.undoText() == "Change last one standing"
    desk.key("Ctrl+Z")
    assert general.last_standing.isChecked()


def test_findings_stand_below_the_fields_they_are_about(desk: Any) -> None:
    desk.open()
    general = pages(desk).general
    general.points.setValue(100000)
    desk.settle()
    assert "usual in penance-1.0 is 10 to 15" in general.victory.note("victory.points")
    general.points.setValue(-1)
    general.last_standing.click()
    general.turns.setValue(0)
    desk.settle()
    assert "there is no way to win" in general.victory.note("victory")
    desk.key("Ctrl+Z")
    desk.settle()
    assert not general.victory.note("victory")


def test_sides_are_added_changed_ordered_and_removed(desk: Any) -> None:
    desk.open()
    QTest.mouseClick(desk.window.docks.scenario.tabs["sides"], LEFT)
    page = pages(desk).sides
    assert page.part.id == "north"
    QTest.mouseClick(page.buttons["add"], LEFT)
    assert [side.id for side in desk.scenario.sides] == ["north", "south", "p1"]
    write(page.name, "Raiders")
    write(page.team, "south")
    write(page.role, "attacker")
    raiders = desk.scenario.sides[2]
    assert (raiders.name, raiders.team, raiders.role) == ("Raiders", "south", "attacker")
    assert page.parts.item(2).text() == "Raiders · attacker · with South"
    QTest.mouseClick(page.buttons["up"], LEFT)
    assert [side.id for side in desk.scenario.sides] == ["north", "p1", "south"]
    page.parts.setCurrentRow(0)
    write(page.form.fields["id"], "red")
    assert desk.scenario.zones[0].side == "red"
    steps = desk.steps
    QTest.mouseClick(page.buttons["delete"], LEFT)
    assert [side.id for side in desk.scenario.sides] == ["p1", "south"]
    assert {it.side for it in desk.scenario.units} == {"south"}
    assert "1 zone and 3 units" in desk.window.options.message.text()
    assert desk.steps == steps + 1
    desk.key("Ctrl+Z")
    assert len(desk.scenario.units) == 6


def test_selected_hexes_and_the_chosen_zone_are_locked_by_key(desk: Any) -> None:
    desk.open()
    state = desk.window.workbench.state
    state.selection = frozenset(map(desk.hex, ("B2", "A1")))
    desk.key("Alt+K")
    assert desk.scenario.locked == ["A1", "B2"]
    assert ("Locked", "against suggestions") in facts_of(desk, "A1")
    assert "2 hexes are locked" in desk.window.options.message.text()
    state.selection = frozenset((desk.hex("A1"),))
    desk.key("Alt+K")
    assert desk.scenario.locked == ["B2"]
    state.selection = frozenset()
    desk.key("Alt+K")
    assert desk.scenario.locked == ["B2", "north-start"]
    QTest.mouseClick(desk.window.docks.scenario.tabs["locked"], LEFT)
    page = pages(desk).locked
    assert [page.parts.item(at).text() for at in range(2)] == ["B2", "north-start"]
    assert len(outlined(desk, LOCKED)) == 20
    page.parts.setCurrentRow(1)
    QTest.mouseClick(page.unlock, LEFT)
    assert desk.scenario.locked == ["B2"]
    # Of a whole board that is locked, the list shows what it can show at once.
    many = [f"A{row}" for row in range(1, 1203)]
    desk.document.edit("Lock", lock_patches(desk.scenario, many, locked=True))
    assert len(desk.scenario.locked) == 1203
    assert page.parts.count() == 1000
    assert [it.text() for it in page.findChildren(QLabel) if it.text().startswith("and ")] == [
        "and 203 more: select them on the map to unlock them"
    ]
    desk.key("Ctrl+Z")
    assert outlined(desk, LOCKED) == {"B2"}
    desk.key("Ctrl+Z")
    assert desk.scenario.locked == ["B2", "north-start"]
    QTest.mouseClick(desk.window.docks.scenario.tabs["general"], LEFT)
    assert not outlined(desk, LOCKED)
    state.zone_id = ""
    desk.key("Alt+K")
    assert "Select hexes to lock" in desk.window.options.message.text()


def test_every_field_of_the_pages_is_named_and_explained(desk: Any) -> None:
    desk.open()
    for page in pages(desk).parts():
        for key, field in page.form.fields.items():
            assert field.accessibleName(), (page.noun, key)
            assert field.toolTip(), (page.noun, key)
        for button in page.buttons.values():
            assert button.toolTip()


def test_pages_are_empty_and_say_what_to_do(desk: Any) -> None:
    desk.session.new("Empty", layout=Layout.ODD_Q, size=(8, 8), ruleset="penance-1.0")
    desk.settle()
    for page, words in ((pages(desk).units, "no units yet"), (pages(desk).objectives, "no objectives yet")):
        assert not page.parts.isVisibleTo(page)
        assert words in page._nothing.text()
        assert not page.form.isVisibleTo(page)


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
