"""The journal: all that was done to a document, on disk before the next thing is done.

A journal is a text file of lines, each of them a checksum and an entry in JSON: a head with the scenario as it was
opened, then an entry for each edit, each step through the history and each save. It is handed to the system with every
line, so that a killed editor loses nothing, and forced to the disk once a second by a thread, so that a dead machine
loses a second. The whole history is kept, so that a recovered document can still be undone to where it began. A line
that is damaged, or says what cannot have been done, ends the recovery there, with all that came before it.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.core.errors import FileError
from fairground.editor.document.codec import decode_patch, encode_patch
from fairground.editor.document.document import Document
from fairground.editor.document.edit import Edit
from fairground.editor.document.fitting import can_merge, check_fit
from fairground.editor.next_turn import next_turn
from fairground.editor.process_lock import ProcessLock, remove_leftovers
from fairground.editor.texts import tr

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future, ThreadPoolExecutor
    from typing import BinaryIO

    from fairground.editor.document.patches import Patch

FORMAT = "fairground-journal/2"
_ENDING = ".journal"
_LOCK = ".lock"
#: What a copy of a journal is called until it is whole, after its own name.
_PART = ".part"
#: How much may wait for room on the disk, in bytes.
_MOST_WAITING = 2**26
#: What a journal is called that cannot be read, after its own name.
_DAMAGED = ".damaged"


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
    mended = Signal()

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
        self.path = folder / f"{os.getpid()}-{time.time_ns()}{_ENDING}"
        self._lock = _lock(self.path)
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
        self._timer = QTimer(self)
        self._timer.setInterval(1000)
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
            self._part.replace(self.path)
        except OSError as error:
            self._tell(error)
            return
        other, self._other = self._other, None
        if other.is_damaged:
            set_aside(other.path)
        else:
            discard(other.path)

    @property
    def _part(self) -> Path:
        return self.path.with_name(f"{self.path.name}{_PART}")

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
        self._write({"saved": str(path)})

    def _sync_aside(self) -> None:
        """Begin to force what is recorded to the disk, unless that is still under way."""
        if self._syncing is not None and not self._syncing.done():
            return
        self._end_syncing()
        self._hand_over()
        if self._unsynced and self._stream is not None:
            from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415  # the start does without

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
            self._part.unlink(missing_ok=True)
        self._stream = self._waiting = None
        self._lock.let_go()

    def _write(self, entry: dict[str, Any]) -> None:
        # ASCII, so that text which UTF-8 cannot hold (half a surrogate pair) is kept as well.
        line = json.dumps(entry, separators=(",", ":")).encode("ascii")
        self._add(b"%08x %b\n" % (zlib.crc32(line), line))

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
                    self.mended.emit()

    def _begun(self) -> BinaryIO:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock.take()
        # Without a buffer: how much of a line was written is known, and the rest can follow.
        return (self.path if self._other is None else self._part).open("wb", buffering=0)

    def _give_up(self, error: OSError) -> None:
        """Record no more: the disk lost what it had taken, and after a gap all is worthless. The work itself goes on."""
        self._waiting = None
        self._tell(error)

    def _tell(self, error: OSError) -> None:
        if not self.failure:
            reason = error.strerror or str(error)
            self.failure = tr(
                "The journal cannot be written ({reason}): a crash would lose what comes now. Save soon."
            ).format(reason=reason)
            self.failed.emit(self.failure)


@dataclass(frozen=True, slots=True)
class Left:
    """What dead editors left in a folder.

    ``journals`` hold unsaved work, the oldest first. ``damaged`` have just been set aside, since they cannot be read; the
    sentences say why.
    """

    journals: tuple[Path, ...] = ()
    damaged: tuple[tuple[Path, str], ...] = ()


def orphans(folder: Path) -> Left:
    """Return what editors that are gone left in a folder.

    What nothing is lost with is removed on the way: journals without unsaved work, and locks.
    """
    found: list[tuple[int, Path]] = []
    damaged: list[tuple[Path, str]] = []
    for path in folder.glob(f"*{_ENDING}"):
        lock = _lock(path)
        if not lock.take():
            continue
        lock.let_go()
        try:
            if _is_worth_recovering(path):
                found.append((path.stat().st_mtime_ns, path))
            else:
                path.unlink(missing_ok=True)
        except (FileError, OSError) as error:
            damaged.append((set_aside(path), str(error)))
    for file in (*folder.glob(f"*{_ENDING}{_LOCK}"), *folder.glob(f"*{_ENDING}{_PART}")):
        path = file.with_suffix("")
        lock = _lock(path)
        if not path.exists() and lock.take():
            with suppress(OSError):
                path.with_name(f"{path.name}{_PART}").unlink(missing_ok=True)
            lock.let_go()
    remove_leftovers(folder)
    return Left(tuple(path for _, path in sorted(found)), tuple(damaged))


@dataclass(frozen=True, eq=False)
class Recovered:
    """What was recovered of a journal.

    ``document`` is as it was when its editor ended, history included. It was done by the first ``count`` entries of the
    file at ``path``; ``is_damaged`` is whether that goes on after them.
    """

    document: Document
    path: Path
    count: int
    is_damaged: bool


def recover(path: Path) -> Recovered:
    """Return what can be recovered of a journal; the document is marked unsaved.

    An entry that was cut off or damaged ends the recovery there; everything before it is kept.

    Raises
    ------
    FileError
        When the file is no journal or its scenario cannot be read.
    """
    found = _recovered(path)
    found.document.mark_recovered()
    return found


def _recovered(path: Path) -> Recovered:
    """Return what comes of the entries up to the first that cannot have been done."""
    entries = _Entries(path)
    document = _opened(next(iter(entries), None), path)
    document.is_replayed = True
    count = 1
    for entry in entries:
        try:
            _do(document, entry)
        except FileError:
            entries.are_all_good = False
            break
        count += 1
    return Recovered(document, path, count, not entries.are_all_good)


def _opened(head: dict[str, Any] | None, path: Path) -> Document:
    """Return the document that a journal begins with."""
    from fairground.core.files import read_bytes  # noqa: PLC0415  # its models take long to build

    if head is None or head.get("format") != FORMAT:
        raise FileError(tr("{path} is not a journal of this version").format(path=path))
    where = type(path)
    text, folder, file = (head.get(key) for key in ("text", "folder", "path"))
    if not isinstance(text, str) or not (_is_path(folder) and _is_path(file)):
        raise FileError(tr("{path}: the journal does not say what was opened").format(path=path))
    reading = read_bytes(text.encode(errors="replace"), folder=where(folder) if folder else None)
    if reading.scenario is None:
        raise FileError(
            tr("{path}: the scenario in the journal cannot be read").format(path=path), reading.findings
        )
    return Document(reading.scenario, where(file) if file else None)


def _do(document: Document, entry: dict[str, Any]) -> None:
    """Do what an entry says.

    Raises
    ------
    FileError
        When it says nothing that could be done; the document is as before.
    """
    match entry:
        case {"index": int(index)} if 0 <= index <= document.undo_stack.count():
            document.go_to(index)
        case {"taken_back": int(stroke)}:
            document.take_back(stroke)
        case {"saved": str(name)} if name and _is_path(name):
            document.path = Path(name)
            document.scenario.folder = document.path.parent
            # A stroke does not go on in the step that was saved, so the history falls into the same steps again.
            document.undo_stack.setClean()
        case {"edit": str(text), "stroke": int() | None as stroke, "patches": [_, *_] as found} if all(
            isinstance(it, dict) for it in found
        ):
            patches = [decode_patch(it) for it in found]
            check_fit(document.scenario, patches)
            stack = document.undo_stack
            last = stack.command(stack.index() - 1) if stack.index() else None
            before = last.patches if isinstance(last, Edit) and last.stroke == stroke else ()
            if stroke is not None and not can_merge(before, patches):
                raise FileError(tr("the journal has a stroke that no tool draws"))
            document.edit(text, patches, stroke=stroke)
        case _:
            raise FileError(tr("the journal has an entry that says nothing"))


def _is_path(name: object) -> bool:
    return name is None or (isinstance(name, str) and "\0" not in name)


def title_of(path: Path) -> str:
    """Return what to call the document of a journal: its file's name, or "a new scenario"."""
    named = ""
    for entry in _Entries(path):
        name = entry.get("saved") or entry.get("path")
        named = name if isinstance(name, str) else named
    return type(path)(named).name if named else tr("a new scenario")


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


