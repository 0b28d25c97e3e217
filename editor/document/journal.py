"""The journal: all that was done to a document, on disk before the next thing is done.

A journal is a text file of lines, each of them a checksum and an entry in JSON: a head with the scenario as it was
opened, then an entry for each edit, each step through the history and each save. It is handed to the system with every
line, so that a killed editor loses nothing, and forced to the disk once a second by a thread, so that a dead machine
loses a second. The whole history is kept, so that a recovered document can still be undone to where it began. A line
that is damaged, or says what cannot have been done, ends the recovery there, with all that came before it.
The files of journals: what they are called, whose they are, and what their lines say.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.editor.app.deferred import next_turn
from fairground.editor.app.file_locks import ProcessLock
from fairground.editor.app.texts import tr
from fairground.editor.document.codec import encode_patch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future, ThreadPoolExecutor
    from pathlib import Path
    from typing import BinaryIO

    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch
    from fairground.editor.document.recovery import Recovered

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


#: How much may wait for room on the disk, in bytes.
_MOST_WAITING = 2**26


class Journal(QObject):
    """Records one document in one file of ``folder``; ``close`` removes the file.

    A document that was recovered from another journal goes on from a copy of that one, ``continued``. While the file
    cannot be written (a full disk), ``failure`` says so; what is done is kept in memory and written once there is room
    again. The document can be edited all the while.

    The head, which on a large board takes its time, is written at once, or with ``later`` in a turn of its own or with the
    first entry.
    """

    #: ``failure``, when it comes.
    failed = Signal(str)
    #: All that was done is written after all.
    repaired = Signal()

    def __init__(
        self,
        document: Document,
        folder: Path,
        *,
        continued: Recovered | None = None,
        later: bool = False,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self.path = folder / f"{os.getpid()}-{time.time_ns()}{ENDING}"
        self._lock = lock_of(self.path)
        self._stream: BinaryIO | None = None
        #: The journal that this one takes the place of, once it holds as much.
        self._other: Recovered | None = None
        #: What is recorded and not handed to the system yet; None when there is a gap, and all that follows is worthless.
        self._waiting: bytearray | None = bytearray()
        self._unsynced = False
        # A disk may take a tenth of a second, and the window does not wait for it.
        self._disk: ThreadPoolExecutor | None = None
        self._syncing: Future[None] | None = None
        #: A sentence; empty while all goes well.
        self.failure = ""
        self._timer = QTimer(self, interval=1000)
        self._timer.timeout.connect(self._sync_aside)
        self._timer.start()
        #: Whether the head is still to come.
        self._begins = continued is None
        if continued is not None:
            self._go_on_from(continued)
        elif later:
            next_turn(self, self._begin)
        else:
            self._begin()
        document.recorder = self

    def _begin(self) -> None:
        if self._begins:
            self._begins = False
            self._write(_head(self._document))

    def _go_on_from(self, other: Recovered) -> None:
        """Begin with what was recovered of another journal."""
        self._other = other
        with other.path.open("rb") as stream:
            for line in islice(stream, other.count):
                # The last one may have been cut off before its end of line.
                self._add(line.removesuffix(b"\n") + b"\n")
        self._take_over()

    def _take_over(self) -> None:
        """Take the place of the other journal; that one stays, set aside, if it holds more than could be recovered."""
        self.sync()
        if self._other is None or self.failure:
            return
        try:
            part_of(self.path).replace(self.path)
        except OSError as error:
            self._tell(error)
            return
        other, self._other = self._other, None
        if other.is_damaged:
            set_aside(other.path)
        else:
            discard(other.path)

    def edited(self, text: str, patches: tuple[Patch, ...], stroke: int | None) -> None:
        """Record an edit."""
        self._begin()
        self._write({"edit": text, "stroke": stroke, "patches": [encode_patch(patch) for patch in patches]})

    def stepped(self, index: int) -> None:
        """Record that undo or redo moved to a place in the history."""
        self._begin()
        self._write({"index": index})

    def taken_back(self, stroke: int) -> None:
        """Record that the last step, which is of that stroke, was taken back."""
        self._begin()
        self._write({"taken_back": stroke})

    def saved(self, path: Path) -> None:
        """Record that the document was written to its file."""
        self._begin()
        self._write({"saved": str(path), "digest": self._document.on_disk})

    def _sync_aside(self) -> None:
        """Begin to force what is recorded to the disk, unless that is still under way."""
        if self._syncing is not None and not self._syncing.done():
            return
        self._end_syncing()
        self._hand_over()
        if self._unsynced and self._stream is not None:
            from concurrent.futures import ThreadPoolExecutor

            self._unsynced = False
            self._disk = self._disk or ThreadPoolExecutor(1, thread_name_prefix="fairground-journal")
            self._syncing = self._disk.submit(os.fsync, self._stream.fileno())

    def _end_syncing(self) -> None:
        """Wait until what is under way is on the disk."""
        if self._syncing is not None:
            error = self._syncing.exception()
            self._syncing = None
            if isinstance(error, OSError):
                self._give_up(error)

    def sync(self) -> None:
        """Force what is recorded to the disk, and wait until it is there."""
        self._end_syncing()
        self._hand_over()
        if self._unsynced and self._stream is not None:
            self._unsynced = False
            try:
                os.fsync(self._stream.fileno())
            except OSError as error:
                self._give_up(error)

    def close(self) -> None:
        """End the journal and remove its file: there is nothing to recover."""
        self._document.recorder = None
        self._begins = False
        self._timer.stop()
        # The file is removed: what it has come to does not matter any more.
        if self._disk is not None:
            self._disk.shutdown()
        with suppress(OSError):
            if self._stream is not None:
                self._stream.close()
            self.path.unlink(missing_ok=True)
            part_of(self.path).unlink(missing_ok=True)
        self._stream = self._waiting = None
        self._lock.let_go()

    def _write(self, entry: dict[str, Any]) -> None:
        self._add(line_of(entry))

    def _add(self, line: bytes) -> None:
        if self._waiting is None:
            return
        self._waiting += line
        # Where it could not be written before, it is tried again once a second.
        if not self.failure:
            self._hand_over()
        if len(self._waiting) > _MOST_WAITING:
            self._waiting = None

    def _hand_over(self) -> None:
        """Write what waits, as far as there is room for it."""
        try:
            while self._waiting:
                if self._stream is None:
                    self._stream = self._begun()
                written = self._stream.write(self._waiting)
                self._unsynced = True
                del self._waiting[:written]
        except OSError as error:
            self._tell(error)
        else:
            if self.failure and self._waiting is not None:
                self.failure = ""
                self._take_over()
                if not self.failure:
                    self.repaired.emit()

    def _begun(self) -> BinaryIO:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock.take()
        # Without a buffer: how much of a line was written is known, and the rest can follow.
        return (self.path if self._other is None else part_of(self.path)).open("wb", buffering=0)

    def _give_up(self, error: OSError) -> None:
        """Record no more: the disk lost what it had taken, and after a gap all is worthless. The work itself goes on."""
        self._waiting = None
        self._tell(error)

    def _tell(self, error: OSError) -> None:
        if not self.failure:
            reason = error.strerror or str(error)
            self.failure = tr(
                "Cannot write the journal ({reason}): if the editor crashes now, your latest changes are "
                "lost. Save soon."
            ).format(reason=reason)
            self.failed.emit(self.failure)


def _head(document: Document) -> dict[str, Any]:
    from fairground.core.files import to_bytes

    folder = document.scenario.folder
    return {
        "format": FORMAT,
        "path": str(document.path) if document.path else None,
        "folder": str(folder) if folder else None,
        "digest": document.on_disk,
        "text": to_bytes(document.scenario).decode(),
    }
