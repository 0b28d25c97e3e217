"""Write files atomically: to a temporary file beside the target, flushed to disk, then renamed over it."""

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
    from collections.abc import Iterable, Iterator
    from os import PathLike

#: Errors of a flush after which data may not be on the disk; others say that the system can't flush folders.
_LOST: Final = {errno.EIO, errno.ENOSPC, errno.EDQUOT}
#: Attempts to find a free temporary name.
_ATTEMPTS: Final = 100
#: Age in seconds of a temporary file that no process is writing any more.
_ABANDONED: Final = 60.0
_IS_WINDOWS: Final = sys.platform == "win32"
#: Seconds between attempts to replace a file that another program, such as a virus scanner, has open on Windows.
_WAITS: Final = (0.02, 0.08, 0.3, 0.6)


@dataclass(frozen=True, slots=True)
class Staged:
    """A file's new content, on disk under a temporary name beside it; ``path`` may be a link to ``target``."""

    path: Path
    target: Path
    temporary: Path

    def place(self) -> None:
        """Rename the new content over the target; only ``flush_names`` makes that survive a power cut.

        Raises
        ------
        FileError
            When that fails; the old and the temporary file are untouched.
        """
        with _naming(self.path):
            _rename(self.temporary, self.target)

    def drop(self) -> None:
        """Remove the temporary file, if it still exists."""
        with suppress(OSError):
            self.temporary.unlink()


def stage(path: str | PathLike[str], data: bytes) -> Staged:
    """Write the new content of a file beside it, flushed to disk, with the old permissions; links are followed.

    Raises
    ------
    FileError
        When it cannot be written; no temporary file stays.
    """
    with _naming(path):
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
            # Also on an interrupt.
            staged.drop()
            raise
        return staged


def write_bytes(path: str | PathLike[str], data: bytes) -> None:
    """Create a file or replace its content atomically, keeping its permissions; links are followed.

    Raises
    ------
    FileError
        When the file cannot be written, or is write-protected; the old one is untouched, no temporary file stays.
        Also when the new file is in place, but the disk fails to flush its folder.
    """
    staged = stage(path, data)
    try:
        staged.place()
    except BaseException:
        staged.drop()
        raise
    flush_names([staged], are_final=True)
    remove_abandoned(staged.target.parent, re.escape(stem_of(staged.target.name)))


def remove_abandoned(folder: Path, stem: str) -> None:
    """Remove the temporary files that killed processes left of files whose name matches a pattern, if possible."""
    pattern = re.compile(rf"\.{stem}\.[0-9a-f]{{8}}\.tmp")
    with suppress(OSError):
        for path in folder.iterdir():
            if pattern.fullmatch(path.name) and is_abandoned(path):
                path.unlink(missing_ok=True)


def is_abandoned(path: Path) -> bool:
    """Whether a temporary file has not been written to for a minute."""
    return time.time() - path.stat().st_mtime > _ABANDONED


def stem_of(name: str) -> str:
    """Return the stem of the names of a file's temporary files, without the leading dot."""
    # Names have at most 255 bytes; a cut name may end within a character, which is dropped.
    return os.fsencode(name)[:200].decode(errors="ignore")


def check_writable(path: str | PathLike[str]) -> None:
    """Check, before long work, whatever can be known of a later ``write_bytes``; links are followed.

    Raises
    ------
    FileError
        When the file is a folder, a device or write-protected, or its name or folder can't take a file.
    FileNotFoundError
        When the current folder no longer exists.
    """
    # If the current folder is gone, that is the error, whatever the path is.
    Path.cwd()
    with _naming(path):
        folder = _target(Path(path)).parent
        if folder.is_dir() and not os.access(folder, os.W_OK | os.X_OK):
            raise FileError(f"{path} cannot be written: its folder is write-protected")


@contextmanager
def _naming(path: str | PathLike[str]) -> Iterator[None]:
    """Turn errors of the system into a FileError that names the file."""
    try:
        yield
    except (OSError, ValueError) as error:
        if isinstance(error, FileError):
            raise
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise FileError(f"{path} cannot be written: {reason}") from error


def _target(path: Path) -> Path:
    """Return the regular file, existing or not, that ``path`` leads to."""
    # Path.resolve raises on circular links only up to Python 3.12.
    target = Path(os.path.realpath(path))
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return target
    except OSError as error:
        if error.errno != errno.ELOOP:
            raise
        raise FileError(f"{path} cannot be written: its symbolic links form a loop") from error
    if stat.S_ISDIR(mode):
        raise FileError(f"{path} cannot be written: it is a folder")
    if not stat.S_ISREG(mode):
        raise FileError(f"{path} cannot be written: it is a device or another special file")
    # A rename needs only a writable folder, and would bypass the write protection of the file.
    if os.access(target.parent, os.W_OK) and not os.access(target, os.W_OK):
        raise FileError(f"{path} cannot be written: it is write-protected")
    return target


def _open_temporary(target: Path) -> tuple[Path, int]:
    """Open a new hidden file beside the target."""
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


def _rename(source: Path, target: Path) -> None:
    """Rename a file over another. Windows refuses this while a program has that open: try again for a second."""
    for wait in _WAITS if _IS_WINDOWS else ():
        with suppress(PermissionError):
            source.replace(target)
            return
        time.sleep(wait)
    source.replace(target)


def _keep_mode(target: Path, temporary: Path) -> None:
    """Copy the permissions of the target to the temporary file."""
    with suppress(FileNotFoundError):
        temporary.chmod(stat.S_IMODE(target.stat().st_mode))


def make_folder(folder: Path) -> None:
    """Create a folder with its parents, unless it exists, so that it survives a power cut.

    Raises
    ------
    OSError
        When that is impossible.
    """
    missing = [it for it in (folder, *folder.parents) if not it.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for it in reversed(missing):
        flush_folder(it.parent)


def flush_names(placed: Iterable[Staged], *, are_final: bool) -> None:
    """Make the renames of files survive a power cut; ``are_final`` unless the caller undoes them when that fails.

    Raises
    ------
    FileError
        When the disk fails; the new files are in place.
    """
    for folder, file in {it.target.parent: it for it in placed}.items():
        try:
            flush_folder(folder)
        except OSError as error:
            outcome = (
                "was written, but the disk reported an error, so a power failure may undo the change"
                if are_final
                else "cannot be written"
            )
            raise FileError(f"{file.path} {outcome}: {error.strerror}") from error


def flush_folder(folder: Path) -> None:
    """Make the names in a folder survive a power cut, if the system can; Windows has no such call.

    Raises
    ------
    OSError
        When the disk fails.
    """
    if _IS_WINDOWS:
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        # A folder may be writable and not readable.
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno in _LOST:
            raise
    finally:
        os.close(descriptor)
