"""Objectives: on the board by mouse and keys, in the options, and on their page."""

from __future__ import annotations

from typing import Any

import pytest

from fairground.core.scenario.parts import ObjectiveKind
from tests.editor.board_view import LEFT, RIGHT, SHIFT, click, drag, outlined
from tests.editor.features.scenario.page_fields import choose, pages, write


@pytest.mark.long
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


@pytest.mark.long
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
