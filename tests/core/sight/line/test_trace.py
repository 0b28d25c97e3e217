"""The way of a line in numbers; what it meets is held against brute forces in ``test_line``."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from fairground.core.grid.hexes import Hex
from fairground.core.sight.board.cells import Cells
from fairground.core.sight.line.trace import Across, Along, AtCorner, Crossed, sight_line, step_place, trace

ends = st.builds(Hex, st.integers(-25, 25), st.integers(-25, 25))
CELLS = Cells(Hex(-60, -60), 121, 121)


@given(ends, ends)
def test_h_02_the_way_does_not_hang_on_how_hexes_are_numbered(start: Hex, end: Hex) -> None:
    near = Cells.around((start, end))
    here, there = trace(CELLS, start, end), trace(near, start, end)
    for one, other in ((here.path, there.path), (here.left, there.left), (here.right, there.right)):
        assert list(map(CELLS.hex, one)) == list(map(near.hex, other))
    assert list(map(CELLS.hex, here.crossed_or_touched)) == list(map(near.hex, there.crossed_or_touched))


@given(ends, st.integers(1, 5))
def test_h_02_a_line_repeats_itself_from_each_centre_on(end: Hex, times: int) -> None:
    cells = Cells.around((Hex(0, 0), end * times))
    once, whole = (trace(cells, Hex(0, 0), end * by) for by in (1, times))
    parts = [[cells.hex(at) + end * i for at in once.path] for i in range(times)]
    assert list(map(cells.hex, whole.path)) == [Hex(0, 0), *(at for part in parts for at in part[1:])]


@given(ends)
def test_h_05_hexes_touched_come_between_those_crossed(end: Hex) -> None:
    cells = Cells.around((Hex(0, 0), end))
    expected = []
    for it in sight_line(Hex(0, 0), end).meetings:
        match it:
            case Crossed(at) | AtCorner(_, _, _, Hex() as at):
                expected.append(at)
    assert list(map(cells.hex, trace(cells, Hex(0, 0), end).crossed_or_touched)) == expected


@given(ends)
def test_places_grow_along_the_line(end: Hex) -> None:
    cells = Cells.around((Hex(0, 0), end))
    places = trace(cells, Hex(0, 0), end).places()
    met: list[tuple[Hex, ...]] = []
    for it in sight_line(Hex(0, 0), end).meetings:
        match it:
            case Crossed(at) | AtCorner(_, _, _, Hex() as at):
                met.append((at,))
            case Along(_, left, right):
                met.append((left, right))
            case Across() | AtCorner():
                pass
    found = [{places[cells.number(at)] for at in together} for together in met]
    assert all(len(together) == 1 for together in found)
    assert all(max(near) < min(far) for near, far in pairwise(found))
    assert step_place(1) > step_place(0) + 3
