"""Write a file and its companions, such as a map and its pictures, atomically.

A companion has a digest of its content in its name, by which the main file refers to it. Companions are written first,
beside those of the earlier main file, and the main file last, by one rename. So even after a power cut, the main file is
either the old or the new one, with all its companions.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairground.core.errors import FileError
from fairground.core.files.atomic import Staged, flush_names, is_abandoned, remove_abandoned, stage, stem_of
from fairground.core.files.untrusted_files import is_link, is_there
from fairground.core.text.foreign import without_controls

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

#: Digits of the digest in a name.
_DIGITS = 8
#: Most files searched for the name of a companion, and the largest size of each.
_MOST_OTHERS, _MOST_BYTES = 200, 64 * 2**20


@dataclass(frozen=True, slots=True)
class Companion:
    """A file beside a main file; its name has a digest of the content."""

    name: str
    content: bytes

    @classmethod
    def of(cls, stem: str, role: str, ending: str, content: bytes) -> Companion:
        """Return the companion of a main file for a role: ``arena-tiles-1f0c22ab.png``."""
        return cls(f"{stem}-{role}-{_digest(content)}{ending}", content)


def companion_stem(main: Path) -> str:
    """Return the stem of the names of a main file's companions, which it refers to as text: its own, as UTF-8."""
    return without_controls(main.stem)


def write_together(main: Path, content: bytes, companions: Iterable[Companion]) -> None:
    """Write a main file and its companions into one folder, all or none.

    Unmodified companions that only the earlier main file referred to are removed. If the process is killed, new
    companions and a temporary file may stay; the next export to the same file removes them.

    Raises
    ------
    FileError
        When one of the files cannot be written; all files are unchanged. Also when all are in place, but the disk fails to
        flush their folder; earlier companions then stay.
    """
    old = b"\n".join((_old_content(main), *map(_old_content, _abandoned(main))))
    wanted = {main.with_name(it.name): it.content for it in companions}
    # The user chose only the name of the main file, so only a link with that name is followed.
    for path in filter(is_link, wanted):
        raise FileError(f"{path} cannot be written: it is a symbolic link, which is not followed")
    staged: list[Staged] = []
    placed: list[Path] = []
    try:
        # All contents are on disk before the first rename, so a full disk is noticed here.
        for path, data in (*wanted.items(), (main, content)):
            staged.append(stage(path, data))
        *others, last = staged
        for it in others:
            is_new = not is_there(it.target)
            it.place()
            if is_new:
                placed.append(it.target)
        # The main file must not be on disk before what it refers to.
        flush_names(others, are_final=False)
        last.place()
    except BaseException:
        for it in staged:
            it.drop()
        for path in placed:
            with suppress(OSError):
                path.unlink()
        raise
    flush_names([last], are_final=True)
    _remove_stale(main, old, wanted)


def _remove_stale(main: Path, old: bytes, wanted: Iterable[Path]) -> None:
    current = set(wanted)
    stem = re.escape(companion_stem(main))
    pattern = re.compile(stem + rf"(-[a-z][a-z0-9-]*-([0-9a-f]{{{_DIGITS}}})\.[a-z0-9]+)")
    # The export has succeeded; failures to clean up are ignored.
    remove_abandoned(
        main.parent,
        rf"(?:{re.escape(main.stem)}|{stem}-[a-z][a-z0-9-]*-[0-9a-f]{{{_DIGITS}}})\.[a-z0-9]+",
    )
    with suppress(OSError):
        files = [path for path in main.parent.iterdir() if path.is_file() and not path.is_symlink()]
        # The main file may escape the stem (%20), but not role, digest and suffix.
        stale = {
            path: match
            for path in files
            if path not in current and (match := pattern.fullmatch(path.name)) and match[1].encode() in old
        }
        others = [path for path in files if path != main and path not in stale]
        for path, match in stale.items():
            if not _is_named(match[1].encode(), others) and _digest(path.read_bytes()) == match[2]:
                path.unlink()


def _is_named(name: bytes, others: Sequence[Path]) -> bool:
    """Return whether another file may use a companion too, such as a copy of the main file."""
    if len(others) > _MOST_OTHERS:
        return True
    return any(it.stat().st_size > _MOST_BYTES or name in it.read_bytes() for it in others)


def _abandoned(main: Path) -> list[Path]:
    """Return the temporary files of a main file that killed processes left."""
    pattern = re.compile(rf"\.{re.escape(stem_of(main.name))}\.[0-9a-f]{{8}}\.tmp")
    with suppress(OSError):
        return [path for path in main.parent.iterdir() if pattern.fullmatch(path.name) and is_abandoned(path)]
    return []


def _old_content(main: Path) -> bytes:
    """Return the content of a main file; empty if it cannot be read."""
    with suppress(OSError):
        if main.is_file() and main.stat().st_size <= _MOST_BYTES:
            return main.read_bytes()
    return b""


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:_DIGITS]
