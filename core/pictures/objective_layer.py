"""Objectives: a ring on each of their hexes, with the points on one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.pictures.colours import GOLD, INK, bold_ink
from fairground.core.pictures.display_list import Circle, Group, Layer, Text, TextAnchor
from fairground.core.pictures.label_layers import name_text, written_name
from fairground.core.pictures.lettering import fitted
from fairground.core.pictures.zone_layers import places_of, side_colour
from fairground.core.scenario.parts import ObjectiveKind

if TYPE_CHECKING:
    from fairground.core.pictures.display_list import Item
    from fairground.core.pictures.plan import HexPosition
    from fairground.core.pictures.scene import Scene
    from fairground.core.scenario.parts import Objective

_RADIUS = 5.75
#: How far under the middle of a hex the name of its objective stands: below the ring.
_NAME_DROP = 8.6


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
    """Return the points of all objectives, and the names of those that have one: over the units that stand there."""
    groups: list[Item] = []
    unit = scene.plan.unit
    for objective in scene.scenario.objectives:
        places = places_of(scene, objective.shape.mask(scene.scenario.board))
        if not places:
            continue
        middle = _middle(places)
        colour = objective_colour(scene, objective)
        items = plaque(objective, middle.x, middle.y, scale=unit, colour=colour)
        # A place name in the same hex says where this is.
        name = written_name(objective.name)
        if name and middle.hex not in scene.scenario.board.names:
            items.append(name_text(scene, middle, name, drop=_NAME_DROP))
        groups.append(Group(tuple(items), data=(("objective", objective.id),)))
    return Layer("points", "Points of objectives", tuple(groups))


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


def _middle(places: list[HexPosition]) -> HexPosition:
    """Return the hex nearest to the middle of a group, the first of several."""
    x = sum(place.x for place in places) / len(places)
    y = sum(place.y for place in places) / len(places)
    return min(places, key=lambda place: (round((place.x - x) ** 2 + (place.y - y) ** 2, 6), place.row))
