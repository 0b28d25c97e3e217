"""The settings, in a file of the editor's folder, and their reset."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QObject, QSettings, QTimer, Signal

from fairground.core.errors import FileError
from fairground.editor.app.paths import keys_file, settings_file, state_folder
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from pathlib import Path


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
