from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import disc, neighbours
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board
from fairground.editor.tools import selecting as selection_edits
from fairground.editor.tools.select import Select
from fairground.editor.tools.selecting import SelectMode, grown
from fairground.editor.tools.tool_state import ToolState

if TYPE_CHECKING:
    from tests.editor.tools.conftest import ToolDriver, WorkbenchMaker


def make_void(workbench: ToolDriver, *labels: str) -> None:
    workbench.state.selection = workbench.hexes(*labels)
    workbench.tool(Select).actions.fill(("void",))
    workbench.state.selection = frozenset()


def test_select_all_and_invert_leave_void_out(workbench: ToolDriver) -> None:
    make_void(workbench, "A1", "B2")
    selection_edits.select_all(workbench.state)
    assert len(workbench.state.selection) == 62
    workbench.state.selection = workbench.hexes("C3", "D4")
    selection_edits.invert(workbench.state)
    assert len(workbench.state.selection) == 60
    selection_edits.invert(workbench.state)
    assert workbench.state.selection == workbench.hexes("C3", "D4")


@pytest.mark.parametrize("layout", Layout)
def test_growing_a_hex_gives_discs_and_shrinking_goes_back(
    make_workbench: WorkbenchMaker, layout: Layout
) -> None:
    workbench = make_workbench(11, 11, layout=layout)
    middle = workbench.board.parse("F6")
    workbench.state.selection = frozenset((middle,))
    for radius in (1, 2, 3):
        selection_edits.grow(workbench.state)
        assert workbench.state.selection == set(disc(middle, radius))
    for radius in (2, 1, 0):
        selection_edits.shrink(workbench.state)
        assert workbench.state.selection == set(disc(middle, radius))
    selection_edits.shrink(workbench.state)
    assert not workbench.state.selection
    selection_edits.grow(workbench.state)
    assert not workbench.state.selection


def test_the_edge_and_void_are_no_border_to_shrink_from(workbench: ToolDriver) -> None:
    make_void(workbench, "D4")
    selection_edits.select_all(workbench.state)
    everything = workbench.state.selection
    selection_edits.shrink(workbench.state)
    assert workbench.state.selection == everything
    selection_edits.grow(workbench.state)
    assert workbench.state.selection == everything


@given(st.sampled_from(Layout), st.integers(1, 6), st.integers(1, 6), st.data())
def test_growing_reaches_every_neighbour(
    layout: Layout, columns: int, rows: int, data: st.DataObject
) -> None:
    board = Board.blank(layout, columns, rows)
    bits = data.draw(st.lists(st.booleans(), min_size=columns * rows, max_size=columns * rows))
    mask = np.array(bits).reshape(rows, columns)
    hexes = board.hexes_of(mask)
    wanted = {it for at in hexes for it in (at, *neighbours(at)) if board.contains(it)}
    assert board.hexes_of(grown(board, mask)) == wanted


def test_the_hexes_of_a_zone_are_selected_in_every_mode(workbench: ToolDriver) -> None:
    zone = workbench.scenario.zones[0]
    selection_edits.select_zone(workbench.state, zone.id)
    hexes = workbench.state.selection
    assert {workbench.board.label(at) for at in hexes} == workbench.zone(zone.id)
    selection_edits.select_zone(workbench.state, zone.id, SelectMode.SUBTRACT)
    assert not workbench.state.selection
    workbench.state.selection = workbench.hexes("D4")
    selection_edits.select_zone(workbench.state, zone.id, SelectMode.ADD)
    assert workbench.state.selection == hexes | workbench.hexes("D4")
    selection_edits.select_zone(workbench.state, "gone")
    assert not workbench.state.selection


def test_without_a_document_nothing_happens() -> None:
    state = ToolState()
    for edit in (
        selection_edits.select_all,
        selection_edits.invert,
        selection_edits.grow,
        selection_edits.shrink,
    ):
        edit(state)
    selection_edits.select_zone(state, "p1-start")
    assert not state.selection
