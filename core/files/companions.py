"""A file and its companions, such as a map and its pictures: all of them come out together or not at all.

No file system replaces several files in one step, but every one replaces one. So a companion carries a digest of its own
content in its name, and the main file refers to it by that name: companions are put in place first, beside those that
an earlier main file refers to, and the main file last, by one rename. Whatever happens, power cut and kill included,
the main file is the old one or the new one, and its companions are there.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fairground.core.errors import FileError
from fairground.core.files.atomic import Staged, is_abandoned, remove_abandoned, stage, stem_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: How many digits of the digest are in a name.
_DIGITS = 8
#: How many files beside a companion are looked into for its name, and how large the largest may be.
_MOST_OTHERS, _MOST_BYTES = 200, 64 * 2**20


@dataclass(frozen=True, slots=True)
class Companion:
    """A file that lies beside a main file: its name, which ends in a digest of its content, and the content."""

    name: str
    content: bytes

    @classmethod
    def of(cls, stem: str, role: str, ending: str, content: bytes) -> Companion:
        """Return the companion of a main file for some role: ``arena-tiles-1f0c22ab.png``."""
        return cls(f"{stem}-{role}-{_digest(content)}{ending}", content)


def write_together(main: Path, content: bytes, companions: Iterable[Companion]) -> None:
    """Write a main file and its companions into one folder, together or not at all; ``main`` is replaced.

    Companions that the main file named before, and neither it nor another file of the folder names any more, are
    removed, if their content is still what their name says. After a kill some of the new companions may be there
    without their main file; that one's content lies beside them under a temporary name then, and a later export to the
    same file takes both away.

    Raises
    ------
    FileError
        When one of the files cannot be written; everything is as it was before.
    """
    old = b"\n".join((_old_content(main), *map(_old_content, _abandoned(main))))
    wanted = {main.with_name(it.name): it.content for it in companions}
    # Only the main file is one that somebody named: a link with its name is meant to be followed.
    for path in filter(Path.is_symlink, wanted):
        raise FileError(f"{path} cannot be written: a link with this name leads elsewhere")
    staged: list[Staged] = []
    placed: list[Path] = []
    try:
        # All contents are on the disk before the first file gets its name: a full disk is found here.
        for path, data in (*wanted.items(), (main, content)):
            staged.append(stage(path, data))
        for it in staged:
            is_new = not it.target.exists()
            it.place()
            if is_new:
                placed.append(it.target)
    except BaseException:
        for it in staged:
            it.drop()
        for path in placed:
            with suppress(OSError):
                path.unlink()
        raise
    _remove_stale(main, old, wanted)


def _remove_stale(main: Path, old: bytes, wanted: Iterable[Path]) -> None:
    kept = set(wanted)
    pattern = re.compile(re.escape(main.stem) + rf"(-[a-z][a-z0-9-]*-([0-9a-f]{{{_DIGITS}}})\.[a-z0-9]+)")
    # The export is done; a folder that cannot be listed, or a file that cannot be removed, is none of its faults.
    remove_abandoned(
        main.parent, rf"{re.escape(main.stem)}(?:-[a-z][a-z0-9-]*-[0-9a-f]{{{_DIGITS}}})?\.[a-z0-9]+"
    )
    with suppress(OSError):
        lying = [path for path in main.parent.iterdir() if path.is_file() and not path.is_symlink()]
        # The stem may be written otherwise in the main file (%20); role, digest and ending are not.
        stale = {
            path: found
            for path in lying
            if path not in kept and (found := pattern.fullmatch(path.name)) and found[1].encode() in old
        }
        others = [path for path in lying if path != main and path not in stale]
        for path, found in stale.items():
            if not _is_named(found[1].encode(), others) and _digest(path.read_bytes()) == found[2]:
                path.unlink()


def _is_named(name: bytes, others: Sequence[Path]) -> bool:
    """Return whether a companion may be another file's too: a copy of the main file, or another format's."""
    if len(others) > _MOST_OTHERS:
        return True
    return any(it.stat().st_size > _MOST_BYTES or name in it.read_bytes() for it in others)


def _abandoned(main: Path) -> list[Path]:
    """Return what killed processes were about to put in a main file's place."""
    pattern = re.compile(rf"\.{re.escape(stem_of(main.name))}\.[0-9a-f]{{8}}\.tmp")
    with suppress(OSError):
        return [path for path in main.parent.iterdir() if pattern.fullmatch(path.name) and is_abandoned(path)]
    return []


def _old_content(main: Path) -> bytes:
    """Return what a main file holds before it is replaced; nothing when there is none, or none that can be read."""
    with suppress(OSError):
        if main.is_file() and main.stat().st_size <= _MOST_BYTES:
            return main.read_bytes()
    return b""


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:_DIGITS]
