"""The straight line between the centres of two hexes, exact: as numbers of hexes for fast look-up, and in full with hexsides and corners."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count, pairwise
from math import gcd
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from fairground.core.grid.hexes import DIRECTIONS
from fairground.core.grid.hexsides import Corner, Hexside, hexside_between
from fairground.core.sight.board.cells import Cells

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.hexes import Hex

#: Whether q and r of a step are odd, for directions 0-2; the opposite ones are the same.
_ODD: Final = tuple((it.q & 1, it.r & 1) for it in DIRECTIONS[:3])


class Trace(NamedTuple):
    """The course of a line; hexes are numbers of ``Cells``.

    ``path`` holds the hexes whose interior the line runs through, in order, both ends included (rule H-03). Each *step* to
    the next, counted from 0, leads across a hexside or through a corner, or all steps run along hexsides (rule H-04).
    """

    path: list[int]
    #: By step through a corner: the hex that the line meets only there (rule H-05).
    touched: dict[int, int]
    #: The hexes on the left of the hexsides that the line runs along, by step; empty if it does not.
    left: list[int]
    #: Those on the right.
    right: list[int]

    @property
    def crossed(self) -> list[int]:
        """The hexes of the path between its ends."""
        return self.path[1:-1]

    @property
    def crossed_or_touched(self) -> list[int]:
        """The hexes of the path between its ends and those touched, in order."""
        hexes = self.path[1:-1]
        for step in sorted(self.touched, reverse=True):
            hexes.insert(step, self.touched[step])
        return hexes

    def places(self) -> dict[int, int]:
        """Return the place along the line of each hex that it meets; see ``step_place``."""
        places = dict(zip(self.path, count(step_place(0) - 1, step_place(1)), strict=False))
        places |= {at: step_place(step) for step, at in self.touched.items()}
        for beside in (self.left, self.right):
            places |= {at: step_place(step) + 1 for step, at in enumerate(beside)}
        return places


def step_place(step: int) -> int:
    """Return the place of the hexside or corner where a step begins, a number that grows along the line.

    The hexside that a step runs along is 1 later, the corner at its end 2, and the hex that it leads to 3.
    """
    return 4 * step


def trace(cells: Cells, start: Hex, end: Hex) -> Trace:
    """Return the course of the line from one hex to another (rules H-02 to H-05); to itself it has no step."""
    origin, steps = cells.number(start), cells.steps
    # The line repeats from each centre that it passes through.
    times = gcd(end.q - start.q, end.r - start.r)
    if not times:
        return Trace([origin], {}, [], [])
    q, r = (end.q - start.q) // times, (end.r - start.r) // times
    period = (cells.number(end) - origin) // times
    # How far the six neighbours of a hex are to the right of the line; below 0 to the left.
    aside = -q, -q - r, -r, q, q + r, r
    # The side of a hex that faces the end the most.
    turns = [aside[k - 5] - aside[k - 1] for k in range(6)]
    facing = turns.index(max(turns))
    for corner in (facing - 1, facing):
        if aside[corner] + aside[(corner + 1) % 6] == 0:
            path = [origin + period * i for i in range(times + 1)]
            left, right = steps[corner], steps[(corner + 1) % 6]
            return Trace(path, {}, [at + left for at in path[:-1]], [at + right for at in path[:-1]])
    # Otherwise the line's middle is the middle of a hexside, crossed by a step of the same parity.
    middle = facing - 1 + (_ODD.index((q & 1, r & 1)) - facing + 1) % 3
    last = origin + (period - steps[middle % 6]) // 2
    three = facing - 1, facing, (facing + 1) % 6
    path, touched = _walk(origin, last, [steps[k] for k in three], [aside[k] for k in three])
    # The second half is the first one rotated by 180 degrees.
    both_ends, length = 2 * origin + period, 2 * len(path) - 1
    touched |= {length - 1 - step: both_ends - at for step, at in touched.items()}
    path += [both_ends - at for at in reversed(path)]
    if times > 1:
        once = path[1:]
        touched = {step + length * i: at + period * i for i in range(times) for step, at in touched.items()}
        path = [origin, *(at + period * i for i in range(times) for at in once)]
    return Trace(path, touched, [], [])


def _walk(origin: int, last: int, steps: list[int], aside: list[int]) -> tuple[list[int], dict[int, int]]:
    """Return path and touched hexes from one hex of a line to another.

    The line leaves hexes by three sides, from left to right: ``steps`` lead across them, and ``aside`` is how far those
    neighbours are to the right.
    """
    to_left, ahead, to_right = steps
    # How far a hex is to the right of the line, in thirds, and its change with each step.
    off, off_left, off_ahead, off_right = 0, *(3 * it for it in aside)
    # At these offsets the line passes through the corners of the middle side.
    low, high = -aside[1] - aside[2], -aside[0] - aside[1]
    at, path = origin, [origin]
    touched: dict[int, int] = {}
    while at != last:
        if low < off < high:
            at += ahead
            off += off_ahead
        elif off < low:
            at += to_right
            off += off_right
        elif off > high:
            at += to_left
            off += off_left
        else:
            touched[len(path) - 1] = at + (to_right if off == low else to_left)
            at += ahead
            off += off_ahead
        path.append(at)
    return path, touched


@dataclass(frozen=True, slots=True)
class Crossed:
    """The line runs through the interior of a hex (rule H-03)."""

    hex: Hex


@dataclass(frozen=True, slots=True)
class Along:
    """The line runs along a whole hexside, between two hexes (rule H-04)."""

    side: Hexside
    left: Hex
    right: Hex


@dataclass(frozen=True, slots=True)
class Across:
    """The line crosses a hexside between its corners, leaving one hex and entering another."""

    side: Hexside
    leaves: Hex
    enters: Hex


@dataclass(frozen=True, slots=True)
class AtCorner:
    """The line passes through a corner.

    ``leaves`` and ``enters`` are the hexes whose interior it leaves and enters; one is None if the line runs along a hexside
    before or after. ``touches`` is the hex that it meets only here (rule H-05), None next to such a hexside.
    """

    corner: Corner
    leaves: Hex | None
    enters: Hex | None
    touches: Hex | None


#: A part of a line, in the order that it meets them.
Meeting: TypeAlias = Crossed | Along | Across | AtCorner


@dataclass(frozen=True, slots=True)
class Line:
    """The line between the centres of two hexes and what it meets in order, without the ends."""

    start: Hex
    end: Hex
    meetings: tuple[Meeting, ...]

    @property
    def crossed(self) -> tuple[Hex, ...]:
        """The hexes between the ends whose interior the line runs through, in order, each once."""
        return tuple(it.hex for it in self.meetings if isinstance(it, Crossed))

    @property
    def stretches(self) -> tuple[Along, ...]:
        """The hexsides that the line runs along, in order."""
        return tuple(it for it in self.meetings if isinstance(it, Along))

    @property
    def touched(self) -> tuple[Hex, ...]:
        """The hexes that the line meets only at a corner, in order."""
        return tuple(
            it.touches for it in self.meetings if isinstance(it, AtCorner) and it.touches is not None
        )


def sight_line(start: Hex, end: Hex) -> Line:
    """Return the line from the centre of one hex to that of another (rules H-02 to H-05)."""
    cells = Cells.around((start, end))
    return Line(start, end, tuple(_meetings(cells, trace(cells, start, end))))


def _meetings(cells: Cells, course: Trace) -> Iterator[Meeting]:
    for step, (at, onward) in enumerate(pairwise(map(cells.hex, course.path))):
        if step:
            yield Crossed(at)
        if course.left:
            left, right = cells.hex(course.left[step]), cells.hex(course.right[step])
            yield AtCorner(_corner(at, left, right), at, None, None)
            yield Along(hexside_between(left, right), left, right)
            yield AtCorner(_corner(left, right, onward), None, onward, None)
        elif step in course.touched:
            touched = cells.hex(course.touched[step])
            yield AtCorner(_corner(at, onward, touched), at, onward, touched)
        else:
            yield Across(hexside_between(at, onward), at, onward)


def _corner(a: Hex, b: Hex, c: Hex) -> Corner:
    """Return the corner that three hexes share, the mean of their centres."""
    return Corner(a.q + b.q + c.q, a.r + b.r + c.r)
