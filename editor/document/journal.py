"""The journal: all that was done to a document, on disk before the next thing is done.

A journal is a text file of JSON lines: a head with the scenario as it was opened, then a line for each edit, each step
through the history and each save. It is handed to the system with every line, so that a killed editor loses nothing,
and forced to the disk once a second, so that a dead machine loses a second. The whole history is kept, so that a
recovered document can still be undone to where it began.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from fairground.core.errors import FileError
from fairground.editor.document.codec import decode_patch, encode_patch
from fairground.editor.document.document import Document
from fairground.editor.texts import tr

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fairground.editor.document.patches import Patch

FORMAT = "fairground-journal/1"
_ENDING = ".journal"


class Journal(QObject):
    """Records one document in one file of ``folder``; ``close`` removes the file.

    A document that was recovered from another journal goes on from a copy of that one, ``continued``. When the file
    cannot be written any more (a full disk), ``failure`` says so and recording ends; the document can still be edited.
    """

    #: ``failure``, when it comes.
    failed = Signal(str)

    def __init__(
        self,
        document: Document,
        folder: Path,
        *,
        continued: Path | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{os.getpid()}-{time.time_ns()}{_ENDING}"
        self._lock = _lock(self.path)
        self._lock.tryLock(0)
        self._stream = self.path.open("w", encoding="utf-8", newline="\n")
        self._unsynced = False
        #: A sentence; empty while all goes well.
        self.failure = ""
        self._timer = QTimer(self)
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self.sync)
        self._timer.start()
        if continued is None:
            self._write(_head(document))
        else:
            for entry in _entries(continued):
                self._write(entry)
            self.sync()
            if not self.failure:
                discard(continued)
        document.recorder = self

    def edited(self, text: str, patches: tuple[Patch, ...], stroke: int | None) -> None:
        """Record an edit."""
        self._write({"edit": text, "stroke": stroke, "patches": [encode_patch(patch) for patch in patches]})

    def stepped(self, index: int) -> None:
        """Record that undo or redo moved to a place in the history."""
        self._write({"index": index})

    def taken_back(self, stroke: int) -> None:
        """Record that the last step, which is of that stroke, was taken back."""
        self._write({"taken_back": stroke})

    def saved(self, path: Path) -> None:
        """Record that the document was written to its file."""
        self._write({"saved": str(path)})

    def sync(self) -> None:
        """Force what is recorded to the disk."""
        if self._unsynced and not self._stream.closed:
            self._unsynced = False
            try:
                os.fsync(self._stream.fileno())
            except OSError as error:
                self._break_off(error)

    def close(self) -> None:
        """End the journal and remove its file: there is nothing to recover."""
        self._document.recorder = None
        self._timer.stop()
        with suppress(OSError):
            self._stream.close()
        self.path.unlink(missing_ok=True)
        self._lock.unlock()

    def _write(self, entry: dict[str, Any]) -> None:
        # ASCII, so that text which UTF-8 cannot hold (half a surrogate pair) is kept as well.
        line = json.dumps(entry, separators=(",", ":"))
        if self.failure:
            return
        try:
            self._stream.write(line + "\n")
            self._stream.flush()
        except OSError as error:
            self._break_off(error)
        self._unsynced = True

    def _break_off(self, error: OSError) -> None:
        """Stop recording: with a gap in it, what follows would be worth nothing. The work itself goes on."""
        reason = error.strerror or str(error)
        self.failure = tr(
            "The journal cannot be written ({reason}): a crash would lose what comes now. Save soon."
        ).format(reason=reason)
        self.failed.emit(self.failure)


def orphans(folder: Path) -> list[Path]:
    """Return the journals whose editor is gone and that hold unsaved work, oldest first.

    The others are removed on the way: nothing is lost with them.
    """
    found = []
    for path in sorted(folder.glob(f"*{_ENDING}")):
        lock = _lock(path)
        if not lock.tryLock(0):
            continue
        lock.unlock()
        if _is_worth_recovering(path):
            found.append(path)
        else:
            path.unlink(missing_ok=True)
    return found


def recover(path: Path) -> Document:
    """Return the document as it was when its editor ended, history included, marked unsaved.

    An entry that was cut off in the middle ends the recovery there; everything before it is kept.

    Raises
    ------
    FileError
        When the file is no journal or its scenario cannot be read.
    """
    document = _replayed(path)
    document.mark_recovered()
    return document


def _replayed(path: Path) -> Document:
    entries = _entries(path)
    head = next(entries, None)
    if head is None or head.get("format") != FORMAT:
        raise FileError(tr("{path} is not a journal of this version").format(path=path))
    where = type(path)
    from fairground.core.files import read_bytes  # noqa: PLC0415  # its models take long to build

    reading = read_bytes(head["text"].encode(), folder=where(head["folder"]) if head["folder"] else None)
    if reading.scenario is None:
        raise FileError(
            tr("{path}: the scenario in the journal cannot be read").format(path=path), reading.findings
        )
    document = Document(reading.scenario, where(head["path"]) if head["path"] else None)
    for entry in entries:
        if "index" in entry:
            document.go_to(entry["index"])
        elif "taken_back" in entry:
            document.take_back(entry["taken_back"])
        elif "saved" in entry:
            document.path = where(entry["saved"])
            document.scenario.folder = document.path.parent
            # A stroke does not go on in the step that was saved, so the history falls into the same steps again.
            document.undo_stack.setClean()
        else:
            document.edit(
                entry["edit"], [decode_patch(it) for it in entry["patches"]], stroke=entry["stroke"]
            )
    return document


def title_of(path: Path) -> str:
    """Return what to call the document of a journal: its file's name, or "a new scenario"."""
    named = ""
    for entry in _entries(path):
        named = entry.get("saved") or entry.get("path") or named
    return type(path)(named).name if named else tr("a new scenario")


def discard(path: Path) -> None:
    """Remove a journal that nobody wants to recover."""
    path.unlink(missing_ok=True)


def _head(document: Document) -> dict[str, Any]:
    from fairground.core.files import to_bytes  # noqa: PLC0415  # its models take long to build

    folder = document.scenario.folder
    return {
        "format": FORMAT,
        "path": str(document.path) if document.path else None,
        "folder": str(folder) if folder else None,
        "text": to_bytes(document.scenario).decode(),
    }


def _entries(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the entries up to the first that was cut off."""
    with path.open(encoding="utf-8", errors="replace") as stream:
        for line in stream:
            try:
                entry = json.loads(line)
            except ValueError:
                return
            if not isinstance(entry, dict):
                return
            yield entry


def _is_worth_recovering(path: Path) -> bool:
    """Whether the document was not as it was opened or last saved; journals that cannot be read may well be."""
    entries = _entries(path)
    if next(entries, None) is None or next(entries, None) is None:
        return False  # nothing was done
    try:
        return _replayed(path).is_dirty
    except FileError:
        return True


def _lock(path: Path) -> QLockFile:
    lock = QLockFile(f"{path}.lock")
    # A lock is stale only when its process is gone, however old it is.
    lock.setStaleLockTime(0)
    return lock
