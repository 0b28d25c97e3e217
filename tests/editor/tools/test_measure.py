from __future__ import annotations

import math
from typing import Any

import pytest
from PySide6.QtCore import Qt

from fairground.editor.document.patches import FieldPatch
from fairground.editor.tools.measure import inches, legs, measure_words

RIGHT = Qt.MouseButton.RightButton


@pytest.fixture
def measure(bench: Any) -> Any:
    return bench.take("measure")


def labels(bench: Any) -> list[str]:
    return [bench.board.label(at) for at in bench.state.measured]


def click(bench: Any, tool: Any, at: str, **held: Any) -> None:
    tool.press(bench.pointer(at, **held))
    tool.release(bench.pointer(at, **held))


def test_two_clicks_measure_a_leg_that_follows_the_pointer_between_them(bench: Any, measure: Any) -> None:
    click(bench, measure, "A1")
    measure.hover(bench.pointer("A4"))
    assert labels(bench) == ["A1", "A4"]
    click(bench, measure, "A3")
    measure.hover(bench.pointer("H8"))
    assert labels(bench) == ["A1", "A3"]
    assert legs(bench.state.measured) == (2,)


def test_a_drag_measures_a_leg_and_clicks_add_more(bench: Any, measure: Any) -> None:
    bench.drag(measure, "A1", "A2", "A4")
    assert labels(bench) == ["A1", "A4"]
    click(bench, measure, "C5")
    bench.drag(measure, "C5", "F5")
    assert labels(bench) == ["A1", "A4", "C5", "F5"]
    assert legs(bench.state.measured) == (3, 2, 3)
    assert measure_words(bench.scenario, bench.state.measured) == "3 + 2 + 3 = 8 hexes"


def test_the_right_button_takes_back_and_escape_begins_anew(bench: Any, measure: Any) -> None:
    for at in ("A1", "A4", "C5"):
        click(bench, measure, at)
    click(bench, measure, "H8", button=RIGHT)
    assert labels(bench) == ["A1", "A4"]
    assert measure.escape()
    assert not bench.state.measured
    assert not measure.escape()
    click(bench, measure, "B2")
    assert labels(bench) == ["B2"]


def test_escape_during_a_drag_takes_its_leg_back(bench: Any, measure: Any) -> None:
    bench.drag(measure, "A1", "A4")
    bench.drag(measure, "C5", "F5", finish=False)
    measure.cancel()
    assert labels(bench) == ["A1", "A4"]


def test_nothing_is_changed_on_the_board(bench: Any, measure: Any) -> None:
    bench.drag(measure, "A1", "D4", "H8")
    assert not bench.steps
    assert bench.document.revision == 0


def test_beside_the_board_there_is_nothing_to_measure(bench: Any, measure: Any) -> None:
    measure.press(bench.pointer(bench.board.layout.from_offset(-1, 3)))
    assert bench.refusals == ["That is beside the board."]
    assert not bench.state.measured


def test_what_was_put_down_stays_when_another_tool_is_taken(bench: Any, measure: Any) -> None:
    click(bench, measure, "A1")
    measure.hover(bench.pointer("A4"))
    measure.deactivate()
    assert not bench.state.measured
    measure.activate()
    bench.drag(measure, "A1", "A4")
    measure.deactivate()
    assert len(bench.state.measured) >= 2


def test_the_words_are_told_while_a_leg_is_led(bench: Any, measure: Any) -> None:
    told: list[str] = []
    measure.told.connect(told.append)
    bench.drag(measure, "A1", "A4")
    assert told[-1] == "3 hexes"


def test_the_hex_line_of_the_leg_is_shown(bench: Any, measure: Any) -> None:
    bench.drag(measure, "A1", "A4", finish=False)
    assert bench.previews[-1] == bench.hexes("A1", "A2", "A3", "A4")


def test_rulesets_with_bases_measure_in_inches_too(make_bench: Any) -> None:
    table = make_bench(ruleset="base-visibility")
    a, b, c = map(table.board.parse, ("A1", "A4", "C3"))
    assert inches(table.board, (a, b)) == 6.0
    # Two columns and a half hex further, straight over the table.
    assert math.isclose(inches(table.board, (a, c)), 2 * math.sqrt(3 + 4))
    assert measure_words(table.scenario, (a, b)) == "3 hexes, 6.0 in"
    table.document.edit("Size", [FieldPatch("board.inches", None, 1.5)])
    assert measure_words(table.scenario, (a, b)) == "3 hexes, 4.5 in"


def test_a_document_takes_its_legs_along(bench: Any, measure: Any, make_bench: Any) -> None:
    bench.drag(measure, "A1", "A4")
    bench.state.document = make_bench().document
    assert not bench.state.measured
    click(bench, measure, "B2")
    assert labels(bench) == ["B2"]
