from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import disc
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry, board_symmetry
from fairground.core.scenario.board import VOID, Board, PaletteEntry
from fairground.editor.tools.mirroring import mirroring

SIDES = st.integers(1, 8)


@given(
    layout=st.sampled_from(Layout),
    columns=SIDES,
    rows=SIDES,
    kind=st.sampled_from(BoardSymmetry),
    data=st.data(),
)
def test_an_image_is_where_the_symmetry_sends_each_hex(
    layout: Layout, columns: int, rows: int, kind: BoardSymmetry, data: st.DataObject
) -> None:
    board = Board.blank(layout, columns, rows)
    found = mirroring(kind, board)
    symmetry = board_symmetry(kind, layout, columns, rows)
    assert found.symmetry == symmetry
    assert bool(found.refusal) == (symmetry is None)
    hexes = data.draw(st.frozensets(st.sampled_from(list(board.hexes()))))
    image, orbit = (board.hexes_of(of(board, board.mask(hexes))) for of in (found.image, found.orbit))
    if symmetry is None:
        assert not image
        assert orbit == hexes
    else:
        assert image == {symmetry(at) for at in hexes}
        assert orbit >= image | hexes
        assert {symmetry(at) for at in orbit} == orbit


def test_without_a_symmetry_nothing_is_refused() -> None:
    found = mirroring(None, Board.blank(Layout.ODD_Q, 3, 3))
    assert (found.symmetry, found.refusal) == (None, "")


def test_a_board_cut_to_a_hexagon_has_its_turns() -> None:
    board = Board.blank(Layout.ODD_Q, 7, 7)
    board.palette.append(PaletteEntry(" ", (VOID,)))
    inside = board.mask(frozenset(disc(board.parse("D4"), 3)))
    board.terrain[~inside] = 1
    found = mirroring(BoardSymmetry.TURN_60, board)
    corner = board.mask(board.hexes_of(inside) & {board.parse("D1")})
    assert found.refusal == ""
    assert found.orbit(board, corner).sum() == 6
    assert (found.orbit(board, corner) <= inside).all()


def test_where_the_void_has_no_symmetry_the_rectangle_decides() -> None:
    board = Board.blank(Layout.ODD_Q, 8, 8)
    board.palette.append(PaletteEntry(" ", (VOID,)))
    board.terrain[0, 0] = 1
    found = mirroring(BoardSymmetry.TURN_180, board)
    assert found.symmetry == board_symmetry(BoardSymmetry.TURN_180, Layout.ODD_Q, 8, 8)
    corner = np.zeros((8, 8), np.bool_)
    corner[7, 7] = True
    assert found.image(board, corner)[0, 0]
