"""What lines meet, against two independent brute forces: signs of corners, and clipping with fractions; and Shapely."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import DIRECTIONS, Hex, disc, distance, neighbours
from fairground.core.grid.hexsides import Corner, corners, hexside_between, hexsides
from fairground.core.grid.layout import Layout
from fairground.core.grid.polygons import hex_polygons
from fairground.core.sight.line.trace import Across, Along, AtCorner, Crossed, Line, sight_line

ORIGIN = Hex(0, 0)
offsets = st.builds(Hex, st.integers(-40, 40), st.integers(-40, 40))


def beside(end: Hex) -> list[Hex]:
    """Return every hex that a line from the origin could meet, both ends aside."""
    reach = range(min(0, end.q) - 1, max(0, end.q) + 2), range(min(0, end.r) - 1, max(0, end.r) + 2)
    return [Hex(q, r) for q in reach[0] for r in reach[1] if Hex(q, r) not in (ORIGIN, end)]


def by_signs(end: Hex) -> tuple[set[Hex], set[frozenset[Hex]], set[Hex]]:
    """Return the hexes crossed, the pairs along hexsides and the hexes touched, from the signs of their corners."""
    crossed, edges, touched = set(), {}, set()
    for at in beside(end):
        dot = 2 * at.q * end.q + at.q * end.r + at.r * end.q + 2 * at.r * end.r
        length = 2 * (end.q**2 + end.q * end.r + end.r**2)
        signs = [end.q * it.r3 - end.r * it.q3 for it in corners(at)]
        if min(signs) < 0 < max(signs):
            if 0 < dot < length:
                crossed.add(at)
        elif signs.count(0) == 2:
            if 0 < dot < length:
                edges[at] = [it for it, sign in zip(corners(at), signs, strict=True) if sign == 0]
        elif signs.count(0) == 1:
            point = next(it for it, sign in zip(corners(at), signs, strict=True) if sign == 0)
            along = 2 * point.q3 * end.q + point.q3 * end.r + point.r3 * end.q + 2 * point.r3 * end.r
            if 0 < along < 3 * length:
                touched.add(at)
    pairs = {frozenset((a, b)) for a in edges for b in edges if a != b and set(edges[a]) == set(edges[b])}
    return crossed, pairs, touched


def by_clipping(end: Hex) -> dict[Hex, Fraction]:
    """Return where on the way, from 0 to 1, the line enters each hex whose open interior it meets."""
    found = {}
    for at in beside(end):
        low, high = Fraction(0), Fraction(1)
        for a, b in ((2, 1), (1, 2), (1, -1)):
            step, centre = a * end.q + b * end.r, a * at.q + b * at.r
            if step == 0:
                if abs(centre) >= 1:
                    break
            else:
                first, last = sorted((Fraction(centre - 1, step), Fraction(centre + 1, step)))
                low, high = max(low, first), min(high, last)
        else:
            if low < high:
                found[at] = low
    return found


def check_chain(line: Line) -> None:
    """Each thing that a line meets joins on to the one before."""
    inside: Hex | None = line.start
    pair: set[Hex] | None = None
    for it in line.meetings:
        match it:
            case Across(side, leaves, enters):
                assert inside == leaves
                assert side == hexside_between(leaves, enters)
                inside = enters
            case AtCorner(corner, leaves, enters, touches):
                assert inside == leaves
                for at in (leaves, enters, touches):
                    assert at is None or corner in corners(at)
                if pair is not None:
                    assert all(corner in corners(at) for at in pair)
                    pair = None
                inside = enters
            case Along(side, left, right):
                assert inside is None
                assert side == hexside_between(left, right)
                pair = {left, right}
            case Crossed(at):
                assert inside == at
    assert inside == line.end


def test_h_02_the_line_to_the_own_hex_meets_nothing() -> None:
    assert sight_line(Hex(3, -2), Hex(3, -2)).meetings == ()


@pytest.mark.parametrize("step", DIRECTIONS)
def test_h_02_the_line_to_a_neighbour_crosses_their_hexside_alone(step: Hex) -> None:
    assert sight_line(ORIGIN, step).meetings == (Across(hexside_between(ORIGIN, step), ORIGIN, step),)


@given(offsets)
def test_h_03_hexes_crossed_are_those_whose_corners_lie_on_both_sides(end: Hex) -> None:
    line = sight_line(ORIGIN, end)
    crossed, pairs, touched = by_signs(end)
    assert set(line.crossed) == crossed
    assert len(set(line.crossed)) == len(line.crossed)
    assert {frozenset((it.left, it.right)) for it in line.stretches} == pairs
    assert set(line.touched) == touched
    check_chain(line)


@given(offsets)
def test_h_03_hexes_crossed_come_in_order(end: Hex) -> None:
    entered = by_clipping(end)
    assert list(sight_line(ORIGIN, end).crossed) == sorted(entered, key=lambda at: entered[at])


def test_h_04_a_line_along_a_hexside_has_a_hex_on_its_left_and_one_on_its_right() -> None:
    line = sight_line(ORIGIN, Hex(1, 1))
    (stretch,) = line.stretches
    assert {stretch.left, stretch.right} == {Hex(1, 0), Hex(0, 1)}
    assert line.crossed == ()
    # Seen on a flat-top board, the way leads down and to the right: north-east of it is the left.
    x, y = Layout.ODD_Q.centre(stretch.left)
    ahead = Layout.ODD_Q.centre(Hex(1, 1))
    assert ahead[0] * y - ahead[1] * x < 0


@given(st.sampled_from(range(6)), st.integers(1, 12))
def test_h_04_left_and_right_are_those_of_the_walker(turn: int, length: int) -> None:
    end = (DIRECTIONS[turn] + DIRECTIONS[(turn + 1) % 6]) * length
    line = sight_line(ORIGIN, end)
    assert len(line.stretches) == length
    assert [it.left for it in line.stretches] == [
        DIRECTIONS[turn] + (DIRECTIONS[turn] + DIRECTIONS[(turn + 1) % 6]) * i for i in range(length)
    ]


def test_h_05_a_hex_met_at_a_corner_alone_is_touched_and_not_crossed() -> None:
    line = sight_line(ORIGIN, Hex(4, 1))
    assert line.touched
    assert not set(line.touched) & set(line.crossed)
    corner = next(it for it in line.meetings if isinstance(it, AtCorner))
    assert corner.leaves is not None
    assert corner.enters is not None


@given(offsets, offsets)
def test_the_way_back_meets_the_same_in_reverse(start: Hex, end: Hex) -> None:
    there, back = sight_line(start, end), sight_line(end, start)
    assert back.crossed == there.crossed[::-1]
    assert back.touched == there.touched[::-1]
    assert [(it.left, it.right) for it in back.stretches] == [
        (it.right, it.left) for it in reversed(there.stretches)
    ]
    assert len(back.meetings) == len(there.meetings)


@given(offsets, offsets)
def test_a_line_is_the_same_everywhere(start: Hex, by: Hex) -> None:
    end = Hex(7, -3)
    here, there = sight_line(start, start + end), sight_line(start + by, start + by + end)
    assert there.crossed == tuple(at + by for at in here.crossed)
    assert [it.side for it in there.stretches] == [
        hexside_between(it.left + by, it.right + by) for it in here.stretches
    ]


@given(offsets)
def test_each_hex_of_a_line_is_next_to_or_round_the_corner_from_the_one_before(end: Hex) -> None:
    line = sight_line(ORIGIN, end)
    way = [ORIGIN, *line.crossed, end]
    for near, far in pairwise(way):
        assert far in neighbours(near) or distance(near, far) in (0, 2)
    assert all(0 < distance(ORIGIN, at) < distance(ORIGIN, end) for at in line.crossed)


@pytest.mark.parametrize("layout", list(Layout))
def test_shapely_sees_the_same_hexes(layout: Layout) -> None:
    """An independent check in decimal numbers, away from the cases that they cannot decide."""
    hexes = disc(ORIGIN, 7)
    shapes = dict(zip(hexes, shapely.buffer(hex_polygons(hexes, layout), -1e-6), strict=True))
    for end in disc(ORIGIN, 6):
        if end == ORIGIN:
            continue
        line = shapely.LineString([layout.centre(ORIGIN), layout.centre(end)])
        seen = {at for at in hexes if at not in (ORIGIN, end) and line.intersects(shapes[at])}
        assert set(sight_line(ORIGIN, end).crossed) == seen


def test_corners_and_hexsides_met_are_canonical() -> None:
    line = sight_line(Hex(2, 2), Hex(8, 5))
    for it in line.meetings:
        match it:
            case Across(side, leaves, _) | Along(side, leaves, _):
                assert side in hexsides(leaves)
            case AtCorner(point, _, enters, _):
                assert isinstance(point, Corner)
                assert enters is None or point in corners(enters)
            case Crossed():
                pass
