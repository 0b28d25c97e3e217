"""A board in another layout, keeping either columns and rows or the neighbours of each hex."""

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
    """What stays as it is when the layout changes."""

    #: Columns and rows, and with them every label; distances and sight are others then.
    OFFSETS = "offsets"
    #: Neighbours, and with them distances and sight; labels are others then.
    NEIGHBOURS = "neighbours"


def relaid(scenario: Scenario, layout: Layout, keep: Keep | None = None) -> Carried:
    """Return a scenario in another layout; the one given stays as it is.

    Neighbours are kept between layouts of one orientation by shifting all hexes by a line: a void first line goes,
    or one is added. Between flat-top and pointy-top hexes the drawing turns by 30 degrees (clockwise to pointy-top,
    so that facings keep their numbers), into the smallest rectangle that holds it, void elsewhere.

    ``keep`` None keeps neighbours where the board's shape allows: always within one orientation, and otherwise
    where the turned board needs no more room than before, as hexagons do.

    Raises
    ------
    LimitError
        When the board would be larger than one can be.
    ScenarioError
        When the board has no hex, and is to be turned.
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
        found = _turned_drawing(board, layout)
        if found.columns * found.rows <= board.columns * board.rows:
            return in_rectangle(scenario, found)
    result = carried(scenario, BoardTransform(board.layout, layout, None), board.columns, board.rows)
    return replace(
        result,
        said=(
            *result.said,
            "every hex keeps its label, and some have other neighbours: distances and lines of sight change",
        ),
    )


def _turned_drawing(board: Board, layout: Layout) -> Rectangle:
    """Return where a board stands on one of the other orientation: direction 0 is N there, and NW here."""
    turn = 1 if layout.orientation is Orientation.POINTY else -1
    return smallest_rectangle(board, Symmetry(turn), layout)


def _by_a_line(scenario: Scenario, layout: Layout) -> Carried:
    board = scenario.board
    flat = layout.orientation is Orientation.FLAT
    step = -1 if _first_line_is_empty(board, flat=flat) else 1
    across, down = (step, 0) if flat else (0, step)
    if max(board.columns + across, board.rows + down) > MAX_SIDE:
        raise LimitError(
            f"the board would need another {'column' if flat else 'row'}, and one has at most {MAX_SIDE:,}; "
            f"keep {Keep.OFFSETS.value} instead"
        )
    way = shifted(board.layout, across, down)
    return carried(scenario, way, board.columns + across, board.rows + down)


def _first_line_is_empty(board: Board, *, flat: bool) -> bool:
    """Whether the first column (flat-top) or row (pointy-top) has nothing but void hexes, and is not the only one."""
    line = np.s_[:, 0] if flat else np.s_[0, :]
    if (board.columns if flat else board.rows) == 1 or not board.void[line].all():
        return False
    texts = (*board.names, *board.notes)
    return not any(board.layout.to_offset(at)[0 if flat else 1] == 0 for at in texts)
