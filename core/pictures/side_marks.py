"""The marks of sides: shapes that tell them apart where colours do not."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from fairground.core.pictures.display_list import Circle, Polygon

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Item


def side_mark(index: int, x: float, y: float, *, radius: float, fill: str) -> Item:
    """Return a side's mark, so that colour alone need not tell it: a disc, square, triangle, diamond, bar or star."""
    shape = index % 6 if index >= 0 else 0
    if shape == 0:
        return (
            Circle(x, y, 0.82 * radius, fill=fill)
            if index >= 0
            else Circle(x, y, 0.7 * radius, stroke=fill, width=0.3 * radius)
        )
    # Corners as (turns of a circle, share of the radius), from the top.
    corners = {
        1: [(k / 4 + 0.125, 1.05) for k in range(4)],
        2: [(k / 3, 1.15) for k in range(3)],
        3: [(k / 4, 1.15) for k in range(4)],
        4: [(0.19, 1.2), (0.31, 1.2), (0.69, 1.2), (0.81, 1.2)],
        5: [(k / 10, 1.25 if k % 2 == 0 else 0.55) for k in range(10)],
    }[shape]
    points = tuple(
        (x + share * radius * math.sin(2 * math.pi * turn), y - share * radius * math.cos(2 * math.pi * turn))
        for turn, share in corners
    )
    return Polygon(points, fill=fill)
