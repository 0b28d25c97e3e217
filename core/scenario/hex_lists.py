"""Many hexes in words: the labels of the first few."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.labels import label
from fairground.core.text.short_lists import NAMED, some

if TYPE_CHECKING:
    from numpy.typing import NDArray


def hexes_named(mask: NDArray[np.bool_]) -> str:
    """Return the labels of the first few hexes of a mask ``[rows, columns]``, row by row; it may not be empty."""
    flat = np.flatnonzero(mask)
    columns = mask.shape[1]
    names = [label(int(at) % columns, int(at) // columns) for at in flat[:NAMED]]
    return some(names, total=len(flat))
