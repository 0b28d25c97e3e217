from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import Hex, distance
from fairground.core.grid.hexsides import Corner, corner
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import (
    POINT_SYMMETRIES,
    BoardSymmetry,
    Symmetry,
    about,
    axis_step,
    board_symmetry,
    fixed_place,
)

if TYPE_CHECKING:
    from fractions import Fraction

HEXES = st.builds(Hex, st.integers(-20, 20), st.integers(-20, 20))
CORNERS = st.builds(corner, HEXES, st.integers(0, 5))
POINT = st.sampled_from(POINT_SYMMETRIES)
MIRRORS = [it for it in POINT_SYMMETRIES if it.mirrored]


@given(POINT, HEXES)
def test_about_a_hex_there_is_every_turn_and_mirror(linear: Symmetry, centre: Hex) -> None:
    found = about(linear, centre)
    assert found is not None
    assert found(centre) == centre
    assert found.linear == linear


@given(POINT, CORNERS)
def test_about_a_corner_there_are_third_turns_and_three_mirrors(linear: Symmetry, centre: Corner) -> None:
    found = about(linear, centre)
    if found is not None:
        assert found.corner(centre) == centre
        assert found.linear == linear
    elif not linear.mirrored:
        assert linear.turn in (1, 3, 5)


@given(CORNERS)
def test_half_of_the_symmetries_are_there_about_a_corner(centre: Corner) -> None:
    found = [linear for linear in POINT_SYMMETRIES if about(linear, centre)]
    assert [linear.turn for linear in found if not linear.mirrored] == [0, 2, 4]
    assert sum(linear.mirrored for linear in found) == 3


@given(st.integers(1, 5), HEXES)
def test_the_centre_of_a_turn_stays(turn: int, move: Hex) -> None:
    symmetry = Symmetry(turn, translation=move)
    assert image(symmetry, fixed_place(symmetry)) == fixed_place(symmetry)


@given(st.sampled_from(MIRRORS), HEXES)
def test_the_axis_of_a_mirror_stays(linear: Symmetry, centre: Hex) -> None:
    symmetry = about(linear, centre)
    assert symmetry is not None
    q, r = fixed_place(symmetry)
    step = axis_step(symmetry)
    for far in (-2, 0, 3):
        place = q + far * step.q, r + far * step.r
        assert image(symmetry, place) == place


@pytest.mark.parametrize("mirror", MIRRORS)
def test_the_way_along_an_axis_is_the_shortest_there_is(mirror: Symmetry) -> None:
    step = axis_step(mirror)
    assert mirror(step) == step
    assert distance(Hex(0, 0), step) == (2 if mirror.turn % 2 else 1)


def test_the_axis_of_a_board_is_in_its_middle() -> None:
    mirror = board_symmetry(BoardSymmetry.LEFT_RIGHT, Layout.ODD_Q, 7, 5)
    assert mirror is not None
    x, _ = Layout.ODD_Q.to_point(*map(float, fixed_place(mirror)))
    assert x == Layout.ODD_Q.centre(Layout.ODD_Q.from_offset(3, 0))[0]


def image(symmetry: Symmetry, place: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
    (a, b), (c, d) = symmetry.matrix
    q, r = place
    return a * q + b * r + symmetry.translation.q, c * q + d * r + symmetry.translation.r
