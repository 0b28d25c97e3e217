"""The open document's file: follows changes by other programs, and claims it against other editors."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from fairground.core.errors import FileError
from fairground.editor.app.file_locks import FileClaim
from fairground.editor.app.paths import journal_folder


class FileWatch(QObject):
    """Follows one file at a time: what it holds, whether that is this session's, and who else has it open."""

    #: The file was changed by someone else; false when it is gone.
    changed_outside = Signal(bool)
    #: The file holds ``own_content`` again.
    matched = Signal()
    #: The name of the file, which another editor on this machine has open as well.
    open_elsewhere = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        #: What this session last read from the file or wrote to it; None when it is not known.
        self.own_content: bytes | None = None
        #: What the file held when it was last looked at: only other content is news.
        self._known: bytes | None = None
        self._claim: FileClaim | None = None
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._file_changed)

    def follow(self, path: Path | None) -> None:
        """Follow a file from now on, as it is; None for no file."""
        for old in self._watcher.files():
            self._watcher.removePath(old)
        self._known = self.own_content = None
        if self._claim is not None and self._claim.path != path:
            self._claim.give_up()
            self._claim = None
        if path is not None:
            self._claim = self._claim or FileClaim(path, journal_folder())
            self.accept(file_content(path))
            self._watcher.addPath(str(path))

    def accept(self, content: bytes | None) -> None:
        """Take what the file holds for this session's own."""
        self._known = self.own_content = content

    def check_claim(self) -> None:
        """Warn, by ``open_elsewhere``, when another editor had the file open first."""
        if self._claim is not None and not self._claim.is_alone:
            self.open_elsewhere.emit(self._claim.path.name)

    def _file_changed(self, name: str) -> None:
        content = file_content(Path(name))
        # A save that replaces the file ends the watch on it.
        if content is not None and name not in self._watcher.files():
            self._watcher.addPath(name)
        if content != self._known:
            self._known = content
            if content is not None and content == self.own_content:
                self.matched.emit()
            else:
                self.changed_outside.emit(content is not None)


def file_content(path: Path) -> bytes | None:
    """Return what a file holds; None when it is missing, too large, or cannot be read."""
    from fairground.core.files.untrusted_files import read_regular_file
    from fairground.core.text.guarded_yaml import Limits

    try:
        return read_regular_file(path, most_bytes=Limits().bytes)
    except FileError:
        return None
