"""The recently used files and the maps of the last session, kept in the settings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

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


class LastMap(NamedTuple):
    """A map that was open: its file, None if it had none, and its journal, which a crash leaves behind."""

    path: Path | None
    journal: Path


#: The key of the maps of the last session in the settings.
_LAST = "session/maps"


def remember_last_maps(settings: Settings, maps: Sequence[LastMap], shown: int) -> None:
    """Write the open maps, in the order of their tabs, and the index of the one that is shown."""
    entries = [[str(it.path) if it.path else "", str(it.journal)] for it in maps]
    settings.setValue(_LAST, json.dumps({"maps": entries, "shown": shown}))


def last_maps(settings: Settings) -> tuple[tuple[LastMap, ...], int]:
    """Return the maps that were written last, and the index of the one that was shown; none if that cannot be read."""
    try:
        stored = json.loads(str(settings.value(_LAST, "{}")))
        maps = tuple(LastMap(Path(path) if path else None, Path(it)) for path, it in stored.get("maps", ()))
        return maps, int(stored.get("shown", 0))
    except (ValueError, TypeError, AttributeError, RecursionError):
        return (), 0
