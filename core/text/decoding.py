"""Decode the bytes of a file: UTF-8 only, without control characters."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_BYTE_ORDER_MARK: Final = "\ufeff"
#: Control characters except line feed and tab, lone surrogates, and characters that end a line only for some programs.
REFUSED: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff\u2028\u2029]")
_PLAIN_BYTES: Final = bytes([9, 10, *range(32, 127)])
#: How files of other kinds begin.
_OTHER_KINDS: Final = {
    b"\x89PNG\r\n\x1a\n": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"%PDF-": "a PDF",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b": "a gzip archive",
    b"SQLite format 3\0": "a database",
}


class TextProblem(Exception):  # noqa: N818  # internal; converted to a finding
    """Bytes are not valid text; line and column count from 1."""

    def __init__(
        self, code: str, message: str, line: int = 1, column: int = 1, fix: str | None = None
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.line, self.column, self.fix = code, message, line, column, fix


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text with LF line endings, and the original line ending."""

    text: str
    newline: str
    byte_order_mark: bool


def decode(data: bytes | str, *, most_bytes: int) -> Decoded:
    """Return the text of a file of at most ``most_bytes`` bytes (or characters, for text).

    Raises
    ------
    TextProblem
        When the file is too large, not UTF-8, or has invalid characters.
    """
    if len(data) > most_bytes:
        raise TextProblem("yaml.size", f"the file is larger than {most_bytes / 2**20:g} MB")
    text = data if isinstance(data, str) else _decode_bytes(data)
    byte_order_mark = text.startswith(_BYTE_ORDER_MARK)
    if byte_order_mark:
        text = text[1:]
    newline = "\n"
    if "\r" in text:
        if text.find("\r\n") + 1 == text.find("\n") > 0:
            newline = "\r\n"
        text = text.replace("\r\n", "\n")
    _check_characters(text)
    return Decoded(text, newline, byte_order_mark)


def wide_encoding(data: bytes) -> str | None:
    """Return the name of the encoding of a text in UTF-32 or UTF-16, with or without a mark; None for other texts."""
    if data[:4] in (b"\xff\xfe\0\0", b"\0\0\xfe\xff"):
        return "UTF-32"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "UTF-16"
    # The first character of a text is in ASCII.
    zeros = [byte == 0 for byte in data[:4]]
    if len(data) % 4 == 0 and sum(zeros) == 3 and zeros[0] != zeros[3]:
        return "UTF-32-BE" if zeros[0] else "UTF-32-LE"
    if len(data) % 2 == 0 and sum(zeros[:2]) == 1:
        return "UTF-16-BE" if zeros[0] else "UTF-16-LE"
    return None


def other_kind(data: bytes) -> str | None:
    """Return the kind of a file that is not text, ``a PNG image``, by how it begins; None for other files."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "a WebP image"
    return next((it for start, it in _OTHER_KINDS.items() if data.startswith(start)), None)


def _decode_bytes(data: bytes) -> str:
    encoding = wide_encoding(data)
    if encoding is not None:
        fix = "Save it as UTF-8 in your editor ('Save with encoding')."
        raise TextProblem("yaml.encoding", f"the file is {encoding[:6]}, not UTF-8", fix=fix)
    kind = other_kind(data)
    if kind is not None:
        raise TextProblem("yaml.encoding", f"the file is {kind}, not text", fix="Choose another file.")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        start = data.rfind(b"\n", 0, error.start) + 1
        column = len(data[start : error.start].decode(errors="replace")) + 1
        message = f"the file is not UTF-8: invalid byte {data[error.start]:#04x}"
        fix = "Save it as UTF-8 in your editor ('Save with encoding')."
        raise TextProblem("yaml.encoding", message, line, column, fix) from None


def _check_characters(text: str) -> None:
    # Fast path for plain characters; the pattern takes half a second on the largest files.
    if text.isascii() and not text.encode().translate(None, _PLAIN_BYTES):
        return
    match = REFUSED.search(text)
    if not match:
        return
    at = match.start()
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    code = ord(match[0])
    if match[0] == "\r":
        raise TextProblem("yaml.character", "carriage return without a line feed", line, column,
                          "End lines with LF or CRLF.")  # fmt: skip
    raise TextProblem("yaml.character", f"invalid character U+{code:04X}", line, column,
                      f'Remove it, or write it as "\\u{code:04X}" in double quotes.')  # fmt: skip
