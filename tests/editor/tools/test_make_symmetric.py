"""One part of a board made the model of the others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.grid.hexes import disc
from fairground.core.grid.hexsides import hexside, hexsides
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry, Symmetry
from fairground.core.scenario.board import Board
from fairground.core.scenario.parts import Zone, ZoneKind
from fairground.core.scenario.shapes import Listed
from fairground.core.scenario.transform.symmetry_sources import BoardPart, half_sources, parts
from fairground.editor.document.patches import FieldPatch
from fairground.editor.tools.elevation import Elevation
from fairground.editor.tools.make_symmetric import (
    make_symmetric,
    part_words,
    selected_side_features,
    selected_sources,
)
from fairground.editor.tools.mirroring import mirroring
from fairground.editor.tools.terrain_tools import Brush
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker

SIZES = st.integers(1, 9)


def part_of(workbench: ToolDriver, words: str) -> BoardPart:
    found = [
        it
        for it in parts(present(workbench.state.symmetry), workbench.board.layout)
        if words in part_words(it)
    ]
    return found[0]


@settings(deadline=None)
@given(
    layout=st.sampled_from(Layout),
    kind=st.sampled_from(BoardSymmetry),
    columns=SIZES,
    rows=SIZES,
    data=st.data(),
)
def test_the_board_is_symmetric_afterwards_and_the_part_as_before(
    layout: Layout, kind: BoardSymmetry, columns: int, rows: int, data: st.DataObject
) -> None:
    board = Board.blank(layout, columns, rows)
    column, row = data.draw(st.integers(0, columns - 1)), data.draw(st.integers(0, rows - 1))
    chosen = mirroring(kind, board, layout.from_offset(column, row))
    part = data.draw(st.sampled_from(parts(kind, layout)))
    source = half_sources(board, chosen.powers, part.toward).reshape(-1)
    # A model is its own model, and no image on the board has another.
    assert np.array_equal(source[source], source)
    for at in board.hexes():
        here = board.cell(at)[0] * columns + board.cell(at)[1]
        for power in chosen.powers:
            if board.contains(power(at)):
                there = board.cell(power(at))
                assert source[here] == source[there[0] * columns + there[1]]


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("kind", BoardSymmetry)
def test_the_parts_are_where_their_names_say(layout: Layout, kind: BoardSymmetry) -> None:
    board = Board.blank(layout, 21, 21)
    centre = layout.from_offset(10, 10)
    chosen = mirroring(kind, board, centre)
    x, y = layout.centre(centre)
    for part in parts(kind, layout):
        source = half_sources(board, chosen.powers, part.toward).reshape(-1)
        own = [at for at in disc(centre, 8) if source[number(board, at)] == number(board, at)]
        mean_x = sum(layout.centre(at)[0] - x for at in own) / len(own)
        mean_y = sum(layout.centre(at)[1] - y for at in own) / len(own)
        words = part_words(part).split(" onto ")[0]
        if "top" in words or "upper" in words:
            assert mean_y < -0.5
        if "bottom" in words or "lower" in words:
            assert mean_y > 0.5
        if "left" in words:
            assert mean_x < -0.5
        if "right" in words:
            assert mean_x > 0.5
        order = chosen.symmetry.order if chosen.symmetry else 1
        assert len(own) >= len(disc(centre, 8)) // (order or 1)
    names = [part_words(part) for part in parts(kind, layout)]
    assert (
        len(set(names))
        == len(names)
        == {
            BoardSymmetry.TURN_180: 4,
            BoardSymmetry.TURN_120: 3,
            BoardSymmetry.TURN_60: 6,
        }.get(kind, 2)
    )


def test_a_half_is_copied_in_one_step(workbench: ToolDriver) -> None:
    workbench.state.symmetry = BoardSymmetry.TURN_180
    wall = workbench.hexes("A1", "C2")
    workbench.drag(workbench.take(Brush), "A1")
    workbench.state.symmetry = None
    workbench.drag(workbench.tool(Brush), "C2")
    workbench.drag(workbench.tool(Elevation), "B2")
    workbench.state.symmetry = BoardSymmetry.TURN_180
    steps = workbench.steps
    said = make_symmetric(workbench.state, part_of(workbench, "the top half"))
    assert workbench.steps == steps + 1
    assert workbench.labels_of("wall") == {"A1", "H8", "C2", "F7"}
    assert workbench.raised() == {"B2": 1, "G7": 1}
    assert said == (
        "Copied the top half onto the bottom: 2 hexes changed. Objectives, units and names stay the same."
    )
    assert wall
    assert make_symmetric(workbench.state, part_of(workbench, "the top half")) == (
        "Nothing to copy: the board is already symmetric."
    )
    workbench.document.undo()
    assert workbench.labels_of("wall") == {"A1", "H8", "C2"}


def test_the_other_way_the_model_is_wiped(workbench: ToolDriver) -> None:
    workbench.drag(workbench.take(Brush), "C2")
    workbench.state.symmetry = BoardSymmetry.TURN_180
    make_symmetric(workbench.state, part_of(workbench, "the bottom half"))
    assert not workbench.labels_of("wall")


def test_features_of_hexsides_are_copied_and_taken_away(make_workbench: WorkbenchMaker) -> None:
    workbench = make_workbench(7, 7, ruleset="penance-2.0")
    left, right = workbench.side("A3 S"), workbench.side("G5 S")
    workbench.board.hexsides = {left: ("hedge",), right: ("wall",)}
    workbench.state.symmetry = BoardSymmetry.LEFT_RIGHT
    make_symmetric(workbench.state, part_of(workbench, "the left half"))
    assert workbench.board.hexsides == {left: ("hedge",), workbench.side("G3 S"): ("hedge",)}
    workbench.document.undo()
    make_symmetric(workbench.state, part_of(workbench, "the right half"))
    assert workbench.board.hexsides == {right: ("wall",), workbench.side("A5 S"): ("wall",)}


def test_about_a_hex_a_third_is_copied_to_the_others(make_workbench: WorkbenchMaker) -> None:
    workbench = make_workbench(9, 9)
    centre = workbench.board.parse("E5")
    workbench.drag(workbench.take(Brush), "E3")
    workbench.state.symmetry, workbench.state.symmetry_centre = BoardSymmetry.TURN_120, centre
    make_symmetric(workbench.state, part_of(workbench, "the top third"))
    walls = workbench.board.hexes_of(workbench.board.where_terrain("wall"))
    assert len(walls) == 3
    chosen = mirroring(BoardSymmetry.TURN_120, workbench.board, centre)
    assert {power(at) for at in walls for power in chosen.powers} == walls


def test_selected_hexes_are_the_model_of_their_images(workbench: ToolDriver) -> None:
    workbench.drag(workbench.take(Brush), "H8")
    workbench.drag(workbench.tool(Brush), "G7")
    workbench.board.hexsides = {hexside(workbench.board.parse("H8"), 0): ("hedge",)}
    workbench.state.symmetry = BoardSymmetry.TURN_180
    workbench.state.selection = workbench.hexes("H8")
    make_symmetric(workbench.state, None)
    assert workbench.labels_of("wall") == {"H8", "G7", "A1"}
    assert set(workbench.board.hexsides) == {
        hexside(workbench.board.parse("H8"), 0),
        hexside(workbench.board.parse("A1"), 3),
    }


@settings(deadline=None)
@given(layout=st.sampled_from(Layout), kind=st.sampled_from(BoardSymmetry), data=st.data())
def test_images_of_selected_hexes_take_what_these_have(
    layout: Layout, kind: BoardSymmetry, data: st.DataObject
) -> None:
    board = Board.blank(layout, 7, 6)
    every = list(board.hexes())
    sides = [hexside(at, direction) for at in every for direction in range(6)]
    board.hexsides = dict.fromkeys(data.draw(st.lists(st.sampled_from(sides), max_size=8)), ("wall",))
    own = frozenset(data.draw(st.lists(st.sampled_from(every), min_size=1, max_size=8)))
    chosen = mirroring(kind, board, data.draw(st.sampled_from(every)))
    cells = selected_sources(board, chosen, own)
    for at in every:
        models = [power(at) for power in map(Symmetry.inverse, chosen.powers) if power(at) in own]
        model = at if at in own or not models else models[0]
        row, column = board.cell(model)
        assert cells[board.cell(at)] == row * board.columns + column
    copied = selected_side_features(board, chosen, own)
    own_sides = {side for at in own for side in hexsides(at)}
    for side in sides:
        sources = (power.inverse().hexside(side) for power in chosen.powers)
        found = next((it for it in sources if it in own_sides), side)
        wanted = side if side in own_sides else found
        features = board.hexsides
        assert copied.get(side, features.get(side, ())) == features.get(wanted, ())


def test_locked_layers_stay(workbench: ToolDriver) -> None:
    workbench.drag(workbench.take(Brush), "A1")
    workbench.drag(workbench.tool(Elevation), "A1")
    workbench.state.symmetry, workbench.state.locked_layers = BoardSymmetry.TURN_180, frozenset(("terrain",))
    make_symmetric(workbench.state, part_of(workbench, "the top half"))
    assert workbench.labels_of("wall") == {"A1"}
    assert workbench.raised() == {"A1": 1, "H8": 1}


def test_zones_go_to_the_partner_of_the_other_side(workbench: ToolDriver) -> None:
    workbench.state.symmetry = BoardSymmetry.TURN_180
    zones, other = workbench.scenario.zones, Listed(("B5",))
    first, second = (zone.id for zone in zones)
    area = Zone("pond", "", Listed(("C2", "A8")), ZoneKind.AREA)
    wanted = [replace(zones[0], shape=Listed(("A1", "B1"))), replace(zones[1], shape=other), area]
    workbench.document.edit("Zones", [FieldPatch("zones", zones, wanted)])
    steps = workbench.steps
    make_symmetric(workbench.state, part_of(workbench, "the top half"))
    assert workbench.zone(first) == {"A1", "B1"}
    assert workbench.zone(second) == {"H8", "G8"}
    assert workbench.zone("pond") == {"C2", "F7"}
    assert workbench.steps == steps + 1
    workbench.document.undo()
    assert workbench.zone(second) == {"B5"}
    workbench.state.locked_layers = frozenset(("zones",))
    make_symmetric(workbench.state, part_of(workbench, "the top half"))
    assert workbench.zone(second) == {"B5"}


def test_zones_that_are_symmetric_keep_their_words(workbench: ToolDriver) -> None:
    workbench.state.symmetry = BoardSymmetry.TURN_180
    before = workbench.scenario.zones
    workbench.drag(workbench.take(Elevation), "A1")
    workbench.document.undo()
    workbench.board.elevation[0, 0] = 1
    make_symmetric(workbench.state, part_of(workbench, "the top half"))
    assert workbench.scenario.zones is before


def test_turns_of_order_three_leave_the_zones_of_sides_alone(make_workbench: WorkbenchMaker) -> None:
    workbench = make_workbench(9, 9)
    before = workbench.scenario.zones
    workbench.state.symmetry, workbench.state.symmetry_centre = (
        BoardSymmetry.TURN_120,
        workbench.board.parse("E5"),
    )
    make_symmetric(workbench.state, part_of(workbench, "the top third"))
    assert workbench.scenario.zones is before


def test_without_a_symmetry_there_is_nothing_to_do(workbench: ToolDriver) -> None:
    assert "Choose a symmetry" in make_symmetric(workbench.state, None)
    assert not workbench.steps


def number(board: Board, at: Hex) -> int:
    row, column = board.cell(at)
    return row * board.columns + column
