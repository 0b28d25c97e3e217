"""The journal: every change of a document, written to disk for recovery after a crash.

A journal is a text file of lines with a checksum and a JSON entry each: a head with the scenario as it was opened, then
an entry for each edit, each step through the history and each save. Every line is passed to the system at once, so that
a killed editor loses nothing, and synced to disk once a second by a thread, so that a power failure loses a second; with the
first sync, so are the folders in which the file is new. The whole history is recorded, so that a recovered document can still be undone. A damaged or impossible entry ends the
recovery there.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.core.text.foreign import parse_json
from fairground.editor.app.deferred import delayed
from fairground.editor.app.file_locks import ProcessLock
from fairground.editor.app.texts import tr
from fairground.editor.document.patch_json import encode_patch

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
#: The suffix of the lock of a journal.
LOCK = ".lock"
#: The suffix of an incomplete copy of a journal.
PART = ".part"
#: The suffix of an unreadable journal.
_DAMAGED = ".damaged"


def lock_of(path: Path) -> ProcessLock:
    """Return the lock of a journal, which its editor holds."""
    return ProcessLock(path.with_name(f"{path.name}{LOCK}"))


def part_of(path: Path) -> Path:
    """Return the path of an incomplete copy of a journal."""
    return path.with_name(f"{path.name}{PART}")


#: Parts of a scenario are nested deeper in an entry than in a file.
_MOST_DEPTH: Final = 200


def discard(path: Path) -> None:
    """Remove a journal; one that cannot be removed is offered again at the next start."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def set_aside(path: Path) -> Path:
    """Rename a journal that cannot be read to its end, so that it is ignored; return its path."""
    damaged = path.with_name(f"{path.name}{_DAMAGED}")
    # In a read-only folder it stays under its own name.
    with suppress(OSError):
        return path.replace(damaged)
    return path


def line_of(entry: dict[str, Any]) -> bytes:
    """Return the line of an entry."""
    # ASCII, for text that UTF-8 cannot encode (half a surrogate pair).
    line = json.dumps(entry, separators=(",", ":")).encode("ascii")
    return b"%08x %b\n" % (zlib.crc32(line), line)


def entry_of(line: bytes) -> dict[str, Any] | None:
    """Return the entry of a line; None if it is damaged."""
    checksum, _, content = line.removesuffix(b"\n").partition(b" ")
    if checksum != b"%08x" % zlib.crc32(content):
        return None
    try:
        entry = parse_json(content, most_depth=_MOST_DEPTH, keep_surrogates=True, is_wide=True)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) else None


