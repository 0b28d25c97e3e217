from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import GridError
from fairground.core.grid import (
    DIRECTIONS,
    Hex,
    direction_between,
    disc,
    distance,
    neighbour,
    neighbours,
    ring,
)

HEXES = st.builds(Hex, st.integers(-60, 60), st.integers(-60, 60))


@given(HEXES, HEXES)
def test_hexes_add_and_subtract_as_vectors(a: Hex, b: Hex) -> None:
    assert a + b - b == a
    assert a + -a == Hex(0, 0)
    assert a + a + a == a * 3
    assert a.q + a.r + a.s == 0


def test_the_directions_are_the_six_nearest_steps_in_turning_order() -> None:
    assert len(set(DIRECTIONS)) == 6
    for index, step in enumerate(DIRECTIONS):
        after = DIRECTIONS[(index + 1) % 6]
        assert DIRECTIONS[(index + 3) % 6] == -step
        assert distance(step, after) == 1
        assert step.q * after.r - step.r * after.q == 1  # the same turn each time


@given(HEXES, HEXES, HEXES)
def test_h_01_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a) >= 0
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(HEXES)
def test_h_01_distance_counts_steps_from_neighbour_to_neighbour(origin: Hex) -> None:
    reached, edge = {origin}, {origin}
    for steps in range(1, 5):
        edge = {near for at in edge for near in neighbours(at)} - reached
        reached |= edge
        assert all(distance(origin, at) == steps for at in edge)
        assert edge == set(ring(origin, steps))


@given(HEXES, st.integers(0, 12))
def test_h_01_a_ring_has_six_hexes_a_step_and_closes(centre: Hex, radius: int) -> None:
    found = ring(centre, radius)
    assert len(found) == len(set(found)) == max(1, 6 * radius)
    assert all(distance(centre, at) == radius for at in found)
    if radius:
        assert found[0] == centre + DIRECTIONS[0] * radius
        assert found[radius] == centre + DIRECTIONS[1] * radius  # clockwise
        assert all(distance(a, b) == 1 for a, b in zip(found, found[1:] + found[:1], strict=True))


def test_h_01_ranges_one_two_and_three_have_6_12_and_18_hexes() -> None:
    assert [len(ring(Hex(4, -2), radius)) for radius in (1, 2, 3)] == [6, 12, 18]
    assert ring(Hex(4, -2), 0) == (Hex(4, -2),)


@given(HEXES, st.integers(0, 9))
def test_p2_03_a_disc_holds_all_hexes_within_its_radius_nearest_first(centre: Hex, radius: int) -> None:
    found = disc(centre, radius)
    around = [Hex(centre.q + q, centre.r + r) for q in range(-10, 11) for r in range(-10, 11)]
    assert set(found) == {at for at in around if distance(centre, at) <= radius}
    assert len(found) == 1 + 3 * radius * (radius + 1)
    distances = [distance(centre, at) for at in found]
    assert distances == sorted(distances)


def test_p2_03_auras_take_1_7_and_19_hexes_own_hex_included() -> None:
    discs = [disc(Hex(3, 3), radius) for radius in (0, 1, 2)]
    assert [len(found) for found in discs] == [1, 7, 19]
    assert all(found[0] == Hex(3, 3) for found in discs)


def test_c_15_rings_have_six_hexes_a_step_and_not_those_of_the_drawing() -> None:
    """The drawing has rings of 4, 10 and 16 hexes and an aura of 21."""
    centre = Hex(1, 2)
    assert [sum(distance(centre, at) == radius for at in disc(centre, 3)) for radius in (1, 2, 3)] == [
        6,
        12,
        18,
    ]
    assert len(disc(centre, 2)) == 19


def test_rings_and_discs_refuse_a_negative_radius() -> None:
    with pytest.raises(GridError, match="the radius of a ring must be 0 or more, not -1"):
        ring(Hex(0, 0), -1)
    with pytest.raises(GridError, match="the radius of a disc must be 0 or more, not -2"):
        disc(Hex(0, 0), -2)


@given(HEXES, HEXES, st.integers(-20, 20))
def test_the_direction_between_neighbours_leads_from_one_to_the_other(a: Hex, b: Hex, direction: int) -> None:
    assert direction_between(a, neighbour(a, direction)) == direction % 6
    found = direction_between(a, b)
    assert (found is not None) == (distance(a, b) == 1)
    assert direction_between(a, a) is None
