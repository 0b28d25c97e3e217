"""The sight tool where sight is from base to base."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from fairground.core.scenario.inches import hex_point, inches_a_size, unit_point
from fairground.core.scenario.parts import Unit
from fairground.editor.document.patches import FieldPatch
from fairground.editor.tools.sight import SightTool
from fairground.editor.tools.tool import Pointer

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker

LEFT, RIGHT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton


def at(workbench: ToolDriver, label: str, button: Qt.MouseButton = NO_BUTTON) -> Pointer:
    here = workbench.board.parse(label)
    return Pointer(here, (here,), button)


def ends(workbench: ToolDriver) -> tuple[str, ...]:
    line: tuple[Hex, ...] = workbench.state.sight_line or ()
    return tuple(workbench.board.label(it) for it in line)


def over(workbench: ToolDriver, x: float, y: float, button: Qt.MouseButton = LEFT) -> Pointer:
    """The pointer over a place given in inches."""
    size = inches_a_size(workbench.board)
    here = workbench.board.layout.hex_at(x, y, size=size)
    return Pointer(here, (here,), button, point=(x / size, y / size))


@pytest.fixture
def crowd(make_workbench: WorkbenchMaker) -> tuple[ToolDriver, tuple[float, float]]:
    """A table with three bases, two of them in one hex, and the middle of that."""
    workbench = make_workbench(ruleset="base-visibility")
    there = workbench.board.parse("C3")
    x, y = hex_point(workbench.board, there)
    workbench.document.edit(
        "units",
        [
            FieldPatch(
                "units",
                [],
                [
                    Unit("left", "p1", "guard", there, at=(x - 0.65, y)),
                    Unit("right", "p2", "guard", there, at=(x + 0.65, y)),
                    Unit("far", "p2", "guard", workbench.board.parse("F6")),
                ],
            )
        ],
    )
    return workbench, hex_point(workbench.board, there)


def test_from_base_to_base_the_ends_are_units(crowd: tuple[ToolDriver, tuple[float, float]]) -> None:
    table, (x, y) = crowd
    tool = table.take(SightTool)
    assert tool.follows_points
    # The rim of a base that reaches into the next hex is the unit's all the same.
    tool.press(over(table, x - 1.2, y))
    tool.move(over(table, *unit_point(table.board, table.scenario.units[2])))
    tool.release(over(table, *unit_point(table.board, table.scenario.units[2])))
    assert table.state.sight_units == ("left", "far")
    assert ends(table) == ("C3", "F6")
    tool.press(over(table, x + 0.6, y))
    tool.move(over(table, *hex_point(table.board, table.board.parse("A1"))))
    assert table.state.sight_units == ("right", "")
    assert ends(table) == ("C3", "A1")
    tool.cancel()
    assert table.state.sight_units == ("left", "far")
    assert ends(table) == ("C3", "F6")
    assert table.steps == 1


def test_two_bases_in_one_hex_have_a_line_between_them(crowd: tuple[ToolDriver, tuple[float, float]]) -> None:
    table, (x, y) = crowd
    tool = table.take(SightTool)
    tool.press(over(table, x - 0.6, y))
    assert tool.is_point
    tool.move(over(table, x + 0.6, y))
    tool.release(over(table, x + 0.6, y))
    assert not tool.is_point
    tool.hover(over(table, 0.0, 0.0, NO_BUTTON))
    assert table.state.sight_units == ("left", "right")
    assert ends(table) == ("C3", "C3")


def test_keys_take_the_chosen_base_of_a_hex(crowd: tuple[ToolDriver, tuple[float, float]]) -> None:
    table, _ = crowd
    tool = table.take(SightTool)
    table.state.unit_id = "left"
    tool.press(at(table, "C3", LEFT))
    tool.release(at(table, "C3", LEFT))
    tool.hover(at(table, "F6"))
    tool.press(at(table, "F6", LEFT))
    assert table.state.sight_units == ("left", "far")
    beside = over(table, -9.0, -9.0)
    tool.press(beside)
    assert table.refusals == ["That is off the board."]
    assert table.state.sight_units == ("left", "far")
    tool.press(over(table, *hex_point(table.board, table.board.parse("A1")), RIGHT))
    assert table.state.sight_units == ("left", "far")
    table.state.document = None
    assert table.state.sight_units == ("", "")
