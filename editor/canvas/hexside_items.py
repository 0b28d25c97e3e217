"""Parts of single hexes, ready to be drawn; those of hexsides change one by one, since a board may have thousands."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.board import Board

Subject = TypeVar("Subject")


@dataclass(frozen=True, slots=True, eq=False)
class Parts(Generic[Subject]):
    """Things in single hexes: their columns and rows, keys that determine their looks, and the things themselves."""

    columns: NDArray[np.int64]
    rows: NDArray[np.int64]
    keys: Sequence[Hashable]
    subjects: Sequence[Subject]

    def differing(self, other: Parts[Subject]) -> NDArray[np.int64]:
        """Return the columns and rows, ``[n, 2]``, of the hexes with different parts in ``other``."""
        mine = set(zip(self.columns.tolist(), self.rows.tolist(), self.keys, strict=True))
        theirs = set(zip(other.columns.tolist(), other.rows.tolist(), other.keys, strict=True))
        return np.array([place[:2] for place in mine ^ theirs], np.int64).reshape(-1, 2)


def parts(items: Iterable[tuple[int, int, Hashable, Subject]]) -> Parts[Subject]:
    """Return parts from columns, rows, keys and subjects."""
    rows = list(items)
    places = np.array([row[:2] for row in rows], np.int64).reshape(-1, 2)
    return Parts(places[:, 0], places[:, 1], tuple(row[2] for row in rows), tuple(row[3] for row in rows))


#: After more changes than this at once, all hexsides are read again.
_FEW = 1000


class SideParts:
    """The features of a board's hexsides as parts, each in the hex that owns the side.

    They are in the order of the hexsides, so that they always look the same where they meet.
    """

    def __init__(self, board: Board) -> None:
        self._read(board)

    def _read(self, board: Board) -> None:
        sides, features = tuple(board.hexsides), tuple(board.hexsides.values())
        numbers = _numbers(sides)
        order = np.lexsort(numbers[:, ::-1].T).tolist()
        owners, ways = _owners(board, numbers)[order], numbers[order, 2].tolist()
        self._sides = [sides[at] for at in order]
        subjects = [features[at] for at in order]
        self.parts = Parts(owners[:, 0], owners[:, 1], list(zip(ways, subjects, strict=True)), subjects)

    def update(self, board: Board, sides: Sequence[Hexside]) -> NDArray[np.int64]:
        """Read some hexsides from the board; return columns and rows, ``[n, 2]``, of their owners."""
        owners = _owners(board, _numbers(sides))
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
        # From last to first, so that earlier indices stay valid.
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


def _numbers(sides: Iterable[Hexside]) -> NDArray[np.int64]:
    """Return q, r and direction of hexsides, ``[n, 3]``."""
    return np.array([_order(side) for side in sides], np.int64).reshape(-1, 3)


def _owners(board: Board, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return columns and rows, ``[n, 2]``, of the owners of hexsides."""
    return np.stack(board.layout.to_offset_arrays(numbers[:, 0], numbers[:, 1]), axis=-1)


def _order(side: Hexside) -> tuple[int, int, int]:
    # Tuples compare faster than hexsides.
    return side.hex.q, side.hex.r, side.direction
