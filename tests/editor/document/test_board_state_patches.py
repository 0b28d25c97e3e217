"""The patches between two states of a board."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.files import to_text
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry
from fairground.editor.document.patches import CellPatch, FieldPatch
from fairground.editor.document.scenario_patches import state_patches
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

COLUMNS, ROWS = 4, 3
SIZE = COLUMNS * ROWS
TERRAIN = (("clear",), ("wall",), ("rubble",), ("clear", "cover"))
EFFECTS = ((), ("smoke",), ("fire",), ("smoke", "fire"))
#: What is on a board: palettes in some order, each perhaps with an entry twice, and hexes of their entries.
CELLS = st.lists(st.integers(0, 5), min_size=SIZE, max_size=SIZE)
BOARDS = st.tuples(
    st.permutations(TERRAIN), CELLS, st.permutations(EFFECTS[1:]), CELLS, CELLS, st.booleans(), st.booleans()
)


def scenario(wanted: tuple[Any, ...]) -> Scenario:
    kinds, terrain, effects, laid, levels, has_hedge, rains = wanted
    found = blank_scenario("Test", layout=Layout.ODD_R, size=(COLUMNS, ROWS), ruleset="penance-1.0")
    board = found.board
    # An entry twice, as a file may have it.
    board.palette = [PaletteEntry(key, kind) for key, kind in zip("abcde", (*kinds, kinds[0]), strict=True)]
    board.effects_palette = [
        PaletteEntry(key, kind) for key, kind in zip(".xyz", ((), *effects), strict=True)
    ]
    shape = (ROWS, COLUMNS)
    board.terrain = (np.array(terrain).reshape(shape) % 5).astype(np.uint16)
    board.effects = (np.array(laid).reshape(shape) % 4).astype(np.uint16)
    board.elevation = np.array(levels).reshape(shape).astype(np.int16)
    board.hexsides = {Hexside(Hex(1, 1), 0): ("hedge",)} if has_hedge else {}
    return replace(found, weather="rain" if rains else "none")


def content(of: Scenario) -> tuple[object, ...]:
    """Return what is on a board, whatever its palettes are."""
    board = of.board
    hexes = list(board.hexes())
    return (
        [(board.terrain_at(at), board.effects_at(at), board.level_at(at)) for at in hexes],
        board.hexsides,
        of.weather,
    )


@given(before=BOARDS, after=BOARDS)
def test_patches_lead_there_and_back(before: tuple[object, ...], after: tuple[object, ...]) -> None:
    found, wanted = scenario(before), scenario(after)
    text = to_text(found)
    patches = state_patches(found, wanted)
    for patch in patches:
        patch.apply(found, forward=True)
    assert content(found) == content(wanted)
    assert not state_patches(found, wanted)
    for patch in reversed(patches):
        patch.apply(found, forward=False)
    assert to_text(found) == text


@given(of=BOARDS)
def test_states_that_are_alike_need_no_patches(of: tuple[object, ...]) -> None:
    assert state_patches(scenario(of), deepcopy(scenario(of))) == []


def test_a_few_hexes_are_a_patch_of_a_few_cells() -> None:
    found = blank_scenario("Test", layout=Layout.ODD_R, size=(40, 40), ruleset="penance-1.0")
    wanted = deepcopy(found)
    wanted.board.effects_palette.append(PaletteEntry("s", ("smoke",)))
    wanted.board.effects[3, 4] = 1
    palette, cells = state_patches(found, wanted)
    assert of_type(palette, FieldPatch).field == "board.effects_palette"
    assert of_type(cells, CellPatch).cells.tolist() == [3 * 40 + 4]
