"""What is remembered of each file: a few values that JSON knows, kept in the settings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QSettings

#: So many files are remembered; the one that was kept longest ago is forgotten first.
_MOST = 50


class FileMemory:
    """Values of files under one key of the settings; what is not legible there is as if it had never been kept."""

    def __init__(self, settings: QSettings, key: str) -> None:
        self._settings = settings
        self._key = key

    def recall(self, file: Path) -> Any:  # noqa: ANN401  # whatever somebody wrote into the settings
        """Return what was kept of a file; None when there is nothing."""
        return self._all().get(str(file))

    def keep(self, file: Path, data: dict[str, Any]) -> None:
        """Remember this of a file, as the last one kept."""
        known = self._all()
        known.pop(str(file), None)
        known[str(file)] = data
        self._write(dict(list(known.items())[-_MOST:]))

    def forget(self, file: Path) -> None:
        """Remember nothing of a file."""
        known = self._all()
        if known.pop(str(file), None) is not None:
            self._write(known)

    def _all(self) -> dict[str, Any]:
        try:
            found = json.loads(str(self._settings.value(self._key, "{}")))
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def _write(self, known: dict[str, Any]) -> None:
        self._settings.setValue(self._key, json.dumps(known))
