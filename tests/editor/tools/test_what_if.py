"""The what-if tool tells for which hexes somebody asks, and edits nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from fairground.editor.document.what_if_copy import WhatIfCopy
from fairground.editor.tools.what_if import WhatIfTool

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from tests.editor.tools.conftest import ToolDriver

RIGHT = Qt.MouseButton.RightButton


Asked = list[tuple[tuple["Hex", ...], bool]]


@pytest.fixture
def asked(workbench: ToolDriver) -> Asked:
    found: Asked = []
    workbench.tool(WhatIfTool).wanted.connect(lambda hexes, is_right: found.append((hexes, is_right)))
    return found


def test_a_drag_tells_its_hexes_once_each_in_their_order(workbench: ToolDriver, asked: Asked) -> None:
    tool = workbench.take(WhatIfTool)
    workbench.drag(tool, "A1", "A4", "A2")
    at = workbench.board.parse
    assert asked == [((at("A1"), at("A2"), at("A3"), at("A4")), False)]
    workbench.drag(tool, "B2", button=RIGHT)
    assert asked[1:] == [((at("B2"),), True)]
    assert workbench.steps == 0


def test_it_shows_what_a_drag_has_reached(workbench: ToolDriver) -> None:
    tool = workbench.take(WhatIfTool)
    tool.hover(workbench.pointer("C3"))
    workbench.drag(tool, "A1", "A3", finish=False)
    assert workbench.previews[0] == workbench.hexes("C3")
    assert workbench.previews[-1] == workbench.hexes("A1", "A2", "A3")


def test_escape_and_another_tool_give_a_drag_up(workbench: ToolDriver, asked: Asked) -> None:
    tool = workbench.take(WhatIfTool)
    workbench.drag(tool, "A1", "A3", finish=False)
    tool.cancel()
    tool.release(workbench.pointer("A3"))
    workbench.drag(tool, "A1", finish=False)
    tool.deactivate()
    tool.release(workbench.pointer("A1"))
    workbench.drag(tool, "A1", finish=False)
    workbench.state.document = WhatIfCopy(workbench.document)
    tool.release(workbench.pointer("A1"))
    assert asked == []


def test_off_the_board_there_is_nothing_to_ask(workbench: ToolDriver, asked: Asked) -> None:
    tool = workbench.take(WhatIfTool)
    beside = workbench.board.layout.from_offset(-1, 0)
    workbench.drag(tool, beside)
    assert workbench.refusals == ["That is off the board."]
    workbench.drag(tool, "A1", beside)
    assert [hexes for hexes, _ in asked] == [(workbench.board.parse("A1"),)]


def test_what_was_chosen_stays_chosen_in_a_copy_of_the_document(workbench: ToolDriver) -> None:
    """Another state of a document has all that it has; another document may not."""
    state = workbench.state
    state.selection = workbench.hexes("A1")
    state.sight_line = state.path_ends = (workbench.board.parse("A1"), workbench.board.parse("C3"))
    state.pin, state.sight_range, state.what_if = workbench.board.parse("B2"), 5, "smoke"
    before = {name: it for name, it in state.values.items() if name != "document"}
    state.document = WhatIfCopy(workbench.document)
    assert {name: it for name, it in state.values.items() if name != "document"} == before
    state.document = workbench.document
    assert {name: it for name, it in state.values.items() if name != "document"} == before
