"""The words of a MegaMek board: bare ones, and text in double quotes with the escapes of C."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final, NamedTuple

#: Characters between words: space and everything before it.
_BLANKS: Final = "".join(map(chr, range(0x21)))
SPACE: Final = r"[\x00-\x09\x0b-\x20]"
# No possessive quantifiers here: the first releases of Python 3.11 take some groups that have them for no match.
_TOKEN: Final = re.compile(rf'{SPACE}*(?:"((?:[^"\\]|\\.)*)"|([^\x00-\x20"#]+)|(#.*)|(".*))')
_MOST_TOKENS: Final = 6
_ESCAPE: Final = re.compile(r"\\([0-3][0-7]{0,2}|[4-7][0-7]?|.)", re.DOTALL)
_ESCAPES: Final = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


class Token(NamedTuple):
    """A word of a line; what stands between quotes has its escapes still."""

    text: str
    quoted: bool


class Tokens(NamedTuple):
    """The first words of a line, the column of a quotation that is not closed, and whether a comment follows."""

    words: list[Token]
    unclosed: int | None = None
    commented: bool = False


def tokens_of(line: str) -> Tokens:
    """Return the words of a line, up to a limit above that of any real line."""
    words: list[Token] = []
    for match in islice(_TOKEN.finditer(line.rstrip(_BLANKS)), _MOST_TOKENS):
        if match[4] is not None:
            return Tokens(words, unclosed=match.start(4) + 1)
        if match[3] is not None:
            return Tokens(words, commented=True)
        quoted = match[1] is not None
        words.append(Token(match[1] if quoted else match[2], quoted))
    return Tokens(words)


def unescaped(text: str) -> str:
    """Return the value of a quoted text."""
    return _ESCAPE.sub(_unescaped, text) if "\\" in text else text


def _unescaped(match: re.Match[str]) -> str:
    said = match[1]
    return chr(int(said, 8)) if said.isdecimal() and said[0] in "01234567" else _ESCAPES.get(said, said)


def quoted(text: str) -> str:
    """Return a text in quotes; the inverse of ``unescaped``."""
    marks = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return '"' + "".join(marks.get(character, character) for character in text) + '"'
