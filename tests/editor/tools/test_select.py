from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt

from fairground.core.files import read_bytes, to_text
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.parts import ZoneKind, is_id
from fairground.core.scenario.transform.paste import ClipLayer
from fairground.editor.tools.selecting import SelectMode, SelectShape

if TYPE_CHECKING:
    from collections.abc import Callable

SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
RIGHT, NO_BUTTON = Qt.MouseButton.RightButton, Qt.MouseButton.NoButton


def labels(bench: Any) -> set[str]:
    return {bench.board.label(at) for at in bench.state.selection}


def test_a_drag_selects_a_rectangle_from_any_corner(bench: Any) -> None:
    select = bench.take("select")
    bench.drag(select, "B2", "D3")
    rectangle = {"B2", "C2", "D2", "B3", "C3", "D3"}
    assert labels(bench) == rectangle
    bench.drag(select, "D2", "A1", "B3")
    assert labels(bench) == rectangle
    assert not bench.steps


def test_shift_adds_and_alt_takes_away(bench: Any) -> None:
    select = bench.take("select")
    bench.drag(select, "A1", "B1")
    bench.drag(select, "D1", modifiers=SHIFT)
    assert labels(bench) == {"A1", "B1", "D1"}
    bench.drag(select, "B1", "H8", modifiers=ALT)
    assert labels(bench) == {"A1"}


def test_the_part_of_a_rectangle_on_the_board_is_selected(bench: Any) -> None:
    layout = bench.board.layout
    bench.drag(bench.take("select"), layout.from_offset(-3, -3), "B2")
    assert labels(bench) == {"A1", "A2", "B1", "B2"}


def test_a_click_off_the_board_and_escape_select_nothing(bench: Any) -> None:
    select = bench.take("select")
    bench.drag(select, "A1")
    bench.drag(select, bench.board.layout.from_offset(-3, -3))
    assert not bench.state.selection
    bench.drag(select, "A1")
    assert select.escape()
    assert not bench.state.selection
    assert not select.escape()


def test_escape_during_a_drag_keeps_the_selection(bench: Any) -> None:
    select = bench.take("select")
    bench.drag(select, "A1")
    bench.drag(select, "C3", "D4", finish=False)
    select.cancel()
    select.release(bench.pointer("D4"))
    assert labels(bench) == {"A1"}


def test_the_right_button_does_not_select(bench: Any) -> None:
    bench.drag(bench.take("select"), "A1", "B2", button=RIGHT)
    assert not bench.state.selection


def test_the_rectangle_is_shown_while_it_is_drawn(make_bench: Callable[..., Any]) -> None:
    bench = make_bench(100, 60)
    select = bench.take("select")
    bench.drag(select, "A1", "B2", finish=False)
    assert bench.previews[-1] == bench.hexes("A1", "A2", "B1", "B2")
    assert not bench.state.selection
    corner = bench.board.label(bench.board.layout.from_offset(99, 59))
    select.move(bench.pointer(corner))
    assert len(bench.previews[-1]) == 2 * (100 + 60) - 4
    select.release(bench.pointer(corner))
    assert len(bench.state.selection) == 6000


def test_both_keys_keep_what_is_in_both(bench: Any) -> None:
    select = bench.take("select")
    bench.drag(select, "A1", "C3")
    bench.drag(select, "C1", "E2", modifiers=SHIFT | ALT)
    assert labels(bench) == {"C1", "C2"}


@pytest.mark.parametrize(
    ("mode", "left"),
    [
        (SelectMode.REPLACE, {"B1", "C1"}),
        (SelectMode.ADD, {"A1", "B1", "C1"}),
        (SelectMode.SUBTRACT, {"A1"}),
        (SelectMode.INTERSECT, {"B1"}),
    ],
)
def test_the_mode_of_the_options_holds_while_no_key_is(bench: Any, mode: SelectMode, left: set[str]) -> None:
    select = bench.take("select")
    bench.drag(select, "A1", "B1")
    bench.state.select_mode = mode
    bench.drag(select, "B1", "C1")
    assert labels(bench) == left