class Entries:
    """The entries of a journal up to the first that is cut off or damaged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        #: Whether, as far as was read, at most an unfinished last line is missing.
        self.are_all_good = True
        self._entries = self._read()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self._entries

    def _read(self) -> Iterator[dict[str, Any]]:
        with self.path.open("rb") as stream:
            for line in stream:
                entry = entry_of(line)
                if entry is None:
                    # The last line of a killed editor may be incomplete.
                    self.are_all_good = not line.endswith(b"\n") and not stream.read(1)
                    return
                yield entry


#: The folders that the editor creates: that of the journals, and its own.
_OWN_FOLDERS = 2
#: How much may wait while the disk is full, in bytes.
_MOST_PENDING = 2**26


class Journal(QObject):
    """Records one document in one file of ``folder``; ``close`` removes the file.

    The journal of a recovered document starts with a copy of the other journal, ``continued``. While the file cannot be
    written (a full disk), ``failure`` is set, and entries wait in memory; the document can still be edited. The head,
    which is slow for a large board, is written at once, or with ``later`` a tenth of a second later or with the
    first entry.
    """

    #: ``failure``, when it is set.
    failed = Signal(str)
    #: All entries were written after a failure.
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
        #: The journal that this one replaces once it is complete.
        self._other: Recovered | None = None
        #: Lines that are not written yet; None after a gap, which makes all later lines useless.
        self._waiting: bytearray | None = bytearray()
        self._unsynced = False
        #: Whether the folders are to be synced with the file, which is new in them.
        self._is_new = True
        # Syncing may take a tenth of a second, so it is done in a thread.
        self._disk: ThreadPoolExecutor | None = None
        self._syncing: Future[None] | None = None
        #: A sentence; empty without a failure.
        self.failure = ""
        self._timer = QTimer(self, interval=1000)
        self._timer.timeout.connect(self._start_sync)
        self._timer.start()
        #: Whether the head is not written yet.
        self._begins = continued is None
        if continued is not None:
            self._copy(continued)
        elif later:
            delayed(self, self._begin, 100).start()
        else:
            self._begin()
        document.recorder = self

    def _begin(self) -> None:
        if self._begins:
            self._begins = False
            self._write(_head(self._document))

    def _copy(self, other: Recovered) -> None:
        """Start with the recovered entries of another journal."""
        self._other = other
        try:
            with other.path.open("rb") as stream:
                for line in islice(stream, other.count):
                    # The last one may lack its end of line.
                    self._add(line.removesuffix(b"\n") + b"\n")
        except OSError as error:
            # The other one stays for the next start.
            self._give_up(error)
            return
        self._take_over()

    def _take_over(self) -> None:
        """Replace the other journal, which is renamed if it has entries that could not be recovered."""
        self.sync()
        if self._other is None or self.failure:
            return
        from fairground.core.files.atomic import flush_folder

        try:
            part_of(self.path).replace(self.path)
            # Only then may the other one go.
            flush_folder(self.path.parent)
        except OSError as error:
            self._fail(error)
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
        """Record that the last step, of that stroke, was taken back."""
        self._begin()
        self._write({"taken_back": stroke})

    def saved(self, path: Path) -> None:
        """Record that the document was written to its file."""
        self._begin()
        self._write({"saved": str(path), "digest": self._document.on_disk})

    def _start_sync(self) -> None:
        """Start syncing to disk in the thread, unless it is still busy."""
        if self._syncing is not None and not self._syncing.done():
            return
        self._end_syncing()
        self._flush()
        if self._unsynced and self._stream is not None:
            from concurrent.futures import ThreadPoolExecutor

            self._unsynced = False
            self._disk = self._disk or ThreadPoolExecutor(1, thread_name_prefix="fairground-journal")
            self._syncing = self._disk.submit(self._to_disk, self._stream.fileno())

    def _to_disk(self, handle: int) -> None:
        """Sync the file and, the first time, the folders that the editor may just have created: its own and their parent."""
        os.fsync(handle)
        if self._is_new:
            from fairground.core.files.atomic import flush_folder

            for folder in islice(self.path.parents, _OWN_FOLDERS + 1):
                flush_folder(folder)
            self._is_new = False

    def _end_syncing(self) -> None:
        """Wait for the thread."""
        if self._syncing is not None:
            error = self._syncing.exception()
            self._syncing = None
            if isinstance(error, OSError):
                self._give_up(error)

    def sync(self) -> None:
        """Sync to disk and wait for it."""
        self._end_syncing()
        self._flush()
        if self._unsynced and self._stream is not None:
            self._unsynced = False
            try:
                self._to_disk(self._stream.fileno())
            except OSError as error:
                self._give_up(error)

    def close(self) -> None:
        """End the journal and remove its file."""
        self._document.recorder = None
        self._begins = False
        self._timer.stop()
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
        # After a failure, writing is tried once a second.
        if not self.failure:
            self._flush()
        if len(self._waiting) > _MOST_PENDING:
            self._waiting = None

    def _flush(self) -> None:
        """Write waiting lines as far as possible."""
        try:
            while self._waiting:
                if self._stream is None:
                    self._stream = self._open()
                written = self._stream.write(self._waiting)
                self._unsynced = True
                del self._waiting[:written]
        except OSError as error:
            self._fail(error)
        else:
            if self.failure and self._waiting is not None:
                self.failure = ""
                self._take_over()
                if not self.failure:
                    self.repaired.emit()

    def _open(self) -> BinaryIO:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock.take()
        # Unbuffered, so that the rest of a partly written line can follow.
        return (self.path if self._other is None else part_of(self.path)).open("wb", buffering=0)

    def _give_up(self, error: OSError) -> None:
        """Stop recording: the disk lost data, and entries after a gap are useless."""
        self._waiting = None
        self._fail(error)

    def _fail(self, error: OSError) -> None:
        if not self.failure:
            reason = error.strerror or str(error)
            self.failure = tr(
                "Cannot write the recovery journal ({reason}). If the editor crashes now, your latest changes "
                "will be lost. Save soon."
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
