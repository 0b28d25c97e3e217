"""The signs of narrow places: links of a chain, and a broken outline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.pictures.chokepoints_overlay import CHAIN, PASSAGE, STEPS, TRAFFIC
from fairground.core.pictures.colours import PAPER
from fairground.core.pictures.display_list import Circle, Join, Polygon
from fairground.editor.canvas.art import OutlineStyle

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Item, Point

BORDER = OutlineStyle("passage", ((PAPER, 3.6, 0.85, ()), (PASSAGE, 2.0, 1.0, (4.5, 2.6))), inset=1.6)
_LINK = 0.6
#: Where the discs stand: that of a cut to the left, that of a passage to the right.
CUT_AT, PASSAGE_AT = (-5.2, 4.6), (5.2, 4.6)


def link(hexagon: tuple[Point, ...], scale: float = 1.0) -> tuple[Item, ...]:
    """Return the link of a chain around the middle of a hex."""
    points = tuple((_LINK * scale * x, _LINK * scale * y) for x, y in hexagon)
    return tuple(
        Polygon(points, stroke=colour, width=width * scale, join=Join.ROUND) for colour, width in CHAIN
    )


def traffic_disc(level: int, scale: float = 1.0) -> tuple[Item, ...]:
    """Return the sign of traffic over another overlay: a disc, the larger the higher the level, up to ``STEPS``."""
    radius = scale * (1.0 + 2.8 * level / STEPS)
    return (Circle(0.0, 0.0, radius, fill=TRAFFIC, stroke=PAPER, width=0.6 * scale),)


def passage_sample(hexagon: tuple[Point, ...]) -> tuple[Item, ...]:
    """Return a hex of a narrow passage, for legends."""
    points = tuple((0.86 * x, 0.86 * y) for x, y in hexagon)
    return (
        Polygon(points, stroke=PAPER, width=2.6),
        Polygon(points, stroke=PASSAGE, width=1.5, dash=(3.2, 1.9)),
    )
