"""Untrusted JSON in pieces: the members of its objects and lists, each with its line.

Chosen large objects and lists are split, so that every hex has a line; deeper values are read whole. Duplicate keys,
infinite or overlong numbers and deep nesting are refused.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from fairground.core.text.scalars import MAX_DECIMAL, MAX_DIGITS, FloatText
from fairground.core.text.wording import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.clients.import_findings import ImportFindings

#: The approximate limit of values in a file, to save memory.
MAX_VALUES: Final = 8_000_000
MAX_DEPTH: Final = 32
_SPACE: Final = re.compile(r"[ \t\n\r]*")
_FIX: Final = "Save the file again with the program that wrote it."


class JsonPiece(NamedTuple):
    """A value and the line that it begins on, from 1."""

    value: Any
    line: int


def whole_number(value: object) -> int | None:
    """Return a whole number, also if written as a decimal; None for anything else."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


#: Larger numbers are no coordinates; products of two of them must stay finite.
_MOST: Final = 1e12


def finite_number(value: object) -> float | None:
    """Return a number that can be a coordinate as a float; None for anything else."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) <= _MOST:
        return None
    return float(value)


class _JsonError(ValueError):
    """A fault at the reader's position."""


def json_pieces(text: str, findings: ImportFindings, *, apart: frozenset[str]) -> dict[str, JsonPiece] | None:
    """Return the members of the JSON object in a text, or None with a finding.

    The values of the keys ``apart`` are split further, into mappings or lists of pieces.
    """
    reader = _Reader(text, apart)
    try:
        return reader.whole()
    except json.JSONDecodeError as error:
        line, column, message = error.lineno, error.colno, f"this is not JSON: {error.msg}"
    except _JsonError as error:
        line, column, message = *reader.place(), str(error)
    except RecursionError:
        line, column, message = (
            *reader.place(),
            f"objects and lists are nested more than {MAX_DEPTH} levels deep",
        )
    findings.add("import.json", message, line=line, column=column, fix=_FIX)
    return None


def json_value(text: str) -> Any:  # noqa: ANN401  # whatever the text has
    """Return the value that a text is as JSON, within the limits of a file; the text itself if it is not JSON."""
    try:
        value = _DECODER.decode(text)
    except (ValueError, RecursionError):
        return text
    return text if _depth(value) > MAX_DEPTH else value


class _Reader:
    def __init__(self, text: str, apart: frozenset[str]) -> None:
        self._text = text
        self._apart = apart
        self._at = 0
        #: A position and its line, from which lines are counted.
        self._counted, self._line = 0, 1

    def place(self) -> tuple[int, int]:
        """Return line and column, from 1, of the current piece."""
        start = self._text.rfind("\n", 0, self._at) + 1
        return self._text.count("\n", 0, self._at) + 1, self._at - start + 1

    def whole(self) -> dict[str, JsonPiece]:
        """Return the members of the one object in the text."""
        if sum(map(self._text.count, ",[{")) > MAX_VALUES:
            raise _JsonError(f"the file has too many values; the limit is about {MAX_VALUES:,}")
        if self._next() != "{":
            raise _JsonError("the file is not a JSON object: it does not begin with '{'")
        found = self._members(depth=0)
        if self._next():
            raise _JsonError("there is content after the end of the JSON object")
        return found

    def _next(self) -> str:
        """Skip whitespace and return the next character, empty at the end."""
        match = _SPACE.match(self._text, self._at)
        self._at = match.end() if match else self._at
        return self._text[self._at : self._at + 1]

    def _line_here(self) -> int:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line

    def _items(self, end: str) -> Iterator[None]:
        """Step through items separated by commas, up to the closing bracket."""
        self._at += 1
        if self._next() == end:
            self._at += 1
            return
        while True:
            self._next()
            yield
            found = self._next()
            self._at += 1
            if found == end:
                return
            if found != ",":
                self._at -= 1
                raise _JsonError(f"expected ',' or {end!r} here" + (f", not {found!r}" if found else ""))

    def _members(self, *, depth: int) -> dict[str, JsonPiece]:
        found: dict[str, JsonPiece] = {}
        for _ in self._items("}"):
            if self._next() != '"':
                raise _JsonError("expected a key in double quotes here")
            key = str(self._value())
            if key in found:
                raise _JsonError(f"the key {shorten(key)!r} appears again")
            if self._next() != ":":
                raise _JsonError(f"expected ':' after the key {shorten(key)!r}")
            self._at += 1
            first, line = self._next(), self._line_here()
            # What is to be taken apart stands at the top of the file.
            if depth == 0 and key in self._apart and first == "{":
                found[key] = JsonPiece(self._members(depth=1), line)
            elif depth == 0 and key in self._apart and first == "[":
                found[key] = JsonPiece(self._elements(), line)
            else:
                found[key] = JsonPiece(self._value(), line)
        return found

    def _elements(self) -> list[JsonPiece]:
        found = []
        for _ in self._items("]"):
            line = self._line_here()
            found.append(JsonPiece(self._value(), line))
        return found

    def _value(self) -> Any:  # noqa: ANN401  # whatever the file has
        value, end = _DECODER.raw_decode(self._text, self._at)
        if _depth(value) > MAX_DEPTH:
            raise _JsonError(f"objects and lists are nested more than {MAX_DEPTH} levels deep")
        self._at = end
        return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise _JsonError(f"the key {shorten(twice)!r} appears twice in one object")
    return found


def bounded_integer(text: str) -> int:
    """Return the whole number that a JSON file has as a text; raise ValueError if it has too many digits."""
    if len(text) > MAX_DIGITS + 1:
        raise _JsonError(f"a whole number may have at most {MAX_DIGITS} digits")
    return int(text)


def bounded_decimal(text: str) -> FloatText:
    """Return the decimal that a JSON file has as a text; raise ValueError if it is too long or not finite."""
    if len(text) > MAX_DECIMAL:
        raise _JsonError(f"a number may have at most {MAX_DECIMAL} characters, not {len(text)}")
    number = FloatText(text)
    if not math.isfinite(number):
        raise _JsonError(f"{text} is out of range")
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise _JsonError(f"{name} is not a number that JSON allows")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_float=bounded_decimal,
    parse_int=bounded_integer,
    parse_constant=_refuse_constant,
)


def _depth(value: object) -> int:
    """Return the nesting depth of lists and objects; 0 for plain values."""
    depth, level = 0, [value]
    while level := [it for it in level if isinstance(it, dict | list)]:
        depth += 1
        level = [part for it in level for part in (it.values() if isinstance(it, dict) else it)]
    return depth
