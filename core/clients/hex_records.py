"""Hexes that a file lists one by one, as the board of a scenario file: a palette with keys of its own, and rows of its keys."""

from __future__ import annotations

from collections import Counter
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.files.read_board import MAX_PALETTE
from fairground.core.grid.labels import label
from fairground.core.scenario.board import MAX_LEVEL, MAX_SIDE, MIN_LEVEL, VOID
from fairground.core.text.foreign import own_whole, whole_number
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import describe, hex_count, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fairground.core.clients.import_findings import ImportFindings
    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
    from fairground.core.scenario.board import Board


CLEAR: Final = "clear"
#: The separator of kinds in a stack, bottom first.
JOIN: Final = "+"
#: The most unknown names with a suggestion, which takes time.
_MOST_NEAR: Final = 20
#: The known keys of a hex, without its position.
KNOWN: Final = frozenset(("terrain", "elevation", "effects", "name", "note", "source", "effects_source"))


def hex_properties(board: Board, at: Hex) -> dict[str, object]:
    """Return the properties of a hex by the keys of ``KNOWN``; empty ones are omitted, except terrain and elevation."""
    cell = board.cell(at)
    ground, effects = (
        board.palette[own_whole(board.terrain[cell])],
        board.effects_palette[own_whole(board.effects[cell])],
    )
    found: dict[str, object] = {
        "terrain": JOIN.join(ground.kinds),
        "elevation": own_whole(board.elevation[cell]),
    }
    rest = {
        "effects": JOIN.join(effects.kinds),
        "name": board.names.get(at),
        "note": board.notes.get(at),
        "source": ground.source,
        "effects_source": effects.source,
    }
    return {**found, **{key: value for key, value in rest.items() if value}}


class HexRecord(NamedTuple):
    """A hex in a file: its properties by the keys of ``KNOWN``, column and row from 0, and the line from 1."""

    column: int
    row: int
    properties: Mapping[str, object]
    line: int

    @property
    def label(self) -> str:
        """The label of the hex."""
        return label(self.column, self.row)


class _Content(NamedTuple):
    """The content of a palette entry."""

    kinds: tuple[str, ...]
    source: str


