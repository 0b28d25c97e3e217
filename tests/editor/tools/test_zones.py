from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt

from fairground.core.files import read_bytes, to_bytes, to_text
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.parts import Side, ZoneKind
from fairground.core.scenario.shapes import Columns, Listed, Painted
from fairground.editor.document.patches import FieldPatch

if TYPE_CHECKING:
    from collections.abc import Callable

RIGHT = Qt.MouseButton.RightButton
CONTROL = Qt.KeyboardModifier.ControlModifier
A = {f"A{row}" for row in range(1, 9)}
B = {f"B{row}" for row in range(1, 9)}


def zone(bench: Any, zone_id: str) -> Any:
    return next(it for it in bench.scenario.zones if it.id == zone_id)


def edit(bench: Any, field: str, value: object) -> None:
    bench.document.edit(field, [FieldPatch(field, getattr(bench.scenario, field), value)])


def test_left_adds_and_right_removes(bench: Any) -> None:
    zones = bench.take("zones")
    assert bench.zone("p1-start") == A | B
    bench.drag(zones, "C1", "C3")
    bench.drag(zones, "A1", button=RIGHT)
    assert bench.zone("p1-start") == (A | B | {"C1", "C2", "C3"}) - {"A1"}
    assert bench.steps == 2
    bench.document.go_to(0)
    assert zone(bench, "p1-start").shape == Columns(1, 2)


def test_the_first_paint_turns_an_expression_into_its_hexes(bench: Any) -> None:
    bench.drag(bench.take("zones"), "C1")
    shape = zone(bench, "p1-start").shape
    assert isinstance(shape, Listed)
    assert set(shape.hexes) == A | B | {"C1"}


def test_painting_what_it_has_keeps_the_expression(bench: Any) -> None:
    bench.drag(bench.take("zones"), "A1", "A8")
    assert zone(bench, "p1-start").shape == Columns(1, 2)
    assert not bench.steps


def test_more_than_forty_hexes_become_a_painted_block(bench: Any) -> None:
    zones = bench.take("zones")
    bench.drag(zones, "C1", "C8", "D8", "D1", "E8", "E1")
    assert len(bench.zone("p1-start")) == 40
    assert isinstance(zone(bench, "p1-start").shape, Listed)
    bench.drag(zones, "F1")
    assert isinstance(zone(bench, "p1-start").shape, Painted)
    assert len(bench.zone("p1-start")) == 41
    bench.drag(zones, "F1", button=RIGHT)
    assert isinstance(zone(bench, "p1-start").shape, Listed)


def test_a_zone_can_be_emptied_and_still_saved(bench: Any) -> None:
    bench.state.radius = 4
    bench.drag(bench.take("zones"), "A1", "A8", button=RIGHT)
    assert not bench.zone("p1-start")
    read = read_bytes(to_bytes(bench.scenario)).scenario
    assert read == bench.scenario


def test_a_painted_hex_leaves_the_other_sides_zone(bench: Any) -> None:
    bench.drag(bench.take("zones"), "G1", "G3")
    assert {"G1", "G2", "G3"} <= bench.zone("p1-start")
    assert bench.zone("p2-start") == {f"{column}{row}" for column in "GH" for row in range(1, 9)} - {
        "G1",
        "G2",
        "G3",
    }
    assert bench.steps == 1


def test_zones_of_another_kind_and_of_nobody_keep_their_hexes(bench: Any) -> None:
    zones = bench.take("zones")
    exit_zone = zones.create("p2", ZoneKind.EXIT)
    bench.drag(zones, "C1", "C3")
    area = zones.create("", ZoneKind.AREA)
    bench.drag(zones, "C1", "C3")
    bench.state.zone_id = "p1-start"
    bench.drag(zones, "C1", "C3")
    assert bench.zone(exit_zone) == bench.zone(area) == {"C1", "C2", "C3"}
    assert {"C1", "C2", "C3"} <= bench.zone("p1-start")


def test_a_symmetry_paints_the_partner_zone(bench: Any) -> None:
    bench.state.symmetry = BoardSymmetry.TURN_180
    zones = bench.take("zones")
    zones.hover(bench.pointer("C1", button=Qt.MouseButton.NoButton))
    assert bench.previews[-1] == bench.hexes("C1", "F8")
    bench.drag(zones, "C1", "C2")
    assert bench.zone("p1-start") >= {"C1", "C2"}
    assert bench.zone("p2-start") >= {"F8", "F7"}
    bench.drag(zones, "A1", button=RIGHT)
    assert "A1" not in bench.zone("p1-start")
    assert "H8" not in bench.zone("p2-start")
    assert bench.steps == 2


def test_painting_across_the_axis_stays_fair(bench: Any) -> None:
    bench.state.symmetry, bench.state.radius = BoardSymmetry.TURN_180, 2
    zones = bench.take("zones")
    bench.drag(zones, "B2", "D4", "E5", "G7", "D5")
    board, symmetry = bench.board, zones._mirroring
    own, other = (zone(bench, it).shape.mask(board) for it in ("p1-start", "p2-start"))
    assert not (own & other).any()
    assert (symmetry.image(board, own) == other).all()


