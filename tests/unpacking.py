"""All text and bytes in a file, unpacked: archives, packed streams, chunks of pictures, data in base64."""

from __future__ import annotations

import base64
import binascii
import gzip
import io
import re
import zipfile
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
_BASE64 = re.compile(rb"[A-Za-z0-9+/]{40,}={0,2}")


def unpacked(data: bytes, depth: int = 6) -> Iterator[bytes]:
    """Yield the bytes of a file, and those of everything in it."""
    yield data
    if not depth:
        return
    for part in _parts(data):
        yield from unpacked(part, depth - 1)


def _parts(data: bytes) -> Iterator[bytes]:
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for member in archive.infolist():
                yield member.filename.encode()
                yield member.comment + member.extra
                yield archive.read(member)
            yield archive.comment
    elif data[:2] == b"\x1f\x8b":
        yield gzip.decompress(data)
    elif data[:5] == b"%PDF-":
        yield from _parts_of_pdf(data)
    elif data[:8] == b"\x89PNG\r\n\x1a\n":
        yield from _chunks(data)
    else:
        for match in _BASE64.finditer(data):
            with suppress(binascii.Error, ValueError):
                yield base64.b64decode(match[0])


def _parts_of_pdf(data: bytes) -> Iterator[bytes]:
    import pypdfium2

    for match in _STREAM.finditer(data):
        content = match[1]
        if content.rstrip().endswith(b"~>"):
            with suppress(ValueError):
                content = base64.a85decode(content.rstrip()[:-2])
        with suppress(zlib.error):
            content = zlib.decompress(content)
        yield content
    # Text is in glyphs of a font.
    document = pypdfium2.PdfDocument(data)
    yield "\n".join(document.get_metadata_dict().values()).encode()
    for page in document:
        yield page.get_textpage().get_text_bounded().encode(errors="replace")
    document.close()


def _chunks(data: bytes) -> Iterator[bytes]:
    at = 8
    while at + 8 <= len(data):
        size, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        content = data[at + 8 : at + 8 + size]
        if kind not in (b"IDAT", b"IHDR", b"PLTE"):
            yield kind + b" " + content
            if kind in (b"zTXt", b"iTXt", b"iCCP"):
                for start in range(len(content)):
                    if content[start : start + 1] == b"x":
                        with suppress(zlib.error):
                            yield zlib.decompress(content[start:])
        at += 12 + size


def texts_in(data: bytes) -> str:
    """Return all that can be read in a file, unpacked, in each usual encoding, in lower case."""
    found = []
    for it in unpacked(data):
        found += [it.decode("latin-1"), it.decode("utf-8", "replace"), it.decode("utf-16-be", "replace")]
        found.append(re.sub(r"[\s\0]", "", found[-3]))
    return "\n".join(found).casefold()
