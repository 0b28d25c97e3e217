"""What MegaMek calls the hexes of its boards: column and row from 1, two digits each or as many as they need."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def hex_name(column: int, row: int) -> str:
    """Return what MegaMek calls a hex in its files; column and row count from 0."""
    return f"{column + 1:02}{row + 1:02}"


def expected_names(columns: int, rows: int) -> NDArray[np.int64]:
    """Return what the hexes of a board are called, row by row, as numbers."""
    row = np.arange(1, rows + 1)[:, None]
    factor = np.where(row < 100, 100, np.where(row < 1000, 1000, 10_000))
    return (np.arange(1, columns + 1)[None, :] * factor + row).ravel()


def places_called(name: str, columns: int, rows: int) -> list[tuple[int, int]]:
    """Return column and row, from 0, of the hexes of a board that may be called so; several on large boards alone."""
    text = name.lstrip("0").zfill(4)
    splits = ((text[:at], text[at:]) for at in range(2, min(len(text) - 1, 5)))
    found = [(int(column) - 1, int(row) - 1) for column, row in splits if len(row) <= 4]
    return [
        (column, row)
        for column, row in found
        if 0 <= column < columns and 0 <= row < rows and hex_name(column, row) == text
    ]
