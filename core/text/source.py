"""Data of a file, with the place of each part, and the comments of a YAML text, attached to keys and items."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
    #: The paths from which parts were moved; ``data`` may still have them there.
    _moved: dict[PathInFile, PathInFile] = field(default_factory=dict)

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
            self._moved[new] = old
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
            text = str(self._value(path) or "")
            # Empty rows before the first full one are line feeds in the value and in the file.
            first = len(text) - len(text.lstrip("\n"))
            row = text[first : text.find("\n", first)] if "\n" in text[first:] else text[first:]
            self._indents[header] = len(self._line(header + 1 + first)) - len(row)
        return self._indents[header]

    def _value(self, path: PathInFile) -> object:
        """Return the value at a path that the marks have; None if it is not in the data."""
        for _ in range(1 + len(self._moved)):
            value = self.data
            for part in path:
                try:
                    value = value[part]  # type: ignore[index]  # what has no parts is caught
                except (KeyError, IndexError, TypeError):
                    break
            else:
                return value
            moved = next((it for n in range(len(path)) if (it := path[: n + 1]) in self._moved), None)
            if moved is None:
                return None
            path = self._moved[moved] + path[len(moved) :]
        return None

    def _line(self, number: int) -> str:
        if self._lines is None:
            self._lines = self.text.split("\n")
        return self._lines[number] if number < len(self._lines) else ""


#: A # at the start or after a space; starting the pattern with # makes the search much faster.
_COMMENT: Final = re.compile(r"#(?<![^ \t\n]#)[^\n]*")


#: Most comments of a file.
MAX_COMMENTS: Final = 100_000


class Comment(NamedTuple):
    """A comment without its ``#``, and its line from 1."""

    line: int
    text: str


class TooManyCommentsError(Exception):
    """The file has more than ``MAX_COMMENTS`` comments; ``line``, from 1, has the first excess one."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def find_comments(
    text: str, root: Node | Mark, hash_spans: Sequence[tuple[int, int]]
) -> tuple[Mapping[PathInFile, tuple[Comment, ...]], tuple[int, ...]]:
    """Return the comments by the path of their key or item, and the lines, from 1, of all others.

    Comments belong to the key or item below them, or on the same line; ``()`` is the head of the file. ``hash_spans`` are
    the scalars with a ``#`` that is not a comment, as first and last character, in order.

    Raises
    ------
    TooManyCommentsError
        When there are more than ``MAX_COMMENTS``.
    """
    full_lines: dict[int, str] = {}
    ends: dict[int, str] = {}
    line = counted = 0
    for start, end in _gaps(len(text), hash_spans):
        for match in _COMMENT.finditer(text, start, end):
            at = match.start()
            if len(full_lines) + len(ends) >= MAX_COMMENTS:
                raise TooManyCommentsError(text.count("\n", 0, at) + 1)
            line_start = text.rfind("\n", 0, at) + 1
            line += text.count("\n", counted, at)
            counted = at
            alone = not text[line_start:at].strip(" \t")
            (full_lines if alone else ends)[line] = match[0][1:].rstrip()
    if not full_lines and not ends:
        return {}, ()
    return _attach(full_lines, ends, text, root)


def _gaps(length: int, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    start = 0
    for first, last in spans:
        yield start, first
        start = last
    yield start, length


def _attach(
    full_lines: Mapping[int, str], ends: Mapping[int, str], text: str, root: Node | Mark
) -> tuple[Mapping[PathInFile, tuple[Comment, ...]], tuple[int, ...]]:
    owners = _first_on_line(root)
    attached: dict[PathInFile, tuple[Comment, ...]] = {}
    loose: list[int] = []

    def attach(path: PathInFile | None, comments: Sequence[Comment]) -> None:
        if path is None:
            loose.extend(it.line for it in comments)
        elif comments:
            attached[path] = (*attached.get(path, ()), *comments)

    group: list[Comment] = []
    head = True
    for number, line in enumerate(text.split("\n")):
        if number in full_lines:
            group.append(Comment(number + 1, full_lines[number]))
            continue
        own = [Comment(number + 1, ends[number])] if number in ends else []
        if head and line.partition(" #")[0].rstrip() == "---":
            group += own
        elif line.strip(" \t"):
            attach(() if head else owners.get(number), group)
            attach(owners.get(number), own)
            group, head = [], False
    attach(None, group)
    return attached, tuple(sorted(loose))


def _first_on_line(root: Node | Mark) -> dict[int, PathInFile]:
    """Return the path of the first key or list item on each line, from 0."""
    owners: dict[int, PathInFile] = {}
    # Walked in file order.
    todo: list[tuple[PathInFile, Node | Mark, Mark | None]] = [((), root, None)]
    while todo:
        path, at, key = todo.pop()
        if path:
            mark = key or (at.mark if isinstance(at, Node) else at)
            owners.setdefault(mark.line, path)
        if isinstance(at, Node):
            parts = [((*path, part), child, at.keys.get(str(part))) for part, child in at.parts.items()]
            todo.extend(reversed(parts))
    return owners
