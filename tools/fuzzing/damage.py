"""Damage to the bytes of a file, the same for the same seed."""

from __future__ import annotations

import base64
import random
import re
import zlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: Damaged files are cut to this size, so that time measures the reader, not the size.
MOST_BYTES: Final = 500_000
#: A thousand bytes that unpack to a million, as the data of a map has them.
_PACKED: Final = base64.b64encode(zlib.compress(bytes(10**6))).decode()
#: Marks of the languages that files are written in, values at the edge of what is allowed, and ways out of a folder.
TOKENS: Final = tuple(
    token.encode()
    for token in (
        "*x", "&x ", "!!python/object:os.system ", "<<: ", "? ", "- ", "[", "]", "{", "}", ": ", ", ", "|\n", ">-\n", "'", '"',
        "---\n", "...\n", "%YAML 1.1\n", "\t", "\n", "\r", "\r\n", "\0", "\x1b", "\x85", "\u2028", "\ufeff", "# ", "~",
        ".nan", ".inf", "1e999", "0404", "12:30:45", "1" * 30, "-1", "0", "0.5", "1/0", "1/2", "99999", "true", "null", "no",
        "A1", "ZZZ99999", "AB12", "rows 1-2", "within 3 of B7", "columns 9-1", "(" * 50, "all - all", "C4 NE hedge+wall\n",
        "<<<<<<< HEAD\n", "=======\n", ">>>>>>> x\n", "extends: x\n", "../../etc/passwd", "é", "e\u0301", "🎲", "[" * 300,
        "- " * 300, "{a: " * 100, "x" * 5000, "/etc/passwd", "..\\..\\x.png", "file:///etc/passwd", "/dev/zero", "C:/x",
        '<!DOCTYPE a [<!ENTITY b "c">]>', "&b;", "&#0;", "<![CDATA[", "</", "/>", "<a " * 300, '{"a":' * 300, _PACKED,
        "NaN", "Infinity", '"\\ud800"', "<script>alert(1)</script>",
    )
)  # fmt: skip
_NUMBER: Final = re.compile(rb"[0-9]+")
_WORD: Final = re.compile(rb"[A-Za-z][A-Za-z0-9_-]+")
NUMBERS: Final = (
    b"0",
    b"-1",
    b"1",
    b"7",
    b"1000",
    b"1001",
    b"65536",
    b"9999999",
    b"0.5",
    b"1/3",
    b"010",
    b"9" * 25,
)


def _span(data: bytes, chance: random.Random, longest: int = 80) -> tuple[int, int]:
    start = chance.randrange(len(data) + 1)
    return start, min(len(data), start + chance.randint(1, longest))


def flip(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def insert(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(TOKENS) + data[at:]


def remove(data: bytes, chance: random.Random) -> bytes:
    start, end = _span(data, chance)
    return data[:start] + data[end:]


def repeat(data: bytes, chance: random.Random) -> bytes:
    start, end = _span(data, chance)
    return data[:end] + data[start:end] * chance.choice((1, 2, 50, 1000)) + data[end:]


def truncate(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def change_number(data: bytes, chance: random.Random) -> bytes:
    return _replace_one(_NUMBER, data, chance, chance.choice(NUMBERS))


def change_word(data: bytes, chance: random.Random) -> bytes:
    words = _WORD.findall(data) or [b"x"]
    return _replace_one(_WORD, data, chance, chance.choice(words))


def misspell_word(data: bytes, chance: random.Random) -> bytes:
    word = chance.choice(_WORD.findall(data) or [b"x"])
    at = chance.randrange(len(word))
    return _replace_one(_WORD, data, chance, word[:at] + word[at + 1 :])


def _replace_one(pattern: re.Pattern[bytes], data: bytes, chance: random.Random, new: bytes) -> bytes:
    found = list(pattern.finditer(data))
    if not found:
        return data
    match = chance.choice(found)
    return data[: match.start()] + new + data[match.end() :]


def move_line(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    line = lines.pop(chance.randrange(len(lines)))
    lines.insert(chance.randrange(len(lines) + 1), line)
    return b"\n".join(lines)


def indent_line(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    lines[at] = (
        chance.choice((b" ", b"  ", b"\t", b"    ")) + lines[at]
        if chance.random() < 0.5
        else lines[at].lstrip()
    )
    return b"\n".join(lines)


def change_encoding(data: bytes, chance: random.Random) -> bytes:
    text = data.decode(errors="replace")
    choices = ("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "latin-1")
    return text.encode(chance.choice(choices), errors="replace")


DAMAGES: Final[tuple[Callable[[bytes, random.Random], bytes], ...]] = (
    flip, insert, insert, remove, repeat, truncate, change_number, change_number, change_word, misspell_word, move_line,
    indent_line, change_encoding,
)  # fmt: skip


def mutant(
    data: bytes, others: Sequence[bytes], *, seed: str, change: Callable[[bytes, random.Random], bytes]
) -> bytes:
    """Return a damaged version of a file; the same for the same seed. ``change`` damages what an undamaged file says."""
    chance = random.Random(seed)  # noqa: S311  # repeatable damage, not secrets
    damages = chance.choice((1, 1, 2, 3, 5))
    if chance.random() < 0.4:
        data = change(data, chance)
        damages = chance.choice((0, 0, 1))
    for _ in range(damages):
        data = chance.choice(DAMAGES)(data, chance)
    if chance.random() < 0.03:
        other = chance.choice(others)
        data = truncate(data, chance) + other[chance.randrange(len(other) + 1) :]
    return data[:MOST_BYTES]
