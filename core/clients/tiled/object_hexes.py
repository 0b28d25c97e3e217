"""What an object of a Tiled map stands for, and which hexes it covers."""

from __future__ import annotations

import math
from enum import StrEnum
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from fairground.core.clients.tiled.model import TiledOutline
from fairground.core.clients.tiled.tile_meanings import form

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from fairground.core.clients.tiled.model import MapObject, ObjectLayer, Point, TiledMap
    from fairground.core.rules import Ruleset


class ObjectRole(StrEnum):
    """A part of a scenario that objects can be."""

    ZONE = "zone"
    OBJECTIVE = "objective"
    UNIT = "unit"
    HEXSIDE = "hexside"
    NAME = "name"
    NOTE = "note"


#: Other names of types and layers, and their roles.
_WORDS: Final = {
    **{role.value: role for role in ObjectRole},
    **dict.fromkeys(
        ("area", "deployment", "reinforcement", "exit", "start", "spawn", "region"), ObjectRole.ZONE
    ),
    **dict.fromkeys(("goal", "target"), ObjectRole.OBJECTIVE),
    **dict.fromkeys(("token", "piece"), ObjectRole.UNIT),
    **dict.fromkeys(("edge", "hexside-feature"), ObjectRole.HEXSIDE),
    **dict.fromkeys(("label", "place"), ObjectRole.NAME),
}
#: Kinds of zones by names of types.
ZONE_KINDS: Final = {
    **dict.fromkeys(("deployment", "start", "spawn"), "deployment"),
    "reinforcement": "reinforcement",
    "exit": "exit",
    "area": "area",
    "region": "area",
}
KNOWN: Final = tuple(_WORDS)


def role_of(it: MapObject, layer: ObjectLayer, rules: Ruleset) -> ObjectRole | None:
    """Return the role of an object by its type or layer, or None; unit classes and hexside features count as types."""
    for word in _spelt(it.type):
        if word in _WORDS:
            return _WORDS[word]
    if match_entry(it.type, rules.classes):
        return ObjectRole.UNIT
    if match_entry(it.type, rules.hexsides):
        return ObjectRole.HEXSIDE
    return next(
        (_WORDS[word] for text in (layer.type, layer.name) for word in _spelt(text) if word in _WORDS), None
    )


def zone_kind(it: MapObject, layer: ObjectLayer) -> str:
    """Return the kind of a zone by its type or layer; default: deployment."""
    words = (word for text in (it.type, layer.type, layer.name) for word in _spelt(text))
    return next((ZONE_KINDS[word] for word in words if word in ZONE_KINDS), "deployment")


def match_entry(name: str, known: Iterable[str]) -> str | None:
    """Return the id for a name in any spelling, or None."""
    return next((entry for entry in known if name and form(entry) == form(name)), None)


def _spelt(text: str) -> tuple[str, ...]:
    """Return a word, and its singular."""
    word = form(text)
    return (word, word.removesuffix("s"))


#: The number of corners that approximate an ellipse.
_ELLIPSE: Final = 48
#: The most hexes examined for all objects together.
MOST_LOOKED_AT: Final = 50_000_000


class TooManyError(ValueError):
    """The objects of a map cover so many hexes that looking at them all would take long."""


class ObjectHexes:
    """Finds the hexes under the objects of a map."""

    def __init__(self, tiled: TiledMap) -> None:
        self._grid = tiled.grid
        self._centres = tiled.grid.centres(tiled.columns, tiled.rows)
        self._looked_at = 0

    def covered(self, it: MapObject) -> NDArray[np.bool_]:
        """Return the hexes whose centres are in an object, ``[rows, columns]``; a smaller object covers the hex it is on.

        Raise TooManyError when the objects so far cover too many.
        """
        rows, columns, _ = self._centres.shape
        found = np.zeros((rows, columns), np.bool_)
        ring = _ring(it)
        if len(ring) >= 3:
            left, top = np.min(ring, axis=0)
            right, bottom = np.max(ring, axis=0)
            x, y = self._centres[..., 0], self._centres[..., 1]
            near = (x >= left) & (x <= right) & (y >= top) & (y <= bottom)
            self._looked_at += near.size
            if self._looked_at > MOST_LOOKED_AT:
                raise TooManyError
            area = shapely.Polygon(ring)
            shapely.prepare(area)
            found[near] = shapely.contains_xy(area, x[near], y[near])
        if not found.any():
            column, row = self._grid.layout.to_offset(self._grid.hex_at(middle(it)))
            if 0 <= column < columns and 0 <= row < rows:
                found[row, column] = True
        return found


def middle(it: MapObject) -> Point:
    """Return the middle of an object, the mean of its corners."""
    ring = _ring(it) or [(it.x, it.y)]
    return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)


def corners(it: MapObject) -> list[Point]:
    """Return the corners of an object in pixels; of a closed line the first one again at the end."""
    match it.outline:
        case TiledOutline.POINT:
            relative: list[Point] = [(0.0, 0.0)]
        case TiledOutline.POLYGON:
            relative = [*it.points, *it.points[:1]]
        case TiledOutline.POLYLINE:
            relative = list(it.points)
        case TiledOutline.ELLIPSE:
            turns = [2 * math.pi * at / _ELLIPSE for at in range(_ELLIPSE)]
            across, down = it.width / 2, it.height / 2
            relative = [(across + across * math.cos(turn), down + down * math.sin(turn)) for turn in turns]
        case _:
            # A tile stands on its lower left corner.
            top, bottom = (-it.height, 0.0) if it.gid else (0.0, it.height)
            relative = [(0.0, top), (it.width, top), (it.width, bottom), (0.0, bottom), (0.0, top)]
    turn = math.radians(it.rotation)
    cos, sin = (math.cos(turn), math.sin(turn)) if turn else (1.0, 0.0)
    return [(it.x + x * cos - y * sin, it.y + x * sin + y * cos) for x, y in relative]


def _ring(it: MapObject) -> list[Point]:
    """Return the corners of an object, each once."""
    found = corners(it)
    return found[:-1] if len(found) > 1 and found[0] == found[-1] else found
