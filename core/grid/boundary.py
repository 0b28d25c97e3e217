"""Outlines of sets of hexes and chains of hexsides, as exact integer corners."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.grid.hexsides import Corner, corners

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.grid.hexsides import Hexside


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
