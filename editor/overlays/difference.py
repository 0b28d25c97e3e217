"""What two answers about one board differ in, hex by hex."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from fairground.editor.app.texts import hex_count, tr

if TYPE_CHECKING:
    from numpy.typing import NDArray


class HexChange(IntEnum):
    """What has become of a hex."""

    SAME = 0
    #: It has now what it had not before, or more of it.
    GAINED = 1
    #: It has no more what it had before, or less of it.
    LOST = 2
    #: It has something else.
    OTHER = 3


@dataclass(frozen=True, slots=True, eq=False)
class AnswerDifference:
    """What has become of every hex: a ``HexChange`` each, uint8 ``[rows, columns]``."""

    cells: NDArray[np.uint8]

    def count(self, change: HexChange) -> int:
        """Return how many hexes have changed so."""
        return int((self.cells == change).sum())

    @property
    def words(self) -> str:
        """How many hexes have changed: ``+12 hexes, -3 hexes, 1 hex otherwise``."""
        gained, lost, other = (self.count(it) for it in (HexChange.GAINED, HexChange.LOST, HexChange.OTHER))
        told = [
            text
            for number, text in (
                (gained, f"+{hex_count(gained)}"),
                (lost, f"-{hex_count(lost)}"),
                (other, tr("{hexes} otherwise").format(hexes=hex_count(other))),
            )
            if number
        ]
        return ", ".join(told) or tr("no hex has changed")


def of_kinds(before: NDArray[np.integer], after: NDArray[np.integer]) -> AnswerDifference:
    """Return what has become of hexes that are of some kind each, 0 for none; both arrays are ``[rows, columns]``.

    Gained is a hex that was of none, lost one that is of none now.

    >>> of_kinds(np.array([[0, 1, 1, 1]]), np.array([[1, 0, 2, 1]])).cells.tolist()
    [[1, 2, 3, 0]]
    """
    cells = np.where(before == after, HexChange.SAME, HexChange.OTHER)
    cells[(before == 0) & (after != 0)] = HexChange.GAINED
    cells[(before != 0) & (after == 0)] = HexChange.LOST
    return AnswerDifference(cells.astype(np.uint8))


def of_counts(before: NDArray[np.integer], after: NDArray[np.integer]) -> AnswerDifference:
    """Return what has become of hexes with a number each; both arrays are ``[rows, columns]``.

    Gained is a hex with a larger number than before, lost one with a smaller.

    >>> of_counts(np.array([[4, 4, 4]]), np.array([[5, 3, 4]])).cells.tolist()
    [[1, 2, 0]]
    """
    cells = np.zeros(before.shape, np.uint8)
    cells[after > before] = HexChange.GAINED
    cells[after < before] = HexChange.LOST
    return AnswerDifference(cells)
