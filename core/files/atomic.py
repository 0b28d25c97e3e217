"""Writing a file whole or not at all: into a temporary file beside it, flushed to the disk, then renamed over it."""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fairground.core.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

#: How many temporary names are tried before giving up.
_ATTEMPTS: Final = 100
#: How long nobody must have written to a temporary file for it to be nobody's any more, in seconds.
_ABANDONED: Final = 60.0
_IS_WINDOWS: Final = sys.platform == "win32"


@dataclass(frozen=True, slots=True)
class Staged:
    """A file's new content, on the disk under a temporary name beside the file itself.

    ``given`` is the path that was asked for, ``target`` the regular file that it stands for.
    """

    given: Path
    target: Path
    temporary: Path

    def place(self) -> None:
        """Give the new content its name, in one step.

        Raises
        ------
        FileError
            When it cannot have it; the old file is untouched, and the temporary one still there.
        """
        with _told(self.given):
            self.temporary.replace(self.target)
        _flush_folder(self.target.parent)

    def drop(self) -> None:
        """Remove the temporary file, if it is still there."""
        # What went wrong before matters more than a file that cannot be removed.
        with suppress(OSError):
            self.temporary.unlink()


def stage(path: str | PathLike[str], data: bytes) -> Staged:
    """Write the new content of a file beside it, flushed to the disk; the file itself is untouched.

    The permissions of an existing file are those of the new one; a symbolic link stands for what it leads to.

    Raises
    ------
    FileError
        When it cannot be written; nothing is left behind.
    """
    with _told(path):
        target = _target(Path(path))
        temporary, descriptor = _open_temporary(target)
        staged = Staged(Path(path), target, temporary)
        try:
            try:
                _write_all(descriptor, data)
                _keep_mode(target, temporary)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        except BaseException:
            # Also when the user interrupts.
            staged.drop()
            raise
        return staged


def write_bytes(path: str | PathLike[str], data: bytes) -> None:
    """Replace the content of a file, or make a new one; whatever happens, the old or the new content is there whole.

    The permissions of an existing file stay; a symbolic link stays a link, and what it leads to is replaced.

    Raises
    ------
    FileError
        When the file cannot be written, or is write-protected; the old one is untouched and nothing is left behind.
    """
    staged = stage(path, data)
    try:
        staged.place()
    except BaseException:
        staged.drop()
        raise
    remove_abandoned(staged.target.parent, re.escape(stem_of(staged.target.name)))


def remove_abandoned(folder: Path, stem: str) -> None:
    """Remove the temporary files that killed processes left of files whose name matches a pattern.

    What may still be written to stays; what cannot be removed does too.
    """
    pattern = re.compile(rf"\.{stem}\.[0-9a-f]{{8}}\.tmp")
    with suppress(OSError):
        for path in folder.iterdir():
            if pattern.fullmatch(path.name) and is_abandoned(path):
                path.unlink(missing_ok=True)


def is_abandoned(path: Path) -> bool:
    """Whether nobody has written to a temporary file for a minute."""
    return time.time() - path.stat().st_mtime > _ABANDONED


def stem_of(name: str) -> str:
    """Return what the names of a file's temporary files begin with, after their dot."""
    # Names have at most 255 bytes; a cut name may end within a character, which is dropped.
    return os.fsencode(name)[:200].decode(errors="ignore")


@contextmanager
def _told(path: str | PathLike[str]) -> Iterator[None]:
    """Turn what the system says into an error that names the file."""
    try:
        yield
    except (OSError, ValueError) as error:
        # A FileError is a ValueError; it says all there is to say.
        if isinstance(error, FileError):
            raise
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise FileError(f"{path} cannot be written: {reason}") from error


def _target(path: Path) -> Path:
    """Return the regular file, existing or not, that ``path`` stands for."""
    try:
        # Path.resolve raises for links in a circle up to Python 3.12, and returns from 3.13 on.
        target = Path(os.path.realpath(path))
        found = target.stat()
    except FileNotFoundError:
        return target
    except OSError as error:
        if error.errno != errno.ELOOP:
            raise
        raise FileError(f"{path} cannot be written: its links lead in a circle") from error
    if stat.S_ISDIR(found.st_mode):
        raise FileError(f"{path} cannot be written: it is a folder")
    if not stat.S_ISREG(found.st_mode):
        raise FileError(f"{path} cannot be written: it is not a file but a device or the like")
    # To give a file another name, only its folder has to be writable: the protection would be passed over. Why a folder
    # cannot be written, the system says itself.
    if os.access(target.parent, os.W_OK) and not os.access(target, os.W_OK):
        raise FileError(f"{path} cannot be written: it is write-protected")
    return target


def _open_temporary(target: Path) -> tuple[Path, int]:
    """Open a new file beside the target, hidden and named after it."""
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    for attempt in range(_ATTEMPTS):
        temporary = target.with_name(f".{stem_of(target.name)}.{secrets.token_hex(4)}.tmp")
        try:
            return temporary, os.open(temporary, flags, 0o666)
        except FileExistsError:
            if attempt == _ATTEMPTS - 1:
                raise
    raise AssertionError("the last attempt returns or raises")


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _keep_mode(target: Path, temporary: Path) -> None:
    """Give the temporary file the permissions of the file that it replaces."""
    with suppress(FileNotFoundError):
        temporary.chmod(stat.S_IMODE(target.stat().st_mode))


def _flush_folder(folder: Path) -> None:
    """Make the new name last through a power cut.

    The new file is in place already, so that a failure here is none of the save's. Windows has no such call: there
    ``os.replace`` is all that can be had.
    """
    if _IS_WINDOWS:
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
