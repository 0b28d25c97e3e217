"""The straight line between the centres of two hexes in full: hexes, hexsides and corners in order."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from fairground.core.grid.hexsides import Corner, Hexside, hexside_between
from fairground.core.sight.board.cells import Cells
from fairground.core.sight.line.trace import trace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.sight.line.trace import Trace


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
