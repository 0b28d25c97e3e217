from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from fairground.core.files import read_bytes, to_bytes, to_text
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.parts import Side, ZoneKind
from fairground.core.scenario.shapes import Columns, Listed, Painted
from fairground.editor.document.patches import FieldPatch
from fairground.editor.tools.terrain_tools import Brush
from fairground.editor.tools.zones import Zones
from tests.editor.insides import mirroring
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from fairground.core.scenario.parts import Zone
    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker

RIGHT = Qt.MouseButton.RightButton
CONTROL = Qt.KeyboardModifier.ControlModifier
A = {f"A{row}" for row in range(1, 9)}
B = {f"B{row}" for row in range(1, 9)}


def zone(workbench: ToolDriver, zone_id: str) -> Zone:
    return next(it for it in workbench.scenario.zones if it.id == zone_id)


def test_left_adds_and_right_removes(workbench: ToolDriver) -> None:
    zones = workbench.take(Zones)
    assert workbench.zone("p1-start") == A | B
    workbench.drag(zones, "C1", "C3")
    workbench.drag(zones, "A1", button=RIGHT)
    assert workbench.zone("p1-start") == (A | B | {"C1", "C2", "C3"}) - {"A1"}
    assert workbench.steps == 2
    workbench.document.go_to(0)
    assert zone(workbench, "p1-start").shape == Columns(1, 2)


def test_the_first_paint_turns_an_expression_into_its_hexes(workbench: ToolDriver) -> None:
    workbench.drag(workbench.take(Zones), "C1")
    shape = zone(workbench, "p1-start").shape
    assert isinstance(shape, Listed)
    assert set(shape.hexes) == A | B | {"C1"}


def test_painting_what_it_has_keeps_the_expression(workbench: ToolDriver) -> None:
    workbench.drag(workbench.take(Zones), "A1", "A8")
    assert zone(workbench, "p1-start").shape == Columns(1, 2)
    assert not workbench.steps


def test_more_than_forty_hexes_become_a_painted_block(workbench: ToolDriver) -> None:
    zones = workbench.take(Zones)
    workbench.drag(zones, "C1", "C8", "D8", "D1", "E8", "E1")
    assert len(workbench.zone("p1-start")) == 40
    assert isinstance(zone(workbench, "p1-start").shape, Listed)
    workbench.drag(zones, "F1")
    assert isinstance(zone(workbench, "p1-start").shape, Painted)
    assert len(workbench.zone("p1-start")) == 41
    workbench.drag(zones, "F1", button=RIGHT)
    assert isinstance(zone(workbench, "p1-start").shape, Listed)


def test_a_zone_can_be_emptied_and_still_saved(workbench: ToolDriver) -> None:
    workbench.state.radius = 4
    workbench.drag(workbench.take(Zones), "A1", "A8", button=RIGHT)
    assert not workbench.zone("p1-start")
    read = read_bytes(to_bytes(workbench.scenario)).scenario
    assert read == workbench.scenario


def test_a_painted_hex_leaves_the_other_sides_zone(workbench: ToolDriver) -> None:
    workbench.drag(workbench.take(Zones), "G1", "G3")
    assert {"G1", "G2", "G3"} <= workbench.zone("p1-start")
    assert workbench.zone("p2-start") == {f"{column}{row}" for column in "GH" for row in range(1, 9)} - {
        "G1",
        "G2",
        "G3",
    }
    assert workbench.steps == 1


def test_zones_of_another_kind_and_of_nobody_keep_their_hexes(workbench: ToolDriver) -> None:
    zones = workbench.take(Zones)
    exit_zone = zones.create("p2", ZoneKind.EXIT)
    workbench.drag(zones, "C1", "C3")
    area = zones.create("", ZoneKind.AREA)
    workbench.drag(zones, "C1", "C3")
    workbench.state.zone_id = "p1-start"
    workbench.drag(zones, "C1", "C3")
    assert workbench.zone(exit_zone) == workbench.zone(area) == {"C1", "C2", "C3"}
    assert {"C1", "C2", "C3"} <= workbench.zone("p1-start")


def test_a_symmetry_paints_the_partner_zone(workbench: ToolDriver) -> None:
    workbench.state.symmetry = BoardSymmetry.TURN_180
    zones = workbench.take(Zones)
    zones.hover(workbench.pointer("C1", button=Qt.MouseButton.NoButton))
    assert workbench.previews[-1] == workbench.hexes("C1", "F8")
    workbench.drag(zones, "C1", "C2")
    assert workbench.zone("p1-start") >= {"C1", "C2"}
    assert workbench.zone("p2-start") >= {"F8", "F7"}
    workbench.drag(zones, "A1", button=RIGHT)
    assert "A1" not in workbench.zone("p1-start")
    assert "H8" not in workbench.zone("p2-start")
    assert workbench.steps == 2


def test_painting_across_the_axis_stays_fair(workbench: ToolDriver) -> None:
    workbench.state.symmetry, workbench.state.radius = BoardSymmetry.TURN_180, 2
    zones = workbench.take(Zones)
    workbench.drag(zones, "B2", "D4", "E5", "G7", "D5")
    board, symmetry = workbench.board, mirroring(zones)
    own, other = (zone(workbench, it).shape.mask(board) for it in ("p1-start", "p2-start"))
    assert not (own & other).any()
    assert (symmetry.image(board, own) == other).all()


def test_a_hex_on_the_axis_belongs_to_neither_side(make_workbench: WorkbenchMaker) -> None:
    workbench = make_workbench(9, 8)
    workbench.state.symmetry = BoardSymmetry.LEFT_RIGHT
    zones = workbench.take(Zones)
    zones.hover(workbench.pointer("E3", button=Qt.MouseButton.NoButton))
    assert not any(workbench.previews)
    workbench.drag(zones, "E3")
    assert not workbench.steps


