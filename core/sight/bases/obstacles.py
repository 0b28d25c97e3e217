"""What blocks sight from base to base, and gives hard cover, on the board of a scenario."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.rules.terrain import HardCover
from fairground.core.sight.bases.terrain_outlines import TerrainOutline, pieces_of, region_of
from fairground.core.sight.bases.walls import Walls, walls_of

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely import MultiPolygon, Polygon

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules.terrain import InTheWay
    from fairground.core.scenario.document import Scenario


class Shelterer(NamedTuple):
    """A piece of terrain that gives hard cover, its edges, and whether only to who touches it."""

    piece: TerrainOutline
    walls: Walls
    contact: bool


class Obstacles:
    """The pieces of terrain that bear on sight from base to base, as they are now; after a change make another one.

    Terrain and effects with ``blocks_sight`` block, whatever their height: levels do not enter (rule BV-11). Features
    of hexsides have no extent, and do not.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.board = board = scenario.board
        rules = scenario.rules
        void = board.void
        blocking: list[TerrainOutline] = []
        layers: tuple[tuple[dict[str, InTheWay], object], ...] = (
            ({**rules.terrain}, board.where_terrain),
            ({**rules.effects}, board.where_effect),
        )
        for kinds, where in layers:
            for kind, it in kinds.items():
                if it.blocks_sight and callable(where):
                    blocking += pieces_of(board, kind, where(kind) & ~void)
        #: The pieces that block.
        self.blocking = tuple(blocking)
        #: The pieces that give hard cover (rule BV-06).
        self.shelters = tuple(
            Shelterer(piece, walls_of([piece.region]), it.hard_cover is HardCover.CONTACT)
            for kind, it in rules.terrain.items()
            if it.hard_cover is not HardCover.NONE
            for piece in pieces_of(board, kind, board.where_terrain(kind) & ~void)
        )
        self._walls: dict[frozenset[int], Walls] = {}

    @cached_property
    def table(self) -> Polygon | MultiPolygon:
        """All of the table: the area of its hexes, in inches."""
        return region_of(self.board, ~self.board.void)

    def walls(self, *held: Hex) -> Walls:
        """Return the edges of what blocks bases in some hexes: not the pieces that hold one of them (rule BV-10)."""
        holding = self._holding(*held)
        if holding not in self._walls:
            self._walls[holding] = walls_of([region_of(self.board, self._mask(holding))])
        return self._walls[holding]

    def ground(self, *held: Hex) -> Polygon | MultiPolygon:
        """Return the area of the hexes that do not block bases in some hexes."""
        return region_of(self.board, ~self._mask(self._holding(*held)) & ~self.board.void)

    def _holding(self, *held: Hex) -> frozenset[int]:
        """Return the numbers of the blocking pieces that hold one of some hexes."""
        return frozenset(number for number, piece in enumerate(self.blocking) if any(map(piece.holds, held)))

    def _mask(self, without: frozenset[int]) -> NDArray[np.bool_]:
        """Return the hexes of the blocking pieces, without some of these."""
        mask = np.zeros(self.board.terrain.shape, np.bool_)
        for number, piece in enumerate(self.blocking):
            if number not in without:
                mask |= piece.mask
        return mask
