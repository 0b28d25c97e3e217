"""Programs: that they are the lines they stand for, exactly, and that the shipped ones are those that the code finds."""

from __future__ import annotations

import zlib
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.sight.field.programs import (
    SHIPPED,
    SHIPPED_REACH,
    Program,
    ProgramSearch,
    decode,
    encode,
    offsets,
    programs_for,
)
from fairground.core.sight.field.sector import TWELVE, into_sector, sector_line
from fairground.core.sight.line.trace import Across, AtCorner, sight_line

Steps = list[tuple[int, int]]


def steps(hexes: tuple[Hex, ...]) -> Steps:
    return [(at.q, at.r) for at in hexes]


def covered(a: int, b: int, found: Program) -> Steps:
    """Return the hexes that a program comes to, each as often as it does; for an exact one those crossed, once."""
    hexes = [*found.cuts, *found.loose]
    ends = [(0, 0), *found.cuts, (a, b)] if found.cuts else []
    for (x, y), (to_x, to_y) in pairwise(ends):
        hexes += [(x + i, y + j) for i, j in sector_line(to_x - x, to_y - y).crossed]
    return hexes


@pytest.mark.parametrize("reach", [24])
def test_h_03_lines_of_the_sector_are_those_of_the_grid(reach: int) -> None:
    for a, b in offsets(reach):
        line, found = sight_line(Hex(0, 0), Hex(a, b)), sector_line(a, b)
        assert list(found.crossed) == steps(line.crossed)
        assert list(found.touched) == steps(line.touched)
        # The sector's axes run another way round than those of the screen, so left and right may change places.
        beside = [[steps((it.left, it.right)) for it in line.stretches], list(map(list, found.along))]
        assert sorted(map(sorted, beside[0])) == sorted(map(sorted, beside[1]))
        across = [it for it in line.meetings if isinstance(it, Across)]
        assert [list(pair) for pair in found.across] == [steps((it.leaves, it.enters)) for it in across]
        corners = [it for it in line.meetings if isinstance(it, AtCorner)]
        met = [(at, it.corner) for it in corners for at in (it.leaves, it.enters) if at is not None]
        assert [(x, y, 3 * x + u, 3 * y + v) for (x, y), (u, v) in found.corners] == [
            (at.q, at.r, corner.q3, corner.r3) for at, corner in met
        ]


def test_h_03_the_sector_begins_at_each_neighbour_and_opens_to_either_side() -> None:
    found = [(Hex(*it.apply((1, 0))), Hex(*it.apply((1, 1)))) for it in TWELVE]
    assert len(found) == 12
    assert set(found) == {
        (DIRECTIONS[i], DIRECTIONS[i] + DIRECTIONS[i + by]) for i in range(-1, 5) for by in (1, -1)
    }


@given(st.integers(-60, 60), st.integers(-60, 60))
def test_h_03_every_offset_is_one_of_the_sector_turned_or_mirrored(x: int, y: int) -> None:
    (a, b), matrix = into_sector(x, y)
    assert a >= b >= 0
    assert matrix in TWELVE
    assert matrix.apply((a, b)) == (x, y)
    if (x, y) != (0, 0):
        expected = sight_line(Hex(0, 0), Hex(x, y)).crossed
        assert list(map(matrix.apply, sector_line(a, b).crossed)) == steps(expected)


@pytest.mark.long
def test_h_03_every_shipped_program_is_its_line_each_hex_once() -> None:
    found = programs_for(list(offsets(SHIPPED_REACH)))
    assert len(found) == 5775
    for (a, b), program in found.items():
        assert sorted(covered(a, b, program)) == list(sector_line(a, b).crossed)


def test_programs_take_few_pieces() -> None:
    found = programs_for(list(offsets(SHIPPED_REACH)))
    terms = [len(it.cuts) + 1 + len(it.loose) for it in found.values()]
    assert sum(terms) / len(terms) < 2.75


@given(st.integers(76, 400), st.integers(0, 400))
def test_h_03_longer_offsets_are_searched_and_as_exact(a: int, b: int) -> None:
    b = min(a, b)
    (program,) = programs_for([(a, b)]).values()
    assert sorted(covered(a, b, program)) == list(sector_line(a, b).crossed)


def test_the_shipped_programs_are_those_that_the_code_finds() -> None:
    shipped = decode(zlib.decompress(SHIPPED.read_bytes()), SHIPPED_REACH)
    search = ProgramSearch()
    sample = [*offsets(40), *list(offsets(SHIPPED_REACH))[-300::7]]
    assert {it: shipped[it] for it in sample} == {it: search.program(*it) for it in sample}


def test_programs_are_read_as_they_were_written() -> None:
    found = decode(encode(12), 12)
    assert list(found) == list(offsets(12))
    assert found == {it: ProgramSearch().program(*it) for it in offsets(12)}
