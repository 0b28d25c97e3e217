"""The files of journals: what they are called, whose they are, and what their lines say.

Each line is a checksum and an entry in JSON.
"""

from __future__ import annotations

import json
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from fairground.editor.app.process_lock import ProcessLock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FORMAT = "fairground-journal/2"
ENDING = ".journal"
#: What the lock of a journal is called, after the name of that.
LOCK = ".lock"
#: What a copy of a journal is called until it is whole, after its own name.
PART = ".part"
#: What a journal is called that cannot be read, after its own name.
_DAMAGED = ".damaged"


def lock_of(path: Path) -> ProcessLock:
    """Return the lock of a journal, which its editor has."""
    return ProcessLock(path.with_name(f"{path.name}{LOCK}"))


def part_of(path: Path) -> Path:
    """Return where a journal is written that is to take the place of another."""
    return path.with_name(f"{path.name}{PART}")


def discard(path: Path) -> None:
    """Remove a journal that nobody wants to recover."""
    path.unlink(missing_ok=True)


def set_aside(path: Path) -> Path:
    """Give a journal that cannot be read, or not to its end, a name that is not looked for; return its path."""
    aside = path.with_name(f"{path.name}{_DAMAGED}")
    # A folder that cannot be written keeps it under its own name: nothing is lost.
    with suppress(OSError):
        return path.replace(aside)
    return path


def line_of(entry: dict[str, Any]) -> bytes:
    """Return the line that says an entry."""
    # ASCII, so that text which UTF-8 cannot hold (half a surrogate pair) is kept as well.
    line = json.dumps(entry, separators=(",", ":")).encode("ascii")
    return b"%08x %b\n" % (zlib.crc32(line), line)


def entry_of(line: bytes) -> dict[str, Any] | None:
    """Return the entry of a line; None when it is damaged."""
    checksum, _, content = line.removesuffix(b"\n").partition(b" ")
    if checksum != b"%08x" % zlib.crc32(content):
        return None
    try:
        entry = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


class Entries:
    """The entries of a journal, one after the other, up to the first that is cut off or damaged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        #: Whether nothing but a line that was being written is missing, as far as was read.
        self.are_all_good = True
        self._entries = self._read()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self._entries

    def _read(self) -> Iterator[dict[str, Any]]:
        with self.path.open("rb") as stream:
            for line in stream:
                entry = entry_of(line)
                if entry is None:
                    # The last line of an editor that was killed may be half there.
                    self.are_all_good = not line.endswith(b"\n") and not stream.read(1)
                    return
                yield entry
