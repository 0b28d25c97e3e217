from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from fairground.editor.document.patches import FieldPatch
from fairground.editor.tools.measure import MeasureTool, inches, legs, measure_words

if TYPE_CHECKING:
    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


@pytest.fixture
def measure(workbench: ToolDriver) -> MeasureTool:
    return workbench.take(MeasureTool)


def labels(workbench: ToolDriver) -> list[str]:
    return [workbench.board.label(at) for at in workbench.state.measured]


def click(workbench: ToolDriver, tool: MeasureTool, at: str, button: Qt.MouseButton = LEFT) -> None:
    tool.press(workbench.pointer(at, button=button))
    tool.release(workbench.pointer(at, button=button))


def test_two_clicks_measure_a_leg_that_follows_the_pointer_between_them(
    workbench: ToolDriver, measure: MeasureTool
) -> None:
    click(workbench, measure, "A1")
    measure.hover(workbench.pointer("A4"))
    assert labels(workbench) == ["A1", "A4"]
    click(workbench, measure, "A3")
    measure.hover(workbench.pointer("H8"))
    assert labels(workbench) == ["A1", "A3"]
    assert legs(workbench.state.measured) == (2,)


def test_a_drag_measures_a_leg_and_clicks_add_more(workbench: ToolDriver, measure: MeasureTool) -> None:
    workbench.drag(measure, "A1", "A2", "A4")
    assert labels(workbench) == ["A1", "A4"]
    click(workbench, measure, "C5")
    workbench.drag(measure, "C5", "F5")
    assert labels(workbench) == ["A1", "A4", "C5", "F5"]
    assert legs(workbench.state.measured) == (3, 2, 3)
    assert measure_words(workbench.scenario, workbench.state.measured) == "3 + 2 + 3 = 8 hexes"


def test_the_right_button_takes_back_and_escape_begins_anew(
    workbench: ToolDriver, measure: MeasureTool
) -> None:
    for at in ("A1", "A4", "C5"):
        click(workbench, measure, at)
    click(workbench, measure, "H8", button=RIGHT)
    assert labels(workbench) == ["A1", "A4"]
    assert measure.escape()
    assert not workbench.state.measured
    assert not measure.escape()
    click(workbench, measure, "B2")
    assert labels(workbench) == ["B2"]


def test_escape_during_a_drag_takes_its_leg_back(workbench: ToolDriver, measure: MeasureTool) -> None:
    workbench.drag(measure, "A1", "A4")
    workbench.drag(measure, "C5", "F5", finish=False)
    measure.cancel()
    assert labels(workbench) == ["A1", "A4"]


def test_nothing_is_changed_on_the_board(workbench: ToolDriver, measure: MeasureTool) -> None:
    workbench.drag(measure, "A1", "D4", "H8")
    assert not workbench.steps
    assert workbench.document.revision == 0


def test_beside_the_board_there_is_nothing_to_measure(workbench: ToolDriver, measure: MeasureTool) -> None:
    measure.press(workbench.pointer(workbench.board.layout.from_offset(-1, 3)))
    assert workbench.refusals == ["That is off the board."]
    assert not workbench.state.measured


def test_what_was_put_down_stays_when_another_tool_is_taken(
    workbench: ToolDriver, measure: MeasureTool
) -> None:
    click(workbench, measure, "A1")
    measure.hover(workbench.pointer("A4"))
    measure.deactivate()
    assert not workbench.state.measured
    measure.activate()
    workbench.drag(measure, "A1", "A4")
    measure.deactivate()
    assert len(workbench.state.measured) >= 2


def test_the_words_are_told_while_a_leg_is_led(workbench: ToolDriver, measure: MeasureTool) -> None:
    told: list[str] = []
    measure.told.connect(told.append)
    workbench.drag(measure, "A1", "A4")
    assert told[-1] == "3 hexes"


def test_the_hex_line_of_the_leg_is_shown(workbench: ToolDriver, measure: MeasureTool) -> None:
    workbench.drag(measure, "A1", "A4", finish=False)
    assert workbench.previews[-1] == workbench.hexes("A1", "A2", "A3", "A4")


def test_rulesets_with_bases_measure_in_inches_too(make_workbench: WorkbenchMaker) -> None:
    table = make_workbench(ruleset="base-visibility")
    a, b, c = map(table.board.parse, ("A1", "A4", "C3"))
    assert inches(table.board, (a, b)) == 6.0
    # Two columns and a half hex further, straight over the table.
    assert math.isclose(inches(table.board, (a, c)), 2 * math.sqrt(3 + 4))
    assert measure_words(table.scenario, (a, b)) == "3 hexes, 6.0 in"
    table.document.edit("Size", [FieldPatch("board.inches", None, 1.5)])
    assert measure_words(table.scenario, (a, b)) == "3 hexes, 4.5 in"


def test_a_document_takes_its_legs_along(
    workbench: ToolDriver, measure: MeasureTool, make_workbench: WorkbenchMaker
) -> None:
    workbench.drag(measure, "A1", "A4")
    workbench.state.document = make_workbench().document
    assert not workbench.state.measured
    click(workbench, measure, "B2")
    assert labels(workbench) == ["B2"]
