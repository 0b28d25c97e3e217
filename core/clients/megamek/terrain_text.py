"""The terrain of a MegaMek hex, ``road:1:18;woods:2``: name, level and mask of exits, and its name in a ruleset."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.clients.megamek.names import KNOWN, needed_with

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fairground.core.clients.coded_maps.legend import Legend
    from fairground.core.rules import Ruleset

_PART: Final = re.compile(r"([A-Za-z][A-Za-z0-9_]*):(-?[0-9]{1,9})(?::([0-9]{1,9}))?")
_LEVELLED: Final = re.compile(r"(.+)-([0-9]{1,9})")
#: A source: the terrain, then the theme in quotes, if any.
_SOURCE: Final = re.compile(r'((?:[^"\\]|\\.)*?)(?: "((?:[^"\\]|\\.)*)")?')
CLEAR: Final = "clear"


class Mapped(NamedTuple):
    """The terrain text of a hex mapped to kinds of a ruleset, in the ruleset's order; ``terrain`` defaults to clear.

    ``terrain_text`` and ``effects_text`` are the parts of the text for each layer; ``unmapped`` parts are with the terrain.
    """

    terrain: tuple[str, ...]
    effects: tuple[str, ...]
    terrain_text: str
    effects_text: str
    unmapped: tuple[str, ...]


class TerrainMap:
    """Maps terrain texts to kinds of a ruleset, each distinct text once.

    A legend is searched for the name with its level (``woods:2``) and for the name, before the ruleset's ids.
    """

    def __init__(self, rules: Ruleset, legend: Legend | None = None) -> None:
        self._terrain = {kind: at for at, kind in enumerate(rules.terrain)}
        self._effects = {kind: at for at, kind in enumerate(rules.effects)}
        self._legend = legend
        self._known: dict[str, Mapped] = {}

    def __call__(self, text: str) -> Mapped:
        """Return the mapping of a terrain text."""
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._map(text)
        return found

    def _map(self, text: str) -> Mapped:
        # Of two parts with one name MegaMek takes the later.
        by_name: dict[str, tuple[str, ...]] = {}
        ground_parts: list[str] = []
        effect_parts: list[str] = []
        unmapped: list[str] = []
        for part in text.split(";"):
            name, kinds = self._kinds(part)
            if kinds:
                by_name[name] = kinds
            elif part.strip():
                unmapped.append(part)
            (effect_parts if kinds and all(map(self._is_effect, kinds)) else ground_parts).append(part)
        kinds = tuple(dict.fromkeys(kind for stack in by_name.values() for kind in stack))
        ground = [kind for kind in kinds if not self._is_effect(kind)]
        return Mapped(
            _sorted(ground, self._terrain) or (CLEAR,),
            _sorted(filter(self._is_effect, kinds), self._effects),
            ";".join(ground_parts),
            ";".join(effect_parts),
            tuple(unmapped),
        )

    def _is_effect(self, kind: str) -> bool:
        return kind in self._effects and kind not in self._terrain

    def _kinds(self, part: str) -> tuple[str, tuple[str, ...]]:
        """Return name and kinds of a part; no kinds where it has no meaning under the ruleset."""
        match = _PART.fullmatch(part.strip())
        if not match:
            return part, ()
        name, level = match[1], int(match[2])
        for code in (f"{name}:{level}", name) if self._legend else ():
            entry = self._legend.entry(code) if self._legend else None
            if entry is not None:
                return name, (*entry.terrain_kinds, *entry.effect_kinds)
        for kind in (f"{name}-{level}", name):
            if kind in self._terrain or kind in self._effects:
                return name, (kind,)
        return name, ()


def _sorted(kinds: Iterable[str], order: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(sorted(kinds, key=lambda kind: order.get(kind, len(order))))


# -- source -------------------------------------------------------------------------------------------------


def joined_source(terrain: str, theme: str) -> str:
    """Return terrain text and theme as a palette entry's source."""
    return f'{terrain} "{theme}"' if theme else terrain


def split_source(source: str) -> tuple[str, str] | None:
    """Return terrain text and theme of a palette entry's source, or None for another format."""
    match = _SOURCE.fullmatch(source)
    if match is None or not is_terrain_text(match[1]):
        return None
    return match[1], match[2] or ""


def is_terrain_text(text: str) -> bool:
    """Whether MegaMek can read a terrain text, apart from what the names in it mean."""
    return all(not part or _PART.fullmatch(part.strip()) for part in text.split(";"))


def name_of(part: str) -> str | None:
    """Return the name that a part of a terrain text begins with; None when it is not written as one."""
    match = _PART.fullmatch(part.strip())
    return match[1] if match else None


# -- writing ------------------------------------------------------------------------------------------------


class WrittenTerrain(NamedTuple):
    """Kinds as a terrain text; ``added`` are names that MegaMek requires, ``unknown`` the kinds that it lacks."""

    text: str
    added: tuple[str, ...]
    unknown: tuple[str, ...]


def written(kinds: Iterable[str]) -> WrittenTerrain:
    """Return kinds as MegaMek writes them, with the level from the id; default: 1."""
    parts: dict[str, int] = {}
    unknown = []
    for kind in kinds:
        match = _LEVELLED.fullmatch(kind)
        if match and match[1] in KNOWN:
            parts[match[1]] = int(match[2])
        elif kind in KNOWN:
            parts[kind] = 1
        elif kind != CLEAR:
            unknown.append(kind)
    added = {
        extra: plainest
        for name, level in parts.items()
        for extra, plainest in needed_with(name, level).items()
        if extra not in parts
    }
    text = ";".join(f"{name}:{level}" for name, level in (parts | added).items())
    return WrittenTerrain(text, tuple(added), tuple(unknown))
