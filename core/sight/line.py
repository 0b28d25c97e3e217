"""What the straight line between the centres of two hexes meets, in order and exactly.

All of it is integer geometry: no nudge, no tolerance, no decimal number. It depends on the two hexes alone, on no
board and no ruleset.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from fairground.core.grid.hexes import DIRECTIONS, Hex, neighbour
from fairground.core.grid.hexsides import Corner, Hexside, corner, corners, hexside

if TYPE_CHECKING:
    from collections.abc import Generator

#: Lines of that many offsets are kept; a board of 100x100 has 40,000.
_KEPT = 1 << 16


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

    def sides_of(self, at: Hex) -> tuple[Hexside, Hexside]:
        """Return the two hexsides of one of its hexes that meet at the corner."""
        index = next(k for k in range(6) if corner(at, k) == self.corner)
        return hexside(at, index), hexside(at, index + 1)


#: One thing that a line meets.
Meeting: TypeAlias = Crossed | Along | Across | AtCorner


@dataclass(frozen=True, slots=True)
class Line:
    """The line from the centre of ``start`` to that of ``end``, and what it meets on the way, in order.

    The two end hexes are not among what is crossed. A line from a hex to itself meets nothing.
    """

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


class Trace(NamedTuple):
    """What lines of one offset meet, as bare numbers for quick looking up, seen from a start at (0, 0).

    Each entry begins with the index of its meeting; hexes follow as ``q, r``, hexsides as ``q, r, direction``.
    """

    crossed: tuple[tuple[int, int, int], ...]
    #: The hexes crossed and those touched at a corner alone, in one order.
    crossed_or_touched: tuple[tuple[int, int, int], ...]
    left: tuple[tuple[int, int, int], ...]
    right: tuple[tuple[int, int, int], ...]
    #: The hexsides run along, crossed, or meeting at a corner where a hex is left or entered.
    sides: tuple[tuple[int, int, int, int], ...]


def sight_line(start: Hex, end: Hex) -> Line:
    """Return the line from the centre of one hex to that of another (rules H-02 to H-05)."""
    offset = end - start
    return Line(start, end, tuple(_moved(it, start) for it in _meetings(offset.q, offset.r)))


@lru_cache(maxsize=_KEPT)
def _meetings(dq: int, dr: int) -> tuple[Meeting, ...]:
    """Return what the line from the hex (0, 0) to the hex (dq, dr) meets."""
    return tuple(_walk(Hex(dq, dr)))


@lru_cache(maxsize=_KEPT)
def trace(dq: int, dr: int) -> Trace:
    """Return the trace of the lines whose end lies ``(dq, dr)`` from their start."""
    crossed, passed, left, right, sides = [], [], [], [], []
    for place, it in enumerate(_meetings(dq, dr)):
        match it:
            case Crossed(at):
                crossed.append((place, at.q, at.r))
                passed.append((place, at.q, at.r))
            case Along(side, on_left, on_right):
                left.append((place, on_left.q, on_left.r))
                right.append((place, on_right.q, on_right.r))
                sides.append((place, side.hex.q, side.hex.r, side.direction))
            case Across(side):
                sides.append((place, side.hex.q, side.hex.r, side.direction))
            case AtCorner(_, leaves, enters, touches):
                if touches is not None:
                    passed.append((place, touches.q, touches.r))
                meeting = {side for at in (leaves, enters) if at for side in it.sides_of(at)}
                sides += [(place, side.hex.q, side.hex.r, side.direction) for side in sorted(meeting)]
    return Trace(tuple(crossed), tuple(passed), tuple(left), tuple(right), tuple(sides))


def meeting_at(start: Hex, end: Hex, place: int) -> Meeting:
    """Return one of the things that a line meets, by its index."""
    return _moved(_meetings(end.q - start.q, end.r - start.r)[place], start)


def _walk(end: Hex) -> Generator[Meeting]:
    at = Hex(0, 0)
    # How far each corner of a hex lies to the right of its centre, as seen walking; below 0 to the left.
    aside = [end.q * it.r3 - end.r * it.q3 for it in corners(at)]
    while at != end:
        # The line leaves between the last corner on its left and the first that is not.
        centre = 3 * (end.q * at.r - end.r * at.q)
        way = next(k for k in range(6) if centre + aside[k - 1] < 0 <= centre + aside[k])
        if centre + aside[way] > 0:
            onward = neighbour(at, way)
            yield Across(hexside(at, way), at, onward)
        else:
            onward = yield from _through_corner(at, way, end)
        at = onward
        if at != end:
            yield Crossed(at)


def _through_corner(at: Hex, index: int, end: Hex) -> Generator[Meeting, None, Hex]:
    """Yield what the line meets as it leaves ``at`` by a corner; return the hex that it enters next."""
    left, right = neighbour(at, index), neighbour(at, index + 1)
    outward = DIRECTIONS[index] + DIRECTIONS[(index + 1) % 6]
    turn = end.q * outward.r - end.r * outward.q
    if turn == 0:
        onward = at + outward
        yield AtCorner(corner(at, index), at, None, None)
        yield Along(hexside(left, index + 2), left, right)
        yield AtCorner(corner(onward, index + 3), None, onward, None)
        return onward
    onward, touched = (left, right) if turn > 0 else (right, left)
    yield AtCorner(corner(at, index), at, onward, touched)
    return onward


def _moved(it: Meeting, by: Hex) -> Meeting:
    match it:
        case Crossed(at):
            return Crossed(at + by)
        case Along(side, left, right):
            return Along(Hexside(side.hex + by, side.direction), left + by, right + by)
        case Across(side, leaves, enters):
            return Across(Hexside(side.hex + by, side.direction), leaves + by, enters + by)
        case AtCorner(point, leaves, enters, touches):
            return AtCorner(
                Corner(point.q3 + 3 * by.q, point.r3 + 3 * by.r),
                None if leaves is None else leaves + by,
                None if enters is None else enters + by,
                None if touches is None else touches + by,
            )
