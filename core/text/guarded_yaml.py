"""Parse untrusted YAML into plain data with line marks.

Only a subset of YAML is accepted: mappings with text keys, lists, text, whole numbers, decimals, true, false and null.
Aliases, anchors, tags, merge keys and duplicate keys are errors. The events of libyaml, which does not recurse, are
converted in one loop, so the limit on depth applies before anything deep is built.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import yaml

from fairground.core.errors import FileError
from fairground.core.finding import Finding, Place, Severity
from fairground.core.text.decoding import TextProblem, decode
from fairground.core.text.scalars import FloatText, NumberError, resolve
from fairground.core.text.source import MAX_COMMENTS, Mark, Node, Source, TooManyCommentsError, find_comments
from fairground.core.text.wording import shorten
from fairground.core.text.yaml_slips import syntax_problem

if TYPE_CHECKING:
    from collections.abc import Iterator


__all__ = ["FloatText", "Limits", "Source", "parse"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a file; the message of a finding names the limit."""

    #: Size of the file.
    bytes: int = 64 * 2**20
    #: Nesting of lists and mappings.
    depth: int = 32
    #: Keys and values.
    values: int = 200_000
    #: Characters in a key.
    key: int = 200
    #: Problems listed one by one.
    problems: int = 100


def parse(data: bytes | str, *, limits: Limits = Limits()) -> Source:
    """Parse a YAML file into data and marks.

    Bytes are UTF-8, with or without a byte order mark; lines end in LF or CRLF.

    Raises
    ------
    FileError
        When the file has problems; ``problems`` has all of them in file order, each with line, column and a code
        ``yaml.*``.
    """
    try:
        text = decode(data, most_bytes=limits.bytes)
    except TextProblem as it:
        raise _error([_finding(it.code, it.message, it.line, it.column, it.fix)]) from None
    builder = _Builder(limits)
    with suppress(_StopError):
        builder.build(text.text)
    if builder.problems:
        raise _error(builder.problems)
    root = builder.root
    if root is None:
        raise AssertionError("an empty file was not reported")
    try:
        comments, loose = find_comments(text.text, root, builder.hash_spans)
    except TooManyCommentsError as error:
        message = f"a file must have at most {MAX_COMMENTS:,} comments"
        raise _error([_finding("yaml.values", message, error.line, 1)]) from None
    return Source(
        data=builder.data,
        text=text.text,
        newline=text.newline,
        byte_order_mark=text.byte_order_mark,
        root=root,
        blocks=frozenset(builder.blocks),
        comments=comments,
        loose_comments=loose,
    )


#: An event of libyaml, whose marks are always set, although optional in the type stubs.
_Event: TypeAlias = Any


class _StopError(Exception):
    """Stop parsing after a problem that was reported."""


@dataclass(slots=True)
class _Open:
    """A list or mapping that is being built."""

    data: dict[str, object] | list[object]
    node: Node
    #: The key of the next value; None in a list, or if a key is next.
    key: str | None = None
    #: Whether the next value is discarded, since its key is invalid.
    refused: bool = False


