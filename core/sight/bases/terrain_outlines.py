"""Terrain in pieces: touching hexes of one kind are one polygon, in inches (rule BV-10)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.groups import groups
from fairground.core.grid.hexes import DIRECTIONS
from fairground.core.grid.polygons import hexes_to_region
from fairground.core.scenario.table import inches_a_size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from shapely import MultiPolygon, Polygon

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board


@dataclass(frozen=True, eq=False)
class TerrainOutline:
    """Hexes of one kind of terrain or effect that hang together; ``mask`` has the shape ``[rows, columns]``."""

    board: Board
    kind: str
    mask: NDArray[np.bool_]

    @cached_property
    def hexes(self) -> frozenset[Hex]:
        """The hexes."""
        return self.board.hexes_of(self.mask)

    @cached_property
    def region(self) -> Polygon | MultiPolygon:
        """The area of its hexes, in inches."""
        return region_of(self.board, self.mask)

    def holds(self, at: Hex) -> bool:
        """Whether a hex of the board is one of them; one beside the board never is."""
        return self.board.contains(at) and bool(self.mask[self.board.cell(at)])


def region_of(board: Board, mask: NDArray[np.bool_]) -> Polygon | MultiPolygon:
    """Return the area of some hexes, in inches from the centre of A1."""
    return hexes_to_region(board.hexes_of(mask), board.layout, size=inches_a_size(board))


def pieces_of(board: Board, kind: str, mask: NDArray[np.bool_]) -> Iterator[TerrainOutline]:
    """Yield the pieces that the hexes of a kind come in."""
    number = np.full(mask.shape, -1, np.int64)
    count = int(mask.sum())
    number[mask] = np.arange(count)
    row, column = np.nonzero(mask)
    q, r = board.layout.from_offset_arrays(column, row)
    first, second = [], []
    for step in DIRECTIONS[:3]:
        there_column, there_row = board.layout.to_offset_arrays(q + step.q, r + step.r)
        within = (
            (there_column >= 0) & (there_column < board.columns) & (there_row >= 0) & (there_row < board.rows)
        )
        here, there = number[mask][within], number[there_row[within], there_column[within]]
        first.append(here[there >= 0])
        second.append(there[there >= 0])
    group = groups(count, np.concatenate(first), np.concatenate(second))
    for least in np.unique(group).tolist():
        piece = np.zeros(mask.shape, np.bool_)
        piece[row[group == least], column[group == least]] = True
        yield TerrainOutline(board, kind, piece)
