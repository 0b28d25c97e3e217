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
    """The line runs along the whole of a hexside, between two hexes as seen walking (rule H-04)."""

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

    ``leaves`` and ``enters`` are the hexes whose interior it leaves and enters there; one is None where the line
    comes from, or goes on, along a hexside. ``touches`` is the hex that it meets at this corner alone (rule H-05);
    None where it runs along a hexside on one side of the corner.
    """

    corner: Corner
    leaves: Hex | None
    enters: Hex | None
    touches: Hex | None


#: One thing that a line meets.
Meeting: TypeAlias = Crossed | Along | Across | AtCorner


@dataclass(frozen=True, slots=True)
class Line:
    """The line between the centres of two hexes and what it meets in order, ends excluded; nothing from a hex to itself."""

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
        """The hexes that the line meets at a corner alone, in order."""
        return tuple(
            it.touches for it in self.meetings if isinstance(it, AtCorner) and it.touches is not None
        )


def sight_line(start: Hex, end: Hex) -> Line:
    """Return the line from the centre of one hex to that of another (rules H-02 to H-05)."""
    cells = Cells.around((start, end))
    return Line(start, end, tuple(_meetings(cells, trace(cells, start, end))))


def _meetings(cells: Cells, way: Trace) -> Iterator[Meeting]:
    for step, (at, onward) in enumerate(pairwise(map(cells.hex, way.path))):
        if step:
            yield Crossed(at)
        if way.left:
            left, right = cells.hex(way.left[step]), cells.hex(way.right[step])
            yield AtCorner(_corner(at, left, right), at, None, None)
            yield Along(hexside_between(left, right), left, right)
            yield AtCorner(_corner(left, right, onward), None, onward, None)
        elif step in way.touched:
            touched = cells.hex(way.touched[step])
            yield AtCorner(_corner(at, onward, touched), at, onward, touched)
        else:
            yield Across(hexside_between(at, onward), at, onward)


def _corner(a: Hex, b: Hex, c: Hex) -> Corner:
    """Return the corner that three hexes share: it lies in the middle of their centres."""
    return Corner(a.q + b.q + c.q, a.r + b.r + c.r)
