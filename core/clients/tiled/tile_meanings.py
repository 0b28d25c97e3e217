"""What the tiles of a map stand for: by their properties, by what they are called, or by the layer that they are on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.clients.tiled.model import split
from fairground.core.scenario.board import VOID

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fairground.core.clients.coded_maps.legend import Legend
    from fairground.core.clients.tiled.model import Properties, TiledTile, TileLayer, Tileset, Value
    from fairground.core.rules import Ruleset
    from fairground.core.rules.base_model import NamedEntry

#: Layers whose tiles are levels, and properties that are one.
_LEVELS: Final = ("elevation", "level", "height")
#: Types of our own tiles; they are roles, not terrain.
ROLES: Final = ("terrain", "elevation", "effects")
#: A number at the end of a name, with its separator.
_NUMBER: Final = re.compile(r"(.*?)[\s_.-]*?(-?[0-9]{1,4})")
#: Longer names are not searched for a number: the time grows with the square of the length.
_LONGEST: Final = 200


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
        self._terrain = {**_by_form(rules.terrain), VOID: VOID}
        self._effects = _by_form(rules.effects)

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
        for spelt in (form(name), form(numbered[1]) if numbered else ""):
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
                return int(match[2])
        properties = (_whole(layer.properties.get(name)) for name in _LEVELS)
        return next((it for it in properties if it is not None), None)

    @property
    def known(self) -> tuple[str, ...]:
        """All names that a tile may have, for suggestions."""
        return (*(self._legend.codes if self._legend is not None else ()), *self._terrain, *self._effects)


def _numbered(name: str) -> re.Match[str] | None:
    """Return the match of a name that ends with a number, or None."""
    return _NUMBER.fullmatch(name) if len(name) <= _LONGEST else None


def form(name: str) -> str:
    """Return a normalised name: lower case, with ``-`` for ``_`` and spaces."""
    return re.sub(r"[\s_-]+", "-", name.strip().casefold())


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


def _by_form(entries: Mapping[str, NamedEntry]) -> dict[str, str]:
    """Return the ids of entries by their normalised ids, then by their normalised names."""
    found = {form(entry.name): name for name, entry in reversed([*entries.items()])}
    return {**found, **{form(name): name for name in entries}}


def _whole(value: Value | None) -> int | None:
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        return int(value) if re.fullmatch(r"\s*[-+]?[0-9]{1,6}\s*", value) else None
    return int(value) if value == int(value) else None