class HexRecords:
    """Turns hex records into a board; problems go to ``findings``."""

    def __init__(self, rules: Ruleset, findings: ImportFindings) -> None:
        self._rules = rules
        self._findings = findings
        #: The number of hexes with each unknown kind, and the first of them.
        self._unknown: Counter[str] = Counter()
        self._first: dict[str, HexRecord] = {}
        #: The hexes without terrain.
        self._groundless: list[HexRecord] = []
        #: How often a hex had something to report.
        self._noted = 0

    def board_data(self, records: Sequence[HexRecord], size: tuple[int, int]) -> dict[str, object]:
        """Return the ``board`` of a scenario file, without layout and hexsides; places without a record are void.

        ``size`` is columns and rows; all records are within it.
        """
        columns, rows = size
        if max(size) > MAX_SIDE:
            # The reader of scenario files tells; nothing is made of that size.
            return {"size": list(size), "palette": {".": CLEAR}, "terrain": ""}
        # The first entries are what places without a record have.
        grounds: dict[_Content, int] = {_Content((VOID,), ""): 0}
        effects: dict[_Content, int] = {_Content((), ""): 0}
        levels: dict[int, int] = {0: 0}
        cells = {name: [[0] * columns for _ in range(rows)] for name in ("terrain", "elevation", "effects")}
        texts: dict[str, dict[str, object]] = {"name": {}, "note": {}}
        seen: dict[tuple[int, int], HexRecord] = {}
        #: The places of contents that records share, by the number of their properties in memory.
        shared: dict[int, tuple[int, int, int]] = {}
        for it in records:
            first = seen.setdefault((it.column, it.row), it)
            if first is not it:
                message = f"{it.label} appears again; it is already on line {first.line}"
                self._findings.add("import.hex-twice", message, line=it.line, label=it.label)
                continue
            places = shared.get(id(it.properties))
            if places is None:
                before = self._noted
                places = (
                    grounds.setdefault(self._ground(it), len(grounds)),
                    effects.setdefault(self._effects(it), len(effects)),
                    levels.setdefault(self._level(it), len(levels)),
                )
                if self._noted == before:
                    shared[id(it.properties)] = places
            cells["terrain"][it.row][it.column] = places[0]
            cells["effects"][it.row][it.column] = places[1]
            cells["elevation"][it.row][it.column] = places[2]
            for key, found in texts.items():
                if it.properties.get(key):
                    found[it.label] = it.properties[key]
        self._report()
        self._check(grounds, effects)
        if len(seen) == columns * rows:
            # Nothing is void; the entry stays out of the palette.
            grounds = {content: at for content, at in grounds.items() if at or _has(cells["terrain"], 0)}
        return {
            "size": [columns, rows],
            **_layer(
                "terrain", "palette", grounds, cells, {k: v.symbol for k, v in self._rules.terrain.items()}
            ),
            **_layer(
                "effects",
                "effects_palette",
                effects,
                cells,
                {k: v.symbol for k, v in self._rules.effects.items()},
            ),
            **_level_layer(levels, cells["elevation"]),
            "names": texts["name"],
            "notes": texts["note"],
        }

    # -- a hex ----------------------------------------------------------------------------------------------

    def _ground(self, it: HexRecord) -> _Content:
        kinds = self._kinds(it, "terrain")
        source = self._text(it, "source")
        if not kinds:
            self._groundless.append(it)
            self._noted += 1
            return _Content((CLEAR,), source)
        unknown = [kind for kind in kinds if kind not in self._rules.terrain and kind != VOID]
        if unknown:
            self._note_unknown(it, unknown, "terrain")
            return _Content((CLEAR,), source or JOIN.join(kinds))
        return _Content(kinds, source)

    def _effects(self, it: HexRecord) -> _Content:
        kinds = self._kinds(it, "effects")
        source = self._text(it, "effects_source")
        unknown = [kind for kind in kinds if kind not in self._rules.effects]
        if unknown:
            self._note_unknown(it, unknown, "effect")
            known = tuple(kind for kind in kinds if kind in self._rules.effects)
            return _Content(known, source or JOIN.join(kinds))
        return _Content(kinds, source)

    def _kinds(self, it: HexRecord, key: str) -> tuple[str, ...]:
        """Return a stack from a text of joined kinds, or a list."""
        value = it.properties.get(key)
        if value is None:
            return ()
        stack = value.split(JOIN) if isinstance(value, str) and value else value or []
        if not isinstance(stack, list) or not all(isinstance(kind, str) and kind for kind in stack):
            self._bad(it, key, f"kinds joined by {JOIN!r}, or a list of kinds")
            return ()
        return tuple(map(str, stack))

    def _text(self, it: HexRecord, key: str) -> str:
        value = it.properties.get(key)
        if value is None or isinstance(value, str):
            return value or ""
        self._bad(it, key, "text")
        return ""

    def _level(self, it: HexRecord) -> int:
        value = it.properties.get("elevation")
        # Some programs write all numbers as decimals.
        level = whole_number(value) if isinstance(value, float) else value
        if level is None:
            return 0
        if not isinstance(level, int) or isinstance(level, bool) or not MIN_LEVEL <= level <= MAX_LEVEL:
            message = f"the level of a hex must be from {MIN_LEVEL} to {MAX_LEVEL}, not {describe(value)}"
            self._findings.add("import.bad-level", message, line=it.line, label=it.label)
            self._noted += 1
            return 0
        return level

    def _bad(self, it: HexRecord, key: str, wanted: str) -> None:
        message = f"{key} of a hex must be {wanted}, not {describe(it.properties[key])}"
        self._findings.add("import.bad-line", message, line=it.line, label=it.label, fix=f"Write {wanted}.")
        self._noted += 1

    # -- all of them ----------------------------------------------------------------------------------------

    def _note_unknown(self, it: HexRecord, names: list[str], noun: str) -> None:
        self._noted += 1
        for name in names:
            self._unknown[f"{noun} {shorten(name)!r}"] += 1
            self._first.setdefault(f"{noun} {shorten(name)!r}", it)

    def _report(self) -> None:
        for number, (name, count) in enumerate(self._unknown.items()):
            known = self._rules.terrain if name.startswith("terrain") else self._rules.effects
            near = did_you_mean(name.split(" ", 1)[1].strip("'"), known) if number < _MOST_NEAR else ""
            at = self._first[name]
            message = f"{self._rules.title} has no {name} ({hex_count(count)}); it is kept in the 'source' of those hexes{near}"
            self._findings.add("import.unmapped", message, line=at.line, label=at.label)
        if self._groundless:
            at = self._groundless[0]
            message = (
                f"the file does not give the terrain of {hex_count(len(self._groundless))}; clear "
                "ground was used"
            )
            self._findings.add("import.ground", message, line=at.line, label=at.label)

    def _check(self, *palettes: dict[_Content, int]) -> None:
        for palette in palettes:
            if len(palette) > MAX_PALETTE:
                message = (
                    f"a board may have at most {MAX_PALETTE:,} different hexes; this one has {len(palette):,}"
                )
                self._findings.add("import.too-various", message)


