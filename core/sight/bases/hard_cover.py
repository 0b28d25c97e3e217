"""Hard cover between bases: the terrain that a target is behind (rule BV-06)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely

from fairground.core.sight.bases.certify import clear_of
from fairground.core.sight.bases.walls import inside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.sight.bases.base_positions import Base
    from fairground.core.sight.bases.obstacles import Obstacles

#: How near a base is that touches terrain, in inches.
_TOUCH = 1e-9


class CoverPiece(NamedTuple):
    """A piece of terrain that shelters a target: its kind, its hexes, and whether that takes touching it."""

    kind: str
    hexes: frozenset[Hex]
    contact: bool


def hard_cover(obstacles: Obstacles, attacker: Base, target: Base) -> Iterator[CoverPiece]:
    """Yield the terrain that gives a target hard cover from an attacker.

    A target is behind a piece of terrain when the line between the two centres crosses it; touching a corner of it does
    not count. The target may stand in the terrain; what the attacker stands in shelters nobody from it.
    """
    ends = np.array([[(attacker.x, attacker.y), (target.x, target.y)]])
    place = shapely.Point(target.x, target.y)
    for piece, walls, contact in obstacles.shelters:
        if piece.holds(attacker.hex):
            continue
        starts = ends[0, :1]
        if clear_of(ends, walls.inner_starts, walls.inner_ends)[0] and not inside(
            starts, walls.inner_starts, walls.inner_ends
        ):
            continue
        if not contact or shapely.distance(place, piece.region) <= target.radius + _TOUCH:
            yield CoverPiece(piece.kind, piece.hexes, contact)
