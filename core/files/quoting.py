"""Text as YAML: plain where every reader takes it for the same text, in quotes anywhere else."""

from __future__ import annotations

import re
from typing import Final

#: Words that one version of YAML or another takes for something else than text, in any case.
_RESERVED: Final = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))
#: What plain text can be made of, besides letters of all kinds. ``:`` and ``#`` would mostly do no harm, yet need
#: quotes often enough; text that starts with a digit or sign may be a number, a date or a time somewhere.
_MARKS: Final = "0123456789 _-./+&|*;()'!=%@$~<>"
#: What means something within brackets and braces only.
_FLOW_MARKS: Final = ",?"
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}
#: Plain words, and fractions such as ``1/2``, which no reader takes for a number.
_WORD: Final = re.compile(r"[A-Za-z_(][A-Za-z0-9 _./()-]*|[0-9]+/[0-9]+")


def text_value(text: str, *, flow: bool) -> str:
    """Return ``text`` as a value, on one line; ``flow`` inside brackets or braces."""
    return text if _is_plain(text, flow=flow) else double_quoted(text)


def key_text(text: str) -> str:
    """Return ``text`` as a key."""
    return text_value(text, flow=True)


def palette_key(text: str) -> str:
    """Return a palette key; always in quotes, so that all look alike."""
    return single_quoted(text) if "'" not in text and text.isprintable() else double_quoted(text)


def single_quoted(text: str) -> str:
    """Return printable text in single quotes."""
    return "'" + text.replace("'", "''") + "'"


def double_quoted(text: str) -> str:
    """Return any text in double quotes, what cannot be seen as escapes. Lone surrogates become U+FFFD."""
    return '"' + "".join(map(_escaped, text)) + '"'


def is_literal(text: str) -> bool:
    """Whether text can stand as it is in a literal block (``|`` or ``|-``) and keep every character."""
    lines = text.removesuffix("\n").split("\n")
    return (
        "\n" in text
        and lines[0] != ""
        and not lines[0].startswith((" ", "\t"))
        and lines[-1] != ""
        and all(line.replace("\t", "").isprintable() and line == line.rstrip() for line in lines)
    )


def _is_plain(text: str, *, flow: bool) -> bool:
    if not text or text.lower() in _RESERVED or text[-1] == " ":
        return False
    if _WORD.fullmatch(text):
        return True
    first = text[0]
    if not (first.isalpha() or first in "_("):
        return False
    marks = _MARKS if flow else _MARKS + _FLOW_MARKS
    return all(character in marks or (character.isalnum() and character.isprintable()) for character in text)


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable() and character != "\ufeff":
        return character
    code = ord(character)
    if 0xD800 <= code < 0xE000:
        return "\ufffd"
    if code < 0x100:
        return f"\\x{code:02X}"
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"
