"""Change single entries in the text of a ruleset file; everything else in it stays, comments included."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fairground.core.files.emitter import Emitter
from fairground.core.text.guarded_yaml import parse
from fairground.core.text.source import Node

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.text.source import Source

#: The indentation of entries in a section that has none yet.
_INDENT: Final = 2


def new_ruleset_text(base: str, *, ruleset_id: str, title: str) -> str:
    """Return the text of a ruleset file that extends another one and changes nothing yet."""
    data = {"format": "fairground-ruleset/1", "extends": base, "id": ruleset_id, "title": title}
    return Emitter({}).document(data)


def with_key(text: str, section: str, key: str, value: object) -> str:
    """Return the text of a ruleset file with ``section.key`` set to plain data, in place or at the end of the section.

    Comments within the old value are lost; all others stay.

    Raises
    ------
    FileError
        When the text is not valid YAML.
    """
    source = parse(text)
    lines = source.text.split("\n")
    block = _section_block(source, section)
    if block is None:
        return _with_section(source, lines, section, {**_data_of(source, section), key: value})
    start, end, indent = block
    node = _node_of(source, section)
    if key in node.keys:
        first, after = _span(source, lines, (section, key), end)
    else:
        first = after = _last_content(lines, start, end)
    lines[first:after] = _emitted({key: value}, indent)
    return _joined(source, lines)


def without_key(text: str, section: str, key: str) -> str:
    """Return the text of a ruleset file without ``section.key``; a section left empty goes too.

    Raises
    ------
    FileError
        When the text is not valid YAML.
    """
    source = parse(text)
    lines = source.text.split("\n")
    left = {name: value for name, value in _data_of(source, section).items() if name != key}
    block = _section_block(source, section)
    if block is None or not left:
        return _with_section(source, lines, section, left)
    if key in _node_of(source, section).keys:
        first, after = _span(source, lines, (section, key), block[1])
        del lines[first:after]
    return _joined(source, lines)


def _data_of(source: Source, section: str) -> dict[str, Any]:
    data = source.data.get(section) if isinstance(source.data, dict) else None
    return data if isinstance(data, dict) else {}


def _node_of(source: Source, section: str) -> Node:
    node = source.root.parts.get(section) if isinstance(source.root, Node) else None
    return (
        node
        if isinstance(node, Node)
        else Node(source.root.mark if isinstance(source.root, Node) else source.root)
    )


def _section_block(source: Source, section: str) -> tuple[int, int, int] | None:
    """Return the first line of a section's entries, the line after its last, and their column; None if it has no lines."""
    node = _node_of(source, section)
    root = source.root
    if not isinstance(root, Node) or section not in root.keys or not node.keys:
        return None
    head = root.keys[section].line
    places = [mark.line for mark in node.keys.values()]
    columns = {mark.column for mark in node.keys.values()}
    # Entries in braces, or beside the key, have no lines of their own.
    if places[0] == head or len(columns) != 1 or len(set(places)) != len(places):
        return None
    return places[0], _next_line(source, section), columns.pop()


def _next_line(source: Source, section: str) -> int:
    """Return the line of the section after a section, or the number of lines."""
    root = source.root
    keys = root.keys if isinstance(root, Node) else {}
    here = keys[section].line
    later = [mark.line for mark in keys.values() if mark.line > here]
    return min(later, default=len(source.text.split("\n")))


def _span(source: Source, lines: list[str], path: tuple[str, str], end: int) -> tuple[int, int]:
    """Return the lines of an entry, up to the next one without the comments above that."""
    keys = _node_of(source, path[0]).keys
    first = keys[path[1]].line
    later = [mark.line for mark in keys.values() if mark.line > first]
    return first, _last_content(lines, first, min([*later, end]))


def _last_content(lines: list[str], start: int, end: int) -> int:
    """Return the line after the last one with content, of those from ``start`` to before ``end``."""
    while end > start and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return end


def _with_section(source: Source, lines: list[str], section: str, data: Mapping[str, object]) -> str:
    """Return the text with a whole section written again, at the end if it is new; without it if it is empty."""
    root = source.root
    written = [f"{section}:", *_emitted(data, _INDENT)] if data else []
    if isinstance(root, Node) and section in root.keys:
        first = root.keys[section].line
        after = _last_content(lines, first, _next_line(source, section))
        while not written and after < len(lines) and not lines[after].strip():
            after += 1
        lines[first:after] = written
    elif written:
        after = _last_content(lines, 0, len(lines))
        lines[after:after] = ["", *written]
    return _joined(source, lines)


def _emitted(data: Mapping[str, object], indent: int) -> list[str]:
    text = Emitter({}).document(dict(data)).removesuffix("\n")
    return [" " * indent + line if line else "" for line in text.split("\n")]


def _joined(source: Source, lines: list[str]) -> str:
    text = "\n".join(lines).rstrip("\n") + "\n"
    return text.replace("\n", source.newline)
