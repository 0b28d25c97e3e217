"""The features of hexsides, ready to be drawn, and changed one by one: a board may have thousands."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import numpy as np

from fairground.editor.canvas.parts import Parts, parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.board import Board

#: Of more changes than this at once, all are read anew.
_FEW = 1000


class SideParts:
    """The features of a board's hexsides as parts, each in the hex that owns the side.

    They stand in the order of the hexsides, whatever was changed when, so that they always look the same where they
    meet.
    """

    def __init__(self, board: Board) -> None:
        self._read(board)

    def _read(self, board: Board) -> None:
        self._sides = sorted(board.hexsides, key=_order)
        to_offset, features = board.layout.to_offset, board.hexsides
        self.parts = parts(
            (*to_offset(side.hex), (side.direction, features[side]), features[side]) for side in self._sides
        )

    def update(self, board: Board, sides: Sequence[Hexside]) -> NDArray[np.int64]:
        """Take over some hexsides from the board; return columns and rows, ``[n, 2]``, of their owners."""
        owners = np.array([board.layout.to_offset(side.hex) for side in sides], np.int64).reshape(-1, 2)
        if len(sides) > _FEW:
            self._read(board)
            return owners
        before = self.parts
        keys, subjects = list(before.keys), list(before.subjects)
        gone = sorted((at for side in sides if (at := self._find(side)) is not None), reverse=True)
        for at in gone:
            del self._sides[at], keys[at], subjects[at]
        places = np.delete(np.stack((before.columns, before.rows), axis=-1), gone, axis=0)
        there = sorted(
            ((side, owner) for side, owner in zip(sides, owners, strict=True) if side in board.hexsides),
            key=lambda it: _order(it[0]),
            reverse=True,
        )
        new = [bisect_left(self._sides, _order(side), key=_order) for side, _ in there]
        # From the last to the first, so that the places of the others hold.
        for at, (side, _) in zip(new, there, strict=True):
            features = board.hexsides[side]
            self._sides.insert(at, side)
            keys.insert(at, (side.direction, features))
            subjects.insert(at, features)
        if there:
            order = slice(None, None, -1)
            places = np.insert(places, new[order], [owner for _, owner in there][order], axis=0)
        self.parts = Parts(places[:, 0], places[:, 1], keys, subjects)
        return owners

    def _find(self, side: Hexside) -> int | None:
        """Return where a hexside stands; None where it has no features yet."""
        at = bisect_left(self._sides, _order(side), key=_order)
        return at if at < len(self._sides) and self._sides[at] == side else None


def _order(side: Hexside) -> tuple[int, int, int]:
    # A tuple is compared far faster than a hexside.
    return side.hex.q, side.hex.r, side.direction
