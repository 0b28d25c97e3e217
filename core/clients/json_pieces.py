"""Untrusted JSON in pieces: the members of its objects and lists, each with its line.

Chosen large objects and lists are split, so that every hex has a line; deeper values are read whole. Duplicate keys,
infinite or overlong numbers and deep nesting are refused.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairground.core.text.foreign import TOO_DEEP, OutOfBoundsError, fit_value, has_surrogates, json_decoder
from fairground.core.text.wording import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.clients.import_findings import ImportFindings

#: The approximate limit of values in a file, to save memory.
MAX_VALUES: Final = 8_000_000
_SPACE: Final = re.compile(r"[ \t\n\r]*")
_FIX: Final = "Save the file again with the program that wrote it."


class JsonPiece(NamedTuple):
    """A value and the line that it begins on, from 1."""

    value: Any
    line: int


def json_pieces(text: str, findings: ImportFindings, *, apart: frozenset[str]) -> dict[str, JsonPiece] | None:
    """Return the members of the JSON object in a text, or None with a finding.

    The values of the keys ``apart`` are split further, into mappings or lists of pieces.
    """
    reader = _Reader(text, apart)
    try:
        return reader.whole()
    except json.JSONDecodeError as error:
        line, column, message = error.lineno, error.colno, f"this is not JSON: {error.msg}"
    except OutOfBoundsError as error:
        line, column, message = *reader.place(), str(error)
    except RecursionError:
        line, column, message = *reader.place(), TOO_DEEP
    findings.add("import.json", message, line=line, column=column, fix=_FIX)
    return None


class _Reader:
    def __init__(self, text: str, apart: frozenset[str]) -> None:
        self._text = text
        self._apart = apart
        self._at = 0
        self._has_surrogates = has_surrogates(text)
        #: A position and its line, from which lines are counted.
        self._counted, self._line = 0, 1

    def place(self) -> tuple[int, int]:
        """Return line and column, from 1, of the current piece."""
        start = self._text.rfind("\n", 0, self._at) + 1
        return self._text.count("\n", 0, self._at) + 1, self._at - start + 1

    def whole(self) -> dict[str, JsonPiece]:
        """Return the members of the one object in the text."""
        if sum(map(self._text.count, ",[{")) > MAX_VALUES:
            raise OutOfBoundsError(f"the file has too many values; the limit is about {MAX_VALUES:,}")
        if self._next() != "{":
            raise OutOfBoundsError("the file is not a JSON object: it does not begin with '{'")
        found = self._members(depth=0)
        if self._next():
            raise OutOfBoundsError("the file has content after the end of the JSON object")
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
                raise OutOfBoundsError(
                    f"expected ',' or {end!r} here" + (f", not {found!r}" if found else "")
                )

    def _members(self, *, depth: int) -> dict[str, JsonPiece]:
        found: dict[str, JsonPiece] = {}
        for _ in self._items("}"):
            if self._next() != '"':
                raise OutOfBoundsError("expected a key in double quotes here")
            key = str(self._value())
            if key in found:
                raise OutOfBoundsError(f"the key {shorten(key)!r} appears again")
            if self._next() != ":":
                raise OutOfBoundsError(f"expected ':' after the key {shorten(key)!r}")
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
        value = fit_value(value, has_surrogates=self._has_surrogates)
        self._at = end
        return value


_DECODER: Final = json_decoder()
