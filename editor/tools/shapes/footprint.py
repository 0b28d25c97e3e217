"""Which hexes of a board a brush covers.

Zones and objectives hex by hex: what is lost of an expression when it becomes a set of hexes.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.grid.hexes import Hex, disc
from fairground.core.grid.lines import bar as hex_bar
from fairground.core.scenario.shapes import Listed, Painted
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.shapes import Shape

#: Longer texts of shapes are not repeated in sentences.
_LONGEST = 60


def is_expression(shape: Shape) -> bool:
    """Whether a shape says more than its hexes: ``rows 1-2`` does, a list does not."""
    return not isinstance(shape, Listed | Painted)


def lost_words(name: str, before: Shape, after: Shape) -> str:
    """Return the sentence that says that an expression became single hexes; empty when none did.

    Examples
    --------
    >>> from fairground.core.scenario.shapes import Rows
    >>> lost_words("p1-start", Rows(1, 1), Listed(("A1", "B2")))
    'p1-start was "rows 1" and is a list of 2 hexes now: it no longer grows with the board. Undo brings it back.'
    """
    if not is_expression(before) or is_expression(after):
        return ""
    text = str(before)
    was = f'"{text}"' if len(text) <= _LONGEST else tr("an expression")
    now = (
        tr("a list of {count} hexes").format(count=len(after.hexes))
        if isinstance(after, Listed)
        else tr("a painted block")
    )
    return tr(
        "{name} was {was} and is now {now}. It no longer grows with the board. Undo restores it."
    ).format(name=name, was=was, now=now)


def footprint(
    board: Board, hexes: tuple[Hex, ...], *, radius: int, bar: int | None = None
) -> NDArray[np.bool_]:
    """Return what a brush covers around ``hexes``, as far as it is on the board, ``[rows, columns]``.

    The brush is a disc of ``radius``; with ``bar``, it is a row of hexes as long as that disc is wide, along that
    direction (0-2).
    """
    at = _axial(hexes)
    around = (at[:, None, :] + _brush(radius, bar)[None, :, :]).reshape(-1, 2)
    column, row = board.layout.to_offset_arrays(around[:, 0], around[:, 1])
    there = (column >= 0) & (column < board.columns) & (row >= 0) & (row < board.rows)
    found = np.zeros(board.terrain.shape, np.bool_)
    found[row[there], column[there]] = True
    return found


def bar_length(radius: int) -> int:
    """Return how many hexes long a bar is for a size of the brush: as long as the disc of that radius is wide."""
    return 2 * radius + 1


@cache
def _brush(radius: int, bar: int | None) -> NDArray[np.int64]:
    middle = Hex(0, 0)
    return _axial(disc(middle, radius) if bar is None else hex_bar(middle, bar_length(radius), bar))


def _axial(hexes: tuple[Hex, ...]) -> NDArray[np.int64]:
    """Return q and r of the hexes, ``[hexes, 2]``."""
    return np.array([(at.q, at.r) for at in hexes], np.int64).reshape(-1, 2)
