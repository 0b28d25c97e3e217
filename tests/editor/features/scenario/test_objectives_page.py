"""Objectives: on the board by mouse and keys, in the options, and on their page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.scenario.parts import ObjectiveKind
from tests.editor.board_view import LEFT, RIGHT, SHIFT, click, drag, outlined
from tests.editor.features.scenario.page_fields import choose, write

if TYPE_CHECKING:
    from tests.editor.editor_driver import EditorDriver


@pytest.mark.long
def test_objectives_are_made_extended_and_removed(editor: EditorDriver) -> None:
    editor.open()
    editor.key("J")
    click(editor, "B8")
    made = editor.scenario.objectives[-1]
    assert made.id == editor.options.objective.objective.currentData() == "objective-1"
    drag(editor, "B8", "D8")
    assert outlined(editor) == {"B8", "C8", "D8"}
    click(editor, "I2", LEFT, SHIFT)
    assert len(outlined(editor)) == 4
    click(editor, "C8", RIGHT)
    assert outlined(editor) == {"B8", "D8", "I2"}
    editor.key("Del")
    assert len(editor.scenario.objectives) == 2
    editor.key("Ctrl+Z")
    assert editor.scenario.objectives[-1].id == "objective-1"


@pytest.mark.long
def test_an_objective_is_changed_in_the_options_and_on_its_page(editor: EditorDriver) -> None:
    editor.open()
    editor.key("J")
    click(editor, "E5")
    options, page = editor.options.objective, editor.scenario_pages.objectives
    assert (options.points.value(), options.hold.value()) == (3, 2)
    options.points.setValue(5)
    page.hold.setValue(0)
    assert (
        editor.document.undo_stack.undoText()
        == f"Change turns to hold of {editor.scenario.objectives[0].title}"
    )
    write(page.name, "The Hill")
    choose(page.kind, ObjectiveKind.EXIT)
    choose(page.side, "south")
    write(page.hexes, "within 1 of E5")
    hill = editor.scenario.objectives[0]
    assert (hill.points, hill.hold, hill.name, hill.kind, hill.side) == (
        5,
        0,
        "The Hill",
        ObjectiveKind.EXIT,
        "south",
    )
    assert str(hill.shape) == "within 1 of E5"
    assert len(outlined(editor)) == 7
    assert editor.steps == 6
    assert page.points.value() == 5
    editor.settle()
    assert "exit" in page.form.note("hexes"), "no exit zone is there, the validator says"
    page.parts.setCurrentRow(1)
    assert options.objective.currentData() == "south-hill"


@pytest.mark.long
def test_a_new_objective_waits_for_its_hexes(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Shift+J")
    page = editor.scenario_pages.objectives
    assert page.part.id == "objective-1"
    assert "Shift" in editor.message
    assert "no hexes" in page.form.note("hexes")
    click(editor, "B6", LEFT, SHIFT)
    assert outlined(editor) == {"B6"}
    assert not page.form.note("hexes")
