"""Watches on the files of the open document and its ruleset, which other programs may change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from fairground.core.errors import FileError
from fairground.editor.app.file_locks import FileClaim
from fairground.editor.app.paths import journal_folder

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


class FileWatch(QObject):
    """Follows one file at a time: its content, whether that is this session's, and whether another editor has it open."""

    #: Another program has changed the file; false if it was removed.
    changed_outside = Signal(bool)
    #: The file has ``own_content`` again.
    matched = Signal()
    #: The name of the file, which another editor on this machine has open too.
    open_elsewhere = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        #: The content that this session last read or wrote; None if unknown.
        self.own_content: bytes | None = None
        #: The content at the last check.
        self._known: bytes | None = None
        self._claim: FileClaim | None = None
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._file_changed)

    def follow(self, path: Path | None) -> None:
        """Follow another file; None for no file."""
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
        """Regard the content of the file as this session's own."""
        self._known = self.own_content = content

    def check_claim(self) -> None:
        """Emit ``open_elsewhere`` if another editor had the file open first."""
        if self._claim is not None and not self._claim.is_alone:
            self.open_elsewhere.emit(self._claim.path.name)

    def _file_changed(self, name: str) -> None:
        content = file_content(Path(name))
        # Replacing the file ends the watch.
        if content is not None and name not in self._watcher.files():
            self._watcher.addPath(name)
        if content != self._known:
            self._known = content
            if content is not None and content == self.own_content:
                self.matched.emit()
            else:
                self.changed_outside.emit(content is not None)


def file_content(path: Path) -> bytes | None:
    """Return the content of a file; None if it is missing, too large, or unreadable."""
    from fairground.core.files.untrusted_files import read_regular_file
    from fairground.core.text.guarded_yaml import Limits

    try:
        return read_regular_file(path, most_bytes=Limits().bytes)
    except FileError:
        return None


#: How long files must rest before they are read, in milliseconds: programs write them in several steps.
_DEBOUNCE = 100


class RulesetWatch(QObject):
    """Follows the files of one scenario's ruleset and of those it extends, unless they are shipped.

    Missing files are awaited. Folders are watched too, because many programs replace files.
    """

    #: One of the files was changed, created or removed.
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: dict[Path, bytes | None] = {}
        self._watcher = QFileSystemWatcher(self)
        self._timer = QTimer(self, singleShot=True, interval=_DEBOUNCE)
        self._timer.timeout.connect(self._look)
        self._watcher.fileChanged.connect(self._stirred)
        self._watcher.directoryChanged.connect(self._stirred)

    def follow(self, scenario: Scenario | None) -> None:
        """Follow the files of another scenario's ruleset."""
        self._timer.stop()
        paths: tuple[Path, ...] = ()
        if scenario is not None and scenario.folder is not None:
            from fairground.core.rules.loading import own_files

            paths = own_files(scenario.ruleset.name, folder=scenario.folder)
        self._known = {path: _content(path) for path in paths}
        self._watch()

    def _watch(self) -> None:
        """Watch existing files, and the nearest existing folder of each."""
        wanted = {str(path) for path, content in self._known.items() if content is not None}
        wanted |= {str(_nearest_folder(path)) for path in self._known}
        present = {*self._watcher.files(), *self._watcher.directories()}
        if present - wanted:
            self._watcher.removePaths(sorted(present - wanted))
        if wanted - present:
            self._watcher.addPaths(sorted(wanted - present))

    def _stirred(self, _path: str) -> None:
        self._timer.start()

    def _look(self) -> None:
        contents = {path: _content(path) for path in self._known}
        has_changed = contents != self._known
        self._known = contents
        # Replaced files are no longer watched.
        self._watch()
        if has_changed:
            self.changed.emit()


def _content(path: Path) -> bytes | None:
    from fairground.core.rules.ruleset_files import MAX_BYTES

    try:
        if not path.is_file():
            return None
        with path.open("rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except OSError:
        return None


def _nearest_folder(path: Path) -> Path:
    from fairground.core.files.untrusted_files import is_folder

    return next(folder for folder in path.parents if is_folder(folder))
