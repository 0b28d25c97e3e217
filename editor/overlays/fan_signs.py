"""The signs of the fan: the veil over what is not seen, dots where sight is hindered, a shield where there is cover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.grid.layout import SQRT3, Orientation
from fairground.core.pictures.colours import PAPER
from fairground.core.pictures.display_list import Cap, Circle, Group, Join, PathShape, Polygon
from fairground.core.pictures.fan_overlay import shield_outline
from fairground.core.pictures.plan import line
from fairground.core.pictures.tiles import TILE_SIZE
from fairground.editor.canvas.art import OutlineStyle

if TYPE_CHECKING:
    from fairground.core.grid.layout import Layout
    from fairground.core.pictures.display_list import Command, Item, Point

VEIL, DOTS, SHIELD = "#3d3a36", "#7a1f5c", "#0f4c5c"
VEIL_OPACITY, BEYOND_OPACITY = 0.44, 0.6
_LINE_WIDTH, _LINE_OPACITY = 0.5, 0.5
_DOT, _DOTS_AWAY = 0.95, 0.52
_SHIELD_AT, _SHIELD_SIZE = (-5.2, 4.2), 2.3


#: The line around what is seen, where there is no veil to show it.
EDGE = OutlineStyle("fan-edge", ((PAPER, 4.0, 0.9, ()), (VEIL, 2.2, 1.0, ())), inset=1.2)


def veil(layout: Layout, hexagon: tuple[Point, ...], *, lines: int, over: bool = False) -> tuple[Item, ...]:
    """Return a veiled hex with ``lines`` hatch lines from one hex to the next.

    They run from centre to centre of hexes in a line, so that they go on from hex to hex. Over another overlay the
    lines are dark with a light margin, and there is no veil to change that one's colours.
    """
    along = (1.5 * TILE_SIZE, SQRT3 / 2 * TILE_SIZE)
    across = (0.0, SQRT3 * TILE_SIZE)
    if layout.orientation is not Orientation.FLAT:
        along, across = along[::-1], across[::-1]
    commands: list[Command] = []
    for k in range(-lines, lines):
        share = (k + 0.5) / lines
        x, y = across[0] * share, across[1] * share
        commands += line(((x - along[0], y - along[1]), (x + along[0], y + along[1])))
    if over:
        hatch = tuple(commands)
        return (
            PathShape(hatch, stroke=PAPER, width=3 * _LINE_WIDTH, opacity=_LINE_OPACITY),
            PathShape(hatch, stroke=VEIL, width=1.6 * _LINE_WIDTH, opacity=0.85),
        )
    ground = Polygon(hexagon, fill=VEIL, opacity=VEIL_OPACITY)
    if not lines:
        return (ground,)
    return ground, PathShape(tuple(commands), stroke=PAPER, width=_LINE_WIDTH, opacity=_LINE_OPACITY)


def beyond(hexagon: tuple[Point, ...]) -> tuple[Item, ...]:
    """Return a hex out of range: bleached."""
    return (Polygon(hexagon, fill=PAPER, opacity=BEYOND_OPACITY),)


def dots(hexagon: tuple[Point, ...], *, many: bool) -> tuple[Item, ...]:
    """Return the dots of a hex that is seen, but hindered; one alone where hexes are small."""
    if not many:
        return (Circle(0.0, 0.0, 2.6, fill=DOTS, opacity=0.85),)
    places = [(0.0, 0.0), *((x * _DOTS_AWAY, y * _DOTS_AWAY) for x, y in hexagon)]
    discs = tuple(Circle(x, y, _DOT, fill=DOTS, stroke=PAPER, width=0.35) for x, y in places)
    return (Group(discs, opacity=0.9),)


def shield() -> tuple[Item, ...]:
    """Return the sign of cover, at the lower left."""
    commands = shield_outline(*_SHIELD_AT, _SHIELD_SIZE)
    return (PathShape(commands, fill=SHIELD, stroke=PAPER, width=0.6, join=Join.ROUND, cap=Cap.ROUND),)


def ground(hexagon: tuple[Point, ...]) -> tuple[Item, ...]:
    """Return a hex of plain ground, for legends."""
    return (Polygon(hexagon, fill="#efe7d2", stroke="#8d8470", width=0.5),)
