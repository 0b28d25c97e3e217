"""A verdict on a line of sight in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.grid.labels import LabelStyle, label
from fairground.core.pictures.fan_overlay import signed

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.sight.verdict import BothWays, Sight


def ends_words(sight: Sight, style: LabelStyle = LabelStyle.COLUMN_LETTER) -> str:
    """Return from where to where a line runs: ``A1 to C4``."""
    return f"{_name(sight.board, sight.start, style)} to {_name(sight.board, sight.end, style)}"


def verdict_words(sight: Sight) -> str:
    """Return the verdict in a few words."""
    if sight.start == sight.end:
        return "Choose another hex to look at"
    return "In sight" if sight.clear else "Not in sight"


def amount_rows(sight: Sight, heights: tuple[int, int]) -> list[tuple[str, str]]:
    """Return names and texts of the range, of heights where there are any, and of what hinders and covers."""
    rows = [("Range", f"{sight.distance} hex{'es' if sight.distance != 1 else ''}")]
    if any(heights):
        rows.append(("Heights", f"{heights[0]} at the start, {heights[1]} at the end"))
    if sight.clear and sight.start != sight.end:
        rows += [("Hindrance", _both(sight.hindrance)), ("Cover", _both(sight.cover))]
        rows += [
            (name.replace("_", " ").replace("-", " ").capitalize(), str(amount))
            for name, amount in sight.opacities.items()
            if amount
        ]
    return rows


def _both(amount: BothWays) -> str:
    if not any(amount):
        return "none"
    return f"{signed(amount.to)} there, {signed(amount.back)} back"


def _name(board: Board, at: Hex, style: LabelStyle) -> str:
    return label(*board.layout.to_offset(at), style)
