"""Things that stand in single hexes, ready to be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from numpy.typing import NDArray

Subject = TypeVar("Subject")


@dataclass(frozen=True, slots=True, eq=False)
class Parts(Generic[Subject]):
    """Things in single hexes: their columns and rows, keys that say all about their looks, and what they are."""

    columns: NDArray[np.int64]
    rows: NDArray[np.int64]
    keys: Sequence[Hashable]
    subjects: Sequence[Subject]

    def differing(self, other: Parts[Subject]) -> NDArray[np.int64]:
        """Return the columns and rows, ``[n, 2]``, of the hexes that hold something else in ``other``."""
        mine = set(zip(self.columns.tolist(), self.rows.tolist(), self.keys, strict=True))
        theirs = set(zip(other.columns.tolist(), other.rows.tolist(), other.keys, strict=True))
        return np.array([place[:2] for place in mine ^ theirs], np.int64).reshape(-1, 2)


def parts(items: Iterable[tuple[int, int, Hashable, Subject]]) -> Parts[Subject]:
    """Return parts from columns, rows, keys and subjects."""
    rows = list(items)
    places = np.array([row[:2] for row in rows], np.int64).reshape(-1, 2)
    return Parts(places[:, 0], places[:, 1], tuple(row[2] for row in rows), tuple(row[3] for row in rows))
