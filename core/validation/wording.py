"""How findings name hexes and counts: the first few of many, and plurals that agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.labels import label
from fairground.core.text.counts import counted, hex_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["NAMED", "counted", "hex_count", "hexes_named", "some"]

#: How many hexes a message names before it says how many more there are.
NAMED = 6


def some(names: Sequence[str], *, total: int | None = None) -> str:
    """Return the first few names, and how many more there are; ``total`` is their number where not all are given."""
    more = (len(names) if total is None else total) - min(len(names), NAMED)
    shown = list(names[:NAMED])
    if more:
        return f"{', '.join(shown)} and {more} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def hexes_named(mask: NDArray[np.bool_]) -> str:
    """Return the labels of the first few hexes of a mask ``[rows, columns]``, row by row; it may not be empty."""
    flat = np.flatnonzero(mask)
    columns = mask.shape[1]
    names = [label(int(at) % columns, int(at) // columns) for at in flat[:NAMED]]
    return some(names, total=len(flat))