@dataclass(slots=True)
class _Builder:
    limits: Limits
    data: object = None
    root: Node | Mark | None = None
    problems: list[Finding] = field(default_factory=list)
    blocks: list[tuple[int, int]] = field(default_factory=list)
    #: Scalars with a ``#`` that is not a comment: first and last character in the text.
    hash_spans: list[tuple[int, int]] = field(default_factory=list)
    _stack: list[_Open] = field(default_factory=list)
    _values: int = 0

    def report(self, code: str, message: str, line: int, column: int, *, fix: str | None = None) -> None:
        """Add a problem; line and column count from 1."""
        if len(self.problems) >= self.limits.problems:
            self.problems.append(
                _finding("yaml.many-problems", f"more problems follow, starting at line {line}", line, column)
            )
            raise _StopError
        self.problems.append(_finding(code, message, line, column, fix))

    def _report_at(self, mark: Mark, code: str, message: str, *, fix: str | None = None) -> None:
        self.report(code, message, mark.line + 1, mark.column + 1, fix=fix)

    def build(self, text: str) -> None:
        """Read the whole text and report its problems."""
        # In libyaml: its parser gives None after the last event.
        parser = yaml.CSafeLoader(text.encode())
        try:
            self._build(iter(parser.get_event, None))
        except yaml.YAMLError as error:
            it = syntax_problem(error, text)
            self.report(it.code, it.message, it.line, it.column, fix=it.fix)
        finally:
            parser.dispose()

    def _build(self, events: Iterator[_Event]) -> None:
        documents = 0
        for event in events:
            kind = type(event)
            if kind is yaml.ScalarEvent:
                self._scalar(event)
            elif kind is yaml.MappingStartEvent:
                self._open(event, {})
            elif kind is yaml.SequenceStartEvent:
                self._open(event, [])
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                self._stack.pop()
            elif kind is yaml.AliasEvent:
                self._alias(event)
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                self._document(event, documents)
        if self.root is None:
            self.report(
                "yaml.empty", "the file is empty", 1, 1, fix="Choose another file, or restore this one."
            )

    def _document(self, event: _Event, count: int) -> None:
        if event.version or event.tags:
            message = "directives (%YAML, %TAG) are not allowed"
            self._report_at(event.start_mark, "yaml.directive", message, fix="Remove the line.")
        if count > 1:
            fix = "Remove the line '---' and everything below it, or move it to a separate file."
            self._report_at(event.start_mark, "yaml.documents", "a second document starts here", fix=fix)
            raise _StopError

    def _alias(self, event: _Event) -> None:
        mark = event.start_mark
        fix = "Write the value out, or put it in quotes if it is text."
        self._report_at(mark, "yaml.alias", f"aliases (*{event.anchor[:40]}) are not allowed", fix=fix)
        if self._wants_key():
            self._refuse_key()
        else:
            self._add(mark, None, mark)

    def _wants_key(self) -> bool:
        """Whether the next value is the key of a mapping."""
        stack = self._stack
        return bool(stack) and stack[-1].key is None and type(stack[-1].data) is dict

    def _refuse_key(self) -> None:
        """Discard the next value."""
        self._stack[-1].key = ""
        self._stack[-1].refused = True

    def _check_properties(self, event: _Event) -> None:
        if event.anchor:
            message = f"anchors (&{event.anchor[:40]}) are not allowed"
            fix = "Remove it, and write the value out wherever it is needed."
            self._report_at(event.start_mark, "yaml.anchor", message, fix=fix)
        if event.tag:
            written = event.tag.replace("tag:yaml.org,2002:", "!!", 1)
            message = f"tags ({shorten(written)}) are not allowed"
            self._report_at(event.start_mark, "yaml.tag", message, fix="Remove it.")

    def _scalar(self, event: _Event) -> None:
        mark, value, style = event.start_mark, event.value, event.style
        if event.anchor or event.tag:
            self._check_properties(event)
        if style and "#" in value:
            self.hash_spans.append((mark.index, event.end_mark.index))
        if self._wants_key():
            self._key(mark, value, plain=not style)
            return
        if not style:
            try:
                value = resolve(value)
            except NumberError as error:
                self._report_at(mark, "yaml.number", str(error), fix="Put it in quotes if it is text.")
        elif style == "|":
            self.blocks.append((mark.line, mark.column))
        self._add(mark, value, mark)

    def _key(self, mark: Mark, key: str, *, plain: bool) -> None:
        self._count(mark)
        top = self._stack[-1]
        if plain and key == "<<":
            message = "merge keys (<<) are not allowed"
            self._report_at(mark, "yaml.merge-key", message, fix="Write the keys out.")
        elif plain and not key:
            self._report_at(mark, "yaml.key", "a key is missing before ':'")
        elif len(key) > self.limits.key:
            most = self.limits.key
            self._report_at(mark, "yaml.key", f"a key must have at most {most} characters, not {len(key):,}")
        elif key in top.node.keys:
            first = top.node.keys[key].line + 1
            message = f"duplicate key {key!r}, first used in line {first}"
            self._report_at(mark, "yaml.duplicate-key", message, fix="Keep one of the two.")
        else:
            top.node.keys[key] = mark
            top.key = key
            return
        self._refuse_key()

    def _open(self, event: _Event, data: dict[str, object] | list[object]) -> None:
        mark = event.start_mark
        if event.anchor or event.tag:
            self._check_properties(event)
        if len(self._stack) >= self.limits.depth:
            most = self.limits.depth
            self._report_at(mark, "yaml.depth", f"lists and mappings are nested more than {most} levels deep")
            raise _StopError
        node = Node(mark)
        if self._wants_key():
            fix = "Put it in quotes if it is text."
            self._report_at(mark, "yaml.key", "a key must be text, not a list or mapping", fix=fix)
            self._count(mark)
            self._refuse_key()
        else:
            self._add(mark, data, node)
        self._stack.append(_Open(data, node))

    def _count(self, mark: Mark) -> None:
        self._values += 1
        if self._values > self.limits.values:
            message = f"a file must have at most {self.limits.values:,} keys and values"
            self._report_at(mark, "yaml.values", message)
            raise _StopError

    def _add(self, mark: Mark, value: object, node: Node | Mark) -> None:
        """Add a value to the open list or mapping."""
        self._count(mark)
        if not self._stack:
            self.data, self.root = value, node
            return
        top = self._stack[-1]
        data: Any = top.data
        if type(data) is list:
            top.node.parts[len(data)] = node
            data.append(value)
            return
        key = top.key
        if key is not None and not top.refused:
            data[key] = value
            top.node.parts[key] = node
        top.key, top.refused = None, False


def _finding(code: str, message: str, line: int, column: int, fix: str | None = None) -> Finding:
    return Finding(Severity.ERROR, code, message, Place(line=line, column=column), fix)


def _error(problems: list[Finding]) -> FileError:
    problems.sort(key=lambda problem: (problem.place.line or 0, problem.place.column or 0))
    first = problems[0]
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return FileError(f"line {first.place.line}, column {first.place.column}: {first.message}{more}", problems)
