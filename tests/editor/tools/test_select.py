from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from fairground.core.files import read_bytes, to_text
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.parts import ZoneKind, is_id
from fairground.core.scenario.transform.paste import ClipLayer
from fairground.editor.tools.select import Select
from fairground.editor.tools.selecting import SelectMode, SelectShape
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker

SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
RIGHT, NO_BUTTON = Qt.MouseButton.RightButton, Qt.MouseButton.NoButton


def labels(workbench: ToolDriver) -> set[str]:
    return {workbench.board.label(at) for at in workbench.state.selection}


def test_a_drag_selects_a_rectangle_from_any_corner(workbench: ToolDriver) -> None:
    select = workbench.take(Select)
    workbench.drag(select, "B2", "D3")
    rectangle = {"B2", "C2", "D2", "B3", "C3", "D3"}
    assert labels(workbench) == rectangle
    workbench.drag(select, "D2", "A1", "B3")
    assert labels(workbench) == rectangle
    assert not workbench.steps


def test_shift_adds_and_alt_takes_away(workbench: ToolDriver) -> None:
    select = workbench.take(Select)
    workbench.drag(select, "A1", "B1")
    workbench.drag(select, "D1", modifiers=SHIFT)
    assert labels(workbench) == {"A1", "B1", "D1"}
    workbench.drag(select, "B1", "H8", modifiers=ALT)
    assert labels(workbench) == {"A1"}


def test_the_part_of_a_rectangle_on_the_board_is_selected(workbench: ToolDriver) -> None:
    layout = workbench.board.layout
    workbench.drag(workbench.take(Select), layout.from_offset(-3, -3), "B2")
    assert labels(workbench) == {"A1", "A2", "B1", "B2"}


def test_a_click_off_the_board_and_escape_select_nothing(workbench: ToolDriver) -> None:
    select = workbench.take(Select)
    workbench.drag(select, "A1")
    workbench.drag(select, workbench.board.layout.from_offset(-3, -3))
    assert not workbench.state.selection
    workbench.drag(select, "A1")
    assert select.escape()
    assert not workbench.state.selection
    assert not select.escape()


def test_escape_during_a_drag_keeps_the_selection(workbench: ToolDriver) -> None:
    select = workbench.take(Select)
    workbench.drag(select, "A1")
    workbench.drag(select, "C3", "D4", finish=False)
    select.cancel()
    select.release(workbench.pointer("D4"))
    assert labels(workbench) == {"A1"}


def test_the_right_button_does_not_select(workbench: ToolDriver) -> None:
    workbench.drag(workbench.take(Select), "A1", "B2", button=RIGHT)
    assert not workbench.state.selection


def test_the_rectangle_is_shown_while_it_is_drawn(make_workbench: WorkbenchMaker) -> None:
    workbench = make_workbench(100, 60)
    select = workbench.take(Select)
    workbench.drag(select, "A1", "B2", finish=False)
    assert workbench.previews[-1] == workbench.hexes("A1", "A2", "B1", "B2")
    assert not workbench.state.selection
    corner = workbench.board.label(workbench.board.layout.from_offset(99, 59))
    select.move(workbench.pointer(corner))
    assert len(workbench.previews[-1]) == 2 * (100 + 60) - 4
    select.release(workbench.pointer(corner))
    assert len(workbench.state.selection) == 6000


def test_both_keys_keep_what_is_in_both(workbench: ToolDriver) -> None:
    select = workbench.take(Select)
    workbench.drag(select, "A1", "C3")
    workbench.drag(select, "C1", "E2", modifiers=SHIFT | ALT)
    assert labels(workbench) == {"C1", "C2"}


@pytest.mark.parametrize(
    ("mode", "left"),
    [
        (SelectMode.REPLACE, {"B1", "C1"}),
        (SelectMode.ADD, {"A1", "B1", "C1"}),
        (SelectMode.SUBTRACT, {"A1"}),
        (SelectMode.INTERSECT, {"B1"}),
    ],
)
def test_the_mode_of_the_options_holds_while_no_key_is(
    workbench: ToolDriver, mode: SelectMode, left: set[str]
) -> None:
    select = workbench.take(Select)
    workbench.drag(select, "A1", "B1")
    workbench.state.select_mode = mode
    workbench.drag(select, "B1", "C1")
    assert labels(workbench) == left


