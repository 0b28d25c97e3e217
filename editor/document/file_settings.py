"""Values for individual files, stored as JSON in the settings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QSettings

#: How many files are remembered; the oldest entries are dropped.
_MOST = 50


class FileMemory:
    """Values of files under one key of the settings; unreadable content is ignored."""

    def __init__(self, settings: QSettings, key: str) -> None:
        self._settings = settings
        self._key = key

    def recall(self, file: Path) -> Any:  # noqa: ANN401  # any JSON
        """Return the values of a file; None without any."""
        return self._all().get(str(file))

    def keep(self, file: Path, data: dict[str, Any]) -> None:
        """Store the values of a file as the newest entry."""
        entries = self._all()
        entries.pop(str(file), None)
        entries[str(file)] = data
        self._write(dict(list(entries.items())[-_MOST:]))

    def forget(self, file: Path) -> None:
        """Remove the values of a file."""
        entries = self._all()
        if entries.pop(str(file), None) is not None:
            self._write(entries)

    def _all(self) -> dict[str, Any]:
        try:
            entries = json.loads(str(self._settings.value(self._key, "{}")))
        except (ValueError, RecursionError):
            return {}
        return entries if isinstance(entries, dict) else {}

    def _write(self, entries: dict[str, Any]) -> None:
        self._settings.setValue(self._key, json.dumps(entries))
