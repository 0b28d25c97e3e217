"""The pages of the scenario panel about the whole: victory, sides, locks; and what all pages have."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit

from fairground.core.grid.layout import Layout
from fairground.editor.canvas.marked_view import LOCKED
from fairground.editor.document.hex_facts import HexReader
from fairground.editor.document.part_patches import lock_patches, replaced
from fairground.editor.document.patches import FieldPatch
from tests.editor.board_view import LEFT, outlined
from tests.editor.features.scenario.page_fields import write
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from tests.editor.editor_driver import EditorDriver


def facts_of(editor: EditorDriver, label: str) -> list[tuple[str, str]]:
    editor.inspector.hover(HexReader(editor.document).facts(editor.hex(label)))
    return editor.inspector.rows()


@pytest.mark.long
def test_victory_fields_are_steps(editor: EditorDriver) -> None:
    editor.open()
    general = editor.general_page
    assert (general.points.value(), general.kill.value(), general.component.value()) == (12, 5, 2)
    general.points.setValue(-1)
    assert general.points.text() == "no target"
    general.kill.setValue(0)
    general.component.setValue(3)
    general.last_standing.click()
    victory = editor.scenario.victory
    assert (victory.points, victory.kill, victory.component, victory.last_standing) == (None, 0, 3, False)
    assert editor.steps == 4
    assert editor.document.undo_stack.undoText() == "Change rule of the last one standing"
    editor.key("Ctrl+Z")
    assert general.last_standing.isChecked()


@pytest.mark.long
def test_findings_stand_below_the_fields_they_are_about(editor: EditorDriver) -> None:
    editor.open()
    general = editor.general_page
    general.points.setValue(100000)
    editor.settle()
    assert "Penance 1.0 recommends 10 to 15" in general.victory.note("victory.points")
    general.points.setValue(-1)
    general.last_standing.click()
    general.turns.setValue(0)
    editor.settle()
    assert "the game cannot be won" in general.victory.note("victory")
    editor.key("Ctrl+Z")
    editor.settle()
    assert not general.victory.note("victory")


@pytest.mark.long
def test_sides_are_added_changed_ordered_and_removed(editor: EditorDriver) -> None:
    editor.open()
    QTest.mouseClick(editor.scenario_panel.tabs["sides"], LEFT)
    page = editor.scenario_pages.sides
    assert page.part.id == "north"
    QTest.mouseClick(page.buttons["add"], LEFT)
    assert [side.id for side in editor.scenario.sides] == ["north", "south", "p1"]
    write(page.name, "Raiders")
    write(page.team, "south")
    write(page.role, "attacker")
    raiders = editor.scenario.sides[2]
    assert (raiders.name, raiders.team, raiders.role) == ("Raiders", "south", "attacker")
    editor.settle()
    assert page.parts.item(2).text() == "Raiders · attacker · with South"
    QTest.mouseClick(page.buttons["up"], LEFT)
    assert [side.id for side in editor.scenario.sides] == ["north", "p1", "south"]
    page.parts.setCurrentRow(0)
    write(of_type(page.form.fields["id"], QLineEdit), "red")
    assert editor.scenario.zones[0].side == "red"
    steps = editor.steps
    QTest.mouseClick(page.buttons["delete"], LEFT)
    assert [side.id for side in editor.scenario.sides] == ["p1", "south"]
    assert {it.side for it in editor.scenario.units} == {"south"}
    assert "1 zone and 3 units" in editor.message
    assert editor.steps == steps + 1
    editor.key("Ctrl+Z")
    assert len(editor.scenario.units) == 6


@pytest.mark.long
def test_selected_hexes_and_the_chosen_zone_are_locked_by_key(editor: EditorDriver) -> None:
    editor.open()
    state = editor.state
    state.selection = frozenset(map(editor.hex, ("B2", "A1")))
    editor.key("Alt+K")
    assert editor.scenario.locked == ["A1", "B2"]
    assert ("Locked", "protected from suggestions") in facts_of(editor, "A1")
    assert "2 hexes are locked" in editor.message
    state.selection = frozenset((editor.hex("A1"),))
    editor.key("Alt+K")
    assert editor.scenario.locked == ["B2"]
    state.selection = frozenset()
    editor.key("Alt+K")
    assert editor.scenario.locked == ["B2", "north-start"]
    QTest.mouseClick(editor.scenario_panel.tabs["locked"], LEFT)
    page = editor.scenario_pages.locked
    assert [page.parts.item(at).text() for at in range(2)] == ["B2", "North's zone"]
    assert len(outlined(editor, LOCKED)) == 20
    page.parts.setCurrentRow(1)
    QTest.mouseClick(page.unlock, LEFT)
    assert editor.scenario.locked == ["B2"]
    # Of a whole board that is locked, the list shows what it can show at once.
    many = [f"A{row}" for row in range(1, 1203)]
    editor.document.edit("Lock", lock_patches(editor.scenario, many, locked=True))
    assert len(editor.scenario.locked) == 1203
    editor.settle()
    assert page.parts.count() == 1000
    assert [it.text() for it in page.findChildren(QLabel) if it.text().startswith("and ")] == [
        "and 203 more. Select them on the map to unlock them"
    ]
    editor.key("Ctrl+Z")
    assert outlined(editor, LOCKED) == {"B2"}
    editor.key("Ctrl+Z")
    assert editor.scenario.locked == ["B2", "north-start"]
    QTest.mouseClick(editor.scenario_panel.tabs["general"], LEFT)
    assert not outlined(editor, LOCKED)
    state.zone_id = ""
    editor.key("Alt+K")
    assert "Select hexes to lock" in editor.message


@pytest.mark.long
def test_every_field_of_the_pages_is_named_and_explained(editor: EditorDriver) -> None:
    editor.open()
    found = editor.scenario_pages
    for page in (found.sides, found.zones, found.objectives, found.units):
        for key, field in page.form.fields.items():
            assert field.accessibleName(), (page.noun, key)
            assert field.toolTip(), (page.noun, key)
        for button in page.buttons.values():
            assert button.toolTip()


def test_pages_are_empty_and_say_what_to_do(editor: EditorDriver) -> None:
    editor.session.new("Empty", layout=Layout.ODD_Q, size=(8, 8), ruleset="penance-1.0")
    editor.settle()
    for page, words in (
        (editor.scenario_pages.units, "No units yet"),
        (editor.scenario_pages.objectives, "No objectives yet"),
    ):
        assert not page.parts.isVisibleTo(page)
        assert any(words in it.text() for it in page.findChildren(QLabel) if it.isVisibleTo(page))
        assert not page.form.isVisibleTo(page)


@pytest.mark.long
def test_a_page_is_made_when_it_is_first_seen_or_asked_for(editor: EditorDriver) -> None:
    editor.open()
    panel, state = editor.scenario_panel, editor.state
    editor.key("Z")
    assert (editor.tool.id, set(panel.created)) == ("zones", set()), "it is behind the inspector"
    state.zone_id = editor.scenario.zones[1].id
    before = editor.scenario.zones[1].name
    editor.document.edit("Rename", [FieldPatch("name", editor.scenario.name, "Yard")])
    editor.dock("scenario").raise_()
    editor.settle()
    assert set(panel.created) == {"zones"}, "of the tool in hand"
    page = editor.scenario_pages.zones
    editor.qtbot.waitUntil(page.isVisible)
    assert (page.part.id, page.name.text()) == (state.zone_id, before)
    page.parts.setCurrentRow(0)
    assert state.zone_id == editor.scenario.zones[0].id
    QTest.mouseClick(panel.tabs["general"], LEFT)
    editor.qtbot.waitUntil(lambda: set(panel.created) == {"zones", "general"})
    assert not page.isVisible()
    editor.qtbot.waitUntil(editor.general_page.isVisible)
    assert editor.general_page.name.text() == "Yard"
    editor.general_page.points.setValue(100000)
    editor.settle()
    editor.dock("hex").raise_()
    # What was found before a page was there is told on it as well.
    editor.document.edit(
        "Empty a zone", replaced(editor.scenario, "zones", 0, replace(editor.scenario.zones[0], side=""))
    )
    editor.document.edit("No sides", [FieldPatch("sides", editor.scenario.sides, [])])
    editor.settle()
    assert "units" not in panel.created
    told = editor.scenario_pages.units.parts.item(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert told.endswith("(error)")


def test_the_history_calls_sides_units_and_objectives_by_their_titles(editor: EditorDriver) -> None:
    editor.open()
    stack, pages = editor.document.undo_stack, editor.scenario_pages
    units = pages.units
    units.choose(editor.scenario.units[0].id)
    title = editor.scenario.unit_title(editor.scenario.units[0])
    assert title not in (it.id for it in editor.scenario.units)
    units.buttons["down"].click()
    assert stack.undoText() == f"Move {title} down the list"
    units.unarmed.click()
    assert stack.undoText() == f"Change attacks of {title}"
    units.buttons["delete"].click()
    assert stack.undoText() == f"Remove {title}"
    sides = pages.sides
    sides.choose("south")
    sides.buttons["up"].click()
    assert stack.undoText() == "Move South up the list"
    sides.buttons["delete"].click()
    assert stack.undoText() == "Remove side South"
    sides.buttons["add"].click()
    assert stack.undoText() == "Add side Player 2"
    objectives = pages.objectives
    objective = editor.scenario.objectives[0]
    objectives.choose(objective.id)
    objectives.buttons["delete"].click()
    assert stack.undoText() == f"Remove {objective.title}"
