"""What the tiles and objects of a Tiled map stand for: by their properties, names or layers; and which hexes an object covers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from string import digits, whitespace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import shapely

from fairground.core.clients.coded_maps.legend import by_form, form
from fairground.core.clients.tiled.model import TiledOutline, split
from fairground.core.scenario.board import VOID
from fairground.core.text.foreign import matched_whole, own_whole, parse_whole, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from fairground.core.clients.coded_maps.legend import Legend
    from fairground.core.clients.tiled.model import (
        MapObject,
        ObjectLayer,
        Point,
        Properties,
        TiledMap,
        TiledTile,
        TileLayer,
        Tileset,
        Value,
    )
    from fairground.core.rules import Ruleset


#: Layers whose tiles are levels, and properties that are one.
_LEVELS: Final = ("elevation", "level", "height")
#: Types of our own tiles; they are roles, not terrain.
ROLES: Final = ("terrain", "elevation", "effects")


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a tile, None or empty where it has none.

    ``key`` is that of its palette entry; ``unmapped`` is the name of an unknown one, and ``nameless_in`` the title of its
    tileset where that name is only its number there.
    """

    terrain: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    level: int | None = None
    source: str | None = None
    key: str | None = None
    unmapped: str = ""
    nameless_in: str = ""

    @property
    def says_nothing(self) -> bool:
        """Whether nothing is known of the tile but perhaps its name."""
        return not (self.terrain or self.effects) and self.level is None and self.key is None


class _Named(NamedTuple):
    """What a name stands for."""

    terrain: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    level: int | None = None


class TileMeanings:
    """Looks up tiles under a ruleset and a legend; ``literal`` takes names in properties for kinds as they are."""

    def __init__(self, rules: Ruleset, legend: Legend | None, *, literal: bool) -> None:
        self._legend = legend
        self._literal = literal
        self._terrain = {**by_form(rules.terrain), VOID: VOID}
        self._effects = by_form(rules.effects)

    def of(self, tileset: Tileset | None, number: int, layer: TileLayer) -> Meaning:
        """Return the meaning of a tile on a layer; ``tileset`` is None for an unknown tile."""
        tile = tileset.tiles.get(number) if tileset is not None else None
        properties = {name.casefold(): value for name, value in tile.properties.items()} if tile else {}
        on_levels = form(layer.name).startswith(_LEVELS) or form(layer.type) in _LEVELS
        level = _whole(next((properties[name] for name in _LEVELS if name in properties), None))
        if level is None and on_levels:
            shown = self._level(tile, layer)
            return Meaning(level=shown, unmapped=called(tileset, number) if shown is None else "")
        found = self._named(tile, properties) or self._by_legend(called(tileset, number))
        terrain, effects, own_level = found or _Named()
        # A level needs no name, but one that is there should mean something.
        nameless = level is not None and (tile is None or not any(_names(tile)))
        source, key = (properties.get(name) for name in ("source", "key"))
        return Meaning(
            terrain,
            effects,
            own_level if level is None else level,
            source if isinstance(source, str) and source else None,
            key if isinstance(key, str) and key else None,
            called(tileset, number) if found is None and not nameless else "",
            tileset.name if tileset is not None and (tile is None or not any(_names(tile))) else "",
        )

    def _named(self, tile: TiledTile | None, properties: Mapping[str, Value]) -> _Named | None:
        """Return terrain, effects and level of a tile by its properties and names, or None."""
        if tile is None:
            return None
        found = self._by_property(properties)
        if found is None and tile.type in ROLES and "key" in properties:
            found = _Named()
        if found is None:
            return next((it for name in _names(tile) if (it := self._by_name(name)) is not None), None)
        return found

    def _by_property(self, properties: Mapping[str, Value]) -> _Named | None:
        for name in ("terrain", "effects", "effect"):
            if name not in properties:
                continue
            known = self._terrain if name == "terrain" else self._effects
            kinds = split(str(properties[name]))
            if not self._literal:
                kinds = tuple(known.get(form(kind), "") for kind in kinds)
            if all(kinds):
                return _Named(terrain=kinds) if name == "terrain" else _Named(effects=kinds)
        return None

    def _by_name(self, name: str) -> _Named | None:
        found = self._by_legend(name)
        if found is not None:
            return found
        numbered = _numbered(name)
        for spelt in (form(name), form(numbered.name) if numbered else ""):
            if spelt in self._terrain:
                return _Named(terrain=(self._terrain[spelt],))
            if spelt in self._effects:
                return _Named(effects=(self._effects[spelt],))
        return None

    def _by_legend(self, name: str) -> _Named | None:
        entry = self._legend.entry(name) if self._legend is not None else None
        return _Named(entry.terrain_kinds, entry.effect_kinds, entry.level) if entry is not None else None

    def _level(self, tile: TiledTile | None, layer: TileLayer) -> int | None:
        """Return the level that a tile shows on a layer of levels: its own number, or that of the layer."""
        names = [] if tile is None else [*_names(tile)]
        for name in (*names, layer.name):
            match = _numbered(name)
            if match is not None:
                return match.number
        properties = (_whole(layer.properties.get(name)) for name in _LEVELS)
        return next((it for it in properties if it is not None), None)

    @property
    def known(self) -> tuple[str, ...]:
        """All names that a tile may have, for suggestions."""
        return (*(self._legend.codes if self._legend is not None else ()), *self._terrain, *self._effects)


