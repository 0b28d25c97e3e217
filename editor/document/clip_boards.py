"""A board with only a clip on it, for pictures of the clip."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.board import VOID, Board, PaletteEntry

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.clip import Clip


class ClipBoard(NamedTuple):
    """A scenario whose board is void around a clip; ``column`` and ``row`` are those of its A1 on the original board.

    Both are even, so that shifted lines stay shifted.
    """

    scenario: Scenario
    column: int
    row: int


def clip_board(scenario: Scenario, clip: Clip, at: Hex, *, with_parts: bool = True) -> ClipBoard:
    """Return a board with the layout and rules of ``scenario``, and a clip with its anchor on ``at``.

    Without ``with_parts`` it has no hexsides and names, of which a large clip has thousands.
    """
    layout = scenario.board.layout
    q, r = clip.q + at.q, clip.r + at.r
    columns, rows = layout.to_offset_arrays(q, r)
    # A margin for features on the rim.
    left, top = _even_below(int(columns.min())), _even_below(int(rows.min()))
    columns, rows = columns - left, rows - top
    # With the margin, the largest clip exceeds the limit of ``Board.blank``.
    shape = int(rows.max()) + 2, int(columns.max()) + 2
    terrain, effects = np.zeros(shape, np.uint16), np.zeros(shape, np.uint16)
    elevation = np.zeros(shape, np.int16)
    terrain[rows, columns] = clip.terrain + 1
    effects[rows, columns] = clip.effects + 1
    elevation[rows, columns] = clip.elevation
    board = Board(
        layout=layout,
        palette=[PaletteEntry("", (VOID,)), *clip.palette],
        terrain=terrain,
        elevation=elevation,
        effects_palette=[PaletteEntry("", ()), *clip.effects_palette],
        effects=effects,
        inches=scenario.board.inches,
    )
    if with_parts:
        shift = Symmetry(translation=at - layout.from_offset(left, top))
        sides = {**clip.rim, **clip.hexsides}
        board.hexsides = dict(zip(shift.hexsides(sides), sides.values(), strict=True))
        board.names = {shift(place): name for place, name in clip.names.items()}
    alone = replace(
        scenario, board=board, sides=[], zones=[], objectives=[], units=[], locked=[], comments={}
    )
    return ClipBoard(alone, left, top)


def _even_below(value: int) -> int:
    """Return the greatest even number below ``value``."""
    return (value - 1) // 2 * 2
