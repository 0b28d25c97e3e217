"""Zones: a hatch of the side's own colour, angle and mark under the symbols, and an outline inside the border."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.pictures.colours import GOLD, INK, PAPER, SIDE_COLOURS, SOFT_INK, bold_ink
from fairground.core.pictures.display_list import (
    Circle,
    Group,
    Hatch,
    HatchMark,
    Join,
    Layer,
    PathShape,
    Polygon,
    Text,
    TextAnchor,
)
from fairground.core.pictures.lettering import fitted
from fairground.core.pictures.scene import Hatching
from fairground.core.scenario.parts import ObjectiveKind, ZoneKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.core.pictures.display_list import Command, Item
    from fairground.core.pictures.plan import HexPosition
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective

# Mark, angle, spacing and width in mm. Neighbours in the list differ in direction or mark, not in colour alone.
_MARKS = (
    (HatchMark.LINES, 45.0, 2.7, 0.4),
    (HatchMark.LINES, -45.0, 2.7, 0.4),
    (HatchMark.DOTS, 0.0, 2.3, 0.8),
    (HatchMark.DASHES, 90.0, 2.5, 0.55),
    (HatchMark.GRID, 22.5, 3.3, 0.32),
    (HatchMark.LINES, 0.0, 2.7, 0.4),
)
_NOBODYS = (HatchMark.DOTS, 45.0, 3.4, 0.5)
#: Dashes of a zone's outline, in mm.
_OUTLINES: dict[ZoneKind, tuple[float, ...]] = {
    ZoneKind.DEPLOYMENT: (),
    ZoneKind.REINFORCEMENT: (3.2, 1.6),
    ZoneKind.EXIT: (0.9, 1.3),
    ZoneKind.AREA: (5.0, 1.4, 0.9, 1.4),
}
_WIDTH = 0.95
#: From the border to the middle of the outline, which leaves room for touching zones.
_INSET = 0.85
#: Further in, the outline of a row of hexes would cross itself; more outlines overlap.
_MOST_APART = 3


def side_colour(index: int) -> str:
    """Return the colour of the side at ``index`` of the scenario's list; a grey ink for -1, nobody."""
    return SIDE_COLOURS[index % len(SIDE_COLOURS)] if index >= 0 else SOFT_INK


def side_hatching(index: int) -> Hatching:
    """Return the hatch of the side at ``index``, -1 for nobody; past six sides colours repeat with another mark."""
    turn = index + index // len(_MARKS) if index >= 0 else 0
    mark, angle, spacing, width = _MARKS[turn % len(_MARKS)] if index >= 0 else _NOBODYS
    name = f"side-{index + 1}" if index >= 0 else "area"
    return Hatching(name, Hatch(side_colour(index), mark, angle, spacing, width, 0.5))


def hatch_name(scene: Scene, index: int) -> str:
    """Return the key of a side's hatch in a picture, and note that the picture uses it."""
    return side_hatching(index).used_in(scene)


def zone_layers(scene: Scene) -> tuple[Layer, Layer]:
    """Return the hatches, for below the symbols, and the outlines, for above."""
    hatches: list[Item] = []
    outlines: list[Item] = []
    # How many outlines already run inside each hex: the next one keeps clear of them.
    taken = np.zeros(scene.scenario.board.terrain.shape, np.int16)
    unit = scene.plan.unit
    for zone in scene.scenario.zones:
        mask = zone.shape.mask(scene.scenario.board)
        places = places_of(scene, mask)
        if not places:
            continue
        index = scene.scenario.side_index(zone.side)
        data = (("zone", zone.id), ("side", zone.side), ("kind", zone.kind.value))
        hatches.append(PathShape(area_of(scene, mask), hatch=hatch_name(scene, index), data=data))
        inset = (_INSET + 1.25 * min(int(taken[mask].max()), _MOST_APART)) * unit
        taken[mask] += 1
        for commands in scene.plan.borders(places, at_edge=True, inset=inset):
            outlines += _outline(commands, side_colour(index), unit, zone.kind)
    return Layer("zones", "Zones", tuple(hatches)), Layer("zone-outlines", "Zone outlines", tuple(outlines))


def _outline(
    commands: tuple[Command, ...], colour: str, unit: float, kind: ZoneKind
) -> tuple[PathShape, PathShape]:
    """Return an outline on a margin of paper, which sets it off from dark ground and from a crest."""
    dash = tuple(length * unit for length in _OUTLINES[kind])
    return (
        PathShape(commands, stroke=PAPER, width=(_WIDTH + 0.5) * unit, opacity=0.7),
        PathShape(commands, stroke=colour, width=_WIDTH * unit, dash=dash),
    )


