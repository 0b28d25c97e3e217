"""The unit tool where units stand on bases, anywhere on the board."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from fairground.core.files import read_bytes, to_bytes
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.inches import hex_point, inches_a_size, offset_in_hex, unit_point
from fairground.core.scenario.parts import Side
from fairground.editor.document.patches import FieldPatch
from fairground.editor.tools.tool import Pointer
from fairground.editor.tools.units import Units

if TYPE_CHECKING:
    from fairground.core.scenario.parts import Unit
    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT, CONTROL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)


@pytest.fixture
def table(make_workbench: WorkbenchMaker) -> ToolDriver:
    return make_workbench(ruleset="base-visibility")


def at(
    workbench: ToolDriver, x: float, y: float, button: Qt.MouseButton = LEFT, keys: Qt.KeyboardModifier = NONE
) -> Pointer:
    """The pointer over a place given in inches."""
    size = inches_a_size(workbench.board)
    point = x / size, y / size
    here = workbench.board.layout.hex_at(*point)
    return Pointer(here, (here,), button, keys, 0, point)


def drag(
    workbench: ToolDriver,
    *way: tuple[float, float],
    button: Qt.MouseButton = LEFT,
    keys: Qt.KeyboardModifier = NONE,
) -> None:
    tool = workbench.tool(Units)
    points = [at(workbench, *it, button=button, keys=keys) for it in way]
    tool.press(points[0])
    for point in points[1:]:
        tool.move(point)
    tool.release(points[-1])


def place(workbench: ToolDriver, unit: Unit) -> tuple[float, float]:
    x, y = unit_point(workbench.board, unit)
    return round(x, 4), round(y, 4)


def places(workbench: ToolDriver) -> list[tuple[float, float]]:
    return [place(workbench, unit) for unit in workbench.scenario.units]


def test_a_click_puts_a_base_where_it_is_and_not_in_the_middle_of_a_hex(table: ToolDriver) -> None:
    table.take(Units)
    drag(table, (3.14, 4.63))
    (unit,) = table.scenario.units
    assert place(table, unit) == (3.15, 4.65), "in steps of a twentieth of an inch"
    assert unit.hex == table.board.layout.hex_at(3.15, 4.65, size=inches_a_size(table.board))
    assert table.steps == 1
    assert read_bytes(to_bytes(table.scenario)).scenario == table.scenario
    table.document.undo()
    assert not table.scenario.units


def test_with_shift_it_stands_in_the_middle_of_the_hex(table: ToolDriver) -> None:
    table.take(Units)
    drag(table, (3.3, 4.1), keys=SHIFT)
    (unit,) = table.scenario.units
    assert unit.at is None
    drag(table, (3.3, 4.1), (6.9, 6.2), keys=SHIFT)
    (unit,) = table.scenario.units
    assert unit.at is None
    assert unit.hex == at(table, 6.9, 6.2).hex


def test_keys_point_at_hexes_and_leave_the_place_in_the_hex(table: ToolDriver) -> None:
    tool = table.take(Units)
    table.drag(tool, "C3")
    assert table.scenario.units[0].at is None
    drag(table, unit_point(table.board, table.scenario.units[0]), (3.2, 4.3))
    before = table.scenario.units[0]
    table.drag(tool, before.hex, "E5")
    after = table.scenario.units[0]
    assert table.board.label(after.hex) == "E5"
    assert offset_in_hex(table.board, after) == pytest.approx(offset_in_hex(table.board, before), abs=1e-4)


def test_a_drag_moves_a_base_by_as_much_as_the_pointer(table: ToolDriver) -> None:
    table.take(Units)
    drag(table, (3.0, 4.0))
    # Held near its rim, it does not jump under the pointer.
    drag(table, (3.5, 4.2), (3.6, 4.2), (7.1, 5.45))
    assert places(table) == [(6.6, 5.25)]
    assert table.steps == 2
    table.document.undo()
    assert places(table) == [(3.0, 4.0)]
    drag(table, (3.4, 4.3))
    assert places(table) == [(3.0, 4.0)], "a click alone moves nothing"
    assert table.document.undo_stack.index() == 1


def test_a_base_moves_within_its_hex(table: ToolDriver) -> None:
    tool = table.take(Units)
    assert tool.follows_points
    drag(table, (3.4, 4.0))
    hex_before = table.scenario.units[0].hex
    drag(table, (3.4, 4.0), (3.6, 4.1))
    assert table.scenario.units[0].hex == hex_before
    assert places(table) == [(3.6, 4.1)]


def test_a_base_is_taken_by_its_disc_wherever_its_hex_is(table: ToolDriver) -> None:
    table.take(Units)
    drag(table, (3.4, 4.0))
    drag(table, (4.9, 4.0))
    assert len(table.scenario.units) == 2
    # 0.6 inches from the middle, over the border of its hex: within the base of 1.26.
    edge = (3.95, 4.2)
    table.state.unit_id = ""
    drag(table, edge)
    assert table.state.unit_id == "guard-1"
    assert len(table.scenario.units) == 2
    drag(table, edge, keys=CONTROL)
    assert table.state.new_unit.class_id == "guard"
    drag(table, edge, button=RIGHT)
    assert [unit.id for unit in table.scenario.units] == ["guard-2"]


def test_two_bases_may_stand_in_one_hex_and_not_on_one_another(table: ToolDriver) -> None:
    tool = table.take(Units)
    said: list[str] = []
    tool.remarked.connect(said.append)
    middle = unit_point(table.board, _unit_in(table, "C3"))
    drag(table, (middle[0] - 0.8, middle[1]))
    drag(table, (middle[0] + 0.6, middle[1]))
    assert len({unit.hex for unit in table.scenario.units}) == 1
    assert not said
    drag(table, (middle[0] + 0.6, middle[1]), (middle[0] + 0.2, middle[1]))
    assert said == ["The base of Guard overlaps the base of Guard (C3)."]


def _unit_in(workbench: ToolDriver, label: str) -> Unit:
    tool = workbench.tool(Units)
    workbench.drag(tool, label)
    unit: Unit = workbench.scenario.units[-1]
    workbench.document.undo()
    return unit


def test_off_the_board_a_dragged_base_stays_where_it_was_last(table: ToolDriver) -> None:
    table.take(Units)
    drag(table, (0.3, 0.2))
    drag(table, (0.3, 0.2), (0.1, 0.1), (-5.0, -5.0))
    assert places(table) == [(0.1, 0.1)]
    drag(table, (-5.0, -5.0))
    assert len(table.scenario.units) == 1


def test_while_it_is_dragged_its_place_is_told(table: ToolDriver) -> None:
    tool = table.take(Units)
    told: list[str] = []
    tool.told.connect(told.append)
    drag(table, (3.0, 4.0), (3.5, 4.25))
    tool.hover(at(table, 3.5, 4.25, Qt.MouseButton.NoButton))
    assert told == [
        "3.00″ right of and 4.00″ below the centre of A1",
        "3.50″ right of and 4.25″ below the centre of A1",
        "",
    ]


@pytest.mark.parametrize(
    ("kind", "sides"),
    [(BoardSymmetry.TURN_180, 2), (BoardSymmetry.LEFT_RIGHT, 2), (BoardSymmetry.TURN_120, 3)],
)
def test_images_stand_in_the_turned_places_and_go_with_the_unit(
    make_workbench: WorkbenchMaker, kind: BoardSymmetry, sides: int
) -> None:
    workbench = make_workbench(13, 13, ruleset="base-visibility")
    workbench.document.edit(
        "sides",
        [FieldPatch("sides", workbench.scenario.sides, [Side(f"p{n}") for n in range(1, sides + 1)])],
    )
    centre = workbench.board.parse("G7")
    workbench.state.symmetry, workbench.state.symmetry_centre = kind, centre
    workbench.take(Units)
    middle = hex_point(workbench.board, centre)
    start, end = (middle[0] + 4.1, middle[1] + 0.35), (middle[0] + 5.3, middle[1] - 1.2)
    drag(workbench, start)
    drag(workbench, (start[0], start[1]), end)
    drag(workbench, end, start)
    drag(workbench, start, end)
    assert [unit.side for unit in workbench.scenario.units] == [f"p{n}" for n in range(1, sides + 1)]
    first, *others = places(workbench)
    wanted = (first[0] - middle[0], first[1] - middle[1])
    for n, (x, y) in enumerate(others, 1):
        if kind is BoardSymmetry.LEFT_RIGHT:
            image = (-wanted[0], wanted[1])
        else:
            turn = 2 * math.pi * n / sides
            image = (
                wanted[0] * math.cos(turn) - wanted[1] * math.sin(turn),
                wanted[0] * math.sin(turn) + wanted[1] * math.cos(turn),
            )
        assert (x - middle[0], y - middle[1]) == pytest.approx(image, abs=2e-3)
