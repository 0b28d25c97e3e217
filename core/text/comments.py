"""Find the comments of a YAML text and attach them to keys and items."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from fairground.core.text.source import Node

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fairground.core.text.source import Mark, PathInFile

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