def test_a_lasso_takes_the_outline_and_what_it_goes_around(bench: Any) -> None:
    bench.state.select_shape = SelectShape.LASSO
    select = bench.take("select")
    bench.drag(select, "B2", "F2", "F6", "B6", finish=False)
    outline = bench.previews[-1]
    assert bench.board.parse("D4") not in outline
    assert not bench.state.selection
    select.release(bench.pointer("B6"))
    chosen = bench.state.selection
    assert outline < chosen
    assert {"D4", "C3", "E5", "B4"} <= labels(bench)
    assert {"A1", "G4", "D7"}.isdisjoint(labels(bench))


def test_escape_gives_up_a_lasso(bench: Any) -> None:
    bench.state.select_shape = SelectShape.LASSO
    select = bench.take("select")
    bench.drag(select, "B2", "F2", "F6", finish=False)
    select.cancel()
    select.release(bench.pointer("B6"))
    assert not bench.state.selection


def test_wand_and_same_terrain(bench: Any) -> None:
    select = bench.take("select")
    for there in (("B2", "B3"), ("F6",)):
        bench.state.selection = bench.hexes(*there)
        select.actions.fill(("wall",))
    bench.state.select_shape = SelectShape.WAND
    select.hover(bench.pointer("B3"))
    assert bench.previews[-1] == bench.hexes("B2", "B3")
    bench.drag(select, "B3")
    assert labels(bench) == {"B2", "B3"}
    bench.state.select_shape = SelectShape.SAME
    bench.drag(select, "B3")
    assert labels(bench) == {"B2", "B3", "F6"}
    bench.drag(select, "A1")
    assert len(bench.state.selection) == 61
    bench.drag(select, bench.board.layout.from_offset(-2, 0))
    assert not bench.state.selection


def test_how_many_hexes_a_drag_comes_to_is_told(bench: Any) -> None:
    select = bench.take("select")
    told: list[str] = []
    select.told.connect(told.append)
    bench.drag(select, "B2", "D3", finish=False)
    assert told[-1] == "6 hexes"
    select.cancel()
    assert told[-1] == ""
    bench.state.select_shape = SelectShape.SAME
    select.hover(bench.pointer("A2"))
    assert told[-1] == "64 hexes"


def test_an_area_is_made_of_the_selection(bench: Any) -> None:
    select = bench.take("select")
    bench.drag(select, "B2", "C3")
    assert select.actions.make_area("Old Mill") == "old-mill"
    area = bench.scenario.zones[-1]
    assert (area.name, area.side, area.kind) == ("Old Mill", "", ZoneKind.AREA)
    assert bench.zone("old-mill") == {"B2", "C2", "B3", "C3"}
    assert bench.state.zone_id == "old-mill"
    assert select.actions.make_area("Old Mill") == "old-mill-1"
    assert select.actions.make_area("ford") == "ford"
    assert bench.scenario.zones[-1].name == ""
    bench.document.undo()
    assert len(bench.scenario.zones) == 4
    assert bench.steps == 3


@pytest.mark.parametrize("name", ["区域", "1st", "-", "x" * 200])
def test_any_name_gives_an_id_that_files_take(bench: Any, name: str) -> None:
    bench.drag(bench.take("select"), "B2")
    area = bench.tools["select"].actions.make_area(name)
    assert is_id(area)
    assert bench.scenario.zones[-1].name == name
    assert reread(bench).zones[-1].name == name


def reread(bench: Any) -> Any:
    return read_bytes(to_text(bench.scenario).encode()).scenario


def test_a_cut_leaves_locked_layers_alone(bench: Any) -> None:
    bench.board.elevation[:] = 2
    select = bench.take("select")
    bench.drag(select, "B2", "C2")
    select.actions.fill(("wall",))
    bench.state.locked_layers = frozenset(("terrain",))
    select.actions.cut()
    assert bench.labels_of("wall") == {"B2", "C2"}
    assert {"B2", "C2"}.isdisjoint(bench.raised())
    assert bench.document.undo_stack.undoText() == "Cut 2 hexes"
    bench.state.locked_layers = frozenset(layer.value for layer in ClipLayer)
    select.actions.cut()
    assert bench.refusals == ["What would be cut is on locked layers; unlock them in the layer list."]
    bench.state.selection = frozenset()
    select.actions.cut()
    assert bench.steps == 2


