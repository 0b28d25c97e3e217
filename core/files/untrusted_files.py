"""Opening files that come from strangers: regular ones only, and not more of them than is allowed."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from fairground.core.errors import FileError

if TYPE_CHECKING:
    from os import PathLike


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
