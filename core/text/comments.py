"""Comments of a YAML text: which can be kept with the key or item below them, and which cannot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fairground.core.text.source import Node

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fairground.core.text.source import Mark, PathInFile

#: A # at the start or after a space; the sign comes first, for which a text is searched far faster.
_COMMENT: Final = re.compile(r"#(?<![^ \t\n]#)[^\n]*")


#: Most comments of a file.
MAX_COMMENTS: Final = 100_000


class TooManyCommentsError(Exception):
    """The file has more comments than ``MAX_COMMENTS``; the line, from 1, is that of the first too many."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def find_comments(
    text: str, root: Node | Mark, hash_spans: Sequence[tuple[int, int]]
) -> tuple[Mapping[PathInFile, tuple[str, ...]], int]:
    """Return the comments that stand on lines of their own above a key or an item, and the number of all others.

    The former are lines without their ``#``, by the path of the key or item; ``()`` is the head of the file.
    ``hash_spans`` are the scalars (first and last character) whose ``#`` start no comment, in order.

    Raises
    ------
    TooManyCommentsError
        When there are more than ``MAX_COMMENTS``.
    """
    full_lines: dict[int, str] = {}
    loose = 0
    line = counted = 0
    for start, end in _gaps(len(text), hash_spans):
        for match in _COMMENT.finditer(text, start, end):
            at = match.start()
            if len(full_lines) + loose >= MAX_COMMENTS:
                raise TooManyCommentsError(text.count("\n", 0, at) + 1)
            line_start = text.rfind("\n", 0, at) + 1
            if text[line_start:at].strip(" \t"):
                loose += 1
                continue
            line += text.count("\n", counted, at)
            counted = at
            full_lines[line] = match[0][1:].rstrip()
    if not full_lines:
        return {}, loose
    return _attach(full_lines, text, root, loose)


def _gaps(length: int, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    start = 0
    for first, last in spans:
        yield start, first
        start = last
    yield start, length


def _attach(
    full_lines: Mapping[int, str], text: str, root: Node | Mark, loose: int
) -> tuple[Mapping[PathInFile, tuple[str, ...]], int]:
    owners = _first_on_line(root)
    lines = text.split("\n")
    found: dict[PathInFile, tuple[str, ...]] = {}
    group: list[str] = []
    head = True
    for number, line in enumerate(lines):
        if number in full_lines:
            group.append(full_lines[number])
        elif line.strip(" \t") and not (head and line.rstrip() == "---"):
            if group:
                path = () if head else owners.get(number)
                if path is None:
                    loose += len(group)
                else:
                    found[path] = tuple(group)
                group = []
            head = False
    return found, loose + len(group)


def _first_on_line(root: Node | Mark) -> dict[int, PathInFile]:
    """Return, by line from 0, the path of the first key or list item that starts there."""
    owners: dict[int, PathInFile] = {}
    # Walked in the order of the file; the depth is bounded, yet a stack of our own costs nothing.
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
