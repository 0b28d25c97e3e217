"""What is left after a kill: whether all of it is whole, and whether anything was lost."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree as ET

from fairground.core.errors import FileError
from fairground.core.files import load
from fairground.editor.document.recovery import orphans, recover
from tools.killing.painter import state_of

if TYPE_CHECKING:
    import random
    from pathlib import Path

_COMPANION: Final = re.compile(r"arena-[a-z]+-([0-9a-f]{8})\.[a-z0-9]+")
#: What an editor is at after it told the last thing, where it is not painting.
_PHASES: Final = {"recovering": "recovering", "saving": "saving", "exporting": "exporting"}

#: How many of the locks beside journals are left half taken.
_TORN: Final = 0.2


@dataclass
class Known:
    """What an editor had told when it was killed, and what is known from those before it."""

    #: The states of the open document, oldest first, each with its time.
    states: list[tuple[float, int]] = field(default_factory=list)
    #: The state that the history of the open document begins with.
    start: int = 0
    #: What may be in the file that is saved: one checksum, or two while it is being saved; none before the first save.
    contents: tuple[int, ...] = ()
    phase: str = "starting"
    #: How often each thing was done.
    done: dict[str, int] = field(default_factory=dict)

    def hear(self, line: dict[str, Any]) -> None:
        """Take in what an editor told."""
        what = line["what"]
        self.phase = _PHASES.get(what, "painting")
        self.done[what] = self.done.get(what, 0) + 1
        if what == "open":
            self.start, self.states = line["start"], [(line["time"], line["state"])]
        elif what == "at":
            self.states.append((line["time"], line["state"]))
        elif what == "saving":
            self.contents = (*self.contents[:1], line["content"])
        elif what == "saved":
            self.contents = self.contents[-1:]


@dataclass
class Look:
    """What was found: faults in words, and figures."""

    faults: list[str] = field(default_factory=list)
    lost_seconds: float = 0.0
    #: The steps of the history that was recovered; none where nothing was to be recovered.
    steps: int = 0
    cuts: int = 0
    #: Locks that were left as by a kill in the moment of taking them.
    torn_locks: int = 0
    #: Files that nobody needs.
    leftovers: int = 0
    state: int = 0


def look(folder: Path, known: Known, chance: random.Random) -> Look:
    """Return what is left in a folder; whatever is left over is made an hour older."""
    found = Look()
    _look_at_file(folder / "arena.yaml", known, found)
    _look_at_journals(folder / "home" / "journals", folder / "arena.yaml", known, found, chance)
    _look_at_exports(folder / "out", found)
    _look_at_leftovers(folder, found)
    return found


def _look_at_file(path: Path, known: Known, found: Look) -> None:
    if not path.exists():
        if known.contents and known.phase != "saving":
            found.faults.append("the saved file is gone")
        return
    if zlib.crc32(path.read_bytes()) not in known.contents:
        found.faults.append("the saved file is neither the old one nor the new one")
    try:
        load(path)
    except FileError as error:
        found.faults.append(f"the saved file cannot be read: {error}")


def _look_at_journals(folder: Path, saved: Path, known: Known, found: Look, chance: random.Random) -> None:
    if not known.states:
        return
    _tear_locks(folder, found, chance)
    left = orphans(folder)
    found.faults += [f"a journal is damaged: {reason}" for _, reason in left.damaged]
    now, told = known.states[-1]
    if not left.journals:
        # It was as saved, or as it was begun.
        try:
            found.state = state_of(load(saved)) if saved.exists() else known.start
        except FileError:
            found.state = 0
        if found.state != told:
            found.faults.append("work is lost: there is no journal of it")
        return
    journal = left.journals[-1]
    data = journal.read_bytes()
    document = recover(journal).document
    found.steps, found.state = document.undo_stack.count(), state_of(document.scenario)
    if found.state != told:
        # One step more may have been recorded than was told.
        shorter = folder / "shorter"
        shorter.write_bytes(b"".join(data.splitlines(keepends=True)[:-1]))
        if state_of(recover(shorter).document.scenario) != told:
            since = max((at for at, state in known.states if state == found.state), default=0.0)
            found.lost_seconds = now - since
            found.faults.append(f"{found.lost_seconds:.1f} s of work are lost")
        shorter.unlink()
    index = document.undo_stack.index()
    document.go_to(0)
    if state_of(document.scenario) != known.start:
        found.faults.append("the history does not lead back to the start")
    document.go_to(index)
    if state_of(document.scenario) != found.state:
        found.faults.append("the history does not lead to its end again")
    _cut(folder / "cut", data, known.start, found, chance)


def _tear_locks(folder: Path, found: Look, chance: random.Random) -> None:
    """Leave locks as a kill does that comes between making the file and writing to it, which random kills seldom meet."""
    for journal in folder.glob("*.journal"):
        for name in (f"{journal.name}.lock", f"{journal.name}.lock.rmlock"):
            if chance.random() < _TORN:
                journal.with_name(name).write_bytes(b"")
                found.torn_locks += 1


def _cut(path: Path, data: bytes, start: int, found: Look, chance: random.Random) -> None:
    """Cut the journal off somewhere, as a power cut might, and recover what is left."""
    head = data.index(b"\n")
    for cut in (chance.randrange(head), chance.randrange(head, len(data) + 1)):
        path.write_bytes(data[:cut])
        try:
            document = recover(path).document
        except FileError:
            if cut >= head:
                found.faults.append(f"nothing is recovered of a journal cut at byte {cut}")
        else:
            document.go_to(0)
            if state_of(document.scenario) != start:
                found.faults.append(f"a journal cut at byte {cut} does not lead back to the start")
        found.cuts += 1
    path.unlink()


def _look_at_exports(folder: Path, found: Look) -> None:
    for path in folder.glob("arena.*"):
        data = path.read_bytes()
        try:
            ET.fromstring(data) if path.suffix == ".tmx" else json.loads(data)  # noqa: S314  # our own
        except (ET.ParseError, ValueError):
            found.faults.append(f"{path.name} is not whole")
        for it in _COMPANION.finditer(data.decode()):
            companion = folder / it[0]
            if not companion.exists():
                found.faults.append(f"{path.name} has lost {it[0]}")
            elif hashlib.sha256(companion.read_bytes()).hexdigest()[:8] != it[1]:
                found.faults.append(f"{it[0]} is not whole")


def _look_at_leftovers(folder: Path, found: Look) -> None:
    named = b"".join(it.read_bytes() for it in (folder / "out").glob("arena.*"))
    hour = time.time() - 3600
    for path in folder.rglob("*"):
        is_temporary = path.suffix in (".tmp", ".part")
        is_lock = path.suffix == ".lock" and not path.with_suffix("").exists()
        is_companion = _COMPANION.fullmatch(path.name) is not None and path.name.encode() not in named
        if is_temporary or is_lock or is_companion:
            found.leftovers += 1
            os.utime(path, (hour, hour))
