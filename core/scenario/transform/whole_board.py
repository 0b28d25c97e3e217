"""Change a whole board: resize it at its edges, turn or mirror it, or change its layout."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.errors import LimitError, ScenarioError
from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import Layout, Orientation
from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.board import MAX_SIDE
from fairground.core.scenario.transform.board_transform import BoardTransform
from fairground.core.scenario.transform.carrying import carried

if TYPE_CHECKING:
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.carrying import Carried

#: The layout with the other shift.
OTHER_PARITY: Final = {
    Layout.ODD_Q: Layout.EVEN_Q,
    Layout.EVEN_Q: Layout.ODD_Q,
    Layout.ODD_R: Layout.EVEN_R,
    Layout.EVEN_R: Layout.ODD_R,
}


class Anchor(StrEnum):
    """The place of the old board in the new one."""

    TOP_LEFT = "top-left"
    TOP = "top"
    TOP_RIGHT = "top-right"
    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"
    BOTTOM_LEFT = "bottom-left"
    BOTTOM = "bottom"
    BOTTOM_RIGHT = "bottom-right"


def anchor_shift(
    layout: Layout, size: tuple[int, int], new_size: tuple[int, int], anchor: Anchor
) -> tuple[int, int]:
    """Return the shift in columns and rows of a board of ``size`` (columns, rows) by an anchor.

    An ambiguous middle is rounded to the top left, or so that the layout stays the same.
    """
    flat = layout.orientation is Orientation.FLAT
    return (
        _shift(new_size[0] - size[0], anchor.value, ("left", "right"), even=flat),
        _shift(new_size[1] - size[1], anchor.value, ("top", "bottom"), even=not flat),
    )


def _shift(added: int, anchor: str, ends: tuple[str, str], *, even: bool) -> int:
    start, end = ends
    if start in anchor:
        return 0
    if end in anchor:
        return added
    half = abs(added) // 2
    if even and added % 2 and half % 2:
        half += 1
    return half if added > 0 else -half


def shifted(layout: Layout, columns: int, rows: int) -> BoardTransform:
    """Return the transform that shifts all hexes to the right and down, keeping neighbours.

    An odd number of columns on flat-top boards, or rows on pointy-top ones, changes the parity of the layout.
    """
    flat = layout.orientation is Orientation.FLAT
    after = OTHER_PARITY[layout] if (columns if flat else rows) % 2 else layout
    # The image of A1 determines all others.
    return BoardTransform(layout, after, Symmetry(translation=after.from_offset(columns, rows)))


def resized(
    scenario: Scenario,
    columns: int,
    rows: int,
    anchor: Anchor | tuple[int, int] = Anchor.TOP_LEFT,
    *,
    fill: str = "clear",
) -> Carried:
    """Return a copy of a scenario on a board of ``columns`` and ``rows``.

    ``anchor`` is the place of the old board, or its shift in columns (right) and rows (down). New hexes have the terrain
    ``fill``. Hexes keep their neighbours, so that an odd shift changes the layout.

    Raises
    ------
    LimitError
        When a board cannot have that size.
    """
    board = scenario.board
    size = board.columns, board.rows
    across, down = (
        anchor_shift(board.layout, size, (columns, rows), anchor) if isinstance(anchor, Anchor) else anchor
    )
    return carried(scenario, shifted(board.layout, across, down), columns, rows, fill=fill)


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
