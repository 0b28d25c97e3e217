"""Hexsides and corners, each with one canonical value that can be compared, hashed and sorted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairground.core.errors import GridError
from fairground.core.grid.hexes import DIRECTIONS, Hex, direction_between, neighbour

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True, order=True)
class Corner:
    """A corner of a hex, in thirds of axial coordinates: exact, and the same from all three hexes."""

    q3: int
    r3: int


@dataclass(frozen=True, slots=True, order=True)
class Hexside:
    """The side between two hexes; canonical ones, from ``hexside(...)``, have direction 0, 1 or 2 from ``hex``."""

    hex: Hex
    direction: int

    def __hash__(self) -> int:
        # Hash the numbers directly: boards have dicts of thousands of hexsides.
        return hash((self.hex.q, self.hex.r, self.direction))

    def __reduce__(self) -> tuple[Callable[[int, int, int], Hexside], tuple[int, int, int]]:
        """Pickle as three numbers, since a board has thousands."""
        return _of_numbers, (self.hex.q, self.hex.r, self.direction)

    @property
    def hexes(self) -> tuple[Hex, Hex]:
        """The two hexes on either side, the canonical owner first."""
        return self.hex, neighbour(self.hex, self.direction)

    @property
    def corners(self) -> tuple[Corner, Corner]:
        """The two ends, clockwise as seen from the owner."""
        return corner(self.hex, self.direction - 1), corner(self.hex, self.direction)


def _of_numbers(q: int, r: int, direction: int) -> Hexside:
    return Hexside(Hex(q, r), direction)


def hexside(origin: Hex, direction: int) -> Hexside:
    """Return the canonical hexside of ``origin`` in ``direction`` (0-5, taken modulo 6)."""
    direction %= 6
    if direction < 3:
        return Hexside(origin, direction)
    return Hexside(neighbour(origin, direction), direction - 3)


def hexside_between(a: Hex, b: Hex) -> Hexside:
    """Return the canonical hexside between two adjacent hexes.

    Raises
    ------
    GridError
        When the hexes are not adjacent.
    """
    direction = direction_between(a, b)
    if direction is None:
        raise GridError(f"{a} and {b} share no hexside: they are not adjacent")
    return hexside(a, direction)


def hexsides(origin: Hex) -> tuple[Hexside, ...]:
    """Return the six hexsides of a hex, canonical, clockwise from direction 0."""
    return tuple(hexside(origin, direction) for direction in range(6))


def corner(origin: Hex, index: int) -> Corner:
    """Return the corner of ``origin`` between directions ``index`` and ``index + 1`` (taken modulo 6)."""
    first, second = DIRECTIONS[index % 6], DIRECTIONS[(index + 1) % 6]
    return Corner(3 * origin.q + first.q + second.q, 3 * origin.r + first.r + second.r)


def corners(origin: Hex) -> tuple[Corner, ...]:
    """Return the six corners of a hex, clockwise; corner ``i`` is between directions ``i`` and ``i + 1``."""
    return tuple(corner(origin, index) for index in range(6))
