"""How findings name hexes and counts: the first few of many, and plurals that agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsInt

import numpy as np

from fairground.core.grid.labels import label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

#: How many hexes a message names before it says how many more there are.
NAMED = 6


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun: ``1 hex``, ``3 hexes``; the plural is the noun and ``s`` unless given."""
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def hex_count(count: SupportsInt) -> str:
    """Return a number of hexes in words; counts of numpy are welcome."""
    return counted(int(count), "hex", "hexes")


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
