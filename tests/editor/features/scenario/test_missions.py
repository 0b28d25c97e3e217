"""Missions in the scenario panel: ways to win, forces, arrivals and house rules, by mouse and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QMenu

from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.editor.features.scenario.win_dialog import WinDialog
from tests.editor.board_view import LEFT
from tests.editor.features.scenario.page_fields import choose, write
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from fairground.core.scenario.parts import Side
    from fairground.editor.features.scenario.zones_and_objectives_pages import SidesPage
    from fairground.editor.widgets.checklist_button import CheckMenu
    from tests.editor.editor_driver import EditorDriver


def sides_page(editor: EditorDriver) -> SidesPage:
    editor.open()
    QTest.mouseClick(editor.scenario_panel.tabs["sides"], LEFT)
    page = editor.scenario_pages.sides
    editor.settle()
    return page


def first_side(editor: EditorDriver) -> Side:
    return editor.scenario.sides[0]


def sentences(page: SidesPage) -> list[str]:
    listed = page.wins.sentences
    return [listed.item(at).text() for at in range(listed.count())]


def tick(box: CheckMenu, text: str) -> None:
    """Tick an entry of the menu as a click does."""
    (action,) = [it for it in of_type(box.menu(), QMenu).actions() if it.text() == text]
    action.trigger()


def confirm(dialog: WinDialog) -> None:
    QTest.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Ok), LEFT)


@pytest.mark.long
def test_a_way_to_win_is_added_changed_and_removed(editor: EditorDriver) -> None:
    page = sides_page(editor)
    assert sentences(page) == []
    assert not page.wins.nothing.isHidden()
    assert not page.wins.change.isEnabled()
    steps = editor.steps
    QTest.mouseClick(page.wins.add, LEFT)
    dialog = editor.dialog(WinDialog)
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    choose(dialog.form.kind, TaskKind.DESTROY)
    assert not ok.isEnabled()
    enemy = editor.scenario.units[-1]
    assert enemy.side != first_side(editor).id
    enemy_title = editor.scenario.part_title(enemy)
    tick(dialog.form.targets, enemy_title)
    assert ok.isEnabled()
    assert dialog.sentence.text() == f"{first_side(editor).title} must destroy {enemy_title}."
    confirm(dialog)
    assert first_side(editor).wins == (Win((Task(TaskKind.DESTROY, (enemy.id,)),)),)
    assert sentences(page) == [f"Destroy {enemy_title}"]
    assert editor.steps == steps + 1
    assert editor.document.undo_stack.undoText() == "Add a way to win for North"
    # By keys: Return changes, Tab and the arrows choose, Del removes.
    QTest.keyClick(page.wins.sentences, Qt.Key.Key_Return)
    dialog = editor.dialog(WinDialog)
    assert dialog.form.kind.value is TaskKind.DESTROY
    choose(dialog.form.kind, TaskKind.TIME_OUT)
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert sentences(page) == ["Hold out until the turn limit"]
    QTest.keyClick(page.wins.sentences, Qt.Key.Key_Delete)
    assert first_side(editor).wins == ()
    assert editor.steps == steps + 3
    for shown in (["Hold out until the turn limit"], [f"Destroy {enemy_title}"], []):
        editor.document.undo()
        editor.settle()
        assert sentences(page) == shown


@pytest.mark.long
def test_several_tasks_may_all_be_needed(editor: EditorDriver) -> None:
    page = sides_page(editor)
    objective = editor.scenario.objectives[0]
    QTest.mouseClick(page.wins.add, LEFT)
    dialog = editor.dialog(WinDialog)
    choose(dialog.form.kind, TaskKind.HOLD)
    if not dialog.form.targets.checked:
        tick(dialog.form.targets, objective.title)
    dialog.form.turns.setValue(3)
    assert not dialog.tasks.isVisible()
    QTest.mouseClick(dialog.add, LEFT)
    assert dialog.tasks.isVisible()
    choose(dialog.form.kind, TaskKind.REACH)
    zone = editor.scenario.zones[-1]
    zone_title = editor.scenario.part_title(zone)
    tick(dialog.form.targets, zone_title)
    dialog.form.count.setValue(2)
    choose(dialog.form.unit_class, "scout")
    dialog.tasks.setCurrentRow(0)
    assert dialog.form.turns.value() == 3
    confirm(dialog)
    hold = Task(TaskKind.HOLD, (objective.id,), turns=3)
    reach = Task(TaskKind.REACH, (zone.id,), 2, unit_class="scout")
    assert first_side(editor).wins == (Win((hold, reach)),)
    assert sentences(page) == [
        f"Hold {objective.title} for 3 turns in a row, and reach {zone_title} with 2 Scout units"
    ]
    QTest.mouseClick(page.wins.change, LEFT)
    dialog = editor.dialog(WinDialog)
    dialog.tasks.setCurrentRow(1)
    QTest.mouseClick(dialog.remove, LEFT)
    confirm(dialog)
    assert first_side(editor).wins == (Win((hold,)),)


@pytest.mark.long
def test_cancel_changes_nothing(editor: EditorDriver) -> None:
    page = sides_page(editor)
    steps = editor.steps
    QTest.mouseClick(page.wins.add, LEFT)
    dialog = editor.dialog(WinDialog)
    choose(dialog.form.kind, TaskKind.TIME_OUT)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert (editor.steps, first_side(editor).wins) == (steps, ())


@pytest.mark.long
def test_a_way_to_win_goes_with_its_last_target(editor: EditorDriver) -> None:
    page = sides_page(editor)
    objective = editor.scenario.objectives[0]
    win = Win((Task(TaskKind.HOLD, (objective.id,)),))
    page.change("Change", wins=(win,))
    QTest.mouseClick(editor.scenario_panel.tabs["objectives"], LEFT)
    objectives = editor.scenario_pages.objectives
    objectives.parts.setCurrentRow(0)
    write(of_type(objectives.form.fields["id"], QLineEdit), "renamed")
    assert first_side(editor).wins[0].tasks[0].targets == ("renamed",)
    QTest.mouseClick(objectives.buttons["delete"], LEFT)
    assert first_side(editor).wins == ()
    assert "Also removed the way to win that referred to it" in editor.message
    editor.key("Ctrl+Z")
    assert len(first_side(editor).wins) == 1


@pytest.mark.long
def test_forces_arrivals_and_house_rules_are_steps(editor: EditorDriver) -> None:
    page = sides_page(editor)
    choose(page.force, "penance-line")
    assert first_side(editor).force == "penance-line"
    QTest.mouseClick(editor.scenario_panel.tabs["units"], LEFT)
    units = editor.scenario_pages.units
    units.parts.setCurrentRow(0)
    units.arrives.setValue(3)
    assert editor.document.undo_stack.undoText().startswith("Change arrival of ")
    units.hit_points.setValue(40)
    units.defence.setValue(0)
    QTest.keyClick(units.unarmed, Qt.Key.Key_Space)
    unit = editor.scenario.units[0]
    assert (unit.arrives, unit.hit_points, unit.defence, unit.unarmed) == (3, 40, 0, True)
    editor.settle()
    assert units.parts.item(0).text().endswith("from turn 3")
    units.defence.setValue(-1)
    assert editor.scenario.units[0].defence is None
    QTest.mouseClick(editor.scenario_panel.tabs["general"], LEFT)
    general = editor.general_page
    general.house_rules.setPlainText("the wagon stays on the road\n\n  no   night moves ")
    editor.scenario_panel.commit()
    assert editor.scenario.house_rules == ["the wagon stays on the road", "no night moves"]
    editor.key("Ctrl+Z")
    assert general.house_rules.toPlainText() == ""
