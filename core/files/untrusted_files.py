"""Open untrusted files: only regular ones, up to a size limit, and with the expected format."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from fairground.core.errors import FileError
from fairground.core.finding import Finding, Place, Severity
from fairground.core.text.guarded_yaml import parse
from fairground.core.text.wording import format_fault

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike

    from fairground.core.text.guarded_yaml import Limits
    from fairground.core.text.source import PathInFile, Source


def source_of(data: bytes, file: str, *, limits: Limits, expected: str, noun: str, code: str) -> Source:
    """Parse a file that must have the expected format.

    ``file`` is its name in messages, ``noun`` the kind of file expected; ``code`` is that of a wrong format.

    Raises
    ------
    FileError
        When it cannot be parsed, or has another format; ``problems`` has file, line and column.
    """
    try:
        source = parse(data, limits=limits)
    except FileError as error:
        raise faulty(file, error.problems) from None
    message = format_fault(source.data, expected, noun)
    if message is not None:
        fix = f"Begin with 'format: {expected}'."
        raise faulty(file, [fault(code, message, source, ("format",), fix=fix)])
    return source


def fault(code: str, message: str, source: Source, path: PathInFile, *, fix: str | None = None) -> Finding:
    """Return an error at a path."""
    line, column = source.mark(path)
    return Finding(Severity.ERROR, code, message, Place(path, None, line, column), fix)


def faulty(file: str, problems: Sequence[Finding]) -> FileError:
    """Return the error for one or more problems, sorted in file order; its text has the first one."""
    placed = [replace(it, place=replace(it.place, file=file)) for it in problems]
    placed.sort(key=lambda it: (it.place.line or 0, it.place.column or 0))
    first = placed[0]
    more = f" (and {len(placed) - 1} more)" if len(placed) > 1 else ""
    return FileError(f"{file}:{first.place.line}:{first.place.column}: {first.message}{more}", placed)


def is_there(path: Path) -> bool:
    """Whether a path exists; False if that cannot be determined, where pathlib would raise."""
    with suppress(OSError, ValueError):
        return path.exists()
    return False


def is_folder(path: Path) -> bool:
    """Whether a path is a folder; False if that cannot be determined, where pathlib would raise."""
    with suppress(OSError, ValueError):
        return path.is_dir()
    return False


#: Returns the content of the file named ``-``. The command line sets it; elsewhere that is a name like any other.
STANDARD_INPUT: ContextVar[Callable[[], bytes] | None] = ContextVar("STANDARD_INPUT", default=None)


def path_beside(folder: Path | None, name: str, *, beside: str) -> Path:
    r"""Return the path of a file named in another one, which is in ``folder`` (None for a bare text); it may not exist.

    Folders in ``name`` are separated by ``/`` or ``\``; ``beside`` is the other file in messages.

    Raises
    ------
    FileError
        When the path is outside the folder, has a symbolic link in it, or there is no folder.
    """
    asked = PurePosixPath(name.replace("\\", "/"))
    # A drive (C:) or a scheme (file:) has a colon.
    if folder is None or asked.is_absolute() or ".." in asked.parts or ":" in name or not asked.parts:
        raise FileError(
            f"{name!r} was not read: only files beside {beside}, or in folders below it, are allowed"
        )
    path = folder
    for part in asked.parts:
        path = path / part
        if is_link(path):
            raise FileError(f"{name!r} was not read: its path contains a symbolic link")
    return path


def is_link(path: Path) -> bool:
    """Whether a path is a symbolic link; False if that cannot be determined, as for a name that is too long."""
    with suppress(OSError, ValueError):
        return path.is_symlink()
    return False


def read_regular_file(path: str | PathLike[str], *, most_bytes: int) -> bytes:
    """Return the bytes of a file, at most one more than ``most_bytes``.

    Raises
    ------
    FileError
        When it cannot be opened, or is not a regular file.
    """
    standard_input = STANDARD_INPUT.get()
    if standard_input is not None and str(path) == "-":
        return standard_input()[: most_bytes + 1]
    try:
        # Opening a device may already have effects.
        data = _content(path, most_bytes) if stat.S_ISREG(Path(path).stat().st_mode) else None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise FileError(f"{path} cannot be opened: {reason}") from error
    if data is None:
        raise FileError(f"{path} cannot be opened: it is not a file")
    return data


def _content(path: str | PathLike[str], most_bytes: int) -> bytes | None:
    """Return the bytes; None if something that is not a file has replaced it meanwhile."""
    # Without O_NONBLOCK, opening a pipe would wait for a writer.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        return file.read(most_bytes + 1) if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else None
