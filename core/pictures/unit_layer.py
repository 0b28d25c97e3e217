"""Units: round counters with the class, the side's mark, a wedge where they look and an arc where the shield is."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from fairground.core.pictures.colours import INK, PAPER, bold_ink
from fairground.core.pictures.display_list import Anchor, Cap, Circle, Group, Join, Layer, Path, Polygon, Text
from fairground.core.pictures.looks import class_codes
from fairground.core.pictures.zone_layers import side_colour
from fairground.core.scenario.parts import Shield

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.display_list import Command, Item, Point
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.parts import Unit

_RADIUS = 3.95
_SHIELD_RADIUS = 5.0
_WEDGE_TIP = 6.7
#: The sides that a shield covers, as stretches of directions relative to the facing: sides 6 and 1, or 1 and 2.
_SHIELD_SIDES = {Shield.LEFT: (-1.5, 0.5), Shield.RIGHT: (-0.5, 1.5)}


def unit_layer(scene: Scene) -> Layer:
    """Return a counter for every unit on the board; several in one hex are fanned out."""
    codes = class_codes(unit.unit_class for unit in scene.scenario.units)
    stacked: Counter[Hex] = Counter()
    groups: list[Item] = []
    for unit in scene.scenario.units:
        place = scene.plan.place_of(unit.hex)
        if place is None:
            continue
        shift = 1.5 * stacked[unit.hex] * scene.plan.unit
        stacked[unit.hex] += 1
        items = counter(scene, unit, codes[unit.unit_class], place.x + shift, place.y - shift)
        data = (
            ("unit", unit.id),
            ("side", unit.side),
            ("class", unit.unit_class),
            ("facing", str(unit.facing)),
            ("shield", unit.shield.value),
        )
        groups.append(Group(tuple(items), data=data))
    return Layer("units", "Units", tuple(groups))


def counter(
    scene: Scene, unit: Unit, code: str, x: float, y: float, *, scale: float | None = None
) -> list[Item]:
    """Return the counter of a unit around a point."""
    scale = scene.plan.unit if scale is None else scale
    index = scene.scenario.side_index(unit.side)
    colour = side_colour(index)
    ink = bold_ink(colour)
    ahead = scene.plan.layout.facing_direction(unit.facing)
    items: list[Item] = []
    if unit.shield in _SHIELD_SIDES:
        first, last = (scene.plan.angle(ahead + turn) for turn in _SHIELD_SIDES[unit.shield])
        bow = arc(x, y, _SHIELD_RADIUS * scale, first, last)
        items += [
            Path(bow, stroke=PAPER, width=1.8 * scale, cap=Cap.ROUND),
            Path(bow, stroke=INK, width=1.15 * scale, cap=Cap.ROUND),
        ]
    items += [
        Polygon(
            _wedge(x, y, scene.plan.angle(ahead), scale),
            fill=INK,
            stroke=PAPER,
            width=0.4 * scale,
            join=Join.ROUND,
        ),
        Circle(x, y, _RADIUS * scale, fill=colour, stroke=PAPER, width=0.9 * scale),
        Circle(x, y, (_RADIUS + 0.32) * scale, stroke=INK, width=0.3 * scale),
    ]
    size = (3.1 if len(code) < 3 else 2.4) * scale
    items.append(Text(x, y + 0.15 * size, code, size, ink, anchor=Anchor.MIDDLE, bold=True))
    items.append(side_mark(index, x, y + 2.05 * scale, radius=1.0 * scale, fill=ink))
    return items


def _wedge(x: float, y: float, angle: float, scale: float) -> tuple[Point, ...]:
    """Return the triangle on the counter's rim that points along ``angle``."""
    base, half = (_RADIUS + 0.1) * scale, 0.5
    return tuple(
        (x + radius * math.cos(angle + turn), y + radius * math.sin(angle + turn))
        for radius, turn in ((base, -half), (_WEDGE_TIP * scale, 0.0), (base, half))
    )


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


def arc(x: float, y: float, radius: float, first: float, last: float) -> tuple[Command, ...]:
    """Return the arc between two angles, clockwise, as curves of at most a sixth of a circle."""
    count = max(1, math.ceil((last - first) / (math.pi / 3) - 1e-9))
    step = (last - first) / count
    pull = 4 / 3 * math.tan(step / 4) * radius
    commands: list[Command] = [("M", (x + radius * math.cos(first), y + radius * math.sin(first)))]
    for i in range(count):
        a, b = first + i * step, first + (i + 1) * step
        ax, ay = x + radius * math.cos(a), y + radius * math.sin(a)
        bx, by = x + radius * math.cos(b), y + radius * math.sin(b)
        curve = (
            ax - pull * math.sin(a),
            ay + pull * math.cos(a),
            bx + pull * math.sin(b),
            by - pull * math.cos(b),
            bx,
            by,
        )
        commands.append(("C", curve))
    return tuple(commands)
