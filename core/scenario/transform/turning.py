"""Turn or mirror a whole board into the smallest rectangle that holds it."""

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
    """A rectangle that holds the image of a board, and the transform."""

    way: BoardTransform
    columns: int
    rows: int


def turned(scenario: Scenario, symmetry: Symmetry) -> Carried:
    """Return a copy of a scenario with its whole board turned or mirrored.

    The translation of ``symmetry`` is ignored: the result is the smallest rectangle, filled with void, in the layout that
    needs least room, or the same one. A mirror swaps shield arms.

    Raises
    ------
    LimitError
        When the rectangle is too large for a board.
    ScenarioError
        When the board has no hex.
    """
    layout = scenario.board.layout
    rectangle = min(
        (smallest_rectangle(scenario.board, symmetry, after) for after in (layout, OTHER_PARITY[layout])),
        key=lambda it: it.columns * it.rows,
    )
    return in_rectangle(scenario, rectangle)


def smallest_rectangle(board: Board, symmetry: Symmetry, layout: Layout) -> Rectangle:
    """Return the smallest rectangle of ``layout``, of any size, that holds the image of all hexes except void ones.

    Raises ScenarioError when the board has no hex.
    """
    row, column = np.nonzero(~board.void)
    if not len(row):
        raise ScenarioError("every hex of the board is void")
    linear = symmetry.linear
    q, r = linear.arrays(*board.layout.from_offset_arrays(column, row))
    # First in the order of the lines, which decides their shift, then across.
    flat = layout.orientation is Orientation.FLAT
    to_edge = Hex(-int(q.min()), 0) if flat else Hex(0, -int(r.min()))
    column, row = layout.to_offset_arrays(q + to_edge.q, r + to_edge.r)
    first = int(row.min() if flat else column.min())
    to_edge += Hex(0, -first) if flat else Hex(-first, 0)
    columns, rows = int(column.max() - column.min()) + 1, int(row.max() - row.min()) + 1
    transform = BoardTransform(board.layout, layout, Symmetry(linear.turn, linear.mirrored, to_edge))
    return Rectangle(transform, columns, rows)


def in_rectangle(scenario: Scenario, rectangle: Rectangle) -> Carried:
    """Return a scenario carried into a rectangle.

    Raises
    ------
    LimitError
        When it is too large for a board.
    """
    if max(rectangle.columns, rectangle.rows) > MAX_SIDE:
        raise LimitError(
            f"the board would need {rectangle.columns:,}x{rectangle.rows:,} hexes, but can have at most {MAX_SIDE:,} columns and rows"
        )
    return carried(scenario, rectangle.way, rectangle.columns, rectangle.rows)
