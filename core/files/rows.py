"""Blocks of rows: a line for each row of hexes, and on it a key for each hex.

Where all keys are one character long, a row is simply their string, counted in code points; longer keys have
spaces between them. Both are read, whatever the palette; the rows themselves show which it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice, repeat
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.grid.labels import label
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from fairground.core.files.read_result import Problems
    from fairground.core.text.source import PathInFile

#: Stands where the rows have no hex or a key that is not known.
MISSING: Final = -32768
#: How many hexes a message names.
_NAMED: Final = 3
#: How many unknown keys of one block are told apart.
_DIFFERENT: Final = 10
#: The words of longer lines are not counted.
_LONG_LINE: Final = 100_000
_TOKEN: Final = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class RowLayer:
    """A block to read: what its keys stand for, where it is in the file, and how large it must be."""

    path: PathInFile
    #: Value of each key; none of them is ``MISSING``.
    keys: Mapping[str, int]
    columns: int
    rows: int
    #: What to write instead of an unknown key.
    fix: str


def read_rows(text: str, layer: RowLayer, problems: Problems) -> NDArray[np.int32]:
    """Return the values of a block as an array ``[rows, columns]``, ``MISSING`` where there is none."""
    lines = text.split("\n", layer.rows)
    _check_rows(text, lines, layer, problems)
    lines = [line.rstrip(" ") for line in lines[: layer.rows]]
    lines += [""] * (layer.rows - len(lines))
    if has_tokens(lines, layer):
        return _read_tokens(lines, layer, problems)
    return _read_characters(lines, layer, problems)


def has_tokens(lines: Sequence[str], layer: RowLayer) -> bool:
    """Whether rows are keys with spaces between; rows with a stray space are not."""
    if layer.columns == 1:
        return any(len(key) > 1 for key in layer.keys)
    return 2 * sum(" " in line for line in lines) > len(lines)


def column_of_token(line: str, place: int) -> int:
    """Return where the token of a place (from 0) starts in its line; the end of the line when it has fewer."""
    found = next(islice(_TOKEN.finditer(line), place, None), None)
    return len(line) if found is None else found.start()


def _check_rows(text: str, lines: list[str], layer: RowLayer, problems: Problems) -> None:
    if lines[-1] == "":
        lines.pop()
    if len(lines) == layer.rows and "\n" not in lines[-1]:
        return
    count = len(text.rstrip("\n").split("\n")) if len(text) < 10_000_000 else text.count("\n")
    if count == layer.rows:
        return
    some = "1 line" if count == 1 else f"{count} lines" if text else "no lines"
    problems.add(
        "board.rows",
        f"{layer.path[-1]!r} has {some}, and the board has {layer.rows} rows",
        layer.path,
        fix="Give each row of hexes its line, or change 'size' (columns, rows).",
    )


def _report_length(row: int, count: int | None, layer: RowLayer, problems: Problems) -> None:
    """Report a row of another length than the board's; None for one that was not counted, as it is so long."""
    hexes = "far more hexes" if count is None else "1 hex" if count == 1 else f"{count} hexes"
    more = layer.columns - (count or 0)
    problems.add(
        "board.row-length",
        f"row {row + 1} of {layer.path[-1]!r} has {hexes}, and the board has {layer.columns} columns",
        (*layer.path, row),
        fix=None if count is None else f"Add {more}." if more > 0 else f"Remove {-more}.",
    )


def _read_characters(lines: list[str], layer: RowLayer, problems: Problems) -> NDArray[np.int32]:
    columns = layer.columns
    for row, line in enumerate(lines):
        if len(line) != columns:
            if line:
                _report_length(row, len(line), layer, problems)
            # No key is a NUL, so that what was filled in can be told from what was written.
            lines[row] = line[:columns].ljust(columns, "\0")
    codes = np.frombuffer("".join(lines).encode("utf-32-le"), np.uint32).reshape(layer.rows, columns)
    known = {ord(key): value for key, value in layer.keys.items() if len(key) == 1}
    table = np.full(int(max(codes.max(), *known, 0)) + 1, MISSING, np.int32)
    for code, value in known.items():
        table[code] = value
    values: NDArray[np.int32] = table[codes]
    unknown = (values == MISSING) & (codes != 0)
    if unknown.any():
        different, firsts = np.unique(codes[unknown], return_index=True)
        for code in different[np.argsort(firsts)][:_DIFFERENT]:
            _report_unknown(chr(int(code)), np.argwhere(codes == code), 0, layer, problems)
    return values


def _read_tokens(lines: list[str], layer: RowLayer, problems: Problems) -> NDArray[np.int32]:
    tokens: list[str] = []
    for row, line in enumerate(lines):
        found = line.split(None, layer.columns)
        if len(found) != layer.columns:
            if line:
                _report_length(row, len(line.split()) if len(line) < _LONG_LINE else None, layer, problems)
            found = [*found[: layer.columns], *repeat("", layer.columns - len(found))]
        tokens += found
    shape = (layer.rows, layer.columns)
    values = np.fromiter(map(layer.keys.get, tokens, repeat(MISSING)), np.int32, len(tokens)).reshape(shape)
    if (values == MISSING).any():
        unknown: dict[str, list[tuple[int, int]]] = {}
        for row, column in np.argwhere(values == MISSING):
            unknown.setdefault(tokens[row * layer.columns + column], []).append((int(row), int(column)))
        unknown.pop("", None)
        for token, places in list(unknown.items())[:_DIFFERENT]:
            row, column = places[0]
            start = column_of_token(lines[row], column) - column
            _report_unknown(token, np.array(places), start, layer, problems)
    return values


def _report_unknown(
    key: str, places: NDArray[np.int64], shift: int, layer: RowLayer, problems: Problems
) -> None:
    """Report a key that the palette lacks, used at ``places``, the first of them ``shift`` to the right in its line."""
    row, column = map(int, places[0])
    labels = [label(int(at[1]), int(at[0])) for at in places[:_NAMED]]
    rest = f" and {len(places) - _NAMED} more" if len(places) > _NAMED else ""
    palette = _palette_name(layer)
    problems.add(
        "board.unknown-key",
        f"the {palette} has no key {key[:16]!r} ({', '.join(labels)}{rest}){did_you_mean(key, layer.keys)}",
        (*layer.path, row, column + shift),
        fix=layer.fix,
        label=labels[0],
    )


def _palette_name(layer: RowLayer) -> str:
    return "palette" if layer.path[-1] == "terrain" else f"{layer.path[-1]} palette"
