"""Clips as text, for the system clipboard and for stamps on disk: format, model, JSON Schema, writing and reading.

::

    format: fairground-clip/1
    palette: {'w': [woods, road]}
    effects_palette: {'.': []}
    hexes: |
      0 0 w 2 .
    rim: |
      0 0 1 hedge

A line of ``hexes`` is q, r, terrain, level and effects; one of ``hexsides`` and ``rim`` is q, r, direction (0-2) and
features joined by ``+``. Coordinates are axial and relative to the anchor.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import numpy as np
from pydantic import Field, ValidationError

from fairground.core.errors import FileError, ScenarioError
from fairground.core.files.emitter import Block, Emitter, PaletteDict
from fairground.core.files.file_model import FileModel, Kind, Title, empty_list
from fairground.core.files.read_board import (
    MAX_PALETTE,
    MAX_STACK,
    EffectsEntry,
    Key,
    Note,
    Stack,
    TerrainEntry,
    is_palette_key,
)
from fairground.core.files.read_result import Problems
from fairground.core.files.untrusted_files import fault
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Hexside
from fairground.core.scenario.board import MAX_LEVEL, MAX_SIDE, MAX_TEXTS, MIN_LEVEL, PaletteEntry
from fairground.core.scenario.transform.clip import Clip
from fairground.core.text.foreign import matched_whole
from fairground.core.text.guarded_yaml import Limits, parse
from fairground.core.text.model_problems import problems as model_problems
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import format_fault, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.finding import Finding
    from fairground.core.text.source import Source

#: The format of a clip's text.
FORMAT: Final = "fairground-clip/1"


class TextFile(FileModel):
    """A place name or a note."""

    at: Annotated[list[int], Field(min_length=2, max_length=2)] = Field(
        description="Coordinates q and r of the hex."
    )
    text: Note = Field(description="Text of the place name or note.")


class NameFile(TextFile):
    """A place name."""

    text: Title = Field(description="Text of the place name.")


class ClipFile(FileModel):
    """The text of a clip as a strict model."""

    format: Literal["fairground-clip/1"] = Field(
        description="Name and version of the format.", examples=[FORMAT]
    )
    palette: dict[Key, Kind | Stack | TerrainEntry] = Field(
        description="Meaning of each terrain key used in 'hexes'.", min_length=1, max_length=MAX_PALETTE
    )
    effects_palette: dict[Key, Kind | Annotated[list[Kind], Field(max_length=MAX_STACK)] | EffectsEntry] = (
        Field(
            description="Meaning of each effects key used in 'hexes'.", min_length=1, max_length=MAX_PALETTE
        )
    )
    hexes: str = Field(description="One line per hex: q, r, terrain key, level, effects key.")
    hexsides: str = Field(
        "", description="One line per hexside between two hexes of the clip: q, r, direction, features."
    )
    rim: str = Field(
        "", description="One line per hexside with only one hex in the clip: q, r, direction, features."
    )
    names: list[NameFile] = Field(
        default_factory=empty_list, description="Place names.", max_length=MAX_TEXTS
    )
    notes: list[TextFile] = Field(default_factory=empty_list, description="Notes.", max_length=MAX_TEXTS)


def clip_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the text of clips, with a description on every key."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "fairground/clip/1",
        **ClipFile.model_json_schema(),
    }


#: Limits of the text of a clip.
LIMITS: Final = Limits(bytes=32 * 2**20, values=100_000)
#: Most hexes of a clip, and how far they may be from its anchor.
MAX_HEXES: Final = MAX_SIDE * MAX_SIDE
MAX_DISTANCE: Final = 3 * MAX_SIDE

_NUMBER: Final = re.compile(r"-?[0-9]{1,4}")
_DIRECTIONS: Final = ("0", "1", "2")
#: Longest name of a hexside feature.
_LONGEST: Final = 64


# -- writing ------------------------------------------------------------------------------------------------


def clip_to_text(clip: Clip) -> str:
    """Return the text of a clip; equal clips give equal texts.

    Raises
    ------
    ScenarioError
        When the clip has palette keys or features that cannot be written, such as ones with spaces.
    """
    keys = [entry.key for entry in clip.palette]
    effect_keys = [entry.key for entry in clip.effects_palette]
    for key in (*keys, *effect_keys):
        if not is_palette_key(key):
            raise ScenarioError(f"a clip cannot contain the palette key {key!r}")
    columns = (clip.q, clip.r, clip.terrain, clip.elevation, clip.effects)
    lines = zip(*(column.tolist() for column in columns), strict=True)
    data: dict[str, object] = {
        "format": FORMAT,
        "palette": _palette(clip.palette, "terrain"),
        "effects_palette": _palette(clip.effects_palette, "effects"),
        "hexes": Block(
            "".join(f"{q} {r} {keys[t]} {level} {effect_keys[e]}\n" for q, r, t, level, e in lines)
        ),
    }
    for name, sides in (("hexsides", clip.hexsides), ("rim", clip.rim)):
        if sides:
            data[name] = Block("".join(_side_line(side, sides[side]) for side in sorted(sides, key=_order)))
    for name, texts in (("names", clip.names), ("notes", clip.notes)):
        if texts:
            data[name] = [{"at": [at.q, at.r], "text": texts[at]} for at in sorted(texts)]
    return Emitter({}).document(data)


def _palette(palette: tuple[PaletteEntry, ...], kinds_key: str) -> PaletteDict:
    written = PaletteDict()
    for entry in palette:
        kinds = list(entry.kinds)
        written[entry.key] = kinds if entry.source is None else {kinds_key: kinds, "source": entry.source}
    return written


def _order(side: Hexside) -> tuple[int, int, int]:
    # Tuples compare far faster than hexsides.
    return side.hex.q, side.hex.r, side.direction


def _side_line(side: Hexside, features: tuple[str, ...]) -> str:
    for name in features:
        if not name or "+" in name or name.split() != [name]:
            raise ScenarioError(f"a clip cannot contain the hexside feature {name!r}")
    return f"{side.hex.q} {side.hex.r} {side.direction} {'+'.join(features)}\n"


# -- reading ------------------------------------------------------------------------------------------------


def clip_from_text(text: str | bytes) -> Clip:
    """Parse the text of a clip.

    Raises
    ------
    FileError
        When the text is not a clip; ``problems`` has all problems, each with line and column.
    """
    source = parse(text, limits=LIMITS)
    message = format_fault(source.data, FORMAT, "clip")
    if message is not None:
        fix = f"Begin with 'format: {FORMAT}'."
        raise _error([fault("clip.format", message, source, ("format",), fix=fix)])
    try:
        file = ClipFile.model_validate(source.data)
    except ValidationError as error:
        raise _error(model_problems(error, source, ClipFile, family="clip")) from None
    reader = _Reader(file, source)
    clip = reader.read()
    if clip is None:
        raise _error(reader.problems.findings())
    return clip


def _error(problems: list[Finding]) -> FileError:
    first = problems[0]
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return FileError(f"line {first.place.line}: {first.message}{more}", problems)


class _Reader:
    def __init__(self, file: ClipFile, source: Source) -> None:
        self.problems = Problems(source)
        self._file = file
        self._hexes: dict[tuple[int, int], tuple[int, int, int]] = {}

    def read(self) -> Clip | None:
        """Return the clip, or None if there are problems."""
        file = self._file
        self._read_hexes()
        hexsides = self._sides("hexsides", file.hexsides, ends=2)
        rim = self._sides("rim", file.rim, ends=1)
        names = self._texts("names", file.names)
        notes = self._texts("notes", file.notes)
        if self.problems.count:
            return None
        places = np.array(list(self._hexes), np.int64).reshape(-1, 2)
        layers = np.array(list(self._hexes.values()), np.int64).reshape(-1, 3)
        return Clip(
            places[:, 0],
            places[:, 1],
            tuple(_entry(key, value) for key, value in file.palette.items()),
            layers[:, 0],
            layers[:, 1],
            tuple(_entry(key, value) for key, value in file.effects_palette.items()),
            layers[:, 2],
            hexsides,
            rim,
            names,
            notes,
        )

    def _read_hexes(self) -> None:
        terrain, effects = (
            {key: index for index, key in enumerate(palette)}
            for palette in (self._file.palette, self._file.effects_palette)
        )
        for row, words in _lines(self._file.hexes):
            if row >= MAX_HEXES:
                self.problems.add("clip.line", f"a clip has at most {MAX_HEXES:,} hexes", ("hexes", row))
                return
            if self.problems.count > LIMITS.problems:
                return
            if len(words) != 5 or not (at := _place(words)) or not _NUMBER.fullmatch(words[3]):
                message = f"{shorten(' '.join(words))!r} is not a valid line for a hex"
                fix = "Write q, r, terrain, level and effects, for example '0 -1 w 2 .'."
                self._add("clip.line", message, "hexes", row, fix)
                continue
            _, _, kind, level, effect = words
            if not MIN_LEVEL <= matched_whole(level) <= MAX_LEVEL:
                message = f"level {level} is not between {MIN_LEVEL} and {MAX_LEVEL}"
                self._add("clip.line", message, "hexes", row)
            for key, palette in ((kind, terrain), (effect, effects)):
                if key not in palette:
                    near = did_you_mean(key, palette)
                    self._add("clip.line", f"no palette has the key {shorten(key)!r}{near}", "hexes", row)
            if at in self._hexes:
                self._add("clip.twice", f"the hex {at[0]} {at[1]} is listed twice", "hexes", row)
            self._hexes[at] = terrain.get(kind, 0), matched_whole(level), effects.get(effect, 0)
        if not self._hexes and not self.problems.count:
            self.problems.add("clip.line", "the clip has no hexes", ("hexes",))

    def _sides(self, name: str, text: str, *, ends: int) -> dict[Hexside, tuple[str, ...]]:
        by_side: dict[Hexside, tuple[str, ...]] = {}
        for row, words in _lines(text):
            if self.problems.count > LIMITS.problems:
                break
            at = _place(words) if len(words) == 4 and words[2] in _DIRECTIONS else None
            features = words[-1].split("+") if at else []
            if at is None or not all(0 < len(name) <= _LONGEST for name in features):
                message = f"{shorten(' '.join(words))!r} is not a valid line for a hexside"
                fix = "Write q, r, direction 0 to 2 and features, for example '0 -1 2 hedge+wall'."
                self._add("clip.hexside", message, name, row, fix)
                continue
            side = Hexside(Hex(*at), matched_whole(words[2]))
            if sum((end.q, end.r) in self._hexes for end in side.hexes) != ends:
                inside = "both hexes" if ends == 2 else "exactly one hex"
                message = f"a hexside in {name!r} must have {inside} in the clip"
                self._add("clip.hexside", message, name, row)
            if side in by_side:
                self._add("clip.twice", f"the hexside {' '.join(words[:3])} is listed twice", name, row)
            by_side[side] = tuple(sorted(set(features)))
        return by_side

    def _texts(self, name: str, texts: Sequence[TextFile]) -> dict[Hex, str]:
        by_hex: dict[Hex, str] = {}
        for row, text in enumerate(texts):
            q, r = text.at
            if (q, r) not in self._hexes:
                self._add("clip.text", "the clip has no such hex", name, row)
            if Hex(q, r) in by_hex:
                self._add("clip.twice", f"the hex has two {name}", name, row)
            by_hex[Hex(q, r)] = text.text
        return by_hex

    def _add(self, code: str, message: str, name: str, row: int, fix: str | None = None) -> None:
        self.problems.add(code, message, (name, row), fix=fix)


def _entry(key: str, value: str | list[str] | TerrainEntry | EffectsEntry) -> PaletteEntry:
    if isinstance(value, TerrainEntry):
        kinds, source = value.terrain, value.source
    elif isinstance(value, EffectsEntry):
        kinds, source = value.effects, value.source
    else:
        kinds, source = value, ""
    return PaletteEntry(key, (kinds,) if isinstance(kinds, str) else tuple(kinds), source or None)


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number, from 0, and the words of each line lazily."""
    start = row = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield row, text[start:end].split(None, 8)
        start, row = end + 1, row + 1


def _place(words: list[str]) -> tuple[int, int] | None:
    """Return q and r of the first two words; None if they are invalid or too far from the anchor."""
    if not (_NUMBER.fullmatch(words[0]) and _NUMBER.fullmatch(words[1])):
        return None
    q, r = matched_whole(words[0]), matched_whole(words[1])
    # The distance from the anchor, without creating a million hexes.
    return (q, r) if max(abs(q), abs(r), abs(q + r)) <= MAX_DISTANCE else None
