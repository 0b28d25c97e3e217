"""A board as text on the terminal: staggered rows of short marks, with their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.grid.layout import Orientation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.scenario.board import Board


def board_text(board: Board, marks: Sequence[Sequence[str]]) -> list[str]:
    """Return a line for each row of marks, ``[rows][columns]``, all as wide as the widest of them."""
    width = max(len(mark) for row in marks for mark in row)
    pointy = board.layout.orientation is Orientation.POINTY
    lines = []
    for row, found in enumerate(marks):
        shifted = pointy and (row % 2 == 1) == board.layout.is_odd
        indent = " " * ((width + 1) // 2) if shifted else ""
        lines.append(f"{row + 1:4}  {indent}{' '.join(mark.ljust(width) for mark in found)}".rstrip())
    return lines
