"""Change the layout of a board, keeping either columns and rows or the neighbours of each hex."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.errors import LimitError
from fairground.core.grid.layout import Layout, Orientation
from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.scenario.transform.board_transform import BoardTransform
from fairground.core.scenario.transform.carrying import carried
from fairground.core.scenario.transform.resize import shifted
from fairground.core.scenario.transform.turning import in_rectangle, smallest_rectangle

if TYPE_CHECKING:
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.carrying import Carried
    from fairground.core.scenario.transform.turning import Rectangle


class Keep(StrEnum):
    """The property kept in a change of layout."""

    #: Columns and rows, and so labels; distances and sight change.
    OFFSETS = "offsets"
    #: Neighbours, and so distances and sight; labels change.
    NEIGHBOURS = "neighbours"


def relaid(scenario: Scenario, layout: Layout, keep: Keep | None = None) -> Carried:
    """Return a copy of a scenario in another layout.

    Within one orientation, neighbours are kept by adding a first line, or removing a void one. Between flat-top and
    pointy-top, the board turns by 30 degrees (clockwise to pointy-top, so that facings keep their numbers), into the
    smallest rectangle, filled with void.

    Default ``keep``: neighbours within one orientation, and between them if the turned board needs no more room.

    Raises
    ------
    LimitError
        When the board would be too large.
    ScenarioError
        When a board to be turned has no hexes.
    """
    board = scenario.board
    if layout is board.layout:
        return carried(scenario, BoardTransform(layout, layout, Symmetry()), board.columns, board.rows)
    one_orientation = layout.orientation is board.layout.orientation
    if keep is not Keep.OFFSETS and one_orientation:
        return _by_a_line(scenario, layout)
    if keep is Keep.NEIGHBOURS:
        return in_rectangle(scenario, _turned_drawing(board, layout))
    if keep is None and not board.void.all():
        rectangle = _turned_drawing(board, layout)
        if rectangle.columns * rectangle.rows <= board.columns * board.rows:
            return in_rectangle(scenario, rectangle)
    result = carried(scenario, BoardTransform(board.layout, layout, None), board.columns, board.rows)
    return replace(
        result,
        said=(*result.said, "labels are kept, but some neighbours, distances and lines of sight change"),
    )


def _turned_drawing(board: Board, layout: Layout) -> Rectangle:
    """Return the place of a board on one of the other orientation."""
    turn = 1 if layout.orientation is Orientation.POINTY else -1
    return smallest_rectangle(board, Symmetry(turn), layout)


def _by_a_line(scenario: Scenario, layout: Layout) -> Carried:
    board = scenario.board
    flat = layout.orientation is Orientation.FLAT
    step = -1 if _first_line_is_empty(board, flat=flat) else 1
    across, down = (step, 0) if flat else (0, step)
    if max(board.columns + across, board.rows + down) > MAX_SIDE:
        raise LimitError(
            f"the board would need another {'column' if flat else 'row'}, but can have at most {MAX_SIDE:,}; "
            f"keep {Keep.OFFSETS.value} instead"
        )
    transform = shifted(board.layout, across, down)
    return carried(scenario, transform, board.columns + across, board.rows + down)


def _first_line_is_empty(board: Board, *, flat: bool) -> bool:
    """Whether the first column (flat-top) or row (pointy-top) is not the only one, and void."""
    line = np.s_[:, 0] if flat else np.s_[0, :]
    if (board.columns if flat else board.rows) == 1 or not board.void[line].all():
        return False
    texts = (*board.names, *board.notes)
    return not any(board.layout.to_offset(at)[0 if flat else 1] == 0 for at in texts)
