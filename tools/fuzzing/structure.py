"""Changes to what an undamaged file says: to the parts of a tree in YAML, JSON or XML, or to the words of lines."""

from __future__ import annotations

import copy
import json
import re
import zlib
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree as ET

import yaml

from tools.fuzzing.damage import NUMBERS

if TYPE_CHECKING:
    import random

#: Words that mean something in maps made of lines.
LINE_WORDS: Final = tuple(
    word.encode()
    for word in (
        "size", "hex", "note", "description", "tag", "option", "background", "end", "woods", "building", "smoke",
        "unheard_of", '"', "\\", '\\"', ";", ":", "#", "", "-", "0101", "10101", "0000", "x" * 2500, "é",
    )
)  # fmt: skip


def change_yaml(data: bytes, chance: random.Random) -> bytes:
    """Change a few parts of what an undamaged file says, and write it in YAML of another style."""
    tree = yaml.load(data, yaml.CSafeLoader)
    change_tree(tree, chance)
    text: str = yaml.dump(tree, Dumper=_PlainDumper, allow_unicode=True, sort_keys=False, width=1000)
    return text.encode(errors="replace")


def change_json(data: bytes, chance: random.Random) -> bytes:
    """Change a few parts of what an undamaged file says, and write it as JSON."""
    tree = json.loads(data)
    change_tree(tree, chance)
    return json.dumps(tree, indent=chance.choice((None, 1)), ensure_ascii=chance.random() < 0.5).encode()


def change_journal(data: bytes, chance: random.Random) -> bytes:
    """Change a few entries of a journal, or their order; the checksums of the lines are right all the same."""
    entries = [line[9:] for line in data.splitlines()]
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(entries))
        match chance.randrange(8):
            case 0 if len(entries) > 1:
                del entries[at]
            case 1:
                entries.insert(at, chance.choice(entries))
            case _:
                tree = json.loads(entries[at])
                change_tree(tree, chance)
                entries[at] = json.dumps(tree).encode()
    return b"".join(b"%08x %b\n" % (zlib.crc32(it), it) for it in entries)


def change_xml(data: bytes, chance: random.Random) -> bytes:
    """Change a few elements of what an undamaged file says, their attributes and their text, and write it as XML."""
    root = ET.fromstring(data)  # noqa: S314  # a sample of our own
    for _ in range(chance.choice((1, 1, 2, 4))):
        parents = [it for it in root.iter() if len(it)]
        if parents:
            _change_element(chance.choice(parents), root, chance)
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _change_element(parent: ET.Element, root: ET.Element, chance: random.Random) -> None:
    child = chance.choice(list(parent))
    match chance.randrange(6):
        case 0:
            parent.remove(child)
        case 1:
            parent.extend([copy.deepcopy(child)] * chance.choice((1, 3, 100)))
        case 2:
            parent.append(copy.deepcopy(chance.choice(list(root.iter()))))
        case 3:
            child.tag = chance.choice([it.tag for it in root.iter()] + ["unheard-of"])
        case 4 if child.text:
            words = child.text.split(",")
            words[chance.randrange(len(words))] = chance.choice(NUMBERS).decode()
            child.text = ",".join(words)
        case _ if child.attrib:
            name = chance.choice(sorted(child.attrib))
            values = [value for it in root.iter() for value in it.attrib.values()]
            values += [number.decode() for number in NUMBERS] + ["", "x", "true", "../x.png", "/dev/zero"]
            child.attrib[name] = chance.choice(values)
            if chance.random() < 0.2:
                del child.attrib[name]


def change_tree(tree: object, chance: random.Random) -> None:
    """Change a few parts of a tree of lists and mappings, or change them over."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        places = list(_places(tree))
        if places:
            _change_part(*chance.choice(places), places, chance)


def _change_part(parent: Any, key: Any, places: list[tuple[Any, Any]], chance: random.Random) -> None:  # noqa: ANN401
    match chance.randrange(5):
        case 0:
            del parent[key]
        case 1:
            parent[key] = chance.choice(
                (None, True, -1, 0, 10**9, 0.5, "", "x", [], {}, [[]], {"x": 1}, "A1", "# x")
            )
        case 2:
            other_parent, other_key = chance.choice(places)
            parent[key] = copy.deepcopy(other_parent[other_key])
        case 3 if isinstance(parent, dict):
            parent[f"{key}x"] = parent.pop(key)
        case _ if isinstance(parent, list):
            parent.extend([parent[key]] * chance.choice((1, 3, 100)))


class _PlainDumper(yaml.CSafeDumper):
    """Writes values that stand in two places twice, not as an alias."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002  # the signature of the base
        return True


def _places(tree: object) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    waiting: list[Any] = [tree]
    while waiting and len(found) < 5000:
        at = waiting.pop()
        if isinstance(at, dict | list):
            keys = list(at) if isinstance(at, dict) else range(len(at))
            found += [(at, key) for key in keys]
            waiting += [at[key] for key in keys]
    return found


def change_lines(data: bytes, chance: random.Random) -> bytes:
    """Change a few words of a file of lines: numbers, keywords, quoted text and its parts."""
    lines = data.split(b"\n")
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(lines))
        words = re.split(rb"([ \t;:\"\[\]|]+)", lines[at])
        place = chance.randrange(len(words))
        match chance.randrange(6):
            case 0:
                del words[place]
            case 1:
                words[place] = chance.choice(LINE_WORDS)
            case 2:
                words[place] = chance.choice(NUMBERS)
            case 3:
                words.insert(place, words[chance.randrange(len(words))])
            case 4:
                words *= chance.choice((2, 5, 500))
            case _:
                other = lines[chance.randrange(len(lines))]
                lines.insert(at, other)
                continue
        lines[at] = b"".join(words)
    return b"\n".join(lines)
