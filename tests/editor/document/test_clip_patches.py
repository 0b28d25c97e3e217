from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.files import to_text
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import POINT_SYMMETRIES
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.transform.clip import clip_of
from fairground.core.scenario.transform.paste import ClipLayer, paste
from fairground.editor.document.clip_patches import board_patches, cut_patches, paste_patches
from fairground.editor.document.document import Document
from fairground.editor.document.patch_json import decode_patch, encode_patch

if TYPE_CHECKING:
    from fairground.core.grid.symmetry import Symmetry
    from fairground.core.scenario.document import Scenario

ALL = frozenset(ClipLayer)


def scenario(seed: int, layout: Layout = Layout.ODD_Q) -> Scenario:
    """A small board with something of everything on it."""
    found = blank_scenario("T", layout=layout, size=(7, 6), ruleset="penance-2.0")
    dice = np.random.default_rng(seed)
    board = found.board
    board.palette = [
        PaletteEntry(".", ("clear",)),
        PaletteEntry("#", ("wall",)),
        PaletteEntry("v", ("void",)),
        PaletteEntry("~", ("rubble",)),
    ]
    board.effects_palette = [PaletteEntry(".", ()), PaletteEntry("s", ("smoke",))]
    board.terrain = dice.integers(0, 4, board.terrain.shape).astype(np.uint16)
    board.elevation = dice.integers(0, 3, board.terrain.shape).astype(np.int16)
    board.effects = dice.integers(0, 2, board.terrain.shape).astype(np.uint16)
    hexes = [at for at in board.hexes() if "void" not in board.terrain_at(at)]
    for at in hexes[::3]:
        board.hexsides[hexside(at, int(dice.integers(0, 6)))] = ("hedge",)
    board.names = {hexes[0]: "Mill"}
    board.notes = {hexes[1]: "look here"}
    return found


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 50),
    st.sampled_from(Layout),
    st.sampled_from(POINT_SYMMETRIES),
    st.integers(-2, 8),
    st.integers(-2, 8),
    st.sets(st.sampled_from(ClipLayer)),
)
def test_patches_do_what_the_paste_says_and_undo_it(
    seed: int, layout: Layout, symmetry: Symmetry, column: int, row: int, layers: set[ClipLayer]
) -> None:
    found, other = scenario(seed, layout), scenario(seed + 1, layout)
    clip = clip_of(other.board, tuple(other.board.hexes())[:20]).transformed(symmetry)
    at = layout.from_offset(column, row)
    wanted = paste(found.board, clip, at, layers=layers).applied(found.board)
    before = to_text(found)
    document = Document(found)
    patches = paste_patches(found.board, clip, at, layers=layers)
    assert document.edit("Paste", [decode_patch(encode_patch(it)) for it in patches]) == bool(patches)
    assert found.board == wanted
    document.undo()
    assert to_text(found) == before


def test_images_give_way_to_the_clip_itself() -> None:
    found = blank_scenario("T", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-2.0")
    board = found.board
    board.palette.append(PaletteEntry("#", ("wall",)))
    board.terrain[board.cell(board.parse("C3"))] = 1
    clip = clip_of(board, (board.parse("C3"), board.parse("C4")), board.parse("C3"))
    # Turned by 180 degrees about the anchor's place, the wall comes to lie on the anchor again.
    at = board.parse("E4")
    turn = POINT_SYMMETRIES[3]
    image = replace(turn, translation=at - turn(at))
    Document(found).edit("Paste", paste_patches(board, clip, at, layers=ALL, images=[image]))
    assert board.terrain_at(at) == ("wall",)
    assert board.terrain_at(at + Hex(0, 1)) == ("clear",)


def test_a_paste_that_changes_nothing_has_no_patches() -> None:
    board = scenario(3).board
    hexes = tuple(at for at in board.hexes() if not board.void[board.cell(at)])
    at = hexes[0]
    clip = clip_of(board, hexes, at)
    assert paste_patches(board, clip, at, layers=ALL) == []
    assert paste_patches(board, clip, at, layers=()) == []
    assert board_patches(board, board, board.hexsides) == []


def test_a_cut_leaves_bare_ground() -> None:
    found = scenario(5)
    board = found.board
    void = board.void.copy()
    rim = {side for side in board.hexsides if not all(board.contains(at) for at in side.hexes)}
    document = Document(found)
    document.edit("Cut", cut_patches(board, np.ones(void.shape, np.bool_), ALL))
    assert np.array_equal(board.void, void)
    assert {board.terrain_at(at) for at in board.hexes_of(~void)} == {("clear",)}
    assert not board.elevation[~void].any()
    assert not board.effects[~void].any()
    assert not board.names
    assert not board.notes
    # What is left stands between the hexes that were cut and what is none.
    assert set(board.hexsides) >= rim
    for side in board.hexsides:
        assert not all(board.contains(at) and not void[board.cell(at)] for at in side.hexes)
    before = to_text(scenario(5))
    document.undo()
    assert to_text(found) == before


@pytest.mark.parametrize("layer", ClipLayer)
def test_a_cut_of_one_layer_leaves_the_others(layer: ClipLayer) -> None:
    found, same = scenario(6), scenario(6)
    Document(found).edit(
        "Cut", cut_patches(found.board, np.ones(found.board.terrain.shape, np.bool_), {layer})
    )
    layers = {
        ClipLayer.TERRAIN: ("terrain",),
        ClipLayer.ELEVATION: ("elevation",),
        ClipLayer.EFFECTS: ("effects",),
        ClipLayer.HEXSIDES: ("hexsides",),
        ClipLayer.NAMES: ("names", "notes"),
    }
    for other, fields in layers.items():
        for field in fields:
            is_same = np.array_equal(getattr(found.board, field), getattr(same.board, field))
            assert is_same == (other is not layer), field


def test_a_full_palette_is_an_error_and_nothing_is_pasted() -> None:
    board = Board.blank(Layout.ODD_Q, 2, 2)
    clip = clip_of(board, (Hex(0, 0),))
    board.palette = [PaletteEntry(f"k{i}", (f"kind-{i}",)) for i in range(2**16)]
    with pytest.raises(ValueError, match="at most"):
        paste_patches(board, clip, Hex(0, 0), layers=ALL)
