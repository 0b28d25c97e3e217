"""Sets of hexes as scenarios of MegaMek say them: an edge of the board, a rectangle, or hexes one by one.

MegaMek counts columns and rows from 1 here. An edge takes the hexes of so many lines along it; corners, circles and
lines of hexes are not needed, since a list says the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


def deployment(mask: NDArray[np.bool_], there: NDArray[np.bool_]) -> dict[str, object] | None:
    """Return where a side may deploy, by a bool array ``[rows, columns]``; None where that is the whole board.

    ``there`` says which hexes are on the board: an edge is one whatever is missing of it. A zone without a hex has an
    empty list.
    """
    if np.array_equal(mask & there, there):
        return None
    for edge, lines, width in _edges(mask):
        if np.array_equal(lines & there, mask & there):
            return {"edge": edge, "offset": 0, "width": width}
    return {"area": area(mask & there)}


def area(mask: NDArray[np.bool_]) -> dict[str, object]:
    """Return the hexes of a bool array ``[rows, columns]``: as a rectangle where they are one, else row by row."""
    rows, columns = np.nonzero(mask)
    places = [[column + 1, row + 1] for column, row in zip(columns.tolist(), rows.tolist(), strict=True)]
    if len(places) > 1 and mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1].all():
        return {"rectangle": [places[0], places[-1]]}
    return {"list": places}


def _edges(mask: NDArray[np.bool_]) -> Iterator[tuple[str, NDArray[np.bool_], int]]:
    """Yield each edge, with the lines along it that reach as far as the mask does, and how many these are."""
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return
    down, across = mask.shape
    row, column = np.indices(mask.shape)
    for edge, width, lines in (
        ("N", int(rows.max()) + 1, row <= rows.max()),
        ("S", down - int(rows.min()), row >= rows.min()),
        ("W", int(columns.max()) + 1, column <= columns.max()),
        ("E", across - int(columns.min()), column >= columns.min()),
    ):
        yield edge, lines, width
