"""The recovery: what editors that are gone left in journals, done once more.

A line that is damaged, or says what cannot have been done, ends the recovery there, with all that came before it.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairground.core.errors import FileError
from fairground.editor.app.file_locks import remove_leftovers
from fairground.editor.app.texts import tr
from fairground.editor.document.codec import decode_patch
from fairground.editor.document.document import Document
from fairground.editor.document.edit import DocumentEdit
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
    for path in folder.glob(f"*{ENDING}"):
        lock = lock_of(path)
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
    for file in (*folder.glob(f"*{ENDING}{LOCK}"), *folder.glob(f"*{ENDING}{PART}")):
        path = file.with_suffix("")
        lock = lock_of(path)
        if not path.exists() and lock.take():
            with suppress(OSError):
                part_of(path).unlink(missing_ok=True)
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
    """Return the document that a journal begins with."""
    from fairground.core.files import read_bytes

    if head is None or head.get("format") != FORMAT:
        raise FileError(tr("{path} is not a journal of this version").format(path=path))
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
            document.on_disk = _digest(entry)
            # A stroke does not go on in the step that was saved, so the history falls into the same steps again.
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
                raise FileError(tr("the journal has a stroke of an unknown tool"))
            document.edit(text, patches, stroke=stroke)
        case _:
            raise FileError(tr("the journal has an empty entry"))


def _digest(entry: dict[str, Any]) -> str:
    """Return the digest of what the file held then; empty where the journal does not say."""
    found = entry.get("digest")
    return found if isinstance(found, str) else ""


def _is_path(name: object) -> bool:
    return name is None or (isinstance(name, str) and "\0" not in name)


def title_of(path: Path) -> str:
    """Return what to call the document of a journal: its file's name, or "a new scenario"."""
    named = ""
    for entry in Entries(path):
        name = entry.get("saved") or entry.get("path")
        named = name if isinstance(name, str) else named
    return type(path)(named).name if named else tr("a new scenario")


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
        if not stream.read(1) and (not line.endswith(b"\n") or entry_of(line) is not None):
            return False  # nothing was done
    entries = iter(Entries(path))
    head, last = next(entries, None), deque(entries, maxlen=1)
    if last and "edit" in last[0]:
        # Whatever was done before, after an edit there is something to save: all need not be done once more for that.
        _opened(head, path)
        return True
    found = _recovered(path)
    return found.document.is_dirty or found.is_damaged
