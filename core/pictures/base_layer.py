"""Units on round bases: discs as large as the bases are, with the class, the side's mark and the parts of large ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fairground.core.pictures.colours import INK, PAPER, bold_ink
from fairground.core.pictures.display_list import Circle, Text, TextAnchor
from fairground.core.pictures.looks import side_mark
from fairground.core.pictures.zone_layers import side_colour

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.parts import Unit

#: What is drawn of a base without a size, in mm on a hex of 11.
_LEAST: Final = 1.6
#: Lengths of the face of a disc, as shares of its radius.
_TEXT, _MARK_AT, _MARK = 0.7, 0.5, 0.24
_DASH: Final = (0.9, 0.7)
#: The size of the numbers of parts, in mm on a hex of 11.
_NUMBER: Final = 1.7


def base_disc(scene: Scene, unit: Unit, code: str, x: float, y: float, *, inch: float) -> list[Item]:
    """Return the base of a unit around a point; ``inch`` is the length of an inch in mm."""
    unit_of_width = scene.plan.unit
    index = scene.scenario.side_index(unit.side)
    colour = side_colour(index)
    ink = bold_ink(colour)
    radius = max(scene.looks.diameter(unit) / 2 * inch, _LEAST * unit_of_width)
    rim = 0.3 * unit_of_width
    size = (_TEXT if len(code) < 3 else 0.77 * _TEXT) * radius
    return [
        Circle(x, y, radius, fill=colour, stroke=PAPER, width=2 * rim),
        Circle(x, y, radius - rim / 2, stroke=INK, width=rim),
        Text(x, y + 0.15 * size, code, size, ink, anchor=TextAnchor.MIDDLE, bold=True),
        side_mark(index, x, y + _MARK_AT * radius, radius=_MARK * radius, fill=ink),
        *_parts(unit, x, y, inch, unit_of_width),
    ]


def _parts(unit: Unit, x: float, y: float, inch: float, width: float) -> list[Item]:
    """Return a circle for each part, with its number in the list of them at the rim."""
    items: list[Item] = []
    dash = tuple(length * width for length in _DASH)
    for number, part in enumerate(unit.parts, 1):
        across, down = x + part.at[0] * inch, y + part.at[1] * inch
        radius = max(part.base / 2 * inch, 0.5 * width)
        items += [
            Circle(across, down, radius, stroke=PAPER, width=0.8 * width),
            Circle(across, down, radius, stroke=INK, width=0.35 * width, dash=dash),
            Text(
                across,
                down - radius + 0.35 * _NUMBER * width,
                str(number),
                _NUMBER * width,
                INK,
                anchor=TextAnchor.MIDDLE,
                bold=True,
                halo=PAPER,
                halo_width=0.35 * width,
            ),
        ]
    return items