def test_a_missing_partner_zone_is_made(workbench: ToolDriver) -> None:
    workbench.edit("zones", workbench.scenario.zones[:1])
    workbench.state.symmetry = BoardSymmetry.TURN_180
    zones = workbench.take(Zones)
    workbench.drag(zones, "C1", button=RIGHT)
    assert [it.id for it in workbench.scenario.zones] == ["p1-start"]
    workbench.drag(zones, "C1", "C2")
    assert workbench.zone("p2-start") == {"F8", "F7"}
    assert zone(workbench, "p2-start").side == "p2"


def test_of_several_zones_the_second_goes_with_the_second(workbench: ToolDriver) -> None:
    zones = workbench.take(Zones)
    second, theirs = zones.create("p1"), zones.create("p2")
    assert (second, theirs) == ("p1-start-2", "p2-start-2")
    workbench.state.zone_id, workbench.state.symmetry = second, BoardSymmetry.TURN_180
    workbench.drag(zones, "D1")
    assert (workbench.zone(second), workbench.zone(theirs)) == ({"D1"}, {"E8"})


def test_an_area_of_nobodys_gets_its_own_images(workbench: ToolDriver) -> None:
    workbench.state.symmetry = BoardSymmetry.TURN_180
    zones = workbench.take(Zones)
    area = zones.create("", ZoneKind.AREA)
    workbench.drag(zones, "D1")
    assert workbench.zone(area) == {"D1", "E8"}
    workbench.drag(zones, "E8", button=RIGHT)
    assert not workbench.zone(area)


def test_a_symmetry_needs_two_sides(workbench: ToolDriver) -> None:
    workbench.edit("sides", [*workbench.scenario.sides, Side("p3")])
    zones = workbench.take(Zones)
    workbench.state.symmetry = BoardSymmetry.TURN_180
    workbench.drag(zones, "C1")
    assert workbench.refusals == ["Symmetric painting of zones needs exactly two sides; this scenario has 3."]
    workbench.state.symmetry = None
    workbench.drag(zones, "C1")
    assert "C1" in workbench.zone("p1-start")


def test_a_symmetry_must_swap_the_sides(make_workbench: WorkbenchMaker) -> None:
    workbench = make_workbench(3, 3, layout=Layout.EVEN_Q)
    # What is left is a disc of seven.
    workbench.state.terrain_first = "void"
    brush = workbench.take(Brush)
    centre = workbench.board.parse("B2")
    for at in list(workbench.board.hexes()):
        if max(abs(at.q - centre.q), abs(at.r - centre.r), abs(at.s - centre.s)) > 1:
            workbench.drag(brush, at)
    workbench.state.symmetry = BoardSymmetry.TURN_120
    workbench.drag(workbench.take(Zones), "B1")
    assert len(workbench.refusals) == 1
    assert "swaps them" in workbench.refusals[0]
    workbench.state.terrain_first = "wall"
    workbench.drag(brush, "B1")
    assert len(workbench.labels_of("wall")) == 3


def test_without_a_zone_it_says_what_to_do(workbench: ToolDriver) -> None:
    workbench.edit("zones", [])
    zones = workbench.take(Zones)
    workbench.drag(zones, "A1")
    assert workbench.refusals == ["Choose a zone to paint, or create one."]
    made = zones.create("p1", ZoneKind.REINFORCEMENT)
    assert (made, workbench.state.zone_id) == ("p1-reinforcement", "p1-reinforcement")
    workbench.drag(zones, "A1")
    assert workbench.zone(made) == {"A1"}


def test_a_locked_layer_is_refused(workbench: ToolDriver) -> None:
    workbench.state.locked_layers = frozenset(("zones",))
    zones = workbench.take(Zones)
    workbench.drag(zones, "C1")
    assert not zones.create("p1")
    assert not workbench.steps
    assert len(workbench.refusals) == 2
    assert all("zones layer is locked" in it for it in workbench.refusals)


def test_ctrl_click_chooses_the_zones_of_a_hex_in_turn(workbench: ToolDriver) -> None:
    zones = workbench.take(Zones)
    workbench.drag(zones, "G1", modifiers=CONTROL)
    assert workbench.state.zone_id == "p2-start"
    area = zones.create("", ZoneKind.AREA)
    workbench.drag(zones, "G1")
    workbench.drag(zones, "G1", modifiers=CONTROL)
    assert workbench.state.zone_id == "p2-start"
    workbench.drag(zones, "G1", modifiers=CONTROL)
    assert workbench.state.zone_id == area
    workbench.drag(zones, "D4", modifiers=CONTROL)
    assert workbench.state.zone_id == area


def test_cancel_brings_the_expression_back(workbench: ToolDriver) -> None:
    before = to_text(workbench.scenario)
    zones = workbench.take(Zones)
    workbench.drag(zones, "C1", "G5", finish=False)
    zones.cancel()
    assert to_text(workbench.scenario) == before
    assert not workbench.steps


@pytest.mark.parametrize("name", ["", "Home"])
def test_the_rest_of_a_zone_is_kept(workbench: ToolDriver, name: str) -> None:
    workbench.edit("zones", [replace(it, name=name) for it in workbench.scenario.zones])
    workbench.drag(workbench.take(Zones), "C1")
    assert (
        replace(zone(workbench, "p1-start"), shape=Columns(1, 2))
        == of_type(of_type(workbench.edits[0].patches[0], FieldPatch).after, list)[0]
    )