def test_an_area_needs_a_selection_and_an_open_layer(bench: Any) -> None:
    select = bench.take("select")
    assert not select.actions.make_area("Mill")
    bench.drag(select, "B2")
    bench.state.locked_layers = frozenset(("zones",))
    assert not select.actions.make_area("Mill")
    assert "zones layer is locked" in bench.refusals[-1]
    assert not bench.steps


ACTIONS = ("fill", "set_level", "raise_level", "lower_level", "clear", "add_to_zone", "remove_from_zone")


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_is_one_step_that_can_be_undone(bench: Any, name: str) -> None:
    bench.board.elevation[:] = 2
    before = to_text(bench.scenario)
    select = bench.take("select")
    bench.drag(select, "B2", "C3")
    getattr(select.actions, name)()
    assert bench.steps == 1
    assert to_text(bench.scenario) != before
    bench.document.undo()
    assert to_text(bench.scenario) == before


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_without_a_selection_does_nothing(bench: Any, name: str) -> None:
    getattr(bench.take("select").actions, name)()
    assert not bench.steps
    assert not bench.refusals


@pytest.mark.parametrize(
    ("layer", "names"),
    [
        ("terrain", ("fill",)),
        ("elevation", ("set_level", "raise_level", "lower_level")),
        ("zones", ("add_to_zone", "remove_from_zone")),
    ],
)
def test_an_action_on_a_locked_layer_is_refused(bench: Any, layer: str, names: tuple[str, ...]) -> None:
    bench.state.locked_layers = frozenset((layer,))
    select = bench.take("select")
    bench.drag(select, "B2", "C3")
    for name in names:
        getattr(select.actions, name)()
    assert not bench.steps
    assert bench.refusals == [f"The {layer} layer is locked; unlock it in the layer list to edit it."] * len(
        names
    )


def test_clear_leaves_locked_layers_alone(bench: Any) -> None:
    bench.board.elevation[:] = 2
    select = bench.take("select")
    bench.drag(select, "A1", "A2")
    select.actions.fill()
    bench.state.locked_layers = frozenset(("terrain", "zones"))
    select.actions.clear()
    assert bench.labels_of("wall") == {"A1", "A2"}
    assert {"A1", "A2"}.isdisjoint(bench.raised())
    bench.state.locked_layers = frozenset(("terrain", "elevation", "effects"))
    select.actions.clear()
    assert len(bench.refusals) == 1


def test_actions_reach_the_partner(bench: Any) -> None:
    bench.state.symmetry = BoardSymmetry.TURN_180
    select = bench.take("select")
    bench.drag(select, "C1", "C2")
    select.actions.fill(("rubble",))
    assert bench.labels_of("rubble") == {"C1", "C2", "F8", "F7"}
    select.actions.raise_level()
    assert bench.raised() == dict.fromkeys(("C1", "C2", "F8", "F7"), 1)
    select.actions.add_to_zone()
    assert bench.zone("p1-start") >= {"C1", "C2"}
    assert bench.zone("p2-start") >= {"F8", "F7"}


def test_a_level_that_the_ruleset_lacks_is_refused(bench: Any) -> None:
    select = bench.take("select")
    bench.drag(select, "C1")
    bench.state.level = 50
    select.actions.set_level()
    assert not bench.steps
    assert "50 is none of them" in bench.refusals[0]


def test_a_zone_that_cannot_be_painted_is_refused(bench: Any) -> None:
    bench.state.zone_id = "gone"
    select = bench.take("select")
    bench.drag(select, "C1")
    select.actions.add_to_zone()
    assert bench.refusals == ["Choose a zone to paint, or make a new one."]
