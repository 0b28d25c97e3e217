"""Write data as YAML: short mappings and lists on one line, others with a line for each part.

Supported are dict, list, text, numbers, true, false, null, and literal blocks. Text is in quotes unless every YAML reader
parses it as the same text.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fairground.core.errors import ScenarioError
from fairground.core.text.decoding import REFUSED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: Words, in any case, that some version of YAML does not parse as text.
_RESERVED: Final = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))
#: Characters of plain text, in addition to all letters; text that starts with a digit or sign is put in quotes.
_MARKS: Final = "0123456789 _-./+&|*;()'!=%@$~<>"
#: Characters that need quotes only inside brackets and braces.
_FLOW_MARKS: Final = ",?"
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}
#: Plain words, and fractions such as ``1/2``, which no reader parses as a number.
_WORD: Final = re.compile(r"[A-Za-z_(][A-Za-z0-9 _./()-]*|[0-9]+/[0-9]+")


def text_value(text: str, *, flow: bool) -> str:
    """Return ``text`` as a value on one line; ``flow`` for inside brackets or braces."""
    return text if _is_plain(text, flow=flow) else double_quoted(text)


def key_text(text: str) -> str:
    """Return ``text`` as a key."""
    return text_value(text, flow=True)


def palette_key(text: str) -> str:
    """Return a palette key, always in quotes."""
    return single_quoted(text) if "'" not in text and text.isprintable() else double_quoted(text)


def single_quoted(text: str) -> str:
    """Return printable text in single quotes."""
    return "'" + text.replace("'", "''") + "'"


def double_quoted(text: str) -> str:
    """Return any text in double quotes, with invisible characters escaped and lone surrogates as U+FFFD."""
    return '"' + "".join(map(_escaped, text)) + '"'


def is_literal(text: str) -> bool:
    """Whether a literal block (``|`` or ``|-``) keeps every character of a text."""
    lines = text.removesuffix("\n").split("\n")
    return (
        "\n" in text
        and lines[0] != ""
        and not lines[0].startswith((" ", "\t"))
        and lines[-1] != ""
        and all(line.replace("\t", "").isprintable() and line == line.rstrip() for line in lines)
    )


def _is_plain(text: str, *, flow: bool) -> bool:
    if not text or text.lower() in _RESERVED or text[-1] == " ":
        return False
    if _WORD.fullmatch(text):
        return True
    first = text[0]
    if not (first.isalpha() or first in "_("):
        return False
    marks = _MARKS if flow else _MARKS + _FLOW_MARKS
    return all(character in marks or (character.isalnum() and character.isprintable()) for character in text)


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable() and character != "\ufeff":
        return character
    code = ord(character)
    if 0xD800 <= code < 0xE000:
        return "\ufffd"
    if code < 0x100:
        return f"\\x{code:02X}"
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"


#: The longest line of a mapping or list, in characters.
LINE: Final = 100
_INDENT: Final = "  "
#: The first key of every item that has a name.
_ID: Final = "id"


@dataclass(frozen=True, slots=True)
class Block:
    """Text always written as a literal block, such as rows of a board."""

    text: str


class PaletteDict(dict[str, object]):
    """A mapping whose keys are all in quotes."""


class Emitter:
    """Writes values, with ``comments`` above their keys and items."""

    def __init__(self, comments: Mapping[tuple[str, ...], tuple[str, ...]]) -> None:
        self._comments: dict[tuple[str, ...], tuple[str, ...]] = {}
        for path, lines in comments.items():
            # A comment above the first key of an item goes above the item.
            place = path[:2] if len(path) == 3 and path[2] == _ID else path
            self._comments[place] = self._comments.get(place, ()) + lines
        # A part that contains comments cannot be on one line.
        self._commented = {path[:depth] for path in self._comments for depth in range(len(path))}
        self._lines: list[str] = []

    def document(self, data: Mapping[str, object]) -> str:
        """Return the text of a file, with the comments at its head."""
        self._comment((), "")
        self._mapping(data, (), "")
        return "\n".join(self._lines) + "\n"

    def _mapping(self, data: Mapping[str, object], path: tuple[str, ...], indent: str) -> None:
        as_key = palette_key if isinstance(data, PaletteDict) else key_text
        for key, value in data.items():
            at = (*path, key)
            self._comment(at, indent)
            self._value(f"{indent}{as_key(key)}:", value, at, indent + _INDENT)

    def _list(self, data: list[object], path: tuple[str, ...], indent: str) -> None:
        named: set[str] = set()
        for item in data:
            name = str(item.get(_ID, "")) if isinstance(item, dict) else ""
            at = (*path, name)
            # Comments of items with the same id go above the first one.
            inner = at if name and name not in named else (*path, "", "")
            named.add(name)
            self._comment(inner, indent)
            short = self._one_line(item, inner, len(indent) + 2)
            if short is not None or not isinstance(item, dict):
                self._lines.append(f"{indent}- {_flow(item) if short is None else short}")
                continue
            start = len(self._lines)
            self._mapping(item, inner, indent + _INDENT)
            self._lines[start] = f"{indent}- {self._lines[start][len(indent) + 2 :]}"

    def _value(self, start: str, value: object, path: tuple[str, ...], indent: str) -> None:
        """Write a value after ``start``, its key; further lines are indented."""
        text = value.text if isinstance(value, Block) else value
        if isinstance(text, str) and (isinstance(value, Block) or is_literal(text)):
            lines = text.removesuffix("\n").split("\n")
            self._lines.append(f"{start} {'|' if text.endswith(chr(10)) else '|-'}")
            self._lines += [indent + line if line else "" for line in lines]
            return
        short = self._one_line(value, path, len(start) + 1)
        if short is not None:
            self._lines.append(f"{start} {short}")
        elif isinstance(value, dict):
            self._lines.append(start)
            self._mapping(value, path, indent)
        elif isinstance(value, list):
            self._lines.append(start)
            self._list(value, path, indent)

    def _one_line(self, value: object, path: tuple[str, ...], used: int) -> str | None:
        """Return a value on one line that already has ``used`` characters; None if it needs several."""
        if not isinstance(value, (dict, list)):
            return _scalar(value, flow=False)
        if value and (path in self._commented or not _is_flat(value) or _is_table(value)):
            return None
        short = _flow(value)
        return short if used + len(short) <= LINE or not value else None

    def _comment(self, path: tuple[str, ...], indent: str) -> None:
        self._lines += [indent + _comment(line) for line in self._comments.get(path, ())]


def _comment(line: str) -> str:
    # Keep a comment on its line and readable, whatever it contains.
    return "#" + REFUSED.sub(" ", line.replace("\n", " ")).rstrip()


def _is_table(value: dict[str, object] | list[object]) -> bool:
    """Whether a value is a list of mappings, with a line for each."""
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)


def _is_flat(value: object) -> bool:
    """Whether no part of a value needs its own lines."""
    parts: Iterator[object] = iter(())
    if isinstance(value, dict):
        parts = iter(value.values())
    elif isinstance(value, list):
        parts = iter(value)
    elif isinstance(value, Block) or (isinstance(value, str) and is_literal(value)):
        return False
    return all(_is_flat(part) for part in parts)


def _flow(value: object) -> str:
    if isinstance(value, dict):
        as_key = palette_key if isinstance(value, PaletteDict) else key_text
        return "{" + ", ".join(f"{as_key(key)}: {_flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _scalar(value, flow=True)


def _scalar(value: object, *, flow: bool) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _decimal(value)
    if isinstance(value, str):
        return text_value(value, flow=flow)
    raise ScenarioError(f"a file cannot contain {type(value).__name__} values")


def decimal(value: float) -> float:
    """Return whole numbers as integers, to be written without decimals."""
    return int(value) if value == int(value) else value


def _decimal(value: float) -> str:
    if not math.isfinite(value):
        raise ScenarioError(f"a file cannot contain the number {value}")
    return getattr(value, "text", None) or repr(float(value))
