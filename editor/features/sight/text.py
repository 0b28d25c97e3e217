"""A verdict on a line of sight in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.grid.labels import LabelStyle, label
from fairground.core.pictures.fan_overlay import signed
from fairground.editor.app.texts import hex_count, tr

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.core.sight.line.verdict import BothDirections, SightVerdict


def ends_words(sight: SightVerdict, style: LabelStyle = LabelStyle.COLUMN_LETTER) -> str:
    """Return from where to where a line runs: ``A1 to C4``."""
    return tr("{start} to {end}").format(
        start=_name(sight.board, sight.start, style), end=_name(sight.board, sight.end, style)
    )


def verdict_words(sight: SightVerdict) -> str:
    """Return the verdict in a few words."""
    if sight.start == sight.end:
        return tr("Choose another hex to look at")
    return tr("In sight") if sight.clear else tr("Not in sight")


def amount_rows(sight: SightVerdict, heights: tuple[int, int]) -> list[tuple[str, str]]:
    """Return names and texts of the range, of heights where there are any, and of what hinders and covers."""
    rows = [(tr("Range"), hex_count(sight.distance))]
    if any(heights):
        rows.append(
            (
                tr("Heights"),
                tr("{start} at the start, {end} at the end").format(start=heights[0], end=heights[1]),
            )
        )
    if sight.clear and sight.start != sight.end:
        rows += [(tr("Hindrance"), _both(sight.hindrance)), (tr("Cover"), _both(sight.cover))]
        rows += [
            (name.replace("_", " ").replace("-", " ").capitalize(), str(amount))
            for name, amount in sight.opacities.items()
            if amount
        ]
    return rows


def _both(amount: BothDirections) -> str:
    if not any(amount):
        return tr("none")
    return tr("{there} there, {back} back").format(there=signed(amount.to), back=signed(amount.back))


def _name(board: Board, at: Hex, style: LabelStyle) -> str:
    return label(*board.layout.to_offset(at), style)
