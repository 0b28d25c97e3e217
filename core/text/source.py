"""Data of a file, with the place of each part."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.text.comments import Comment

#: Keys of mappings, and places in lists from 0.
PathInFile: TypeAlias = tuple[str | int, ...]


class Mark(Protocol):
    """A place in a text; line and column count from 0."""

    line: int
    column: int


@dataclass(slots=True)
class _At:
    """A mark without a libyaml event."""

    line: int
    column: int


@dataclass(slots=True)
class Node:
    """The place of a mapping or list, and of its parts, in file order."""

    mark: Mark
    #: Places of the keys (mappings only).
    keys: dict[str, Mark] = field(default_factory=dict)
    #: The parts, by key or index; a scalar has only a mark.
    parts: dict[str | int, Node | Mark] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Source:
    """The data of a file, and the places of its parts.

    ``data`` consists of dict, list, str, int, ``FloatText``, bool and None; all keys are text. ``newline`` is the first
    line ending of the file, LF or CRLF; ``text`` has only LF. ``comments`` has the comments above a key or list item, and at
    the end of its line, by path, ``()`` for the head; ``loose_comments`` has the lines, from 1, of all others.
    """

    data: object
    text: str
    newline: str
    byte_order_mark: bool
    root: Node | Mark
    #: Line and column, from 0, of the headers of the literal blocks.
    blocks: frozenset[tuple[int, int]]
    comments: Mapping[PathInFile, tuple[Comment, ...]]
    loose_comments: tuple[int, ...]
    _lines: list[str] | None = None
    #: Cached indentation of literal blocks, by the line of the header.
    _indents: dict[int, int] = field(default_factory=dict)

    def mark(self, path: PathInFile) -> tuple[int, int]:
        """Return line and column, from 1, of the value at ``path``.

        ``(…, row, column)`` is a place in a literal block, row 0 also in other text. Unknown ends of a path are ignored.
        """
        at, rest = self._find(path)
        mark = at.mark if isinstance(at, Node) else at
        if rest and isinstance(rest[0], int) and self._is_block_mark(mark):
            return self._mark_in_block(path[: len(path) - len(rest)], mark, rest)
        if rest[:1] == (0,) and len(rest) == 2 and isinstance(rest[1], int) and not isinstance(at, Node):
            is_quoted = self._line(mark.line)[mark.column : mark.column + 1] in ("'", '"')
            return mark.line + 1, mark.column + 1 + rest[1] + is_quoted
        return mark.line + 1, mark.column + 1

    def key_mark(self, path: PathInFile) -> tuple[int, int]:
        """Return line and column, from 1, of the key at ``path``, or ``mark(path)`` if there is none."""
        if path:
            parent, rest = self._find(path[:-1])
            key = path[-1]
            if not rest and isinstance(parent, Node) and isinstance(key, str) and key in parent.keys:
                mark = parent.keys[key]
                return mark.line + 1, mark.column + 1
        return self.mark(path)

    def move(self, old: PathInFile, new: PathInFile) -> None:
        """Add the marks of a part under another path."""
        node, rest = self._find(old)
        parent, missing = self._find(new[:-1])
        if not rest and not missing and isinstance(parent, Node):
            parent.parts[new[-1]] = node
            line, column = self.key_mark(old)
            parent.keys[str(new[-1])] = _At(line - 1, column - 1)

    def is_block(self, path: PathInFile) -> bool:
        """Whether the value at ``path`` is a literal block."""
        at, rest = self._find(path)
        return not rest and not isinstance(at, Node) and self._is_block_mark(at)

    def _find(self, path: PathInFile) -> tuple[Node | Mark, PathInFile]:
        at = self.root
        for depth, part in enumerate(path):
            if not isinstance(at, Node) or part not in at.parts:
                return at, path[depth:]
            at = at.parts[part]
        return at, ()

    def _is_block_mark(self, mark: Mark) -> bool:
        return (mark.line, mark.column) in self.blocks

    def _mark_in_block(self, path: PathInFile, header: Mark, rest: PathInFile) -> tuple[int, int]:
        row, column = rest[0], rest[1] if len(rest) > 1 else 0
        if not isinstance(row, int) or not isinstance(column, int):
            return header.line + 1, header.column + 1
        return header.line + 2 + row, self._indent(path, header.line) + column + 1

    def _indent(self, path: PathInFile, header: int) -> int:
        """Return the indentation of a literal block: the length difference of its first full row and that line."""
        if header not in self._indents:
            value = self.data
            for part in path:
                value = value[part]  # type: ignore[index]  # the path was found in the marks, which mirror the data
            text = str(value)
            # Empty rows before the first full one are line feeds in the value and in the file.
            first = len(text) - len(text.lstrip("\n"))
            row = text[first : text.find("\n", first)] if "\n" in text[first:] else text[first:]
            self._indents[header] = len(self._line(header + 1 + first)) - len(row)
        return self._indents[header]

    def _line(self, number: int) -> str:
        if self._lines is None:
            self._lines = self.text.split("\n")
        return self._lines[number] if number < len(self._lines) else ""
