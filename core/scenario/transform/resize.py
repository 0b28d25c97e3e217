"""A larger or smaller board: hexes are added and taken away at its edges, and all others keep their neighbours."""

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

#: The layout whose lines are shifted the other way.
OTHER_PARITY: Final = {
    Layout.ODD_Q: Layout.EVEN_Q,
    Layout.EVEN_Q: Layout.ODD_Q,
    Layout.ODD_R: Layout.EVEN_R,
    Layout.EVEN_R: Layout.ODD_R,
}


class Anchor(StrEnum):
    """Which part of the old board stays where it is, as seen from the edges of the new one."""

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
    """Return by how many columns and rows an anchor shifts the hexes of a board of ``size`` (columns, rows).

    Where the middle lies between two places, the nearer to the top left is taken; between columns of flat-top and
    rows of pointy-top boards, the one that leaves the layout as it is.
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
    """Return the way on which all hexes go that many columns to the right and rows down, neighbours as they are.

    An odd number of columns on flat-top boards, of rows on pointy-top ones, changes the parity of the layout: what
    was the second line, and shifted, is then the first or third.
    """
    flat = layout.orientation is Orientation.FLAT
    after = OTHER_PARITY[layout] if (columns if flat else rows) % 2 else layout
    # The image of A1 says all, for every other hex moves likewise.
    return BoardTransform(layout, after, Symmetry(translation=after.from_offset(columns, rows)))


def resized(
    scenario: Scenario,
    columns: int,
    rows: int,
    anchor: Anchor | tuple[int, int] = Anchor.TOP_LEFT,
    *,
    fill: str = "clear",
) -> Carried:
    """Return a scenario on a board of ``columns`` and ``rows``; the one given stays as it is.

    ``anchor`` is the part of the board that stays, or by how many columns (to the right) and rows (down) its hexes
    are shifted. New hexes are of the terrain ``fill``. Every hex keeps its neighbours; where that takes another
    layout (an odd shift of shifted lines), the result has it and says so.

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
