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


#: Programs write files in several steps; so long must they rest before they are looked at, in milliseconds.
_DEBOUNCE = 100


class RulesetWatch(QObject):
    """Follows the files of one scenario's ruleset, those it extends too; shipped ones do not change.

    A file that is not there is waited for. Folders are watched as well as files: many programs write a new file and
    put it in the place of the old.
    """

    #: One of the files has other content, or has come or gone.
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
        """Watch the files of this scenario's ruleset from now on, and no others."""
        self._timer.stop()
        paths: tuple[Path, ...] = ()
        if scenario is not None and scenario.folder is not None:
            from fairground.core.rules.loading import own_files

            paths = own_files(scenario.ruleset.name, folder=scenario.folder)
        self._known = {path: _content(path) for path in paths}
        self._watch()

    def _watch(self) -> None:
        """Watch what there is of the files, and the nearest folder of each."""
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
        now = {path: _content(path) for path in self._known}
        is_news = now != self._known
        self._known = now
        # A file that was replaced is not watched any more.
        self._watch()
        if is_news:
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
