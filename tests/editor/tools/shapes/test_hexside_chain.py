"""Chains of hexsides: the shortest way along borders of hexes, without gaps and spurs."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.errors import GridError
from fairground.core.grid.hexes import Hex, disc
from fairground.core.grid.hexsides import Corner, Hexside, corner, corners, hexside, hexsides
from fairground.core.grid.lines import hex_line
from fairground.editor.tools.hexsides import HexsideChain, corner_distance, hexside_of_corners

HERE = Hex(2, -3)
HEXES = st.sampled_from(disc(HERE, 4))
SIDES = st.builds(hexside, HEXES, st.integers(0, 5))


@cache
def ways(start: Corner) -> dict[Corner, int]:
    """How many hexsides lead from a corner to all corners around, step by step."""
    beside = defaultdict(set)
    for at in disc(HERE, 12):
        for side in hexsides(at):
            one, other = side.corners
            beside[one].add(other)
            beside[other].add(one)
    found, rim, far = {start: 0}, {start}, 0
    while rim:
        far += 1
        rim = {other for one in rim for other in beside[one]} - found.keys()
        found |= dict.fromkeys(rim, far)
    return found


def laid(*sides: Hexside) -> HexsideChain:
    chain = HexsideChain(sides[0])
    for side in sides[1:]:
        chain.reach(side)
    return chain


def ends(sides: tuple[Hexside, ...]) -> Counter[Corner]:
    """How many different sides of a chain meet at each corner."""
    return Counter(it for side in set(sides) for it in side.corners)


@given(one=st.builds(corner, HEXES, st.integers(0, 5)), other=st.builds(corner, HEXES, st.integers(0, 5)))
def test_the_distance_of_corners_is_that_of_the_shortest_way(one: Corner, other: Corner) -> None:
    assert corner_distance(one, other) == ways(one)[other]


@given(side=SIDES)
def test_a_hexside_is_known_by_its_corners(side: Hexside) -> None:
    assert hexside_of_corners(*side.corners) == hexside_of_corners(*side.corners[::-1]) == side


@given(at=HEXES, first=st.integers(0, 5), second=st.integers(0, 5))
def test_corners_that_no_hexside_joins_are_refused(at: Hex, first: int, second: int) -> None:
    one, other = corners(at)[first], corners(at)[second]
    if (first - second) % 6 in (1, 5):
        assert hexside_of_corners(one, other) in hexsides(at)
    else:
        with pytest.raises(GridError, match="not the ends of a hexside"):
            hexside_of_corners(one, other)


@given(sides=st.lists(SIDES, min_size=1, max_size=7))
def test_a_chain_has_no_gap_and_ends_where_the_pointer_is(sides: list[Hexside]) -> None:
    chain = HexsideChain(sides[0])
    counted = Counter(sides[:1])
    for side in sides[1:]:
        for it, more in chain.reach(side):
            counted[it] += more
        assert chain.sides[-1] == side
        assert counted[side] > 0
    found = chain.sides
    assert found[0] == sides[0]
    assert +counted == Counter(found)
    for one, other in pairwise(found):
        assert one != other, "nothing is gone over twice at once"
        assert len({*one.corners} & {*other.corners}) == 1


@given(one=SIDES, other=SIDES)
def test_a_jump_is_filled_by_the_shortest_chain(one: Hexside, other: Hexside) -> None:
    found = laid(one, other).sides
    least = min(ways(mine)[theirs] for mine in one.corners for theirs in other.corners)
    assert len(found) == (1 if one == other else least + 2)
    assert len(set(found)) == len(found)
    assert max(ends(found).values()) <= 2


def test_a_side_that_the_pointer_strays_to_is_taken_up_again() -> None:
    first, last, stray = (hexside(HERE, direction) for direction in (5, 0, 1))
    # Three sides meet where the last and the stray one meet; the third leads away from the hex.
    (meeting,) = {*last.corners} & {*stray.corners}
    third = next(
        side
        for at in disc(HERE, 1)
        for side in hexsides(at)
        if meeting in side.corners and side not in (last, stray)
    )
    assert laid(first, last, stray).sides == (first, last, stray)
    assert laid(first, last, stray, third).sides == (first, last, third)


def test_going_back_shortens_the_chain_down_to_its_first() -> None:
    way = [hexside(HERE, direction) for direction in (0, 1, 2, 3)]
    assert laid(*way).sides == tuple(way)
    assert laid(*way, way[1]).sides == tuple(way[:2])
    assert laid(*way, way[2], way[1], way[0]).sides == (way[0],)
    beyond = hexside(HERE, 5)
    assert laid(*way[:2], way[0], beyond).sides == (way[0], beyond)


def test_a_whole_hex_can_be_gone_around() -> None:
    found = laid(*(hexside(HERE, direction) for direction in range(6)))
    assert {*found.sides} == {*hexsides(HERE)}
    assert {*ends(found.sides).values()} == {2}


@given(start=HEXES, goal=HEXES, direction=st.integers(0, 5))
def test_a_drag_from_hex_to_hex_leaves_no_spur(start: Hex, goal: Hex, direction: int) -> None:
    """Along a line of hexes, always at the same side of them: a zigzag, but for the first and the last side."""
    found = laid(*(hexside(at, direction) for at in hex_line(start, goal))).sides
    meeting = ends(found)
    assert max(meeting.values()) <= 3
    # Dead ends are the two of the way itself.
    assert sum(count == 1 for count in meeting.values()) <= 2
