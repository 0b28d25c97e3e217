"""The what-if tool tells for which hexes somebody asks, and edits nothing."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from fairground.editor.document.what_if_copy import WhatIfCopy

RIGHT = Qt.MouseButton.RightButton


@pytest.fixture
def asked(bench: Any) -> list[tuple[tuple[Any, ...], bool]]:
    found: list[tuple[tuple[Any, ...], bool]] = []
    bench.tools["what-if"].wanted.connect(lambda hexes, is_right: found.append((hexes, is_right)))
    return found


def test_a_drag_tells_its_hexes_once_each_in_their_order(bench: Any, asked: list[Any]) -> None:
    tool = bench.take("what-if")
    bench.drag(tool, "A1", "A4", "A2")
    at = bench.board.parse
    assert asked == [((at("A1"), at("A2"), at("A3"), at("A4")), False)]
    bench.drag(tool, "B2", button=RIGHT)
    assert asked[1:] == [((at("B2"),), True)]
    assert bench.steps == 0


def test_it_shows_what_a_drag_has_reached(bench: Any) -> None:
    tool = bench.take("what-if")
    tool.hover(bench.pointer("C3"))
    bench.drag(tool, "A1", "A3", finish=False)
    assert bench.previews[0] == bench.hexes("C3")
    assert bench.previews[-1] == bench.hexes("A1", "A2", "A3")


def test_escape_and_another_tool_give_a_drag_up(bench: Any, asked: list[Any]) -> None:
    tool = bench.take("what-if")
    bench.drag(tool, "A1", "A3", finish=False)
    tool.cancel()
    tool.release(bench.pointer("A3"))
    bench.drag(tool, "A1", finish=False)
    tool.deactivate()
    tool.release(bench.pointer("A1"))
    bench.drag(tool, "A1", finish=False)
    bench.state.document = WhatIfCopy(bench.document)
    tool.release(bench.pointer("A1"))
    assert asked == []


def test_off_the_board_there_is_nothing_to_ask(bench: Any, asked: list[Any]) -> None:
    tool = bench.take("what-if")
    beside = bench.board.layout.from_offset(-1, 0)
    bench.drag(tool, beside)
    assert bench.refusals == ["That is not on the board."]
    bench.drag(tool, "A1", beside)
    assert [hexes for hexes, _ in asked] == [(bench.board.parse("A1"),)]


def test_what_was_chosen_stays_chosen_in_a_copy_of_the_document(bench: Any) -> None:
    """Another state of a document has all that it has; another document may not."""
    state = bench.state
    state.selection = bench.hexes("A1")
    state.sight_line = state.path_ends = (bench.board.parse("A1"), bench.board.parse("C3"))
    state.pin, state.sight_range, state.what_if = bench.board.parse("B2"), 5, "smoke"
    before = {name: it for name, it in state.values.items() if name != "document"}
    state.document = WhatIfCopy(bench.document)
    assert {name: it for name, it in state.values.items() if name != "document"} == before
    state.document = bench.document
    assert {name: it for name, it in state.values.items() if name != "document"} == before
