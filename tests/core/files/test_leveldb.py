"""Databases as another reader of their format takes them: every record, checksum and value, and nothing else."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.files.leveldb import crc32c, leveldb_files, log_file

if TYPE_CHECKING:
    from collections.abc import Iterator

BLOCK = 32768


def slow_crc(content: bytes) -> int:
    """Return the CRC-32C bit by bit, by its definition."""
    found = 0xFFFFFFFF
    for byte in content:
        found ^= byte
        for _ in range(8):
            found = found >> 1 ^ (0x82F63B78 if found & 1 else 0)
    return found ^ 0xFFFFFFFF


def records(log: bytes, *, checked: bool = True) -> Iterator[bytes]:
    """Yield the records of a log, as LevelDB's reader puts them together."""
    at, parts = 0, list[bytes]()
    while at < len(log):
        if BLOCK - at % BLOCK < 7:
            left = BLOCK - at % BLOCK
            assert log[at : at + left] == bytes(left)
            at += left
            continue
        stored, length, kind = struct.unpack_from("<IHB", log, at)
        content = log[at + 7 : at + 7 + length]
        assert len(content) == length
        assert at // BLOCK == (at + 6 + length) // BLOCK, "a fragment crosses the end of a block"
        if checked:
            turned = (stored - 0xA282EAD8) & 0xFFFFFFFF
            assert (turned >> 17 | turned << 15) & 0xFFFFFFFF == slow_crc(log[at + 6 : at + 7 + length])
        assert (kind in (1, 2)) == (not parts), "a record begins within another"
        parts.append(content)
        if kind in (1, 4):
            yield b"".join(parts)
            parts = []
        at += 7 + length
    assert not parts


def varint(content: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = content[at]
        number |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return number, at


def text(content: bytes, at: int) -> tuple[bytes, int]:
    length, at = varint(content, at)
    return content[at : at + length], at + length


def values(log: bytes, *, checked: bool = True) -> dict[bytes, bytes]:
    """Return what a log puts, after a look at the sequence numbers of its batches."""
    found: dict[bytes, bytes] = {}
    following = 1
    for batch in records(log, checked=checked):
        sequence, count = struct.unpack_from("<QI", batch)
        assert sequence == following
        following += count
        at = 12
        for _ in range(count):
            assert batch[at] == 1
            key, at = text(batch, at + 1)
            value, at = text(batch, at)
            assert key not in found
            found[key] = value
        assert at == len(batch)
    return found


def test_the_checksum_is_that_of_the_standard() -> None:
    # From RFC 3720, appendix B.4.
    assert crc32c(bytes(32)) == 0x8A9136AA
    assert crc32c(b"\xff" * 32) == 0x62A8AB43
    assert crc32c(bytes(range(32))) == 0x46DD794E


@given(st.dictionaries(st.binary(max_size=40), st.binary(max_size=300), max_size=20))
def test_another_reader_finds_the_same_values(wanted: dict[bytes, bytes]) -> None:
    files = leveldb_files(wanted)
    assert values(files["000003.log"]) == wanted
    assert leveldb_files(dict(reversed(wanted.items()))) == files


@given(st.lists(st.integers(0, BLOCK + 99), max_size=2), st.integers(0, 16))
def test_records_of_any_length_come_back_whole(lengths: list[int], short: int) -> None:
    # The first record ends so near to the end of a block that there is room for a header or not.
    wanted = [bytes(BLOCK - 7 - short), *(bytes(it) for it in lengths)]
    assert list(records(log_file(wanted), checked=False)) == wanted


def test_long_values_go_over_many_blocks_with_good_checksums() -> None:
    wanted = {b"long": bytes(range(256)) * 390, b"short": b"x", b"middle": b"ab" * 9000}
    assert values(leveldb_files(wanted)["000003.log"]) == wanted


def test_many_values_go_into_several_batches() -> None:
    wanted = {f"{number:05}".encode(): bytes(3000) for number in range(900)}
    log = leveldb_files(wanted)["000003.log"]
    assert len(list(records(log, checked=False))) == 3
    assert values(log, checked=False) == wanted


@pytest.mark.parametrize("wanted", [{}, {b"a": b"1"}])
def test_the_manifest_names_the_log_and_is_named_itself(wanted: dict[bytes, bytes]) -> None:
    files = leveldb_files(wanted)
    assert files["CURRENT"] == b"MANIFEST-000002\n"
    (edit,) = records(files["MANIFEST-000002"])
    fields: dict[int, object] = {}
    at = 0
    while at < len(edit):
        tag, at = varint(edit, at)
        fields[tag], at = text(edit, at) if tag == 1 else varint(edit, at)
    assert fields == {1: b"leveldb.BytewiseComparator", 2: 3, 3: 4, 4: 0, 9: 0}
