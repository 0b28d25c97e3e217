"""Whether something is there, asked of any path: pathlib raises where a name is too long, or a folder is closed to the user."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


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
