"""Which side of a hex is nearest to a point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.grid.hexes import DIRECTIONS

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.layout import Layout


def nearest_side(layout: Layout, at: Hex, x: float, y: float) -> int:
    """Return the direction (0-5) of the side of ``at`` that is nearest to a point of the plane within that hex.

    Units are those of ``layout.centre`` at size 1. Within a hex the side nearest is the one that the point lies
    towards, seen from the centre. Of several sides equally near, it is the first in the order of the directions.
    """
    middle_x, middle_y = layout.centre(at)
    across, down = x - middle_x, y - middle_y

    def nearness(direction: int) -> float:
        towards_x, towards_y = layout.centre(DIRECTIONS[direction])
        return across * towards_x + down * towards_y

    return max(range(6), key=nearness)