def test_a_lasso_takes_the_outline_and_what_it_goes_around(workbench: ToolDriver) -> None:
    workbench.state.select_shape = SelectShape.LASSO
    select = workbench.take(Select)
    workbench.drag(select, "B2", "F2", "F6", "B6", finish=False)
    outline = workbench.previews[-1]
    assert workbench.board.parse("D4") not in outline
    assert not workbench.state.selection
    select.release(workbench.pointer("B6"))
    chosen = workbench.state.selection
    assert outline < chosen
    assert {"D4", "C3", "E5", "B4"} <= labels(workbench)
    assert {"A1", "G4", "D7"}.isdisjoint(labels(workbench))


def test_escape_gives_up_a_lasso(workbench: ToolDriver) -> None:
    workbench.state.select_shape = SelectShape.LASSO
    select = workbench.take(Select)
    workbench.drag(select, "B2", "F2", "F6", finish=False)
    select.cancel()
    select.release(workbench.pointer("B6"))
    assert not workbench.state.selection


def test_wand_and_same_terrain(workbench: ToolDriver) -> None:
    select = workbench.take(Select)
    for there in (("B2", "B3"), ("F6",)):
        workbench.state.selection = workbench.hexes(*there)
        select.actions.fill(("wall",))
    workbench.state.select_shape = SelectShape.WAND
    select.hover(workbench.pointer("B3"))
    assert workbench.previews[-1] == workbench.hexes("B2", "B3")
    workbench.drag(select, "B3")
    assert labels(workbench) == {"B2", "B3"}
    workbench.state.select_shape = SelectShape.SAME
    workbench.drag(select, "B3")
    assert labels(workbench) == {"B2", "B3", "F6"}
    workbench.drag(select, "A1")
    assert len(workbench.state.selection) == 61
    workbench.drag(select, workbench.board.layout.from_offset(-2, 0))
    assert not workbench.state.selection


def test_how_many_hexes_a_drag_comes_to_is_told(workbench: ToolDriver) -> None:
    select = workbench.take(Select)
    told: list[str] = []
    select.told.connect(told.append)
    workbench.drag(select, "B2", "D3", finish=False)
    assert told[-1] == "6 hexes"
    select.cancel()
    assert told[-1] == ""
    workbench.state.select_shape = SelectShape.SAME
    select.hover(workbench.pointer("A2"))
    assert told[-1] == "64 hexes"


def test_an_area_is_made_of_the_selection(workbench: ToolDriver) -> None:
    select = workbench.take(Select)
    workbench.drag(select, "B2", "C3")
    assert select.actions.make_area("Old Mill") == "old-mill"
    area = workbench.scenario.zones[-1]
    assert (area.name, area.side, area.kind) == ("Old Mill", "", ZoneKind.AREA)
    assert workbench.zone("old-mill") == {"B2", "C2", "B3", "C3"}
    assert workbench.state.zone_id == "old-mill"
    assert select.actions.make_area("Old Mill") == "old-mill-1"
    assert select.actions.make_area("ford") == "ford"
    assert workbench.scenario.zones[-1].name == ""
    workbench.document.undo()
    assert len(workbench.scenario.zones) == 4
    assert workbench.steps == 3


@pytest.mark.parametrize("name", ["区域", "1st", "-", "x" * 200])
def test_any_name_gives_an_id_that_files_take(workbench: ToolDriver, name: str) -> None:
    workbench.drag(workbench.take(Select), "B2")
    area = workbench.tool(Select).actions.make_area(name)
    assert is_id(area)
    assert workbench.scenario.zones[-1].name == name
    assert reread(workbench).zones[-1].name == name


def reread(workbench: ToolDriver) -> Scenario:
    return present(read_bytes(to_text(workbench.scenario).encode()).scenario)


def test_a_cut_leaves_locked_layers_alone(workbench: ToolDriver) -> None:
    workbench.board.elevation[:] = 2
    select = workbench.take(Select)
    workbench.drag(select, "B2", "C2")
    select.actions.fill(("wall",))
    workbench.state.locked_layers = frozenset(("terrain",))
    select.actions.cut()
    assert workbench.labels_of("wall") == {"B2", "C2"}
    assert {"B2", "C2"}.isdisjoint(workbench.raised())
    assert workbench.document.undo_stack.undoText() == "Cut 2 hexes"
    workbench.state.locked_layers = frozenset(layer.value for layer in ClipLayer)
    select.actions.cut()
    assert workbench.refusals == ["Every layer that can be cut is locked. Unlock one in the Layers panel."]
    workbench.state.selection = frozenset()
    select.actions.cut()
    assert workbench.steps == 2


