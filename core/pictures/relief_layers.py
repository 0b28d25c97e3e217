"""Heights: crests and hachures on the low side of every change of level, and the badges with the levels."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING

from fairground.core.pictures.colours import DEPTH_INK, PAPER, RELIEF_INK
from fairground.core.pictures.display_list import Cap, Circle, Group, Layer, PathShape, Text, TextAnchor

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Command, Item, Point
    from fairground.core.pictures.plan import HexPosition
    from fairground.core.pictures.scene import Scene

#: The distance of a badge below the centre, in hex sizes.
BADGE_DROP = 0.655
BADGE_RADIUS = 1.85


def relief_layer(scene: Scene) -> Layer:
    """Return a crest line and hachures for every change of level, heavier for bigger drops, blue-grey from level 0 down."""
    crests: dict[tuple[bool, int], list[Command]] = defaultdict(list)
    ticks: dict[bool, list[Command]] = defaultdict(list)
    for place in scene.plan.places:
        low = scene.level(place)
        corners: tuple[Point, ...] | None = None
        for direction, other in enumerate(scene.plan.beside(place)):
            if other is None or scene.level(other) <= low:
                continue
            corners = corners or scene.plan.outline(place)
            drop = scene.level(other) - low
            deep = scene.level(other) <= 0
            start, end = corners[direction - 1], corners[direction]
            crests[deep, min(drop, 4)] += [("M", start), ("L", end)]
            ticks[deep] += _hachures(start, end, place, drop=drop, unit=scene.plan.unit)
    items: list[Item] = [
        PathShape(tuple(commands), fill=_ink(deep=deep), opacity=0.85)
        for deep, commands in sorted(ticks.items())
    ]
    items += [
        PathShape(
            tuple(commands),
            stroke=_ink(deep=deep),
            width=(0.3 + 0.26 * drop) * scene.plan.unit,
            cap=Cap.ROUND,
            data=(("drop", str(drop)),),
        )
        for (deep, drop), commands in sorted(crests.items())
    ]
    return Layer("relief", "Slopes", tuple(items))


def _ink(*, deep: bool) -> str:
    return DEPTH_INK if deep else RELIEF_INK


def _hachures(start: Point, end: Point, place: HexPosition, *, drop: int, unit: float) -> list[Command]:
    """Return tapered strokes from a hexside into the lower hex, at a right angle to it."""
    (ax, ay), (bx, by) = start, end
    mx, my = place.x - (ax + bx) / 2, place.y - (ay + by) / 2
    depth = math.hypot(mx, my)
    nx, ny = mx / depth, my / depth
    side = math.hypot(bx - ax, by - ay)
    ex, ey = (bx - ax) / side, (by - ay) / side
    count = 7 + 2 * min(drop - 1, 2)
    longest = min(1.7 + 0.8 * (drop - 1), 3.9) * unit
    half = (0.15 + 0.05 * min(drop, 4)) * unit
    commands: list[Command] = []
    for i in range(count):
        at = side * (i + 0.5) / count
        # Short near the ends, where the strokes of the next hexside begin.
        length = min(longest * (1 if i % 2 == 0 else 0.66), 1.3 * min(at, side - at) + 0.35 * unit)
        x, y = ax + ex * at, ay + ey * at
        commands += [
            ("M", (x - ex * half, y - ey * half)),
            ("L", (x + nx * length, y + ny * length)),
            ("L", (x + ex * half, y + ey * half)),
            ("Z", ()),
        ]
    return commands


def badge_layer(scene: Scene) -> Layer:
    """Return the level of every hex that is not on level 0, in a small disc at its bottom."""
    discs: list[Item] = []
    numbers: list[Item] = []
    drop = BADGE_DROP * scene.plan.size
    for place in scene.plan.places:
        if level := scene.level(place):
            disc, number = badge(level, place.x, place.y + drop, scene.plan.unit)
            discs.append(disc)
            numbers.append(number)
    return Layer("levels", "Levels", (Group(tuple(discs)), Group(tuple(numbers))) if discs else ())


def badge(level: int, x: float, y: float, unit: float) -> tuple[Circle, Text]:
    """Return the disc and the number that say a level."""
    ink = _ink(deep=level < 0)
    text = str(level).replace("-", "\N{MINUS SIGN}")
    size = (2.7 if len(text) == 1 else 2.35 if len(text) == 2 else 1.8) * unit
    disc = Circle(x, y, BADGE_RADIUS * unit, fill=PAPER, stroke=ink, width=0.3 * unit)
    return disc, Text(x, y + 0.36 * size, text, size, ink, anchor=TextAnchor.MIDDLE, bold=True)
