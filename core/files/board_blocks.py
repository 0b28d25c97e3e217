"""Read the blocks of a board: rows of hexes, and lines of hexsides with features."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice, repeat
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from fairground.core.errors import GridError, ScenarioError
from fairground.core.finding import Severity
from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Hexside, hexside
from fairground.core.grid.labels import label, letters
from fairground.core.scenario.arrays import step
from fairground.core.text.foreign import own_whole
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import counted, hex_count, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.files.read_result import Problems
    from fairground.core.scenario.board import Board
    from fairground.core.text.source import PathInFile

#: Value of missing hexes and unknown keys.
MISSING: Final = -32768
#: Most hexes that a message names.
_NAMED: Final = 3
#: Most unknown keys of one block with a finding each.
_DIFFERENT: Final = 10
#: Words of longer lines are not counted.
_LONG_LINE: Final = 100_000
_TOKEN: Final = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class RowLayer:
    """A block to read: its keys, path and size."""

    path: PathInFile
    #: Value of each key; none of them is ``MISSING``.
    keys: Mapping[str, int]
    columns: int
    rows: int
    #: The fix for an unknown key; ``{key!r}`` stands for it.
    fix: str


def read_rows(text: str, layer: RowLayer, problems: Problems) -> NDArray[np.int32]:
    """Read a block into an array ``[rows, columns]``, ``MISSING`` where there is no value."""
    lines = text.split("\n", layer.rows)
    _check_rows(text, lines, layer, problems)
    lines = [line.rstrip(" ") for line in lines[: layer.rows]]
    lines += [""] * (layer.rows - len(lines))
    if has_tokens(lines, layer):
        return _read_tokens(lines, layer, problems)
    return _read_characters(lines, layer, problems)


def has_tokens(lines: Sequence[str], layer: RowLayer) -> bool:
    """Whether rows are keys with spaces between them; a stray space does not count."""
    if layer.columns == 1:
        return any(len(key) > 1 for key in layer.keys)
    return 2 * sum(" " in line for line in lines) > len(lines)


def column_of_token(line: str, place: int) -> int:
    """Return the column of the token at a place (from 0); the end of the line if it has fewer."""
    match = next(islice(_TOKEN.finditer(line), place, None), None)
    return len(line) if match is None else match.start()


def _check_rows(text: str, lines: list[str], layer: RowLayer, problems: Problems) -> None:
    if lines[-1] == "":
        lines.pop()
    if len(lines) == layer.rows and "\n" not in lines[-1]:
        return
    count = len(text.rstrip("\n").split("\n")) if len(text) < 10_000_000 else text.count("\n")
    if count == layer.rows:
        return
    actual = counted(count, "line") if text else "no lines"
    problems.add(
        "board.rows",
        f"{layer.path[-1]!r} has {actual}, but the board has {counted(layer.rows, 'row')}",
        layer.path,
        fix=f"Write one line per row, or change the size to [{layer.columns}, {count}].",
    )


def _report_length(row: int, count: int | None, layer: RowLayer, problems: Problems) -> None:
    """Report a row of the wrong length; ``count`` is None if it is too long to count."""
    hexes = "far too many hexes" if count is None else hex_count(count)
    more = layer.columns - (count or 0)
    fix = f"Add {hex_count(more)}." if more > 0 else f"Remove {hex_count(-more)}."
    if count is None:
        fix = f"Shorten the row to {hex_count(layer.columns)}."
    problems.add(
        "board.row-length",
        f"row {row + 1} of {layer.path[-1]!r} has {hexes}, but the board has {counted(layer.columns, 'column')}",
        (*layer.path, row),
        fix=fix,
        label=label(0, row),
    )


def _report_spaces(row: int, spaces: int, layer: RowLayer, problems: Problems) -> None:
    problems.add(
        "board.row-length",
        f"row {row + 1} of {layer.path[-1]!r} starts with {counted(spaces, 'space')} too many",
        (*layer.path, row),
        fix=f"Remove {counted(spaces, 'space')} at the start of the row.",
        label=label(0, row),
    )


def _read_characters(lines: list[str], layer: RowLayer, problems: Problems) -> NDArray[np.int32]:
    columns = layer.columns
    for row, line in enumerate(lines):
        if len(line) != columns:
            bare = line.lstrip(" ")
            if len(bare) == columns:
                _report_spaces(row, len(line) - columns, layer, problems)
            elif line:
                _report_length(row, len(line), layer, problems)
            # No key is NUL, so it marks the padding.
            lines[row] = bare if len(bare) == columns else line[:columns].ljust(columns, "\0")
    codes = np.frombuffer("".join(lines).encode("utf-32-le", errors="replace"), np.uint32).reshape(
        layer.rows, columns
    )
    known = {ord(key): value for key, value in layer.keys.items() if len(key) == 1}
    table = np.full(own_whole(max(codes.max(), *known, 0)) + 1, MISSING, np.int32)
    for code, value in known.items():
        table[code] = value
    values: NDArray[np.int32] = table[codes]
    unknown = (values == MISSING) & (codes != 0)
    if unknown.any():
        different, firsts = np.unique(codes[unknown], return_index=True)
        for code in different[np.argsort(firsts)][:_DIFFERENT]:
            _report_unknown(chr(own_whole(code)), np.argwhere(codes == code), 0, layer, problems)
    return values


def _read_tokens(lines: list[str], layer: RowLayer, problems: Problems) -> NDArray[np.int32]:
    tokens: list[str] = []
    for row, line in enumerate(lines):
        row_tokens = line.split(None, layer.columns)
        if len(row_tokens) != layer.columns:
            if line:
                _report_length(row, len(line.split()) if len(line) < _LONG_LINE else None, layer, problems)
            row_tokens = [*row_tokens[: layer.columns], *repeat("", layer.columns - len(row_tokens))]
        tokens += row_tokens
    shape = (layer.rows, layer.columns)
    values = np.fromiter(map(layer.keys.get, tokens, repeat(MISSING)), np.int32, len(tokens)).reshape(shape)
    if (values == MISSING).any():
        unknown: dict[str, list[tuple[int, int]]] = {}
        for row, column in np.argwhere(values == MISSING):
            unknown.setdefault(tokens[row * layer.columns + column], []).append(
                (own_whole(row), own_whole(column))
            )
        unknown.pop("", None)
        for token, places in list(unknown.items())[:_DIFFERENT]:
            row, column = places[0]
            start = column_of_token(lines[row], column) - column
            _report_unknown(token, np.array(places), start, layer, problems)
    return values


def _report_unknown(
    key: str, places: NDArray[np.int64], shift: int, layer: RowLayer, problems: Problems
) -> None:
    """Report an unknown key at ``places``; the first is ``shift`` columns further right in its line."""
    row, column = map(own_whole, places[0])
    labels = [label(own_whole(at[1]), own_whole(at[0])) for at in places[:_NAMED]]
    rest = f" and {len(places) - _NAMED} more" if len(places) > _NAMED else ""
    palette = _palette_name(layer)
    problems.add(
        "board.unknown-key",
        f"the {palette} has no key {key[:16]!r}, used at {', '.join(labels)}{rest}{did_you_mean(key, layer.keys)}",
        (*layer.path, row, column + shift),
        fix=layer.fix.format(key=key[:16]),
        label=labels[0],
    )


def _palette_name(layer: RowLayer) -> str:
    return "palette" if layer.path[-1] == "terrain" else f"{layer.path[-1]}_palette"


_PATH: Final = ("board", "hexsides")
_EXAMPLE: Final = "Write a hex, a direction and features, for example 'C4 {} hedge' or 'C4 {} hedge+wall'."
#: Most problems before the rest of the lines is skipped.
_GIVE_UP: Final = 1_000
#: The longest name of a feature.
_LONGEST: Final = 64
_LABEL: Final = re.compile("([A-Z]+)([0-9]+)")


class HexsideLines(NamedTuple):
    """The hexsides of a file in order, and the line of each in its block, from 0."""

    features: dict[Hexside, tuple[str, ...]]
    rows: list[int]


def read_hexsides(text: str, board: Board, problems: Problems) -> HexsideLines:
    """Read the hexsides of ``board`` from a block of lines; empty lines are skipped."""
    return _Reader(board, problems).read(text)


class _Reader:
    def __init__(self, board: Board, problems: Problems) -> None:
        self._board = board
        self._problems = problems
        self._directions = {name: board.layout.direction(name) for name in board.layout.direction_names}
        # Lines repeat hexes and features; caching words halves the time.
        self._hexes: dict[str, Hex] = {}
        self._features: dict[str, tuple[str, ...]] = {}

    def read(self, text: str) -> HexsideLines:
        return self._read_regular(text) or self._read_one_by_one(text)

    def _read_regular(self, text: str) -> HexsideLines | None:
        """Read lines all at once; None if one of them is unusual."""
        layout = self._board.layout
        words = [line.split(" ") for line in _lines(text)]
        if not words or any(map((3).__ne__, map(len, words))):
            return None
        labels, directions, names = zip(*words, strict=True)
        features = {it: self._plain_features(it) for it in set(names)}
        if not all(features.values()) or not self._directions.keys() >= set(directions):
            return None
        columns = {letters(number): number for number in range(self._board.columns)}
        rows = {str(number + 1): number for number in range(self._board.rows)}
        places = [_LABEL.fullmatch(it) for it in labels]
        try:
            at = [(columns[it[1]], rows[it[2]]) for it in places if it]
        except KeyError:
            return None
        column, row = np.array(at, np.int64).reshape(-1, 2).T
        if len(column) < len(words):
            return None
        q, r = layout.from_offset_arrays(column, row)
        direction = np.array([self._directions[it] for it in directions], np.int64)
        # Directions 3 to 5 belong to the other hex.
        other_q, other_r = step(q, r, direction)
        is_other = direction >= 3
        owners = map(Hex, np.where(is_other, other_q, q).tolist(), np.where(is_other, other_r, r).tolist())
        sides = map(Hexside, owners, (direction % 3).tolist())
        by_side = dict(zip(sides, map(features.__getitem__, names), strict=True))
        return HexsideLines(by_side, list(range(len(words)))) if len(by_side) == len(words) else None

    @staticmethod
    def _plain_features(names: str) -> tuple[str, ...]:
        """Return the features of a word, sorted; none if it has a problem."""
        features = names.split("+")
        plain = names.isascii() and names.isprintable() and all(0 < len(it) <= _LONGEST for it in features)
        return tuple(sorted(features)) if plain and len(set(features)) == len(features) else ()

    def _read_one_by_one(self, text: str) -> HexsideLines:
        """Read lines one by one and report all problems."""
        by_side: dict[Hexside, tuple[str, ...]] = {}
        rows: dict[Hexside, int] = {}
        before = self._problems.count
        for row, line in enumerate(_lines(text)):
            if self._problems.count - before >= _GIVE_UP:
                message = "too many problems: the remaining lines were not read"
                self._report("file.many-problems", message, row, 0)
                break
            words = line.split(None, 3)
            if not words:
                continue
            read = self._line(row, line, words)
            if read is None:
                continue
            side, features = read
            if side in by_side:
                self._report_twice(row, line, rows[side], {*by_side[side], *features})
                continue
            by_side[side] = features
            rows[side] = row
        return HexsideLines(by_side, list(rows.values()))

    def _line(self, row: int, line: str, words: list[str]) -> tuple[Hexside, tuple[str, ...]] | None:
        if len(words) != 3:
            names = self._board.layout.direction_names
            count = "more" if len(words) > 3 else "fewer"
            message = f"{shorten(line)!r} has {count} than 3 words"
            self._report("board.hexside-line", message, row, 0, _EXAMPLE.format(names[0], names[1]))
            return None
        hex_name, direction_name, feature_names = words
        at = self._hexes.get(hex_name) or self._hex(row, line, hex_name)
        direction = self._directions.get(direction_name)
        if direction is None:
            self._report_direction(row, line, words)
        features = self._features.get(feature_names) or self._feature_tuple(row, line, feature_names)
        if at is None or direction is None or features is None:
            return None
        return hexside(at, direction), features

    def _hex(self, row: int, line: str, name: str) -> Hex | None:
        try:
            at = self._board.parse(shorten(name))
        except GridError as error:
            self._report("board.bad-label", str(error), row, line.index(name))
            return None
        except ScenarioError as error:
            self._report("board.off-board", str(error), row, line.index(name), label=name)
            return None
        self._hexes[name] = at
        return at

    def _feature_tuple(self, row: int, line: str, names: str) -> tuple[str, ...] | None:
        column = line.rindex(names)
        features = names.split("+")
        if not all(0 < len(name) <= _LONGEST for name in features):
            message = (
                f"{shorten(names)!r} has an empty feature name, or one longer than {_LONGEST} characters"
            )
            fix = "Join features with '+', for example hedge+wall."
            self._report("board.hexside-line", message, row, column, fix)
            return None
        if len(set(features)) < len(features):
            message = f"{shorten(names)!r} names a feature twice"
            fix = f"Write {'+'.join(sorted(set(features)))!r}."
            self._report("board.feature-twice", message, row, column, fix, severity=Severity.WARNING)
        self._features[names] = names_sorted = tuple(sorted(set(features)))
        return names_sorted

    def _report_direction(self, row: int, line: str, words: list[str]) -> None:
        layout, (hex_name, name, last) = self._board.layout, words
        names = layout.direction_names
        # Suggest NE for ne, but not for E.
        meant = did_you_mean(name, [known for known in names if known == name.upper()])
        message = f"{layout.value} has no direction {shorten(name)!r}{meant}"
        fix = f"Known directions: {', '.join(names)}."
        if last in names:
            fix = f"Write the hex, direction and features in this order: {hex_name} {last} {name}"
        self._report("board.direction", message, row, column_of_token(line, 1), fix, label=hex_name)

    def _report_twice(self, row: int, line: str, first: int, features: set[str]) -> None:
        text = " ".join(line.split(None, 2)[:2])
        message = (
            f"line {first + 1} of the block already has the hexside {text}, perhaps named from the hex on its "
            "other side"
        )
        both = shorten("+".join(sorted(features)))
        self._report("board.hexside-twice", message, row, 0, f"Keep one line. Combined, they are {both!r}.")

    def _report(
        self,
        code: str,
        message: str,
        row: int,
        column: int,
        fix: str | None = None,
        *,
        label: str | None = None,
        severity: Severity = Severity.ERROR,
    ) -> None:
        self._problems.add(code, message, (*_PATH, row, column), fix=fix, label=label, severity=severity)


def _lines(text: str) -> Iterator[str]:
    """Yield the lines of a text lazily."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end + 1