def places_of(scene: Scene, mask: NDArray[np.bool_]) -> list[HexPosition]:
    """Return the hexes on the board that a bool array ``[rows, columns]`` marks, row by row."""
    rows, columns = np.nonzero(mask)
    found = (scene.plan.at(int(column), int(row)) for row, column in zip(rows, columns, strict=True))
    return [place for place in found if place is not None]


def area_of(scene: Scene, mask: NDArray[np.bool_]) -> tuple[Command, ...]:
    """Return the path around hexes marked in a bool array ``[rows, columns]``, without its holes; empty for none."""
    borders = scene.plan.borders(places_of(scene, mask), at_edge=True, inset=0.0)
    return tuple(step for path in borders for step in path)


def zone_side(scenario: Scenario, zone_id: str) -> int:
    """Return the index of the side that a zone belongs to, -1 for nobody."""
    return next((scenario.side_index(it.side) for it in scenario.zones if it.id == zone_id), -1)


def zone_swatch(scene: Scene, index: int, x: float, y: float, *, size: float, kind: ZoneKind) -> list[Item]:
    """Return a small hex with a side's hatch and outline, for the legend."""
    scale = size / 11
    hexagon = scene.plan.hexagon(x, y, size)
    dash = tuple(length * 0.5 for length in _OUTLINES[kind])
    return [
        Polygon(hexagon, fill="#efe7d2"),
        Polygon(hexagon, hatch=hatch_name(scene, index)),
        Polygon(
            scene.plan.hexagon(x, y, size * 0.92),
            stroke=side_colour(index),
            width=1.7 * scale,
            dash=dash,
            join=Join.MITER,
        ),
    ]


_RADIUS = 5.75


def objective_layer(scene: Scene) -> Layer:
    """Return the rings of all objectives; one that only a side can win has the side's colour."""
    groups: list[Item] = []
    unit = scene.plan.unit
    for objective in scene.scenario.objectives:
        places = places_of(scene, objective.shape.mask(scene.scenario.board))
        if not places:
            continue
        colour = objective_colour(scene, objective)
        items: list[Item] = []
        for place in places:
            items += ring(objective, place.x, place.y, scale=unit, colour=colour)
        groups.append(Group(tuple(items), data=(("objective", objective.id),)))
    return Layer("objectives", "Objectives", tuple(groups))


def points_layer(scene: Scene) -> Layer:
    """Return the points of objectives, above units."""
    groups: list[Item] = []
    unit = scene.plan.unit
    for objective in scene.scenario.objectives:
        places = places_of(scene, objective.shape.mask(scene.scenario.board))
        if not places:
            continue
        middle = middle_of(places)
        colour = objective_colour(scene, objective)
        items = plaque(objective, middle.x, middle.y, scale=unit, colour=colour)
        groups.append(Group(tuple(items), data=(("objective", objective.id),)))
    return Layer("points", "Objective points", tuple(groups))


def objective_colour(scene: Scene, objective: Objective) -> str:
    """Return the colour of an objective's ring."""
    return side_colour(scene.scenario.side_index(objective.side)) if objective.side else GOLD


def ring(objective: Objective, x: float, y: float, *, scale: float, colour: str) -> list[Item]:
    """Return the ring around a hex's middle; broken where the objective is to leave the board."""
    dash = (2.6 * scale, 1.6 * scale) if objective.kind is ObjectiveKind.EXIT else ()
    return [
        Circle(x, y, _RADIUS * scale, stroke=INK, width=1.5 * scale, dash=dash, opacity=0.9),
        Circle(x, y, _RADIUS * scale, stroke=colour, width=0.85 * scale, dash=dash),
    ]


def plaque(objective: Objective, x: float, y: float, *, scale: float, colour: str) -> list[Item]:
    """Return the disc on the ring that says the points."""
    x, y = x + 6.0 * scale, y - 4.1 * scale
    points = fitted(str(objective.points), 2.5, 6, bold=True)
    size = (2.9 if len(points) < 3 else 1.9) * scale
    return [
        Circle(x, y, 2.05 * scale, fill=colour, stroke=INK, width=0.34 * scale),
        Text(x, y + 0.365 * size, points, size, bold_ink(colour), anchor=TextAnchor.MIDDLE, bold=True),
    ]


def middle_of(places: list[HexPosition]) -> HexPosition:
    """Return the hex nearest to the middle of a group, the first of several."""
    x = sum(place.x for place in places) / len(places)
    y = sum(place.y for place in places) / len(places)
    return min(places, key=lambda place: (round((place.x - x) ** 2 + (place.y - y) ** 2, 6), place.row))
