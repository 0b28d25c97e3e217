"""Hexsides and corners, each with one canonical value that can be compared, hashed and sorted, and outlines of sets of hexes."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairground.core.errors import GridError
from fairground.core.grid.hexes import DIRECTIONS, Hex, direction_between, neighbour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


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


def hexside_chains(sides: Iterable[Hexside]) -> tuple[tuple[Corner, ...], ...]:
    """Join hexsides to the longest possible chains of corners.

    Chains end at corners with one or three hexsides. A closed chain repeats its first corner at the end. Each hexside is in
    one chain, once. Equal sets give equal chains in equal order.
    """
    beside: defaultdict[Corner, list[Corner]] = defaultdict(list)
    for side in sorted(set(sides)):
        first, last = side.corners
        beside[first].append(last)
        beside[last].append(first)
    ends = {at for at, others in beside.items() if len(others) != 2}
    chains = []
    # From ends first; rings remain.
    for start in (*sorted(ends), *sorted(beside)):
        while beside[start]:
            chain = [start]
            while len(chain) == 1 or (chain[-1] != start and chain[-1] not in ends):
                at = chain[-1]
                onward = beside[at].pop()
                beside[onward].remove(at)
                chain.append(onward)
            chains.append(tuple(chain))
    return tuple(chains)


#: The steps to each neighbour, and to the two corners of the side between, in thirds.
_SIDES = tuple(
    (step.q, step.r, first, second)
    for step, first, second in zip(
        DIRECTIONS,
        [(at.q3, at.r3) for at in corners(Hex(0, 0))[-1:] + corners(Hex(0, 0))[:-1]],
        [(at.q3, at.r3) for at in corners(Hex(0, 0))],
        strict=True,
    )
)


def region_boundary(hexes: Iterable[Hex]) -> tuple[tuple[Corner, ...], ...]:
    """Return the outline of a set of hexes as rings of corners.

    Outer rings run clockwise on screen, rings around holes counter-clockwise. Each ring starts at its smallest corner and
    does not repeat it at the end; rings are sorted by that corner.
    """
    # Plain tuples are faster: a zone may have a million hexes.
    inside = {(at.q, at.r) for at in hexes}
    following: dict[tuple[int, int], tuple[int, int]] = {}
    for q, r in inside:
        for step_q, step_r, (q_in, r_in), (q_out, r_out) in _SIDES:
            if (q + step_q, r + step_r) not in inside:
                following[3 * q + q_in, 3 * r + r_in] = (3 * q + q_out, 3 * r + r_out)
    rings = []
    for start in sorted(following):
        if start not in following:  # walked as part of an earlier ring
            continue
        ring = []
        at = start
        while at in following:
            ring.append(Corner(*at))
            at = following.pop(at)
        rings.append(tuple(ring))
    return tuple(rings)


def hexes_enclosed(ring: tuple[Corner, ...]) -> int:
    """Return the number of hexes in a ring of ``region_boundary``; negative for a hole."""
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    # Twice the area in thirds of the axial coordinates, where one hex has 18.
    return sum(a.q3 * b.r3 - b.q3 * a.r3 for a, b in pairs) // 18
