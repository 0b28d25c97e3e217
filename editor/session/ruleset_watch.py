"""A ruleset of one's own, watched: designers write it beside the map while the map is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.document import Scenario

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
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DEBOUNCE)
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
