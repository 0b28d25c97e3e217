"""The mirror images of hexes under the symmetry that is being painted with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.symmetry import board_symmetry
from fairground.core.grid.symmetry_facts import why_not

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.grid.layout import Layout
    from fairground.core.grid.symmetry import BoardSymmetry, Symmetry
    from fairground.core.scenario.board import Board


@dataclass(frozen=True, slots=True)
class Mirroring:
    """What a chosen symmetry means on a board.

    ``symmetry`` is None when none is chosen or the board has none of that kind; in the second case ``refusal`` is
    the sentence that says why, else it is empty.
    """

    symmetry: Symmetry | None
    refusal: str

    def image(self, board: Board, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the hexes that those of ``mask`` become, once; both are ``[rows, columns]``.

        Images off the board are left out; without a symmetry there are none.
        """
        found = np.zeros_like(mask)
        if self.symmetry is not None:
            row, column = np.nonzero(mask)
            q, r = self.symmetry.arrays(*board.layout.from_offset_arrays(column, row))
            column, row = board.layout.to_offset_arrays(q, r)
            there = (column >= 0) & (column < board.columns) & (row >= 0) & (row < board.rows)
            found[row[there], column[there]] = True
        return found

    def orbit(self, board: Board, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the hexes of ``mask`` with all their images; a turn of 120 degrees gives two for each."""
        found = mask
        for _ in range(self._images):
            mask = self.image(board, mask)
            found = found | mask
        return found

    def orbit_of_sides(self, sides: Iterable[Hexside]) -> frozenset[Hexside]:
        """Return hexsides with all their images, canonical; they may lie off the board."""
        found = image = frozenset(sides)
        if self.symmetry is not None:
            for _ in range(self._images):
                image = frozenset(map(self.symmetry.hexside, image))
                found |= image
        return found

    @property
    def _images(self) -> int:
        """How often the symmetry is applied until everything is back where it was, less one."""
        return ((self.symmetry.order if self.symmetry else None) or 1) - 1


def mirroring(kind: BoardSymmetry | None, board: Board) -> Mirroring:
    """Return what the symmetry ``kind`` means on ``board``.

    The hexes that are not void decide. Where they have no such symmetry, the whole rectangle does: void hexes can be
    painted like any other.
    """
    if kind is None:
        return Mirroring(None, "")
    void = board.void
    present = np.packbits(~void).tobytes() if void.any() else None
    return _mirroring(kind, board.layout, board.columns, board.rows, present)


@lru_cache(maxsize=16)
def _mirroring(
    kind: BoardSymmetry, layout: Layout, columns: int, rows: int, present: bytes | None
) -> Mirroring:
    found = None
    if present is not None:
        marks = np.unpackbits(np.frombuffer(present, np.uint8), count=rows * columns).astype(np.bool_)
        found = board_symmetry(kind, layout, columns, rows, present=marks.reshape(rows, columns))
    if found is None:
        found = board_symmetry(kind, layout, columns, rows)
    return Mirroring(found, "" if found else why_not(kind, layout, columns, rows))
