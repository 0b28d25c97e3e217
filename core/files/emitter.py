"""Mappings and lists as YAML lines: on one line where they are short, else a line for each part.

Only what a scenario file is made of is written: dict, list, text, numbers, true, false, null, and literal blocks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fairground.core.errors import ScenarioError
from fairground.core.files.quoting import is_literal, key_text, palette_key, text_value
from fairground.core.text.decoding import REFUSED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: The longest line that a mapping or list is put on, in characters.
LINE: Final = 100
_INDENT: Final = "  "
#: The first key of every item that has a name.
_ID: Final = "id"


@dataclass(frozen=True, slots=True)
class Block:
    """Text that is always written as a literal block: rows of a board, lines of hexsides."""

    text: str


class PaletteDict(dict[str, object]):
    """A mapping whose keys are put in quotes, all of them."""


class Emitter:
    """Writes values; ``comments`` are put above the keys and items that they belong to."""

    def __init__(self, comments: Mapping[tuple[str, ...], tuple[str, ...]]) -> None:
        self._comments: dict[tuple[str, ...], tuple[str, ...]] = {}
        for path, lines in comments.items():
            # Nothing can stand between the dash of an item and its first key.
            place = path[:2] if len(path) == 3 and path[2] == _ID else path
            self._comments[place] = self._comments.get(place, ()) + lines
        # A part with comments somewhere within it cannot stand on one line.
        self._commented = {path[:depth] for path in self._comments for depth in range(len(path))}
        self._lines: list[str] = []

    def document(self, data: Mapping[str, object]) -> str:
        """Return a whole file: the comments at its head, and its keys."""
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
            # Two items with one id have their comments above the first.
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
        """Write a value after ``start``, its key; further lines have ``indent``."""
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
        """Return a value as one line, ``used`` characters of which are taken; None where it needs several."""
        if not isinstance(value, (dict, list)):
            return _scalar(value, flow=False)
        if value and (path in self._commented or not _is_flat(value) or _is_table(value)):
            return None
        short = _flow(value)
        return short if used + len(short) <= LINE or not value else None

    def _comment(self, path: tuple[str, ...], indent: str) -> None:
        self._lines += [indent + _comment(line) for line in self._comments.get(path, ())]


def _comment(line: str) -> str:
    # Whatever was put into the document, a comment stays on its line and can be read.
    return "#" + REFUSED.sub(" ", line.replace("\n", " ")).rstrip()


def _is_table(value: dict[str, object] | list[object]) -> bool:
    """Whether a value is a list of mappings, of which each has a line."""
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)


def _is_flat(value: object) -> bool:
    """Whether nothing in a value needs lines of its own."""
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
    raise ScenarioError(f"a file cannot hold {type(value).__name__} values")


def decimal(value: float) -> float:
    """Return a number as it is written shortest: a whole one without decimals."""
    return int(value) if value == int(value) else value


def _decimal(value: float) -> str:
    if not math.isfinite(value):
        raise ScenarioError(f"a file cannot hold the number {value}")
    return getattr(value, "text", None) or repr(float(value))
