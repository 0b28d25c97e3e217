"""The signs of the reach: a colour and a number for each turn, and a line where one ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.pictures.colours import INK, PAPER
from fairground.core.pictures.display_list import Circle, Polygon
from fairground.core.pictures.lettering import number_text
from fairground.core.pictures.reach_overlay import OPACITY, shade, tinted_paper
from fairground.editor.canvas.art import OutlineStyle

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Item, Point

_NUMBER, _SAMPLE, _ASIDE_NUMBER = 5.2, 10.0, 4.2
#: Where signs stand that leave the middle of the hex to an overlay below.
ASIDE = (0.0, 6.0)
#: The line inside the border of all that is reached by the end of a turn.
EDGE = OutlineStyle("reach", ((PAPER, 2.6, 0.9, ()), (INK, 1.2, 0.9, ())), inset=0.9)


def number(turn: int, size: float = _NUMBER) -> tuple[Item, ...]:
    """Return the number of a turn, in the middle of a hex."""
    return (number_text(0.0, 0.0, str(turn), size, tinted_paper(turn), halo=0.16 * size),)


def number_aside(turn: int, scale: float = 1.0) -> tuple[Item, ...]:
    """Return the number of a turn at the lower edge of a hex, on a disc."""
    x, y = ASIDE
    disc = Circle(x, y, 2.9 * scale, fill=tinted_paper(turn), stroke=INK, width=0.45 * scale)
    return disc, number_text(x, y, str(turn), _ASIDE_NUMBER * scale, tinted_paper(turn), halo=0.0)


def sample(hexagon: tuple[Point, ...], turn: int) -> tuple[Item, ...]:
    """Return a hex of a turn, for legends."""
    return Polygon(hexagon, fill=shade(turn), opacity=OPACITY), *number(turn, _SAMPLE)
