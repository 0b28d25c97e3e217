"""Write a LevelDB database as files: a log with all values, a manifest that names the log, and ``CURRENT``.

A program that opens the database replays the log, as it does after a crash, and makes sorted tables of it. The format is
that of LevelDB's ``log_format.md``: records in blocks of 32 KiB, each fragment with a masked CRC-32C.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_BLOCK: Final = 32 * 1024
#: CRC, length and kind of a fragment.
_HEADER: Final = struct.Struct("<IHB")
_FULL, _FIRST, _MIDDLE, _LAST = 1, 2, 3, 4
#: The first number that LevelDB gives to a file of its own, and those of ours.
_MANIFEST, _LOG, _NEXT_FILE = 2, 3, 4
_COMPARATOR: Final = b"leveldb.BytewiseComparator"
#: The fields of a manifest's record.
_TAG_COMPARATOR, _TAG_LOG, _TAG_NEXT_FILE, _TAG_LAST_SEQUENCE, _TAG_PREVIOUS_LOG = 1, 2, 3, 4, 9
_PUT: Final = b"\x01"
#: Values go into batches of about this size, so that none is held twice for long.
_BATCH_BYTES: Final = 1 << 20


def leveldb_files(values: Mapping[bytes, bytes]) -> dict[str, bytes]:
    """Return the files of a database by name; the same for the same values, whatever their order.

    Examples
    --------
    >>> list(leveldb_files({b"key": b"value"}))
    ['000003.log', 'CURRENT', 'MANIFEST-000002']
    """
    manifest = b"".join(
        (
            _varint(_TAG_COMPARATOR) + _text(_COMPARATOR),
            _varint(_TAG_LOG) + _varint(_LOG),
            _varint(_TAG_PREVIOUS_LOG) + _varint(0),
            _varint(_TAG_NEXT_FILE) + _varint(_NEXT_FILE),
            # The sequence numbers of the log are found when it is replayed.
            _varint(_TAG_LAST_SEQUENCE) + _varint(0),
        )
    )
    name = f"MANIFEST-{_MANIFEST:06}"
    return {
        f"{_LOG:06}.log": log_file(_batches(values)),
        "CURRENT": f"{name}\n".encode(),
        name: log_file([manifest]),
    }


def _batches(values: Mapping[bytes, bytes]) -> Iterator[bytes]:
    """Yield the write batches with all values, in the order of their keys."""
    sequence, entries, size = 1, list[bytes](), 0
    for key in sorted(values):
        entry = _PUT + _text(key) + _text(values[key])
        if entries and size + len(entry) > _BATCH_BYTES:
            yield _batch(sequence, entries)
            sequence, entries, size = sequence + len(entries), [], 0
        entries.append(entry)
        size += len(entry)
    if entries:
        yield _batch(sequence, entries)


def _batch(sequence: int, entries: list[bytes]) -> bytes:
    return struct.pack("<QI", sequence, len(entries)) + b"".join(entries)


def log_file(records: Iterable[bytes]) -> bytes:
    """Return a log with some records, each in as many fragments as the blocks need."""
    return b"".join(
        bytes(it.gap) + _HEADER.pack(_checksum(it), len(it.content), it.kind) + it.content
        for it in _fragments(records)
    )


class _Fragment(NamedTuple):
    """A piece of a record; ``gap`` is the number of zeros before it, where a block has no room for a header."""

    gap: int
    kind: int
    content: bytes


def _fragments(records: Iterable[bytes]) -> Iterator[_Fragment]:
    room = _BLOCK
    for record in records:
        # A first fragment may be empty, at the very end of a block.
        start, is_first = 0, True
        while is_first or start < len(record):
            gap = room if room < _HEADER.size else 0
            room = _BLOCK if gap or not room else room
            end = min(len(record), start + room - _HEADER.size)
            yield _Fragment(gap, _kind(is_first=is_first, is_last=end == len(record)), record[start:end])
            room -= _HEADER.size + end - start
            start, is_first = end, False


def _kind(*, is_first: bool, is_last: bool) -> int:
    if is_first:
        return _FULL if is_last else _FIRST
    return _LAST if is_last else _MIDDLE


def _checksum(fragment: _Fragment) -> int:
    """Return the checksum of a fragment as it is stored: rotated and moved, so that the sum of a sum is not trivial."""
    checksum = crc32c(bytes((fragment.kind,)) + fragment.content)
    return ((checksum >> 15 | checksum << 17) + 0xA282EAD8) & 0xFFFFFFFF


def _varint(number: int) -> bytes:
    """Return a number in groups of seven bits, the lowest first."""
    content = bytearray()
    while number >= 0x80:
        content.append(number & 0x7F | 0x80)
        number >>= 7
    content.append(number)
    return bytes(content)


def _text(content: bytes) -> bytes:
    return _varint(len(content)) + content


@cache
def _remainders() -> tuple[int, ...]:
    """Return the remainders of all bytes, for the reversed Castagnoli polynomial."""
    found = []
    for remainder in range(256):
        for _ in range(8):
            remainder = remainder >> 1 ^ (0x82F63B78 if remainder & 1 else 0)  # noqa: PLW2901  # bit by bit
        found.append(remainder)
    return tuple(found)


def crc32c(content: bytes) -> int:
    """Return the CRC-32C of some bytes.

    >>> hex(crc32c(b"123456789"))
    '0xe3069283'
    """
    remainders = _remainders()
    found = 0xFFFFFFFF
    for byte in content:
        found = remainders[(found ^ byte) & 0xFF] ^ found >> 8
    return found ^ 0xFFFFFFFF
