"""MegaMek's names: the words of a board, the terrain of a hex (``road:1:18;woods:2``), hexes and sets of hexes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.text.foreign import character_of_octal, matched_whole, own_whole, parse_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from fairground.core.clients.coded_maps.legend import Legend
    from fairground.core.rules import Ruleset


#: Characters between words: space and everything before it.
_BLANKS: Final = "".join(map(chr, range(0x21)))
SPACE: Final = r"[\x00-\x09\x0b-\x20]"
# No possessive quantifiers here: the first releases of Python 3.11 take some groups that have them for no match.
_TOKEN: Final = re.compile(rf'{SPACE}*(?:"((?:[^"\\]|\\.)*)"|([^\x00-\x20"#]+)|(#.*)|(".*))')
_MOST_TOKENS: Final = 6
_ESCAPE: Final = re.compile(r"\\([0-3][0-7]{0,2}|[4-7][0-7]?|.)", re.DOTALL)
_ESCAPES: Final = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


class Token(NamedTuple):
    """A word of a line; what stands between quotes has its escapes still."""

    text: str
    quoted: bool


class Tokens(NamedTuple):
    """The first words of a line, the column of a quotation that is not closed, and whether a comment follows."""

    words: list[Token]
    unclosed: int | None = None
    commented: bool = False


def tokens_of(line: str) -> Tokens:
    """Return the words of a line, up to a limit above that of any real line."""
    words: list[Token] = []
    line, at = line.rstrip(_BLANKS), 0
    while len(words) < _MOST_TOKENS and (match := _TOKEN.match(line, at)) is not None:
        at = match.end()
        if match[4] is not None:
            return Tokens(words, unclosed=match.start(4) + 1)
        if match[3] is not None:
            return Tokens(words, commented=True)
        quoted = match[1] is not None
        words.append(Token(match[1] if quoted else match[2], quoted))
    return Tokens(words)


def unescaped(text: str) -> str:
    """Return the value of a quoted text."""
    return _ESCAPE.sub(_unescaped, text) if "\\" in text else text


def _unescaped(match: re.Match[str]) -> str:
    said = match[1]
    return character_of_octal(said) if said[0] in "01234567" else _ESCAPES.get(said, said)


def quoted(text: str) -> str:
    """Return a text in quotes; the inverse of ``unescaped``."""
    marks = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return '"' + "".join(marks.get(character, character) for character in text) + '"'


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
        name, level = match[1], matched_whole(match[2])
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
            parts[match[1]] = matched_whole(match[2])
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


def deployment(mask: NDArray[np.bool_], there: NDArray[np.bool_]) -> dict[str, object] | None:
    """Return the deployment area of a side, from a bool array ``[rows, columns]``; None for the whole board, empty for no hex.

    ``there`` marks the hexes on the board; an edge counts even if hexes of it are missing.
    """
    if np.array_equal(mask & there, there):
        return None
    for edge, lines, width in _edges(mask):
        if np.array_equal(lines & there, mask & there):
            return {"edge": edge, "offset": 0, "width": width}
    return {"area": area(mask & there)}


def area(mask: NDArray[np.bool_]) -> dict[str, object]:
    """Return the hexes of a bool array ``[rows, columns]``: as a rectangle where they are one, else row by row."""
    rows, columns = np.nonzero(mask)
    places = [[column + 1, row + 1] for column, row in zip(columns.tolist(), rows.tolist(), strict=True)]
    if len(places) > 1 and mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1].all():
        return {"rectangle": [places[0], places[-1]]}
    return {"list": places}


def _edges(mask: NDArray[np.bool_]) -> Iterator[tuple[str, NDArray[np.bool_], int]]:
    """Yield each edge, with the lines along it that reach as far as the mask does, and how many these are."""
    rows, columns = np.nonzero(mask)
    if not len(rows):
        return
    down, across = mask.shape
    row, column = np.indices(mask.shape)
    for edge, width, lines in (
        ("N", own_whole(rows.max()) + 1, row <= rows.max()),
        ("S", down - own_whole(rows.min()), row >= rows.min()),
        ("W", own_whole(columns.max()) + 1, column <= columns.max()),
        ("E", across - own_whole(columns.min()), column >= columns.min()),
    ):
        yield edge, lines, width


def hex_name(column: int, row: int) -> str:
    """Return MegaMek's name of a hex; column and row count from 0."""
    return f"{column + 1:02}{row + 1:02}"


def expected_names(columns: int, rows: int) -> NDArray[np.int64]:
    """Return the names of a board's hexes, row by row, as numbers."""
    row = np.arange(1, rows + 1)[:, None]
    factor = np.where(row < 100, 100, np.where(row < 1000, 1000, 10_000))
    return (np.arange(1, columns + 1)[None, :] * factor + row).ravel()


def places_called(name: str, columns: int, rows: int) -> list[tuple[int, int]]:
    """Return column and row, from 0, of the hexes of a board that may be called so; several on large boards alone."""
    text = name.lstrip("0").zfill(4)
    splits = ((text[:at], text[at:]) for at in range(2, min(len(text) - 1, 5)))
    numbers = [(parse_whole(column), parse_whole(row)) for column, row in splits if len(row) <= 4]
    found = [(column - 1, row - 1) for column, row in numbers if column is not None and row is not None]
    return [
        (column, row)
        for column, row in found
        if 0 <= column < columns and 0 <= row < rows and hex_name(column, row) == text
    ]


#: Names in published boards that no rule of movement or sight speaks of: strength and make of buildings and bridges,
#: decoration, what can be picked up, and a name that stands for nothing.
WITHOUT_MEANING: Final = frozenset(
    (
        "arms",
        "bldg_armor",
        "bldg_basement_type",
        "bldg_cf",
        "bldg_class",
        "bridge_cf",
        "fluff",
        "fuel_tank_cf",
        "fuel_tank_magn",
        "legs",
        "metal_deposit",
        "none",
        "road_fluff",
    )
)
#: Names in published boards that are terrain.
TERRAIN: Final = frozenset(
    (
        "bldg_elev",
        "fortified",
        "elevator",
        "rapids",
        "bridge",
        "bridge_elev",
        "building",
        "cliff_top",
        "fire",
        "foliage_elev",
        "fuel_tank",
        "fuel_tank_elev",
        "geyser",
        "heavy_industrial",
        "ice",
        "impassable",
        "jungle",
        "magma",
        "mud",
        "pavement",
        "planted_fields",
        "road",
        "rough",
        "rubble",
        "sand",
        "screen",
        "smoke",
        "snow",
        "swamp",
        "tundra",
        "water",
        "woods",
    )
)
#: All names that MegaMek accepts.
KNOWN: Final = TERRAIN | WITHOUT_MEANING

#: Strength of a building in points by its level: light, medium, heavy, hardened, wall.
_BUILDING_STRENGTH: Final = {1: 15, 2: 40, 3: 90, 4: 120, 5: 120}


def needed_with(name: str, level: int) -> dict[str, int]:
    """Return the terrain that MegaMek refuses a terrain without, with the plainest level of each."""
    match name:
        case "building":
            return {"bldg_elev": 1, "bldg_cf": _BUILDING_STRENGTH.get(level, 15)}
        case "bridge":
            return {"bridge_elev": 1, "bridge_cf": _BUILDING_STRENGTH.get(level, 15)}
        case "fuel_tank":
            return {"fuel_tank_elev": 1, "fuel_tank_cf": 15, "fuel_tank_magn": 20}
        case _:
            return {}
