"""Walls for virtual tables: the outlines of what blocks, as lines over exact corners of hexes.

An outline is made of the hexsides with one blocking hex beside them: those between two cancel out. All is worked out on
corners, which are whole numbers and the same from all three of their hexes, so that walls which meet do so exactly.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.grid.boundary import hexside_chains
from fairground.core.grid.hexes import DIRECTIONS, Hex
from fairground.core.grid.hexsides import hexside
from fairground.core.scenario.arrays import look_up, step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.core.clients.blockers import Blockers
    from fairground.core.grid.hexsides import Corner, Hexside
    from fairground.core.grid.layout import Layout


class SightStop(Enum):
    """Where a wall ends sight."""

    #: Nowhere: it stops movement alone.
    NOWHERE = "nowhere"
    #: Beyond the next such wall: it is the edge of hexes that are seen into and not through.
    BEYOND = "beyond"
    #: At the wall itself: it stands on a hexside.
    HERE = "here"


class _Kind(NamedTuple):
    sight: SightStop
    movement: bool


@dataclass(frozen=True, slots=True)
class Wall:
    """A line along hexsides that all stop the same.

    ``corners`` are in the order of the line; a closed one ends where it starts.
    """

    corners: tuple[Corner, ...]
    sight: SightStop
    movement: bool

    @property
    def is_closed(self) -> bool:
        """Whether it comes back to its start."""
        return self.corners[0] == self.corners[-1]

    @property
    def pieces(self) -> Iterator[tuple[Corner, Corner]]:
        """Its hexsides by their two ends, in order."""
        return pairwise(self.corners)


def walls(found: Blockers, layout: Layout, *, movement: bool = True) -> tuple[Wall, ...]:
    """Return the walls of what blocks, each as long as it can be.

    Hexes that block sight get an outline around each group, and around holes in it; so do hexes that block movement. A
    hexside with a feature is a wall of its own. Where walls lie on each other they are one that stops what both do.
    Without ``movement`` that is left aside, and the outlines of what blocks sight are in one piece.
    """
    kinds = dict.fromkeys(_outline(found.sight, layout), _Kind(SightStop.BEYOND, movement=False))
    for side in _outline(found.movement, layout) if movement else ():
        kinds[side] = _Kind(kinds[side].sight if side in kinds else SightStop.NOWHERE, movement=True)
    for side, stops in found.hexsides.items():
        before = kinds.get(side, _Kind(SightStop.NOWHERE, movement=False))
        kind = _Kind(
            SightStop.HERE if stops.sight else before.sight,
            before.movement or (stops.movement and movement),
        )
        if kind.sight is not SightStop.NOWHERE or kind.movement:
            kinds[side] = kind
    alike: defaultdict[_Kind, list[Hexside]] = defaultdict(list)
    for side, kind in kinds.items():
        alike[kind].append(side)
    return tuple(
        Wall(chain, *kind)
        for kind, sides in sorted(alike.items(), key=lambda it: (it[0].sight.value, it[0].movement))
        for chain in hexside_chains(sides)
    )


def _outline(hexes: NDArray[np.bool_], layout: Layout) -> Iterator[Hexside]:
    """Yield the hexsides that have one of the hexes on one side and none on the other."""
    rows, columns = np.nonzero(hexes)
    q, r = layout.from_offset_arrays(columns, rows)
    for direction in range(len(DIRECTIONS)):
        edge = ~look_up(layout, hexes, *step(q, r, direction))
        for at in zip(q[edge].tolist(), r[edge].tolist(), strict=True):
            yield hexside(Hex(*at), direction)
