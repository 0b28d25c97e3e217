"""A whole board turned or mirrored, exactly, into the smallest rectangle that holds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.errors import LimitError, ScenarioError
from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import Orientation
from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.scenario.transform.board_transform import BoardTransform
from fairground.core.scenario.transform.carrying import carried
from fairground.core.scenario.transform.resize import OTHER_PARITY

if TYPE_CHECKING:
    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.carrying import Carried


class Rectangle(NamedTuple):
    """A rectangle that holds the image of a board, and the way there."""

    way: BoardTransform
    columns: int
    rows: int


def turned(scenario: Scenario, symmetry: Symmetry) -> Carried:
    """Return a scenario with its whole board turned or mirrored; the one given stays as it is.

    The translation of ``symmetry`` does not count: the board stands in the smallest rectangle that holds it, void
    where it has no hex. Lines are shifted as that takes least room, as before where it makes no difference; zones,
    units with their facings, hexsides and everything else turn with the hexes. Shields change hands in a mirror.

    Raises
    ------
    LimitError
        When the rectangle is larger than a board can be.
    ScenarioError
        When the board has no hex.
    """
    layout = scenario.board.layout
    found = min(
        (smallest_rectangle(scenario.board, symmetry, after) for after in (layout, OTHER_PARITY[layout])),
        key=lambda it: it.columns * it.rows,
    )
    return in_rectangle(scenario, found)


def smallest_rectangle(board: Board, symmetry: Symmetry, layout: Layout) -> Rectangle:
    """Return the smallest rectangle of ``layout`` that holds the image of a board's hexes; void ones do not count.

    Its size may be more than a board can have. Raises ScenarioError when the board has no hex.
    """
    row, column = np.nonzero(~board.void)
    if not len(row):
        raise ScenarioError("the board has no hex that is not void")
    linear = symmetry.linear
    q, r = linear.arrays(*board.layout.from_offset_arrays(column, row))
    # First along the lines' own order, which decides which of them are shifted, then across it.
    flat = layout.orientation is Orientation.FLAT
    to_edge = Hex(-int(q.min()), 0) if flat else Hex(0, -int(r.min()))
    column, row = layout.to_offset_arrays(q + to_edge.q, r + to_edge.r)
    first = int(row.min() if flat else column.min())
    to_edge += Hex(0, -first) if flat else Hex(-first, 0)
    columns, rows = (
        int(column.max() - column.min()) + 1,
        int(row.max() - row.min()) + 1,
    )
    way = BoardTransform(board.layout, layout, Symmetry(linear.turn, linear.mirrored, to_edge))
    return Rectangle(way, columns, rows)


def in_rectangle(scenario: Scenario, found: Rectangle) -> Carried:
    """Return a scenario carried into the rectangle that was found for it.

    Raises
    ------
    LimitError
        When it is larger than a board can be.
    """
    if max(found.columns, found.rows) > MAX_SIDE:
        raise LimitError(
            f"the board would need {found.columns:,}x{found.rows:,} hexes, and one has at most {MAX_SIDE:,} columns and rows"
        )
    return carried(scenario, found.way, found.columns, found.rows)
