from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid import (
    DIRECTIONS,
    IDENTITY,
    POINT_SYMMETRIES,
    BoardSymmetry,
    Hex,
    Hexside,
    Layout,
    Orientation,
    Symmetry,
    board_symmetries,
    board_symmetry,
    corner,
    disc,
    distance,
    hexside,
    neighbour,
)

HEXES = st.builds(Hex, st.integers(-60, 60), st.integers(-60, 60))
LAYOUTS = st.sampled_from(Layout)
POINT = st.sampled_from(POINT_SYMMETRIES)
SYMMETRIES = st.builds(Symmetry, st.integers(0, 5), st.booleans(), HEXES)


# -- the group ----------------------------------------------------------------------------------------------


def test_the_twelve_point_symmetries_form_a_group() -> None:
    assert len(set(POINT_SYMMETRIES)) == 12
    table = {(a, b): a.compose(b) for a, b in product(POINT_SYMMETRIES, repeat=2)}
    assert set(table.values()) == set(POINT_SYMMETRIES)  # closed
    for a in POINT_SYMMETRIES:
        assert table[a, IDENTITY] == table[IDENTITY, a] == a
        assert table[a, a.inverse()] == table[a.inverse(), a] == IDENTITY
        assert {table[a, b] for b in POINT_SYMMETRIES} == set(POINT_SYMMETRIES)  # a Latin square
    for a, b, c in product(POINT_SYMMETRIES, repeat=3):
        assert table[table[a, b], c] == table[a, table[b, c]]
    assert any(table[a, b] != table[b, a] for a, b in table)  # turns and mirrors do not commute


def test_the_orders_of_the_twelve_are_those_of_a_hexagon() -> None:
    assert [symmetry.order for symmetry in POINT_SYMMETRIES] == [1, 6, 3, 2, 3, 6, 2, 2, 2, 2, 2, 2]


@given(SYMMETRIES, HEXES)
def test_the_order_is_how_often_it_takes_to_come_back(symmetry: Symmetry, at: Hex) -> None:
    power, times = symmetry, 1
    while power != IDENTITY and times < 12:
        power, times = power.compose(symmetry), times + 1
    assert symmetry.order == (times if power == IDENTITY else None)
    if symmetry.order is not None:
        image = at
        for _ in range(symmetry.order):
            image = symmetry(image)
        assert image == at


def test_translations_and_glides_have_no_order() -> None:
    assert Symmetry(0, translation=Hex(1, 0)).order is None
    glide = Symmetry(0, mirrored=True, translation=Hex(0, 1))
    assert glide.order is None
    assert glide.compose(glide) == Symmetry(0, translation=Hex(0, 2))


@given(SYMMETRIES, SYMMETRIES, HEXES)
def test_composition_applies_one_after_the_other(a: Symmetry, b: Symmetry, at: Hex) -> None:
    assert a.compose(b)(at) == a(b(at))
    assert a.inverse()(a(at)) == a(a.inverse()(at)) == at
    assert a.linear.translation == Hex(0, 0)
    assert a(at) == a.linear(at) + a.translation


def test_turns_count_modulo_six() -> None:
    assert Symmetry(7) == Symmetry(1) == Symmetry(-5)
    assert len({Symmetry(7), Symmetry(1)}) == 1


# -- what it applies to -------------------------------------------------------------------------------------


@given(SYMMETRIES, HEXES, HEXES)
def test_h_01_distance_is_the_same_after_every_symmetry(symmetry: Symmetry, a: Hex, b: Hex) -> None:
    assert distance(symmetry(a), symmetry(b)) == distance(a, b)


@given(SYMMETRIES, HEXES, st.integers(0, 5))
def test_directions_hexsides_and_corners_go_with_their_hexes(
    symmetry: Symmetry, at: Hex, direction: int
) -> None:
    image = symmetry(neighbour(at, direction))
    assert image == neighbour(symmetry(at), symmetry.direction(direction))
    assert symmetry.hexside(hexside(at, direction)) == hexside(symmetry(at), symmetry.direction(direction))
    three = (at, neighbour(at, direction), neighbour(at, direction + 1))
    place = symmetry.corner(corner(at, direction))
    assert (place.q3, place.r3) == tuple(
        sum(getattr(symmetry(one), name) for one in three) for name in ("q", "r")
    )


@given(SYMMETRIES, st.lists(st.builds(hexside, HEXES, st.integers(0, 5))))
def test_many_hexsides_at_once_become_what_each_becomes(symmetry: Symmetry, sides: list[Hexside]) -> None:
    assert symmetry.hexsides(sides) == list(map(symmetry.hexside, sides))


