"""Files in which one thing is repeated: each item, key, text, element or line of a good file, any number of times."""

from __future__ import annotations

import json
import random
import re
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import yaml

from tools.fuzzing.attacks import put_value, sample_places
from tools.fuzzing.readers import READERS
from tools.fuzzing.structure import change_json, change_lines, change_xml, change_yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Readers whose files are not repeated: their format is binary, or each line has a checksum of its own.
NOT_REPEATED: Final = frozenset(("journal", "store", "catalogue", "tracing image", "settings", "played"))


class Repetition(NamedTuple):
    """A thing that is repeated, and the file in which it stands so many times."""

    name: str
    make: Callable[[int], bytes]


def repetitions(reader: str) -> Iterator[Repetition]:
    """Yield what can be repeated in a file of a reader, once for each kind of place."""
    if reader in NOT_REPEATED:
        return
    data, change = READERS[reader].samples()[0].data, READERS[reader].change
    chance = random.Random(1)  # noqa: S311  # the same places each time
    if change in (change_json, change_yaml):
        tree = json.loads(data) if change is change_json else yaml.load(data, yaml.CSafeLoader)
        yield from _of_tree(tree, chance)
    elif change is change_xml:
        yield from _of_xml(data.decode())
    elif change is change_lines:
        yield from _of_lines(data.decode(), chance)


def _of_tree(tree: object, chance: random.Random) -> Iterator[Repetition]:
    for at, value in sample_places(tree, chance):
        where = ".".join(map(str, at))[:60]
        if isinstance(value, list) and value:
            yield Repetition(f"{where}: items", partial(_items, tree, at, value))
        elif isinstance(value, dict):
            yield Repetition(f"{where}: unknown keys", partial(_keys, tree, at, value))
        elif isinstance(value, str):
            yield Repetition(f"{where}: characters", partial(_characters, tree, at))


def _items(tree: object, at: tuple[Any, ...], items: list[Any], count: int) -> bytes:
    numbered = [_numbered(items[0], number) for number in range(count)]
    return json.dumps(put_value(tree, at, [*items, *numbered])).encode()


def _numbered(item: object, number: int) -> object:
    """Return an item that differs from others in its texts, such as names and ids, and in a place."""
    if isinstance(item, dict):
        return {
            key: f"{value}-{number}" if isinstance(value, str) and key in ("id", "name") else value
            for key, value in item.items()
        }
    return item


def _keys(tree: object, at: tuple[Any, ...], keys: dict[str, Any], count: int) -> bytes:
    return json.dumps(put_value(tree, at, keys | {f"k{number}": 1 for number in range(count)})).encode()


def _characters(tree: object, at: tuple[Any, ...], count: int) -> bytes:
    return json.dumps(put_value(tree, at, "a_1-" * (count // 4))).encode()


def _of_xml(text: str) -> Iterator[Repetition]:
    for tag, whole in {it[1]: it[0] for it in re.finditer(r"<(\w+)[^<>]*/>", text)}.items():
        yield Repetition(f"{tag}: elements", partial(_in_text, text, whole))
    attributes = {(it[1], it[2]): it for it in re.finditer(r'<(\w+)\b[^<>?]*?\s([\w:-]+)="([^"]*)"', text)}
    for (tag, name), match in attributes.items():
        yield Repetition(f"{tag} {name}: characters", partial(_filled, text, match.span(3)))


def _in_text(text: str, whole: str, count: int) -> bytes:
    end = text.index(whole) + len(whole)
    return (text[:end] + whole * count + text[end:]).encode()


def _filled(text: str, span: tuple[int, int], count: int) -> bytes:
    return (text[: span[0]] + "a_1-" * (count // 4) + text[span[1] :]).encode()


def _of_lines(text: str, chance: random.Random) -> Iterator[Repetition]:
    lines = text.split("\n")
    kinds = {re.split(r"\W+", line.strip())[0]: at for at, line in enumerate(lines)}
    for word, at in kinds.items():
        yield Repetition(f"lines like {word[:20]!r}", partial(_lines, lines, at, r"\g<0>"))
        yield Repetition(f"numbered lines like {word[:20]!r}", partial(_lines, lines, at, None))
    words = list(re.finditer(r"[A-Za-z0-9_]+", text))
    for match in chance.sample(words, min(6, len(words))):
        yield Repetition(f"characters for {match[0][:20]!r}", partial(_filled, text, match.span()))
    for sign in ' ,:;[("\\':
        yield Repetition(f"characters {sign!r}", partial(_signs, lines, sign))


def _lines(lines: list[str], at: int, same: str | None, count: int) -> bytes:
    many = (
        lines[at] if same else re.sub(r"\d+", lambda _: str(number), lines[at])  # noqa: B023  # used at once
        for number in range(count)
    )
    return "\n".join([*lines[: at + 1], *many, *lines[at + 1 :]]).encode()


def _signs(lines: list[str], sign: str, count: int) -> bytes:
    at = len(lines) // 2
    return "\n".join([*lines[:at], lines[at] + sign * count + "x", *lines[at + 1 :]]).encode()
