"""The settings, in a file of the editor's folder, and their reset; values for individual files and the recently used files, kept there."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QByteArray, QObject, QSettings, QTimer, Signal

from fairground.core.errors import FileError
from fairground.core.text.foreign import parse_json, whole_number
from fairground.editor.app.paths import keys_file, settings_file, state_folder
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from collections.abc import Sequence


def forget_settings() -> str:
    """Delete settings, layout, recent files and keys, and return a sentence that says so; journals stay.

    Raises
    ------
    FileError
        When one of the files cannot be deleted.
    """
    existing = [file for file in (settings_file(), keys_file()) if file.exists()]
    for file in existing:
        _delete(file)
    if not existing:
        return tr("No saved settings in {state_folder}.").format(state_folder=state_folder())
    names = tr(" and ").join(file.name for file in existing)
    return tr("Reset settings, layout, recent files and keys: deleted {names} from {state_folder}.").format(
        names=names, state_folder=state_folder()
    )


def _delete(file: Path) -> None:
    try:
        file.unlink()
    except OSError as error:
        raise FileError(
            tr("Cannot delete {file}: {reason}").format(file=file, reason=error.strerror)
        ) from error


#: How long changes are gathered before they are written, in milliseconds.
_REST = 500


class Settings(QSettings):
    """Qt's settings that report when they cannot be written; they then hold until the editor is closed.

    Qt writes the file later, and ignores errors (a full disk, a read-only folder). Where a pipe or a device has the file's
    name, on which Qt would block, another name is used.
    """

    #: A sentence, once: settings cannot be saved.
    failed = Signal(str)

    def __init__(self, file: Path, parent: QObject | None = None) -> None:
        self.file = _usable(file)
        super().__init__(str(self.file), QSettings.Format.IniFormat, parent)
        self._has_told = False
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_REST)
        self._soon.timeout.connect(self._write)

    def setValue(self, key: str, value: object) -> None:
        """Set a value."""
        super().setValue(key, value)
        self._soon.start()

    def keep_layout(self, key: str, layout: QByteArray) -> None:
        """Store the layout of a window with a checksum."""
        data = layout.data()
        self.setValue(key, QByteArray(b"%08x" % zlib.crc32(data) + data))

    def layout(self, key: str) -> QByteArray | None:
        """Return the stored layout of a window; None where it is missing or damaged, since Qt would crash or hang on it."""
        stored = self.value(key)
        data = stored.data() if isinstance(stored, QByteArray) else b""
        checksum, data = data[:8], data[8:]
        return QByteArray(data) if data and checksum == b"%08x" % zlib.crc32(data) else None

    def _write(self) -> None:
        self.sync()
        if self.status() == QSettings.Status.AccessError and not self._has_told:
            self._has_told = True
            self.failed.emit(
                tr(
                    "Cannot write {file}: the layout, recent files and other settings will be lost when "
                    "the editor closes."
                ).format(file=self.file)
            )


def _usable(file: Path) -> Path:
    """Return a path that does not block when it is opened: that of a file, or of nothing yet."""
    return file.with_stem(f"{file.stem}-2") if file.exists() and not file.is_file() else file


#: How many files are remembered; the oldest entries are dropped.
_MOST_FILES = 50


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
        self._write(dict(list(entries.items())[-_MOST_FILES:]))

    def forget(self, file: Path) -> None:
        """Remove the values of a file."""
        entries = self._all()
        if entries.pop(str(file), None) is not None:
            self._write(entries)

    def _all(self) -> dict[str, Any]:
        try:
            entries = parse_json(str(self._settings.value(self._key, "{}")))
        except ValueError:
            return {}
        return entries if isinstance(entries, dict) else {}

    def _write(self, entries: dict[str, Any]) -> None:
        self._settings.setValue(self._key, json.dumps(entries))


_KEY = "recent"
_MOST_RECENT = 10


def recent_files(settings: Settings) -> list[Path]:
    """Return the existing recent files, newest first."""
    stored = settings.value(_KEY, [])
    names = stored if isinstance(stored, list) else [stored]
    return [Path(it) for it in names if isinstance(it, str) and it and _exists(it)]


def add_recent_file(settings: Settings, path: Path) -> None:
    """Put a file first in the list, and drop the oldest."""
    names = [str(path), *(str(it) for it in recent_files(settings) if it != path)]
    settings.setValue(_KEY, names[:_MOST_RECENT])


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
        stored = parse_json(str(settings.value(_LAST, "{}")))
        maps = tuple(LastMap(Path(path) if path else None, Path(it)) for path, it in stored.get("maps", ()))
        return maps, whole_number(stored.get("shown", 0)) or 0
    except (ValueError, TypeError, AttributeError):
        return (), 0