def test_an_area_needs_a_selection_and_an_open_layer(workbench: ToolDriver) -> None:
    select = workbench.take(Select)
    assert not select.actions.make_area("Mill")
    workbench.drag(select, "B2")
    workbench.state.locked_layers = frozenset(("zones",))
    assert not select.actions.make_area("Mill")
    assert "zones layer is locked" in workbench.refusals[-1]
    assert not workbench.steps


ACTIONS = ("fill", "set_level", "raise_level", "lower_level", "clear", "add_to_zone", "remove_from_zone")


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_is_one_step_that_can_be_undone(workbench: ToolDriver, name: str) -> None:
    workbench.board.elevation[:] = 2
    before = to_text(workbench.scenario)
    select = workbench.take(Select)
    workbench.drag(select, "B2", "C3")
    getattr(select.actions, name)()
    assert workbench.steps == 1
    assert to_text(workbench.scenario) != before
    workbench.document.undo()
    assert to_text(workbench.scenario) == before


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_without_a_selection_does_nothing(workbench: ToolDriver, name: str) -> None:
    getattr(workbench.take(Select).actions, name)()
    assert not workbench.steps
    assert not workbench.refusals


@pytest.mark.parametrize(
    ("layer", "names"),
    [
        ("terrain", ("fill",)),
        ("elevation", ("set_level", "raise_level", "lower_level")),
        ("zones", ("add_to_zone", "remove_from_zone")),
    ],
)
def test_an_action_on_a_locked_layer_is_refused(
    workbench: ToolDriver, layer: str, names: tuple[str, ...]
) -> None:
    workbench.state.locked_layers = frozenset((layer,))
    select = workbench.take(Select)
    workbench.drag(select, "B2", "C3")
    for name in names:
        getattr(select.actions, name)()
    assert not workbench.steps
    assert workbench.refusals == [
        f"The {layer} layer is locked. Unlock it in the Layers panel to edit it."
    ] * len(names)


def test_clear_leaves_locked_layers_alone(workbench: ToolDriver) -> None:
    workbench.board.elevation[:] = 2
    select = workbench.take(Select)
    workbench.drag(select, "A1", "A2")
    select.actions.fill()
    workbench.state.locked_layers = frozenset(("terrain", "zones"))
    select.actions.clear()
    assert workbench.labels_of("wall") == {"A1", "A2"}
    assert {"A1", "A2"}.isdisjoint(workbench.raised())
    workbench.state.locked_layers = frozenset(("terrain", "elevation", "effects"))
    select.actions.clear()
    assert len(workbench.refusals) == 1


def test_actions_reach_the_partner(workbench: ToolDriver) -> None:
    workbench.state.symmetry = BoardSymmetry.TURN_180
    select = workbench.take(Select)
    workbench.drag(select, "C1", "C2")
    select.actions.fill(("rubble",))
    assert workbench.labels_of("rubble") == {"C1", "C2", "F8", "F7"}
    select.actions.raise_level()
    assert workbench.raised() == dict.fromkeys(("C1", "C2", "F8", "F7"), 1)
    select.actions.add_to_zone()
    assert workbench.zone("p1-start") >= {"C1", "C2"}
    assert workbench.zone("p2-start") >= {"F8", "F7"}


def test_a_level_that_the_ruleset_lacks_is_refused(workbench: ToolDriver) -> None:
    select = workbench.take(Select)
    workbench.drag(select, "C1")
    workbench.state.level = 50
    select.actions.set_level()
    assert not workbench.steps
    assert "50 is out of range" in workbench.refusals[0]


def test_a_zone_that_cannot_be_painted_is_refused(workbench: ToolDriver) -> None:
    workbench.state.zone_id = "gone"
    select = workbench.take(Select)
    workbench.drag(select, "C1")
    select.actions.add_to_zone()
    assert workbench.refusals == ["Choose a zone to paint, or create one."]
