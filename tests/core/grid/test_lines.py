from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid import Hex, Layout, Tie, disc, distance, hex_line

HEXES = st.builds(Hex, st.integers(-60, 60), st.integers(-60, 60))
TIES = st.sampled_from(Tie)


def line_by_fractions(a: Hex, b: Hex, tie: Tie) -> list[Hex]:
    """Ask of every hex near a sample whether it holds it; of two, take the one on the side of the tie."""
    steps = distance(a, b)
    found = []
    for step in range(steps + 1):
        part = Fraction(step, max(steps, 1))
        q, r = a.q + part * (b.q - a.q), a.r + part * (b.r - a.r)
        near = [Hex(int(q // 1) + dq, int(r // 1) + dr) for dq in (-1, 0, 1, 2) for dr in (-1, 0, 1, 2)]
        # The borders of a hex stand halfway to its six neighbours.
        offsets = [(at, q - at.q, r - at.r) for at in near]
        holders = [at for at, u, v in offsets if max(abs(2 * u + v), abs(u + 2 * v), abs(u - v)) <= 1]
        # Where y grows downwards, a positive cross product is to the right.
        holders.sort(key=lambda at: (b.q - a.q) * (at.r - r) - (b.r - a.r) * (at.q - q))
        found.append(holders[0 if tie is Tie.LEFT else -1])
    return found


@given(HEXES, HEXES, TIES)
def test_a_line_has_one_hex_at_each_distance_and_holds_together(a: Hex, b: Hex, tie: Tie) -> None:
    line = hex_line(a, b, tie=tie)
    assert (line[0], line[-1]) == (a, b)
    assert [distance(a, at) for at in line] == list(range(distance(a, b) + 1))
    assert [distance(b, at) for at in line] == list(range(distance(a, b), -1, -1))
    assert all(distance(here, there) == 1 for here, there in pairwise(line))


@given(HEXES, HEXES, TIES)
def test_a_line_takes_the_hexes_that_hold_its_samples(a: Hex, b: Hex, tie: Tie) -> None:
    assert list(hex_line(a, b, tie=tie)) == line_by_fractions(a, b, tie)


@pytest.mark.long
def test_all_lines_of_up_to_eight_hexes_agree_with_fractions() -> None:
    start = Hex(2, -1)
    for end in disc(start, 8):
        for tie in Tie:
            assert list(hex_line(start, end, tie=tie)) == line_by_fractions(start, end, tie), (end, tie)


@given(HEXES, HEXES)
def test_the_way_back_is_the_same_line_with_the_other_tie(a: Hex, b: Hex) -> None:
    assert hex_line(b, a, tie=Tie.RIGHT) == hex_line(a, b, tie=Tie.LEFT)[::-1]


@given(HEXES, HEXES, HEXES, TIES)
def test_a_line_moves_with_its_ends(a: Hex, b: Hex, by: Hex, tie: Tie) -> None:
    assert hex_line(a + by, b + by, tie=tie) == tuple(at + by for at in hex_line(a, b, tie=tie))


@pytest.mark.parametrize("direction", range(6))
def test_left_and_right_are_as_seen_walking(direction: int) -> None:
    # Two steps through the corner of a hex run along a hexside: the middle may be either of its hexes.
    start, along = Hex(0, 0), [Hex(1, 1), Hex(-1, 2), Hex(-2, 1), Hex(-1, -1), Hex(1, -2), Hex(2, -1)]
    end = along[direction]
    for layout in Layout:
        x, y = layout.centre(end)
        sides = []
        for tie in Tie:
            middle = layout.centre(hex_line(start, end, tie=tie)[1])
            sides.append(x * middle[1] - y * middle[0])
        left, right = sides
        assert left < -0.1 < 0.1 < right


def test_a_line_to_the_same_hex_is_that_hex_and_left_is_the_usual_tie() -> None:
    assert hex_line(Hex(3, 4), Hex(3, 4)) == (Hex(3, 4),)
    assert hex_line(Hex(0, 0), Hex(1, 1)) == (Hex(0, 0), Hex(1, 0), Hex(1, 1))


def test_lines_stay_exact_where_floats_would_not() -> None:
    far = 2**60
    line = hex_line(Hex(far, far), Hex(far + 3, far + 1))
    assert line == tuple(at + Hex(far, far) for at in hex_line(Hex(0, 0), Hex(3, 1)))
