from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import disc, distance, ring
from fairground.core.grid.hexsides import corner, corners
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry, board_symmetry
from fairground.core.scenario.board import VOID, Board, PaletteEntry
from fairground.editor.tools.mirroring import centre_words, hexes_at, mirroring

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


def test_about_a_hex_there_are_turns_that_the_board_has_not() -> None:
    board = Board.blank(Layout.ODD_Q, 9, 9)
    assert mirroring(BoardSymmetry.TURN_120, board).refusal
    found = mirroring(BoardSymmetry.TURN_120, board, board.parse("E5"))
    assert found.refusal == ""
    orbit = board.hexes_of(found.orbit(board, board.mask((board.parse("E3"),))))
    assert len(orbit) == 3
    assert {distance(board.parse("E5"), at) for at in orbit} == {2}


def test_images_beyond_the_edge_are_left_out_and_counted() -> None:
    board = Board.blank(Layout.ODD_Q, 9, 9)
    found = mirroring(BoardSymmetry.TURN_60, board, board.parse("B2"))
    mask = board.mask((board.parse("B5"),))
    orbit = found.orbit(board, mask)
    assert orbit.sum() < 6
    assert found.leaves(board, mask)
    # An image on the board is not lost for one on the way to it that is not.
    assert (
        orbit.sum()
        == sum(
            board.contains(at)
            for at in ring(board.parse("B2"), 3)
            if at in {p(board.parse("B5")) for p in found.powers}
        )
        + 1
    )


def test_about_a_corner_there_is_no_half_turn() -> None:
    board = Board.blank(Layout.ODD_Q, 9, 9)
    centre = corner(board.parse("D4"), 1)
    assert mirroring(BoardSymmetry.TURN_120, board, centre).refusal == ""
    refusal = mirroring(BoardSymmetry.TURN_180, board, centre).refusal
    assert refusal.startswith("A 180° turn about the corner of ")
    assert refusal.endswith("Choose a hex as the centre.")


def test_centres_have_words() -> None:
    board = Board.blank(Layout.ODD_Q, 9, 9)
    at = board.parse("D4")
    assert centre_words(board, None) == ""
    assert centre_words(board, at) == "hex D4"
    for index in range(6):
        hexes = hexes_at(corner(at, index))
        assert at in hexes
        assert all(corner(at, index) in corners(it) for it in hexes)
        assert centre_words(board, corner(at, index)).count("D4") == 1


@given(
    layout=st.sampled_from(Layout),
    columns=SIDES,
    rows=SIDES,
    kind=st.sampled_from([None, *BoardSymmetry]),
    data=st.data(),
)
def test_images_leave_the_board_where_one_does(
    layout: Layout, columns: int, rows: int, kind: BoardSymmetry | None, data: st.DataObject
) -> None:
    board = Board.blank(layout, columns, rows)
    hexes = data.draw(st.frozensets(st.sampled_from(list(board.hexes()))))
    found = mirroring(kind, board, data.draw(st.sampled_from(list(board.hexes()))))
    beside = any(not board.contains(power(at)) for power in found.powers for at in hexes)
    assert found.leaves(board, board.mask(hexes)) == beside
