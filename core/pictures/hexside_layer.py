"""Features on hexsides: thick, in their own colour; a blocking one is solid, a hindering one broken."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.grid.labels import label
from fairground.core.pictures.colours import PAPER
from fairground.core.pictures.display_list import Cap, Group, Layer, PathShape

if TYPE_CHECKING:
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.pictures.display_list import Item, Point
    from fairground.core.pictures.scene import Scene


class Stroke(NamedTuple):
    """One of the strokes that a feature is drawn with, the lowest first; lengths in mm for a hex of 11."""

    colour: str
    width: float
    dash: tuple[float, ...] = ()
    cap: Cap = Cap.BUTT


#: Styles by tile name; a feature whose tile has none is drawn plainly, by whether it blocks. A round cap on a dash of no
#: length is a dot: a bush, or a boulder.
FEATURE_STYLES: dict[str, tuple[Stroke, ...]] = {
    "hedge": (
        Stroke("#2f5726", 2.5, (0.01, 2.75), Cap.ROUND),
        Stroke("#79a45c", 1.7, (0.01, 2.75), Cap.ROUND),
    ),
    "hedgerow": (
        Stroke("#23451f", 2.9, (), Cap.ROUND),
        Stroke("#5d8a47", 1.9, (0.01, 1.833), Cap.ROUND),
        Stroke("#23451f", 0.7, (0.01, 1.833), Cap.ROUND),
    ),
    "wall": (
        Stroke("#3f3b36", 2.3),
        Stroke("#b5ada0", 1.5, (1.45, 0.3833)),
    ),
    "fence": (
        Stroke("#6b4a2b", 0.6),
        Stroke("#6b4a2b", 2.2, (0.6, 1.6)),
    ),
    "stream": (Stroke("#4a8296", 2.2, (), Cap.ROUND), Stroke("#8dbccb", 1.4, (), Cap.ROUND)),
    "cliff": (Stroke("#4f3f2f", 1.1, (), Cap.ROUND), Stroke("#4f3f2f", 2.8, (0.5, 0.88))),
    "bridge": (Stroke("#5b4327", 3.4, (3.4, 20), Cap.BUTT), Stroke("#cfae7c", 2.4, (3.4, 20))),
}
_PLAIN = {
    True: (Stroke("#52327a", 2.3, (), Cap.ROUND), Stroke("#b79fd6", 1.1, (), Cap.ROUND)),
    False: (
        Stroke("#52327a", 2.3, (2.6, 1.5)),
        Stroke("#b79fd6", 1.1, (1.6, 2.5)),
    ),
}


def hexside_layer(scene: Scene) -> Layer:
    """Return the features of every hexside on the board, side by side where there are several."""
    items: list[Item] = []
    for side, features in sorted(scene.scenario.board.hexsides.items()):
        if all(scene.plan.place_of(at) is None for at in side.hexes):
            continue
        ends = tuple(scene.plan.corner_point(corner) for corner in side.corners)
        name = _name(scene, side)
        for i, feature in enumerate(features):
            shift = 2.2 * (i - (len(features) - 1) / 2)
            items.append(
                Group(
                    feature_items(scene, feature, ends[0], ends[1], shift=shift),
                    data=(("hexside", name), ("feature", feature)),
                )
            )
    return Layer("hexsides", "Hexsides", tuple(items))


def feature_items(
    scene: Scene, feature: str, start: Point, end: Point, *, shift: float = 0.0, share: float = 1.0
) -> tuple[Item, ...]:
    """Return the strokes of a feature between two points, moved sideways by ``shift`` mm and scaled by ``share``."""
    unit = scene.plan.unit * share
    (ax, ay), (bx, by) = start, end
    length = math.hypot(bx - ax, by - ay)
    nx, ny = (ay - by) / length * shift * unit, (bx - ax) / length * shift * unit
    commands = (("M", (ax + nx, ay + ny)), ("L", (bx + nx, by + ny)))
    strokes = _style(scene, feature)
    halo = Stroke(PAPER, max(stroke.width for stroke in strokes) + 0.7)
    return tuple(
        PathShape(
            commands,
            stroke=stroke.colour,
            width=stroke.width * unit,
            dash=tuple(length * unit for length in stroke.dash),
            cap=stroke.cap,
            opacity=0.75 if stroke is halo else 1.0,
        )
        for stroke in (halo, *strokes)
    )


def _style(scene: Scene, feature: str) -> tuple[Stroke, ...]:
    named = FEATURE_STYLES.get(scene.looks.hexside_tile(feature))
    return named or _PLAIN[scene.looks.hexside_blocks(feature)]


def _name(scene: Scene, side: Hexside) -> str:
    layout = scene.plan.layout
    column, row = layout.to_offset(side.hex)
    direction = side.direction
    if column < 0 or row < 0:
        # The owner lies off the board, where hexes have no label: name the side from within.
        column, row = layout.to_offset(side.hexes[1])
        direction += 3
    return f"{label(column, row)} {layout.direction_name(direction)}"
