"""Resize a board at its edges; all other hexes keep their neighbours."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from fairground.core.grid.layout import Layout, Orientation
from fairground.core.grid.symmetry import Symmetry
from fairground.core.scenario.transform.board_transform import BoardTransform
from fairground.core.scenario.transform.carrying import carried

if TYPE_CHECKING:
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