class _Numbered(NamedTuple):
    """A name that ends with a number of up to four digits, without the separator before it."""

    name: str
    number: int


def _numbered(name: str) -> _Numbered | None:
    """Return a name and the number at its end, or None."""
    end = len(name)
    while end > max(0, len(name) - 4) and name[end - 1] in digits:
        end -= 1
    if end == len(name):
        return None
    start = end - 1 if name[:end].endswith("-") else end
    return _Numbered(name[:start].rstrip(f"{whitespace}_.-"), matched_whole(name[start:]))


def called(tileset: Tileset | None, number: int) -> str:
    """Return the name of a tile for messages."""
    if tileset is None:
        return "a tile without a tileset"
    tile = tileset.tiles.get(number)
    named = next(iter(_names(tile)), "") if tile is not None else ""
    return named or f"{tileset.name} {number}"


def _names(tile: TiledTile) -> Iterator[str]:
    for name in ("terrain", "effects", "effect", "kind", "name"):
        properties = _said(tile.properties, name)
        if properties:
            yield properties
    if tile.type and tile.type not in ROLES:
        yield tile.type
    if tile.image:
        yield tile.image


def _said(properties: Properties, name: str) -> str:
    return next((str(value) for key, value in properties.items() if key.casefold() == name), "")


def _whole(value: Value | None) -> int | None:
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        return parse_whole(value.strip(), most_digits=6)
    return whole_number(value)


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
MOST_LOOKED_AT: Final = 20_000_000


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
            outline = np.array(ring)
            left, top = np.min(ring, axis=0)
            right, bottom = np.max(ring, axis=0)
            x, y = self._centres[..., 0], self._centres[..., 1]
            near = (x >= left) & (x <= right) & (y >= top) & (y <= bottom)
            # How many sides of the outline a line across it meets, of which each hex takes a look at some.
            sides = np.abs(outline[:, 1] - np.roll(outline[:, 1], 1)).sum() / max(bottom - top, 1.0)
            self._looked_at += near.size // 8 + np.count_nonzero(near) * (1 + own_whole(sides) // 16)
            if self._looked_at > MOST_LOOKED_AT:
                raise TooManyError
            area = shapely.Polygon(ring)
            shapely.prepare(area)
            found[near] = shapely.contains_xy(area, x[near], y[near])
        if len(ring) < 3 or not found.any():
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