def _head(document: Document) -> dict[str, Any]:
    from fairground.core.files import to_bytes  # noqa: PLC0415  # its models take long to build

    folder = document.scenario.folder
    return {
        "format": FORMAT,
        "path": str(document.path) if document.path else None,
        "folder": str(folder) if folder else None,
        "text": to_bytes(document.scenario).decode(),
    }


class _Entries:
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
                entry = _entry(line)
                if entry is None:
                    # The last line of an editor that was killed may be half there.
                    self.are_all_good = not line.endswith(b"\n") and not stream.read(1)
                    return
                yield entry


def _entry(line: bytes) -> dict[str, Any] | None:
    """Return the entry of a line; None when it is damaged."""
    checksum, _, content = line.removesuffix(b"\n").partition(b" ")
    if checksum != b"%08x" % zlib.crc32(content):
        return None
    try:
        entry = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _is_worth_recovering(path: Path) -> bool:
    """Whether the document was not as it was opened or last saved.

    Raises
    ------
    FileError, OSError
        When the journal cannot be read.
    """
    # A pipe would be waited at, and a device may go on for ever.
    if not path.is_file():
        raise FileError(tr("{path} is not a file").format(path=path))
    with path.open("rb") as stream:
        line = stream.readline()
        if not stream.read(1) and (not line.endswith(b"\n") or _entry(line) is not None):
            return False  # nothing was done
    entries = iter(_Entries(path))
    head, last = next(entries, None), deque(entries, maxlen=1)
    if last and "edit" in last[0]:
        # Whatever was done before, after an edit there is something to save: all need not be done once more for that.
        _opened(head, path)
        return True
    found = _recovered(path)
    return found.document.is_dirty or found.is_damaged


def _lock(path: Path) -> ProcessLock:
    return ProcessLock(path.with_name(f"{path.name}{_LOCK}"))
