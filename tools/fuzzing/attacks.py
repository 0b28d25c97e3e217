"""Attacks by meaning: one hostile value at one place of a good file, for each kind of value and of place.

Flipped bytes seldom make a number infinite or a text a million characters long in a file that is otherwise good. These do, once
for each key of a format.
"""

from __future__ import annotations

import copy
import json
import re
import sqlite3
import tempfile
import zlib
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import yaml

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Mapping, Sequence

    Place = tuple[Any, ...]

#: How many times a thing is repeated, and how long a text is: files stay under a megabyte.
MANY, LONG = 20_000, 40_000
#: Nesting that ends a recursive reader.
_DEPTH: Final = 3_000


class Attack(NamedTuple):
    """A file with one hostile value; ``name`` says where and what, ``make`` returns the content."""

    name: str
    make: Callable[[], bytes]


class Literal(str):
    """A value as it is written in the file."""

    __slots__ = ()


_NUMBERS: Final = {
    "infinity": "1e999",
    "minus infinity": "-1e999",
    "nan": "NaN",
    "word Infinity": "Infinity",
    "5,000 digits": "9" * 5_000,
    "minus 5,000 digits": "-" + "9" * 5_000,
    "two to the 63rd": str(2**63),
    "1e308": "1e308",
    "minus one": "-1",
    "zero": "0",
    "a half": "0.5",
    "true": "true",
    "null": "null",
    "empty list": "[]",
    "empty object": "{}",
}
_TEXTS: Final = {
    "lone surrogate": '"\\ud800"',
    "low surrogate in a text": '"a\\udfffb"',
    "zero byte": '"\\u0000"',
    "escape": '"\\u001b[31m"',
    "turning mark": '"\\u202e"',
    "line feed": '"a\\nb"',
    "long": json.dumps("a" * LONG),
    "long, of digits": json.dumps("1" * LONG),
    "long, of both": json.dumps("a_1-" * (LONG // 4)),
    "long, of spaces": json.dumps(" " * LONG + "x"),
    "long, of brackets": json.dumps("[" * LONG),
    "long, of quotes": json.dumps('"' * LONG),
    "long, of backslashes": json.dumps("\\" * LONG),
    "long, of commas": json.dumps("A1," * (LONG // 3)),
    "inf": '"inf"',
    "nan": '"nan"',
    "digits": '"' + "9" * 5_000 + '"',
    "digits of another script": '"\\u0663\\u00b2"',
    "nested list": json.dumps("[" * _DEPTH + "]" * _DEPTH),
    "nested objects": json.dumps('{"a":' * _DEPTH + "1" + "}" * _DEPTH),
    "a number": "5",
    "empty": '""',
    "a path": '"../../../etc/passwd"',
    "a device": '"/dev/zero"',
    "an address": '"http://example.org/x"',
    "a template": '"{0} %s ${x} {x.__class__}"',
}
_NESTED: Final = "[" * _DEPTH + "]" * _DEPTH
_FOR_ALL: Final = {
    "nested": _NESTED,
    "null": "null",
    "list": "[]",
    "object": "{}",
    "list of itself": "[[[1]]]",
}


def _hostile(value: object) -> Mapping[str, str]:
    """Return the literals that a value is replaced by."""
    if isinstance(value, bool):
        return _FOR_ALL | {"digits": "9" * 5_000, "text": '"x"'}
    if isinstance(value, int | float):
        return _FOR_ALL | _NUMBERS | {f"text {name}": it for name, it in _TEXTS.items() if name in _SHORT}
    if isinstance(value, str):
        return _FOR_ALL | _TEXTS | {f"number {name}": it for name, it in _NUMBERS.items() if name in _SHORT}
    return _FOR_ALL | {"text": '"x"', "number": "1", "true": "true"}


_SHORT: Final = {"infinity", "5,000 digits", "lone surrogate", "long", "inf", "digits"}


def _paths(value: object, at: Place = ()) -> Iterator[tuple[Place, object]]:
    yield at, value
    if isinstance(value, dict):
        for key, it in value.items():
            yield from _paths(it, (*at, key))
    elif isinstance(value, list):
        for index, it in enumerate(value):
            yield from _paths(it, (*at, index))


def _shape(at: Place) -> Place:
    """Return a path without what tells items of one kind apart."""
    return tuple("*" if not isinstance(it, str) or re.search(r"\d", it) else it for it in at)


def sample_places(
    tree: object, chance: random.Random, known: set[tuple[Place, str]] | None = None
) -> list[tuple[Place, object]]:
    """Return one place of each kind that is not yet known."""
    kinds: dict[tuple[Place, str], list[tuple[Place, object]]] = {}
    for at, value in _paths(tree):
        if at:
            kinds.setdefault((_shape(at), type(value).__name__), []).append((at, value))
    new = [it for it in kinds if known is None or it not in known]
    if known is not None:
        known.update(new)
    return [chance.choice(kinds[it]) for it in new]


def put_value(tree: Any, at: Place, value: object) -> Any:  # noqa: ANN401  # any tree
    """Return a copy of a tree with another value at a place."""
    changed = copy.deepcopy(tree)
    parent = changed
    for key in at[:-1]:
        parent = parent[key]
    parent[at[-1]] = value
    return changed


def _tree_attacks(
    tree: object,
    write: Callable[[object, Place, object], bytes],
    chance: random.Random,
    known: set[tuple[Place, str]] | None = None,
) -> Iterator[Attack]:
    for at, value in sample_places(tree, chance, known):
        where = ".".join(map(str, at))[:80]
        for name, literal in _hostile(value).items():
            yield Attack(f"{where}: {name}", partial(write, tree, at, Literal(literal)))
        if isinstance(value, list) and value:
            yield Attack(f"{where}: item {MANY:,} times", partial(write, tree, at, value[-1:] * MANY))
            yield Attack(
                f"{where}: all items {MANY:,} times", partial(write, tree, at, (value * MANY)[:MANY])
            )
        if isinstance(value, dict):
            more = {f"k{number}": 1 for number in range(MANY)}
            yield Attack(f"{where}: {MANY:,} keys", partial(write, tree, at, value | more))
            long_key = {"k" * LONG: 1, "\ud800": 2, "": 3, "\0": 4}
            for key, it in long_key.items():
                yield Attack(f"{where}: key {key[:3]!r}", partial(write, tree, at, value | {key: it}))


def _with_literals(tree: object) -> str:
    """Return a tree as JSON with its literals as they are."""
    literals: list[str] = []

    def marked(value: object) -> object:
        if isinstance(value, Literal):
            literals.append(str(value))
            return f"@@{len(literals) - 1}@@"
        if isinstance(value, dict):
            return {key: marked(it) for key, it in value.items()}
        return [marked(it) for it in value] if isinstance(value, list) else value

    text = json.dumps(marked(tree))
    return re.sub(r'"@@([0-9]+)@@"', lambda match: literals[int(match[1])], text)


def _written(tree: object, at: Place, value: object) -> bytes:
    return _with_literals(put_value(tree, at, value)).encode()


def _same(data: bytes) -> bytes:
    return data


def json_attacks(data: bytes, chance: random.Random) -> Iterator[Attack]:
    """Yield attacks on a JSON file."""
    yield from _tree_attacks(json.loads(data), _written, chance)


def yaml_attacks(data: bytes, chance: random.Random) -> Iterator[Attack]:
    """Yield attacks on a YAML file, of which JSON is a part; numbers are spelt as YAML spells them too."""
    tree = yaml.load(data, yaml.CSafeLoader)
    yield from _tree_attacks(tree, _written, chance)
    for at, value in sample_places(tree, chance):
        for literal in (".inf", "-.inf", ".nan", "1_000", "0x10", "0o7", "1:30", "2020-01-01", "1/0", "~"):
            if not isinstance(value, dict | list):
                yield Attack(
                    f"{'.'.join(map(str, at))[:80]}: {literal}", partial(_written, tree, at, Literal(literal))
                )
    for name, more in {
        "comments": "# a comment\n" * MANY,
        "empty lines": "\n" * MANY,
        "keys again": "k: 1\n" * MANY,
        "documents": "---\n" * MANY,
    }.items():
        yield Attack(name, partial(_same, data + more.encode()))
        yield Attack(f"{name} first", partial(_same, more.encode() + data))


_XML_VALUES: Final = {
    **{name: it for name, it in _NUMBERS.items() if "list" not in name and "object" not in name},
    **{name: str(json.loads(it)) for name, it in _TEXTS.items() if it[:1] == '"' and "surrogate" not in name},
    "surrogate reference": "&#xD800;",
    "zero reference": "&#0;",
    "reference to a control": "&#x1;",
    "three numbers": "1,2,3",
    "many pairs": "1,2 " * (LONG // 4),
    "list as text": "[[]]",
}


def _escaped(text: str) -> str:
    return text.replace("<", "&lt;").replace('"', "&quot;") if text[:2] != "&#" else text


def xml_attacks(data: bytes, chance: random.Random) -> Iterator[Attack]:
    """Yield attacks on an XML file: on each attribute, text and element, once for each kind."""
    text = data.decode()
    kinds: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for match in re.finditer(r'([\w:-]+)="([^"]*)"', text):
        start = text.rfind("<", 0, match.start())
        element = text[start : text.find(">", match.end()) + 1]
        if element[:2] != "<?":
            name = re.search(r'name="([^"]*)"', element)
            kind = f"{element.split()[0]} {name[1] if name and 'property' in element else ''}"
            kinds.setdefault((kind, match[1]), []).append(match.span(2))
    for found in re.finditer(r">([^<>]*\S[^<>]*)<", text):
        start = text.rfind("<", 0, found.start())
        kinds.setdefault((text[start : found.start()].split()[0], "text"), []).append(found.span(1))
    for (element, attribute), spans in kinds.items():
        start, end = chance.choice(spans)
        for title, value in _XML_VALUES.items():
            data_of = (text[:start] + _escaped(value) + text[end:]).encode(errors="surrogatepass")
            yield Attack(f"{element} {attribute}: {title}", partial(_same, data_of))
    empty = {it[1]: it[0] for it in re.finditer(r"<(\w+)[^<>]*/>", text)}
    for tag, whole in empty.items():
        end = text.index(whole) + len(whole)
        yield Attack(
            f"{tag} {MANY:,} times", partial(_same, (text[:end] + whole * MANY + text[end:]).encode())
        )
    root = re.search(r"<[a-zA-Z]", text)
    at = root.start() if root else 0
    for title, head in {
        "comments": "<!-- x -->" * MANY,
        "comment parts": "<!--" * MANY,
        "instructions": "<?x y?>" * MANY,
        "spaces": " " * LONG,
        "doctype": '<!DOCTYPE a [<!ENTITY b "c">]>',
    }.items():
        yield Attack(f"{title} in the head", partial(_same, (text[:at] + head + text[at:]).encode()))
        yield Attack(f"only {title}", partial(_same, (text[:at] + head).encode()))


_LINE_VALUES: Final = {
    **{name: it for name, it in _NUMBERS.items() if "list" not in name and "object" not in name},
    "zero byte": "\0",
    "escape": "\x1b[31m",
    "long": "a" * LONG,
    "long, of digits": "1" * LONG,
    "long, of colons": "a:" * (LONG // 2),
    "long, of spaces": " " * LONG + "x",
    "long, of tabs": "\t" * LONG + "x",
    "long, of dashes": "-" * LONG,
    "long, of dots and digits": "1." * (LONG // 2),
    "brackets": "[" * LONG,
    "parentheses": "(" * LONG,
    "quotes": '"' * LONG,
    "backslashes": "\\" * LONG,
    "semicolons": "a:1;" * (LONG // 4),
    "digits of another script": "\u0663\u00b2",
    "turning mark": "\u202e",
    "carriage return": "\r",
    "line separator": "\u2028",
}


def line_attacks(data: bytes, chance: random.Random) -> Iterator[Attack]:
    """Yield attacks on a file of lines: on its words, and on how often a line stands in it."""
    text = data.decode()
    words = list(re.finditer(r"[A-Za-z0-9_.+-]+|[^\sA-Za-z0-9_.+-]+", text))
    for match in sorted(chance.sample(words, min(len(words), 60)), key=lambda it: it.start()):
        for name, value in _LINE_VALUES.items():
            changed = text[: match.start()] + value + text[match.end() :]
            yield Attack(f"{match[0][:20]!r} at {match.start()}: {name}", partial(_same, changed.encode()))
    lines = text.split("\n")
    for at in chance.sample(range(len(lines)), min(12, len(lines))):
        many = min(MANY, 900_000 // (len(lines[at]) + 1))
        repeated = [*lines[:at], *([lines[at]] * many), *lines[at:]]
        yield Attack(f"line {at + 1} {many:,} times", partial(_same, "\n".join(repeated).encode()))
        numbered = [re.sub(r"\d+", str(number), lines[at]) for number in range(many)]
        yield Attack(
            f"line {at + 1} numbered",
            partial(_same, "\n".join([*lines[:at], *numbered, *lines[at:]])[:950_000].encode()),
        )


def journal_attacks(data: bytes, chance: random.Random) -> Iterator[Attack]:
    """Yield attacks on each kind of entry of a journal; checksums are right all the same."""
    entries = [line[9:] for line in data.splitlines()]
    known: set[tuple[Place, str]] = set()
    for number, entry in enumerate(entries):
        for attack in _tree_attacks(json.loads(entry), _written, chance, known):
            yield Attack(f"entry {number}, {attack.name}", partial(_journal, entries, number, attack.make))


def _journal(entries: Sequence[bytes], number: int, make: Callable[[], bytes]) -> bytes:
    lines = [*entries[:number], make(), *entries[number + 1 :]]
    return b"".join(b"%08x %b\n" % (zlib.crc32(it), it) for it in lines)


def settings_attacks(data: bytes, chance: random.Random) -> Iterator[Attack]:
    """Yield attacks on each value of settings."""
    lines = data.decode().split("\n")
    del chance
    values = {**_LINE_VALUES, **{f"json {name}": it for name, it in (_NUMBERS | _TEXTS).items()}}
    values |= {
        "nested": _NESTED,
        "variant": "@Variant(\\0\\0\\0\\x7f)",
        "array": "@ByteArray(" + "x" * LONG + ")",
    }
    for at, line in enumerate(lines):
        key, sign, value = line.partition("=")
        if not sign:
            continue
        for name, it in values.items():
            for quoted in (it, json.dumps(it)):
                yield Attack(
                    f"{key}: {name}",
                    partial(
                        _same,
                        "\n".join([*lines[:at], f"{key}={quoted}", *lines[at + 1 :]]).encode(
                            errors="replace"
                        ),
                    ),
                )
        if "\\" in value:
            for number in re.finditer(r"(?<![\\x\w])-?[0-9][0-9.]*", value):
                for name, literal in _NUMBERS.items():
                    changed = value[: number.start()] + literal + value[number.end() :]
                    whole = [*lines[:at], f"{key}={changed}", *lines[at + 1 :]]
                    yield Attack(f"{key} {number[0][:20]}: {name}", partial(_same, "\n".join(whole).encode()))


def store_attacks(data: bytes, chance: random.Random) -> Iterator[Attack]:
    """Yield attacks on a store of answers: on each kind of answer, and by statements of a stranger."""

    def changed(statement: str, make: Callable[[], bytes] | None = None, question: str = "") -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "store.sqlite"
            path.write_bytes(data)
            values = (make().decode(), question) if make else ()
            with closing(sqlite3.connect(path, isolation_level=None)) as connection, suppress(sqlite3.Error):
                connection.execute(statement, values)
            return path.read_bytes()

    known: set[tuple[Place, str]] = set()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store.sqlite"
        path.write_bytes(data)
        with closing(sqlite3.connect(path)) as connection:
            rows = connection.execute("SELECT question, answer FROM answer ORDER BY question").fetchall()
    put = "UPDATE answer SET answer = ? WHERE question = ?"
    for question, text in rows:
        for attack in _tree_attacks(json.loads(text), _written, chance, known):
            yield Attack(f"{str(question)[:30]} {attack.name}", partial(changed, put, attack.make, question))
    loop = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM n) SELECT x FROM n"
    for name, statement in {
        "a view that loops": f"CREATE VIEW other AS {loop}",
        "a view in place of the table": f"CREATE VIEW answer2 AS {loop}",
        "a trigger": "CREATE TRIGGER t AFTER INSERT ON answer BEGIN DELETE FROM answer; END",
        "an index on an expression": "CREATE INDEX i ON answer (length(zeroblob(1000000000)))",
        "a computed column": "ALTER TABLE answer ADD COLUMN more AS (randomblob(900000000))",
        "another table": "CREATE TABLE other (x)",
        "a blob of a gigabyte": "UPDATE answer SET answer = zeroblob(200000000)",
        "numbers": "UPDATE answer SET answer = 9e999",
        "blobs": "UPDATE answer SET answer = x'ff'",
        "nulls": "UPDATE answer SET question = NULL",
    }.items():
        yield Attack(name, partial(changed, statement))


def catalogue_attacks(data: bytes, chance: random.Random) -> Iterator[Attack]:
    """Yield attacks on each number of a compiled catalogue, and on its rule of plurals."""
    del chance
    for at in range(0, min(len(data), 28 + 16 * 8), 4):
        for number in (0, 1, 2**31 - 1, 2**31, 2**32 - 1, len(data), len(data) - 1, 10**6):
            changed = data[:at] + number.to_bytes(4, "little") + data[at + 4 :]
            yield Attack(f"number at {at}: {number:,}", partial(_same, changed))
    for rule in (
        "n!=n!=n!=1;",
        "(((((((1;",
        "n/0>0;   ",
        "9**9**9; ",
        "n%0;     ",
        "a;       ",
        "1" * 9 + ";",
        "n?n:n?n:;",
    ):
        yield Attack(f"plural {rule}", partial(_same, data.replace(b"n != 1;\n", rule[:8].ljust(8).encode())))
    yield Attack("another character set", partial(_same, data.replace(b"UTF-8", b"utf-7")))
    yield Attack("an unknown character set", partial(_same, data.replace(b"UTF-8", b"u-t-f")))
    yield Attack("a template", partial(_same, data.replace(b"Felder von {name}", b"Fe {name.__doc__}")))


def number_attacks(data: bytes, chance: random.Random) -> Iterator[Attack]:
    """Yield attacks on each number in the head of a binary file."""
    del chance
    for at in range(min(len(data) - 4, 120)):
        for number in (0, 1, 2**31 - 1, 2**32 - 1, 30_000, 10**6):
            yield Attack(
                f"byte {at}: {number:,}",
                partial(_same, data[:at] + number.to_bytes(4, "big") + data[at + 4 :]),
            )
    for at in range(0, len(data), max(1, len(data) // 40)):
        yield Attack(f"cut off at {at}", partial(_same, data[:at]))