def _has(cells: list[list[int]], value: int) -> bool:
    return any(value in row for row in cells)


def _layer(
    name: str,
    palette_name: str,
    contents: Mapping[_Content, int],
    cells: Mapping[str, list[list[int]]],
    symbols: Mapping[str, str],
) -> dict[str, object]:
    """Return the palette and the rows of a layer."""
    keys = dict(zip(contents.values(), palette_keys([it.kinds for it in contents], symbols), strict=True))
    palette = {
        keys[at]: {name: list(it.kinds), "source": it.source} if it.source else list(it.kinds)
        for it, at in contents.items()
    }
    return {palette_name: palette, name: _rows(cells[name], keys)}


def _level_layer(levels: Mapping[int, int], cells: list[list[int]]) -> dict[str, object]:
    keys = {
        at: "." if level == 0 else str(level) if 0 < level < 10 else f"L{level}"
        for level, at in levels.items()
    }
    palette = {keys[at]: level for level, at in levels.items() if not 0 <= level < 10}
    return {"elevation_palette": palette, "elevation": _rows(cells, keys)}


def _rows(cells: list[list[int]], keys: Mapping[int, str]) -> str:
    between = "" if all(len(key) == 1 for key in keys.values()) else " "
    return "".join(between.join([keys[at] for at in row]) + "\n" for row in cells)


def size_of(
    places: Sequence[tuple[int, int]], findings: ImportFindings, *, line: int
) -> tuple[int, int] | None:
    """Return columns and rows of places (column and row from 0); None, and a finding, if they form no board."""
    if not places:
        # Errors so far say why.
        if not findings.has_errors:
            findings.add("import.no-rows", "the file has no hexes", line=line)
        return None
    columns, rows = (max(values) + 1 for values in zip(*places, strict=True))
    if columns > MAX_SIDE or rows > MAX_SIDE:
        message = f"a board must have 1 to {MAX_SIDE:,} columns and rows, not {columns:,}x{rows:,}"
        findings.add("import.bad-size", message, line=line)
        return None
    return columns, rows


#: The characters of the keyboard except ``.``, the empty entry of layers other than terrain.
_SINGLE: Final = ascii_lowercase + ascii_uppercase + digits + "~%*+-=^$&@!?<>:;_/|()[]{},#'\"`\\"
_NOTHING: Final = "."
#: The most letters of a name in a long key.
_LONGEST: Final = 4


def palette_keys(stacks: Sequence[tuple[str, ...]], symbols: Mapping[str, str]) -> list[str]:
    """Return a unique key for each stack of terrain or effects, ``.`` for an empty one; the first stacks get the best keys.

    ``symbols`` are the ruleset's characters by id. Keys are single characters while the keyboard has enough: the symbol, a
    letter of the topmost kind, or any other. Beyond that they are the start of its id and a number.
    """
    return _single_keys(stacks, symbols) if len(stacks) <= len(_SINGLE) else _long_keys(stacks, symbols)


def _single_keys(stacks: Sequence[tuple[str, ...]], symbols: Mapping[str, str]) -> list[str]:
    keys: dict[str, None] = {}
    for stack in stacks:
        keys[next(key for key in _wanted(stack, symbols) if key not in keys)] = None
    return list(keys)


def _wanted(stack: tuple[str, ...], symbols: Mapping[str, str]) -> Iterator[str]:
    """Yield single characters for a stack, the best first and symbols of other kinds last."""
    yield from _symbol(stack, symbols)
    name = [letter for letter in "".join(stack[-1:]) if letter.isascii() and letter.isalpha()]
    others = set(symbols.values())
    yield from (key for key in (*name, *map(str.upper, name), *_SINGLE) if key not in others)
    yield from _SINGLE


def _symbol(stack: tuple[str, ...], symbols: Mapping[str, str]) -> str:
    if not stack:
        return _NOTHING
    return symbols.get(stack[0], "") if len(stack) == 1 else ""


def _long_keys(stacks: Sequence[tuple[str, ...]], symbols: Mapping[str, str]) -> list[str]:
    keys: dict[str, None] = {}
    numbers: Counter[str] = Counter()
    for stack in stacks:
        key = _symbol(stack, symbols)
        while not key or key in keys:
            start = "".join(filter(str.isalnum, "".join(stack[-1:])))[:_LONGEST]
            numbers[start] += 1
            key = f"{start}{numbers[start]}"
        keys[key] = None
    return list(keys)