@given(SYMMETRIES, LAYOUTS, st.integers(1, 6))
def test_a_facing_turns_with_the_hexes_it_looks_along(
    symmetry: Symmetry, layout: Layout, facing: int
) -> None:
    ahead = symmetry(neighbour(Hex(0, 0), layout.facing_direction(facing)))
    after = symmetry.facing(facing, layout)
    assert 1 <= after <= 6
    assert ahead == neighbour(symmetry(Hex(0, 0)), layout.facing_direction(after))


@given(SYMMETRIES, LAYOUTS, st.integers(1, 6), st.integers(1, 6))
def test_many_hexes_at_once_go_where_each_goes(
    symmetry: Symmetry, layout: Layout, columns: int, rows: int
) -> None:
    q, r = layout.axial_arrays(columns, rows)
    image_q, image_r = symmetry.arrays(q, r)
    for row, column in np.ndindex(q.shape):
        assert symmetry(layout.from_offset(column, row)) == Hex(
            int(image_q[row, column]), int(image_r[row, column])
        )


@given(POINT)
def test_the_matrix_has_the_images_of_the_axes_and_turns_or_mirrors(symmetry: Symmetry) -> None:
    (a, b), (c, d) = symmetry.matrix
    assert (Hex(a, c), Hex(b, d)) == (symmetry(Hex(1, 0)), symmetry(Hex(0, 1)))
    assert a * d - b * c == (-1 if symmetry.mirrored else 1)


# -- boards -------------------------------------------------------------------------------------------------

#: What becomes of a point (x, y) on screen.
ON_SCREEN = {
    BoardSymmetry.TURN_180: lambda x, y: (-x, -y),
    BoardSymmetry.LEFT_RIGHT: lambda x, y: (-x, y),
    BoardSymmetry.TOP_BOTTOM: lambda x, y: (x, -y),
}


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("kind", ON_SCREEN)
def test_turns_and_mirrors_do_on_screen_what_they_are_called(layout: Layout, kind: BoardSymmetry) -> None:
    linear = kind.linear(layout)
    for at in disc(Hex(0, 0), 3):
        assert layout.centre(linear(at)) == pytest.approx(ON_SCREEN[kind](*layout.centre(at)), abs=1e-9)
    assert kind.is_mirror == linear.mirrored == (kind is not BoardSymmetry.TURN_180)


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize(
    ("kind", "slope"),
    [
        (BoardSymmetry.RISING_STEEP, (1, -(3**0.5))),
        (BoardSymmetry.RISING_SHALLOW, (3**0.5, -1)),
        (BoardSymmetry.FALLING_SHALLOW, (3**0.5, 1)),
        (BoardSymmetry.FALLING_STEEP, (1, 3**0.5)),
    ],
)
def test_a_diagonal_mirror_keeps_its_axis_and_swaps_its_sides(
    layout: Layout, kind: BoardSymmetry, slope: tuple[float, float]
) -> None:
    for at in disc(Hex(0, 0), 3):
        x, y = layout.centre(at)
        image_x, image_y = layout.centre(kind.linear(layout)(at))
        assert image_x * slope[0] + image_y * slope[1] == pytest.approx(x * slope[0] + y * slope[1], abs=1e-9)
        assert image_x * slope[1] - image_y * slope[0] == pytest.approx(y * slope[0] - x * slope[1], abs=1e-9)


@pytest.mark.parametrize("layout", Layout)
def test_smaller_turns_are_clockwise(layout: Layout) -> None:
    for kind, turn in ((BoardSymmetry.TURN_60, 1), (BoardSymmetry.TURN_120, 2)):
        assert [kind.linear(layout)(step) for step in DIRECTIONS] == [
            DIRECTIONS[(index + turn) % 6] for index in range(6)
        ]


@pytest.mark.parametrize("layout", Layout)
def test_the_kinds_of_a_layout_are_distinct_point_symmetries(layout: Layout) -> None:
    linear = {kind.linear(layout) for kind in BoardSymmetry}
    assert len(linear) == len(BoardSymmetry) == 9
    # What is missing is not a change, and the turns of 240 and 300 degrees, which undo those of 120 and 60.
    assert set(POINT_SYMMETRIES) - linear == {Symmetry(0), Symmetry(4), Symmetry(5)}


def symmetries_by_search(hexes: set[tuple[int, int]]) -> set[Symmetry]:
    """Move every image so that its least hex falls on the least hex of the set, and compare the sets."""
    first = min(hexes)
    found = set()
    for linear in POINT_SYMMETRIES:
        (a, b), (c, d) = linear.matrix
        image = {(a * q + b * r, c * q + d * r) for q, r in hexes}
        least = min(image)
        by = (first[0] - least[0], first[1] - least[1])
        if {(q + by[0], r + by[1]) for q, r in image} == hexes:
            found.add(Symmetry(linear.turn, linear.mirrored, Hex(*by)))
    return found


