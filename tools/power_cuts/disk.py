"""A model of a disk: which states of a folder a power cut may leave.

Every change since the last sync of its file or folder may be on the disk or not, whatever else is: nothing orders them.
So an entry that was made in a folder is safe only after a sync of that folder, and the data of a file after a sync of the
file. A rename is all or nothing. Of data that was written, a part may be on the disk, or only the new size, with zeros.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final, Self

from tools.power_cuts.recording import FOLDER, Change, Promise, Sync

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from tools.power_cuts.recording import Recording

#: Up to so many changes, all subsets of them are tried; of more, some that are chosen, and so many at random.
_ALL: Final = 6
_RANDOM: Final = 40


@dataclass(frozen=True)
class State:
    """A folder after a cut: the content of each file by name, the names of its folders, and what had been told till then."""

    files: dict[str, bytes]
    folders: frozenset[str]
    told: tuple[str, ...]

    @property
    def key(self) -> object:
        """Equal for equal states."""
        return frozenset(self.files.items()), self.folders, self.told

    @classmethod
    def of(cls, folder: Path) -> Self:
        """Return the state of a folder."""
        inside = {str(it.relative_to(folder)): it for it in sorted(folder.rglob("*"))}
        files = {name: it.read_bytes() for name, it in inside.items() if it.is_file()}
        return cls(files, frozenset({".", *inside} - files.keys()), ())

    def make(self, folder: Path) -> None:
        """Make a folder what it was in this state."""
        shutil.rmtree(folder, ignore_errors=True)
        for name in sorted(self.folders):
            (folder / name).mkdir()
        for name, content in self.files.items():
            (folder / name).write_bytes(content)


def kill_states(recording: Recording) -> Iterator[State]:
    """Yield the states that a killed program leaves: everything up to some step."""
    for cut in range(len(recording.steps) + 1):
        yield _state(recording, recording.steps[:cut], _told(recording, cut))


def cut_states(recording: Recording, chance: random.Random) -> Iterator[State]:
    """Yield different states that a cut of the power after each step may leave."""
    seen: set[object] = set()
    for cut in range(len(recording.steps) + 1):
        told = _told(recording, cut)
        for steps in _survivors(recording, cut, chance):
            state = _state(recording, steps, told)
            if state.key not in seen:
                seen.add(state.key)
                yield state


def _told(recording: Recording, cut: int) -> tuple[str, ...]:
    return tuple(it.text for it in recording.steps[:cut] if isinstance(it, Promise))


def _survivors(recording: Recording, cut: int, chance: random.Random) -> Iterator[list[Change]]:
    """Yield the changes that a cut may leave, in their order."""
    done = [(at, it) for at, it in enumerate(recording.steps[:cut]) if isinstance(it, Change)]
    safe = _safe(recording, cut)
    open_ = [at for at, _ in done if at not in safe]
    for chosen in _subsets(open_, chance):
        kept = [(at, it) for at, it in done if at in safe or at in chosen]
        yield [it for _, it in kept]
        torn = [index for index, (at, it) in enumerate(kept) if at in chosen and len(it.data) > 1]
        for index in torn if len(torn) <= 2 else chance.sample(torn, 2):
            for part in _parts(kept[index][1]):
                yield [*(it for _, it in kept[:index]), *part, *(it for _, it in kept[index + 1 :])]


def _parts(write: Change) -> Iterator[list[Change]]:
    """Yield what may be on the disk of one write: its beginning, its end after zeros, and zeros alone."""
    half, size = len(write.data) // 2, write.offset + len(write.data)
    yield [replace(write, data=write.data[:half])]
    yield [replace(write, data=bytes(half) + write.data[half:])]
    yield [Change(inode=write.inode, offset=size - 1, data=b"\0")]


def _safe(recording: Recording, cut: int) -> set[int]:
    """Return which of the changes before a cut are certainly on the disk."""
    until: dict[int | str, int] = {}
    for step in recording.steps[:cut]:
        if isinstance(step, Sync):
            until[step.target] = max(until.get(step.target, 0), step.begun)
    found = set()
    for at, step in enumerate(recording.steps[:cut]):
        if isinstance(step, Change):
            targets = [step.inode] if step.inode is not None else [_parent(it) for it in step.entries]
            if all(at < until.get(it, 0) for it in targets):
                found.add(at)
    return found


def _subsets(items: Sequence[int], chance: random.Random) -> Iterator[frozenset[int]]:
    if len(items) <= _ALL:
        for size in range(len(items) + 1):
            yield from map(frozenset, combinations(items, size))
        return
    for size in range(len(items) + 1):
        yield frozenset(items[:size])
        yield frozenset(items[size:])
    for it in items:
        yield frozenset((it,))
        yield frozenset(items) - {it}
    for _ in range(_RANDOM):
        yield frozenset(it for it in items if chance.random() < 0.5)


def _parent(name: str) -> str:
    return str(PurePosixPath(name).parent)


def _state(recording: Recording, steps: Sequence[object], told: tuple[str, ...]) -> State:
    entries: dict[str, int] = dict(recording.files)
    contents = {number: bytearray(content) for number, content in recording.contents.items()}
    for step in steps:
        if not isinstance(step, Change):
            continue
        for name, inode in step.entries.items():
            if inode is None:
                entries.pop(name, None)
            else:
                entries[name] = inode
        if step.inode is not None:
            _apply(contents.setdefault(step.inode, bytearray()), step)
    folders = {"."}
    for name in sorted(name for name, inode in entries.items() if inode == FOLDER):
        if _parent(name) in folders:
            folders.add(name)
    files = {
        name: bytes(contents.get(inode, b""))
        for name, inode in entries.items()
        if inode != FOLDER and _parent(name) in folders
    }
    return State(files, frozenset(folders), told)


def _apply(content: bytearray, change: Change) -> None:
    end = change.offset + len(change.data) if change.size is None else change.size
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if change.size is not None:
        del content[change.size :]
    else:
        content[change.offset : end] = change.data
