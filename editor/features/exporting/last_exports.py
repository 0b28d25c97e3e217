"""What was exported last from each file: kept in the settings, so that it can be exported again by one key."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fairground.editor.document.file_settings import FileMemory

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

_KEY = "exports"
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
        self._files = FileMemory(settings, _KEY)

    def recall(self, file: Path) -> LastExport | None:
        """Return the last export of a file; None when there is none, or it is not legible."""
        data = self._files.recall(file)
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
        told = {
            "format": export.format_name,
            "path": str(export.path),
            "options": dict(export.options),
            "force": export.force,
            "strict": export.strict,
            "digest": export.digest,
        }
        self._files.keep(file, told)
