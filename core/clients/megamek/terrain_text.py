"""The texts of a MegaMek board: the words of a line, and the terrain of a hex.

Words are bare, or text in double quotes with the escapes of C. Terrain is ``road:1:18;woods:2``: name, level and mask of exits.
"""

from __future__ import annotations

import re
from itertools import islice
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


# -- words --------------------------------------------------------------------------------------------------

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
    for match in islice(_TOKEN.finditer(line.rstrip(_BLANKS)), _MOST_TOKENS):
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
    return chr(int(said, 8)) if said.isdecimal() and said[0] in "01234567" else _ESCAPES.get(said, said)


def quoted(text: str) -> str:
    """Return a text in quotes; the inverse of ``unescaped``."""
    marks = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return '"' + "".join(marks.get(character, character) for character in text) + '"'