def test_a_hex_on_the_axis_belongs_to_neither_side(make_bench: Callable[..., Any]) -> None:
    bench = make_bench(9, 8)
    bench.state.symmetry = BoardSymmetry.LEFT_RIGHT
    zones = bench.take("zones")
    zones.hover(bench.pointer("E3", button=Qt.MouseButton.NoButton))
    assert not any(bench.previews)
    bench.drag(zones, "E3")
    assert not bench.steps


def test_a_missing_partner_zone_is_made(bench: Any) -> None:
    edit(bench, "zones", bench.scenario.zones[:1])
    bench.state.symmetry = BoardSymmetry.TURN_180
    zones = bench.take("zones")
    bench.drag(zones, "C1", button=RIGHT)
    assert [it.id for it in bench.scenario.zones] == ["p1-start"]
    bench.drag(zones, "C1", "C2")
    assert bench.zone("p2-start") == {"F8", "F7"}
    assert zone(bench, "p2-start").side == "p2"


def test_of_several_zones_the_second_goes_with_the_second(bench: Any) -> None:
    zones = bench.take("zones")
    second, theirs = zones.create("p1"), zones.create("p2")
    assert (second, theirs) == ("p1-start-2", "p2-start-2")
    bench.state.zone_id, bench.state.symmetry = second, BoardSymmetry.TURN_180
    bench.drag(zones, "D1")
    assert (bench.zone(second), bench.zone(theirs)) == ({"D1"}, {"E8"})


def test_an_area_of_nobodys_gets_its_own_images(bench: Any) -> None:
    bench.state.symmetry = BoardSymmetry.TURN_180
    zones = bench.take("zones")
    area = zones.create("", ZoneKind.AREA)
    bench.drag(zones, "D1")
    assert bench.zone(area) == {"D1", "E8"}
    bench.drag(zones, "E8", button=RIGHT)
    assert not bench.zone(area)


def test_a_symmetry_needs_two_sides(bench: Any) -> None:
    edit(bench, "sides", [*bench.scenario.sides, Side("p3")])
    zones = bench.take("zones")
    bench.state.symmetry = BoardSymmetry.TURN_180
    bench.drag(zones, "C1")
    assert bench.refusals == [
        "With a symmetry, zones are painted for two sides at once; this scenario has 3 sides."
    ]
    bench.state.symmetry = None
    bench.drag(zones, "C1")
    assert "C1" in bench.zone("p1-start")


def test_a_symmetry_must_swap_the_sides(make_bench: Callable[..., Any]) -> None:
    bench = make_bench(3, 3, layout=Layout.EVEN_Q)
    # What is left is a disc of seven.
    bench.state.terrain_first = "void"
    brush = bench.take("brush")
    centre = bench.board.parse("B2")
    for at in list(bench.board.hexes()):
        if max(abs(at.q - centre.q), abs(at.r - centre.r), abs(at.s - centre.s)) > 1:
            bench.drag(brush, at)
    bench.state.symmetry = BoardSymmetry.TURN_120
    bench.drag(bench.take("zones"), "B1")
    assert len(bench.refusals) == 1
    assert "swaps the two" in bench.refusals[0]
    bench.state.terrain_first = "wall"
    bench.drag(brush, "B1")
    assert len(bench.labels_of("wall")) == 3


def test_without_a_zone_it_says_what_to_do(bench: Any) -> None:
    edit(bench, "zones", [])
    zones = bench.take("zones")
    bench.drag(zones, "A1")
    assert bench.refusals == ["Choose a zone to paint, or make a new one."]
    made = zones.create("p1", ZoneKind.REINFORCEMENT)
    assert (made, bench.state.zone_id) == ("p1-reinforcement", "p1-reinforcement")
    bench.drag(zones, "A1")
    assert bench.zone(made) == {"A1"}


def test_a_locked_layer_is_refused(bench: Any) -> None:
    bench.state.locked_layers = frozenset(("zones",))
    zones = bench.take("zones")
    bench.drag(zones, "C1")
    assert not zones.create("p1")
    assert not bench.steps
    assert len(bench.refusals) == 2
    assert all("zones layer is locked" in it for it in bench.refusals)


def test_ctrl_click_chooses_the_zones_of_a_hex_in_turn(bench: Any) -> None:
    zones = bench.take("zones")
    bench.drag(zones, "G1", modifiers=CONTROL)
    assert bench.state.zone_id == "p2-start"
    area = zones.create("", ZoneKind.AREA)
    bench.drag(zones, "G1")
    bench.drag(zones, "G1", modifiers=CONTROL)
    assert bench.state.zone_id == "p2-start"
    bench.drag(zones, "G1", modifiers=CONTROL)
    assert bench.state.zone_id == area
    bench.drag(zones, "D4", modifiers=CONTROL)
    assert bench.state.zone_id == area


def test_cancel_brings_the_expression_back(bench: Any) -> None:
    before = to_text(bench.scenario)
    zones = bench.take("zones")
    bench.drag(zones, "C1", "G5", finish=False)
    zones.cancel()
    assert to_text(bench.scenario) == before
    assert not bench.steps


@pytest.mark.parametrize("name", ["", "Home"])
def test_the_rest_of_a_zone_is_kept(bench: Any, name: str) -> None:
    edit(bench, "zones", [replace(it, name=name) for it in bench.scenario.zones])
    bench.drag(bench.take("zones"), "C1")
    assert (
        replace(zone(bench, "p1-start"), shape=Columns(1, 2))
        == bench.document.undo_stack.command(0).patches[0].after[0]
    )
