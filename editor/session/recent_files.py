"""The recently used files, kept in the settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairground.editor.app.settings import Settings

_KEY = "recent"
_MOST = 10


def recent_files(settings: Settings) -> list[Path]:
    """Return the existing recent files, newest first."""
    stored = settings.value(_KEY, [])
    names = stored if isinstance(stored, list) else [stored]
    return [Path(it) for it in names if isinstance(it, str) and it and _exists(it)]


def add_recent_file(settings: Settings, path: Path) -> None:
    """Put a file first in the list, and drop the oldest."""
    names = [str(path), *(str(it) for it in recent_files(settings) if it != path)]
    settings.setValue(_KEY, names[:_MOST])


def _exists(name: str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:  # an unreadable folder, or an invalid name
        return False
