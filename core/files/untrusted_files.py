"""Opening files that come from strangers: regular ones only, and not more of them than is allowed.

Whether something is there, asked of any path: pathlib raises where a name is too long, or a folder is closed to the user.
Files of one's own beside scenarios, such as forces and legends: what they begin with, and their faults with their places.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from fairground.core.errors import FileError
from fairground.core.finding import Finding, Place, Severity
from fairground.core.text.guarded_yaml import parse
from fairground.core.text.wording import format_fault

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from fairground.core.text.guarded_yaml import Limits
    from fairground.core.text.source import PathInFile, Source


def source_of(data: bytes, file: str, *, limits: Limits, expected: str, noun: str, code: str) -> Source:
    """Return what a file says, once it is known to say that it is in the expected format.

    ``file`` is what it is called in messages, ``noun`` what it is to be; ``code`` is that of the fault where it is not.

    Raises
    ------
    FileError
        When it cannot be read, or is in another format; ``problems`` holds the faults with file, line and column.
    """
    try:
        source = parse(data, limits=limits)
    except FileError as error:
        raise faulty(file, error.problems) from None
    said = source.data.get("format") if isinstance(source.data, dict) else None
    message = format_fault(said, expected, noun)
    if message is not None:
        fix = f"Begin with 'format: {expected}'."
        raise faulty(file, [fault(code, message, source, ("format",), fix=fix)])
    return source


def fault(code: str, message: str, source: Source, path: PathInFile, *, fix: str | None = None) -> Finding:
    """Return an error at the place of what a path leads to."""
    line, column = source.mark(path)
    return Finding(Severity.ERROR, code, message, Place(path, None, line, column), fix)


def faulty(file: str, problems: Sequence[Finding]) -> FileError:
    """Return the error that carries one problem or more, in file order; its text is the first of them with its place."""
    placed = [replace(it, place=replace(it.place, file=file)) for it in problems]
    placed.sort(key=lambda it: (it.place.line or 0, it.place.column or 0))
    first = placed[0]
    more = f" (and {len(placed) - 1} more)" if len(placed) > 1 else ""
    return FileError(f"{file}:{first.place.line}:{first.place.column}: {first.message}{more}", placed)


def is_there(path: Path) -> bool:
    """Whether a path leads to something; False where that cannot be seen, of which opening or writing it tells why."""
    with suppress(OSError, ValueError):
        return path.exists()
    return False


def is_folder(path: Path) -> bool:
    """Whether a path leads to a folder; False where that cannot be seen."""
    with suppress(OSError, ValueError):
        return path.is_dir()
    return False


def read_regular_file(path: str | PathLike[str], *, most_bytes: int) -> bytes:
    """Return the bytes of a file, of one that is too large a byte more than ``most_bytes``.

    Raises
    ------
    FileError
        When it cannot be opened, or is a folder, a pipe or another thing that is no file.
    """
    try:
        # Opening a device may already do something.
        is_other = Path(path).exists() and not Path(path).is_file()
        data = None if is_other else _content(Path(path), most_bytes)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise FileError(f"{path} cannot be opened: {reason}") from error
    if data is None:
        raise FileError(f"{path} cannot be opened: it is not a file")
    return data


def _content(path: Path, most_bytes: int) -> bytes | None:
    """Return the bytes; None where something that is no file has taken the file's place meanwhile."""
    # Opening a pipe would wait for whoever writes into it.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        return file.read(most_bytes + 1) if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else None
