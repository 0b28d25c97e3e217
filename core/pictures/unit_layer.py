"""Units: round counters with class, side mark, facing wedge and shield arc; round bases as large as they are."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from fairground.core.pictures.colours import INK, PAPER, bold_ink
from fairground.core.pictures.display_list import (
    Cap,
    Circle,
    Group,
    Join,
    Layer,
    PathShape,
    Picture,
    Polygon,
    Text,
    TextAnchor,
)
from fairground.core.pictures.looks import Looks, class_codes, side_mark
from fairground.core.pictures.options import PictureOptions
from fairground.core.pictures.plan import BoardPlan
from fairground.core.pictures.scene import Scene
from fairground.core.pictures.zone_layers import side_colour
from fairground.core.scenario.board import Board
from fairground.core.scenario.inches import inches_a_size, unit_point
from fairground.core.scenario.parts import Shield

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.layout import Layout
    from fairground.core.pictures.display_list import Command, Item, Point
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit

#: The least radius of a base, in mm on a hex of 11.
_LEAST: Final = 1.6
#: Lengths of the face of a disc, as shares of its radius.
_TEXT, _MARK_AT, _MARK = 0.7, 0.5, 0.24
_DASH: Final = (0.9, 0.7)
#: The size of the numbers of parts, in mm on a hex of 11.
_NUMBER: Final = 1.7
#: The radius of a counter, likewise.
_RADIUS: Final = 3.95
#: The size of the turn of an arrival, likewise.
_TURN: Final = 2.2
#: The width of a counter with its wedge and shield, likewise.
COUNTER_WIDTH: Final = 14.6


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
        *_arrival(unit, x, y, unit_of_width, radius),
    ]


def _arrival(unit: Unit, x: float, y: float, width: float, radius: float) -> list[Item]:
    """Return the turn in which a unit arrives, at the upper right of its disc: ``T3``; nothing if it starts there.

    ``width`` is the length of a mm on a hex of 11.
    """
    if unit.arrives <= 1:
        return []
    away = radius * math.sqrt(0.5)
    return [
        Text(
            x + away,
            y - away + 0.15 * _TURN * width,
            f"T{unit.arrives}",
            _TURN * width,
            INK,
            anchor=TextAnchor.START,
            bold=True,
            halo=PAPER,
            halo_width=0.5 * width,
        )
    ]


def _parts(unit: Unit, x: float, y: float, inch: float, width: float) -> list[Item]:
    """Return a circle for each part, numbered at the rim."""
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


_SHIELD_RADIUS = 5.0
_WEDGE_TIP = 6.7
#: The sides that a shield covers, as stretches of directions relative to the facing: sides 6 and 1, or 1 and 2.
_SHIELD_SIDES = {Shield.LEFT: (-1.5, 0.5), Shield.RIGHT: (-0.5, 1.5)}


def unit_layer(scene: Scene) -> Layer:
    """Return a counter for every unit on the board, fanned out within a hex, or bases where sight is from base to base."""
    codes = class_codes(unit.unit_class for unit in scene.scenario.units)
    board, on_bases = scene.scenario.board, scene.looks.on_bases
    inch = scene.plan.size / inches_a_size(board)
    stacked: Counter[Hex] = Counter()
    groups: list[Item] = []
    for unit in scene.scenario.units:
        place = scene.plan.place_of(unit.hex)
        if place is None:
            continue
        code = codes[unit.unit_class]
        if on_bases:
            (x, y), origin = unit_point(board, unit), scene.plan.origin
            items = base_disc(scene, unit, code, origin[0] + x * inch, origin[1] + y * inch, inch=inch)
        else:
            shift = 1.5 * stacked[unit.hex] * scene.plan.unit
            stacked[unit.hex] += 1
            items = counter(scene, unit, code, place.x + shift, place.y - shift)
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
            PathShape(bow, stroke=PAPER, width=1.8 * scale, cap=Cap.ROUND),
            PathShape(bow, stroke=INK, width=1.15 * scale, cap=Cap.ROUND),
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
    items.append(Text(x, y + 0.15 * size, code, size, ink, anchor=TextAnchor.MIDDLE, bold=True))
    items.append(side_mark(index, x, y + 2.05 * scale, radius=1.0 * scale, fill=ink))
    return [*items, *_arrival(unit, x, y, scale, _RADIUS * scale)]


def counter_scene(scenario: Scenario, layout: Layout) -> Scene:
    """Return the scene for counters of a scenario without its board; facings are those of ``layout``."""
    board = Board.blank(layout, 1, 1)
    options = PictureOptions()
    plan = BoardPlan(board, size=options.hex_size)
    return Scene(replace(scenario, board=board), plan, Looks(scenario), options)


def counter_picture(scene: Scene, unit: Unit, code: str, *, width: float, chip: bool = False) -> Picture:
    """Return a square picture ``width`` mm wide with the counter of a unit, with ``chip`` on a disc that fills it."""
    middle = width / 2
    disc = [Circle(middle, middle, middle, fill=PAPER)] if chip else []
    items = counter(scene, unit, code, middle, middle, scale=width / COUNTER_WIDTH)
    return Picture(
        width_mm=width,
        height_mm=width,
        layers=(Layer("units", "Units", (*disc, *items)),),
        hex_size=scene.plan.size,
        origin=(middle, middle),
    )


def _wedge(x: float, y: float, angle: float, scale: float) -> tuple[Point, ...]:
    """Return the triangle on the counter's rim that points along ``angle``."""
    base, half = (_RADIUS + 0.1) * scale, 0.5
    return tuple(
        (x + radius * math.cos(angle + turn), y + radius * math.sin(angle + turn))
        for radius, turn in ((base, -half), (_WEDGE_TIP * scale, 0.0), (base, half))
    )


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