def hexes_of(layout: Layout, columns: int, rows: int) -> set[tuple[int, int]]:
    hexes = (layout.from_offset(column, row) for column in range(columns) for row in range(rows))
    return {(at.q, at.r) for at in hexes}


@pytest.mark.parametrize("layout", Layout)
def test_a_rectangle_has_the_symmetries_that_a_search_finds(layout: Layout) -> None:
    for columns, rows in product(range(1, 13), repeat=2):
        found = board_symmetries(layout, columns, rows)
        assert found[0] == IDENTITY
        assert set(found) == symmetries_by_search(hexes_of(layout, columns, rows)), (columns, rows)
        assert len(found) == len(set(found))


@pytest.mark.parametrize("layout", Layout)
def test_the_parity_of_the_shifted_lines_decides_what_a_rectangle_has(layout: Layout) -> None:
    flat = layout.orientation is Orientation.FLAT
    swapping, keeping = (
        (BoardSymmetry.LEFT_RIGHT, BoardSymmetry.TOP_BOTTOM)
        if flat
        else (BoardSymmetry.TOP_BOTTOM, BoardSymmetry.LEFT_RIGHT)
    )
    for columns, rows in product(range(1, 13), repeat=2):
        lines = columns if flat else rows
        has = {kind for kind in BoardSymmetry if board_symmetry(kind, layout, columns, rows)}
        assert (BoardSymmetry.TURN_180 in has) == (lines % 2 == 0 or lines == 1), (columns, rows)
        assert (swapping in has) == (lines % 2 == 1), (columns, rows)
        assert (keeping in has) == (lines == 1), (columns, rows)
        if columns > 2 or rows > 2:
            assert has <= {BoardSymmetry.TURN_180, swapping, keeping}, (columns, rows)


@given(LAYOUTS, st.integers(1, 30), st.integers(1, 30), st.sampled_from(BoardSymmetry))
def test_a_board_symmetry_maps_the_board_onto_itself(
    layout: Layout, columns: int, rows: int, kind: BoardSymmetry
) -> None:
    symmetry = board_symmetry(kind, layout, columns, rows)
    assert (symmetry is not None) == any(
        found.linear == kind.linear(layout) for found in board_symmetries(layout, columns, rows)
    )
    if symmetry is not None:
        hexes = hexes_of(layout, columns, rows)
        images = (symmetry(Hex(q, r)) for q, r in hexes)
        assert {(at.q, at.r) for at in images} == hexes


@given(LAYOUTS, st.data())
def test_void_hexes_count_for_the_symmetries_of_a_board(layout: Layout, data: st.DataObject) -> None:
    columns, rows = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5))
    cells = data.draw(st.lists(st.booleans(), min_size=columns * rows, max_size=columns * rows))
    present = np.array(cells).reshape(rows, columns)
    hexes = {
        (at.q, at.r)
        for row, column in np.argwhere(present).tolist()
        for at in [layout.from_offset(column, row)]
    }
    found = board_symmetries(layout, columns, rows, present=present)
    assert set(found) == (symmetries_by_search(hexes) if hexes else {IDENTITY})


@pytest.mark.parametrize("layout", Layout)
def test_a_hexagon_cut_out_of_a_board_has_all_twelve_and_with_a_hole_off_centre_fewer(layout: Layout) -> None:
    middle = layout.from_offset(5, 5)
    present = np.zeros((11, 11), np.bool_)
    for at in disc(middle, 3):
        column, row = layout.to_offset(at)
        present[row, column] = True
    found = board_symmetries(layout, 11, 11, present=present)
    assert len(found) == 12
    assert all(symmetry(middle) == middle for symmetry in found)
    for kind in BoardSymmetry:
        assert board_symmetry(kind, layout, 11, 11, present=present) in found
    column, row = layout.to_offset(neighbour(middle, 2))
    present[row, column] = False
    left = board_symmetries(layout, 11, 11, present=present)
    assert {(symmetry.turn, symmetry.mirrored) for symmetry in left} == {(0, False), (4, True)}


def test_the_standard_arena_has_no_turn_but_its_top_and_bottom_mirror() -> None:
    assert board_symmetry(BoardSymmetry.TURN_180, Layout.ODD_R, 7, 7) is None
    mirror = board_symmetry(BoardSymmetry.TOP_BOTTOM, Layout.ODD_R, 7, 7)
    assert mirror is not None
    for row, column in product(range(7), repeat=2):
        image = Layout.ODD_R.to_offset(mirror(Layout.ODD_R.from_offset(column, row)))
        assert image == (column, 6 - row)
