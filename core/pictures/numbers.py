"""Numbers on the board: in the middle of a hex, or in a disc beside what stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.pictures.colours import INK, bold_ink
from fairground.core.pictures.display_list import Circle, Text, TextAnchor

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.plan import HexPosition
    from fairground.core.pictures.scene import Scene

# In hex sizes.
_SIZE, _SMALL = 0.36, 0.7
_BESIDE, _DISC = (-0.56, -0.33), 0.25
#: What a font has to shrink by, from so many characters on.
_LONG, _SHRINK = 4, 0.78


def taken_hexes(scene: Scene) -> frozenset[Hex]:
    """Return the hexes whose middle a unit or an objective takes."""
    board = scene.scenario.board
    taken = {unit.hex for unit in scene.scenario.units}
    for objective in scene.scenario.objectives:
        taken |= board.hexes_of(objective.shape.mask(board))
    return frozenset(taken)


def number_in_hex(scene: Scene, place: HexPosition, text: str, ground: str, *, beside: bool) -> list[Item]:
    """Return the number of a hex: in its middle, or in a disc at its side where something stands in the middle.

    ``ground`` is the colour that the number is read on. The side is one where neither points nor names are.
    """
    size = scene.plan.size
    font = size * _SIZE * (_SHRINK if len(text) >= _LONG else 1.0)
    if beside:
        x, y = place.x + _BESIDE[0] * size, place.y + _BESIDE[1] * size
        return number_disc(x, y, text, _DISC * size, font * _SMALL, fill=ground)
    return [number_text(place.x, place.y, text, font, ground, halo=0.16 * font)]


def number_disc(
    x: float, y: float, text: str, radius: float, font: float, *, fill: str, stroke: str = INK
) -> list[Item]:
    """Return a disc of a colour with a number in it."""
    return [
        Circle(x, y, radius, fill=fill, stroke=stroke, width=0.115 * radius),
        number_text(x, y, text, font, fill),
    ]


def number_text(x: float, y: float, text: str, font: float, ground: str, *, halo: float = 0.0) -> Text:
    """Return a number around a point, readable on a colour, with a margin of that colour of ``halo`` mm."""
    return Text(
        x,
        y + 0.36 * font,
        text,
        font,
        bold_ink(ground),
        anchor=TextAnchor.MIDDLE,
        bold=True,
        halo=ground if halo else None,
        halo_width=halo,
    )
