"""What was exported last from each file: kept in the settings, so that it can be exported again by one key."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

_KEY = "exports"
#: So many files are remembered; the one that was exported longest ago is forgotten first.
_MOST = 50
_TEXTS = ("format", "path", "digest")


@dataclass(frozen=True, slots=True)
class LastExport:
    """An export as it was made: ``digest`` is of what was written to its main file, empty when nothing was yet."""

    format_name: str
    path: Path
    options: tuple[tuple[str, str], ...] = ()
    force: bool = False
    strict: bool = False
    digest: str = ""


class ExportMemory:
    """The last export of each file."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    def recall(self, file: Path) -> LastExport | None:
        """Return the last export of a file; None when there is none, or it is not legible."""
        data = self._all().get(str(file))
        if not isinstance(data, dict):
            return None
        options = data.get("options")
        texts = [data.get(name) for name in _TEXTS]
        if not isinstance(options, dict) or not all(
            isinstance(it, str) for it in (*texts, *options.values())
        ):
            return None
        name, path, digest = (str(it) for it in texts)
        return LastExport(
            name,
            Path(path),
            tuple(options.items()),
            force=data.get("force") is True,
            strict=data.get("strict") is True,
            digest=digest,
        )

    def keep(self, file: Path, export: LastExport) -> None:
        """Remember a file's export, as the last one made."""
        known = self._all()
        known.pop(str(file), None)
        known[str(file)] = {
            "format": export.format_name,
            "path": str(export.path),
            "options": dict(export.options),
            "force": export.force,
            "strict": export.strict,
            "digest": export.digest,
        }
        self._settings.setValue(_KEY, json.dumps(dict(list(known.items())[-_MOST:])))

    def _all(self) -> dict[str, Any]:
        try:
            found = json.loads(str(self._settings.value(_KEY, "{}")))
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}
