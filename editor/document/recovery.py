"""Recovery of documents from the journals of dead editors, up to the first damaged or impossible entry."""

from __future__ import annotations

import hashlib
import re
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from fairground.core.errors import FileError
from fairground.core.text.guarded_yaml import parse
from fairground.editor.app.file_locks import remove_leftovers
from fairground.editor.app.texts import tr
from fairground.editor.document.document import Document
from fairground.editor.document.journal import (
    ENDING,
    FORMAT,
    LOCK,
    PART,
    Entries,
    entry_of,
    lock_of,
    part_of,
    set_aside,
)
from fairground.editor.document.patch_checks import can_merge, check_fit
from fairground.editor.document.patch_json import decode_patch
from fairground.editor.document.undo_steps import DocumentEdit

#: The line of a scenario file with the name of the map.
_NAME_LINE = re.compile(r"^name:.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class LeftJournals:
    """What dead editors left in a folder.

    ``journals`` have unsaved work, the oldest first. ``damaged`` journals were renamed, unless the disk failed to read them,
    which it may do again; the sentences say why.
    """

    journals: tuple[Path, ...] = ()
    damaged: tuple[tuple[Path, str], ...] = ()


def orphans(folder: Path) -> LeftJournals:
    """Return what dead editors left in a folder; remove their locks, and journals without unsaved work."""
    journals: list[tuple[int, Path]] = []
    damaged: list[tuple[Path, str]] = []
    for path in folder.glob(f"*{ENDING}"):
        lock = lock_of(path)
        if not lock.take() and lock.is_another_s:
            continue
        # Where no lock can be written, nobody writes a journal either.
        lock.let_go()
        try:
            if _is_worth_recovering(path):
                journals.append((path.stat().st_mtime_ns, path))
            else:
                path.unlink(missing_ok=True)
        except FileError as error:
            damaged.append((set_aside(path), str(error)))
        except OSError as error:
            damaged.append((path, str(error)))
    for file in (*folder.glob(f"*{ENDING}{LOCK}"), *folder.glob(f"*{ENDING}{PART}")):
        path = file.with_suffix("")
        lock = lock_of(path)
        if not path.exists() and lock.take():
            with suppress(OSError):
                part_of(path).unlink(missing_ok=True)
            lock.let_go()
    remove_leftovers(folder)
    return LeftJournals(tuple(path for _, path in sorted(journals)), tuple(damaged))


@dataclass(frozen=True, slots=True)
class Recoverable:
    """A journal with unsaved work of a dead editor."""

    journal: Path
    title: str
    when: datetime


class LeftWork(NamedTuple):
    """What dead editors left: recoverable journals, the oldest first, and those that cannot be read, under their new names."""

    recoverable: list[Recoverable]
    damaged: list[Path]


def left_work(folder: Path) -> LeftWork:
    """Return what dead editors left in a folder, with titles and times; removes as ``orphans``."""
    left = orphans(folder)
    recoverable, unreadable = [], [path for path, _ in left.damaged]
    for journal in left.journals:
        try:
            when = datetime.fromtimestamp(journal.stat().st_mtime, UTC).astimezone()
            recoverable.append(Recoverable(journal, title_of(journal), when))
        except OSError:
            unreadable.append(journal)
    return LeftWork(recoverable, unreadable)


@dataclass(frozen=True, eq=False)
class Recovered:
    """A document as its editor left it, history included.

    It was restored from the first ``count`` entries of the file at ``path``; ``is_damaged`` if there are more.
    """

    document: Document
    path: Path
    count: int
    is_damaged: bool


def recover(path: Path) -> Recovered:
    """Return the document of a journal up to its first damaged entry, marked as unsaved.

    Raises
    ------
    FileError
        When the file cannot be read, is no journal, or its scenario cannot be read.
    """
    try:
        recovered = _replay(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileError(tr("cannot read {path}: {reason}").format(path=path, reason=reason)) from error
    recovered.document.mark_recovered()
    return recovered


def _replay(path: Path) -> Recovered:
    """Replay the entries up to the first impossible one."""
    entries = Entries(path)
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
    """Return the document at the start of a journal."""
    from fairground.core.files import read_bytes

    if head is None or head.get("format") != FORMAT:
        raise FileError(
            tr("{path} is not a recovery journal that this version of Fairground can read").format(path=path)
        )
    where = type(path)
    text, folder, file = (head.get(key) for key in ("text", "folder", "path"))
    if not isinstance(text, str) or not (_is_path(folder) and _is_path(file)):
        raise FileError(tr("{path}: the journal does not name the scenario it belongs to").format(path=path))
    reading = read_bytes(text.encode(errors="replace"), folder=where(folder) if folder else None)
    if reading.scenario is None:
        raise FileError(
            tr("{path}: cannot read the scenario in the journal").format(path=path), reading.findings
        )
    document = Document(reading.scenario, where(file) if file else None)
    document.on_disk = _digest(head)
    return document


def _do(document: Document, entry: dict[str, Any]) -> None:
    """Replay an entry.

    Raises
    ------
    FileError
        When that is impossible; the document is as before.
    """
    match entry:
        case {"index": int(index)} if 0 <= index <= document.undo_stack.count():
            document.go_to(index)
        case {"taken_back": int(stroke)}:
            document.take_back(stroke)
        case {"saved": str(name)} if name and _is_path(name):
            document.path = Path(name)
            document.scenario.folder = document.path.parent
            document.on_disk = _digest(entry)
            # An edit after a save starts a new step, even of the same stroke.
            document.undo_stack.setClean()
        case {"edit": str(text), "stroke": int() | None as stroke, "patches": [_, *_] as found} if all(
            isinstance(it, dict) for it in found
        ):
            patches = [decode_patch(it) for it in found]
            check_fit(document.scenario, patches)
            stack = document.undo_stack
            last = stack.command(stack.index() - 1) if stack.index() else None
            before = last.patches if isinstance(last, DocumentEdit) and last.stroke == stroke else ()
            if stroke is not None and not can_merge(before, patches):
                raise FileError(tr("the journal contains a stroke made with an unknown tool"))
            document.edit(text, patches, stroke=stroke)
        case _:
            raise FileError(tr("the journal contains an empty entry"))


def _digest(entry: dict[str, Any]) -> str:
    """Return the digest of the file's content at that time; empty if unknown."""
    digest = entry.get("digest")
    return digest if isinstance(digest, str) else ""


def _is_path(name: object) -> bool:
    return name is None or (isinstance(name, str) and "\0" not in name)


def title_of(path: Path) -> str:
    """Return the title of a journal's document: its file's name, else the map's, else "a new scenario"."""
    last_file, map_name = "", ""
    for entry in Entries(path):
        file = entry.get("saved") or entry.get("path")
        last_file = file if isinstance(file, str) else last_file
        map_name = _map_name(entry, map_name)
    return type(path)(last_file).name if last_file else map_name or tr("a new scenario")


def _map_name(entry: dict[str, Any], before: str) -> str:
    """Return the name of the map after an entry, without replaying it; undone changes of the name count."""
    text, patches = entry.get("text"), entry.get("patches")
    names: list[object] = []
    # The whole text of a large board takes long to parse.
    if isinstance(text, str) and (line := _NAME_LINE.search(text)):
        with suppress(FileError):
            data = parse(line[0]).data
            names = [*data.values()] if isinstance(data, dict) else []
    elif isinstance(patches, list):
        names = [it.get("after") for it in patches if isinstance(it, dict) and it.get("field") == "name"]
    return next((it for it in reversed(names) if isinstance(it, str)), before)


def _is_worth_recovering(path: Path) -> bool:
    """Whether the document had unsaved changes.

    Raises
    ------
    FileError, OSError
        When the journal cannot be read.
    """
    # Reading a pipe or a device may never end.
    if not path.is_file():
        raise FileError(tr("{path} is not a file").format(path=path))
    with path.open("rb") as stream:
        line = stream.readline()
        if not stream.read(1) and (not line.endswith(b"\n") or entry_of(line) is not None):
            return False  # no changes
    entries = iter(Entries(path))
    head, last = next(entries, None), deque(entries, maxlen=1)
    if last and "edit" in last[0]:
        # After an edit there are unsaved changes; no replay is needed.
        _opened(head, path)
        return True
    recovered = _replay(path)
    document = recovered.document
    return document.is_dirty or recovered.is_damaged or _is_behind_its_file(document)


def _is_behind_its_file(document: Document) -> bool:
    """Whether a document was edited, and its file has another content than it was last known to have.

    So it is when the power fails after a save of which the journal knows nothing yet, and all edits are then undone.
    """
    from fairground.core.files.untrusted_files import read_regular_file
    from fairground.core.text.guarded_yaml import Limits

    if document.path is None or not document.on_disk or not document.undo_stack.count():
        return False
    try:
        content = read_regular_file(document.path, most_bytes=Limits().bytes)
    except FileError:
        return False
    return hashlib.sha256(content).hexdigest() != document.on_disk
