"""An open map: its document, its journal, and the watches on its file and its ruleset."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from fairground.core.errors import FileError, RulesetError
from fairground.editor.app.file_locks import FileClaim
from fairground.editor.app.paths import journal_folder
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.journal import Journal

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.document.recovery import Recovered


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


class ReadFile(NamedTuple):
    """A file that was read, and how many of its comments a save would lose.

    ``content`` is the one right before reading, to detect later changes by others.
    """

    path: Path
    scenario: Scenario
    dropped_comments: int
    content: bytes | None


def read_file(path: Path) -> ReadFile:
    """Read a scenario file.

    Raises
    ------
    FileError
        With all problems, when it cannot be read.
    """
    from fairground.core.files import load_reading

    path = path.absolute()
    content = file_content(path)
    scenario, dropped = load_reading(path)
    return ReadFile(path, scenario, len(dropped), content)


class OpenMap(QObject):
    """One of the open maps.

    While another map is shown, its journal and its watches stay active, and its news wait until it is shown again.
    """

    #: The name of a signal of the session, and its argument; only while the map is shown.
    news = Signal(str, object)
    #: Its title changed, or whether it has unsaved changes.
    title_changed = Signal()
    #: The document has another path.
    moved = Signal()

    def __init__(
        self, document: Document, *, continued: Recovered | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.document = document
        document.setParent(self)
        self._is_shown = False
        self._unseen: list[tuple[str, object]] = []
        self.journal = Journal(document, journal_folder(), continued=continued, later=True, parent=self)
        self.file_watch = FileWatch(self)
        self._ruleset_watch = RulesetWatch(self)
        self.file_watch.follow(document.path)
        self._ruleset_watch.follow(document.scenario)
        self.journal.failed.connect(self._journal_failed)
        self.journal.repaired.connect(self._journal_repaired)
        self.file_watch.changed_outside.connect(self._changed_outside)
        self.file_watch.matched.connect(self._matched)
        self.file_watch.open_elsewhere.connect(self._open_elsewhere)
        self._ruleset_watch.changed.connect(self._ruleset_changed)
        document.path_changed.connect(self._moved)
        document.changed.connect(self._changed)
        document.dirty_changed.connect(self.title_changed)
        document.history_cut.connect(self._history_cut)
        if self.journal.failure:
            self.report("journal_failed", self.journal.failure)
        self.file_watch.check_claim()

    def close(self) -> None:
        """Close the map, saved or not, and discard its journal."""
        # Without a parent, document and journal are freed when they are no longer used.
        self.journal.close()
        self.file_watch.follow(None)
        self._ruleset_watch.follow(None)
        self._unseen.clear()
        self.document.setParent(None)
        self.setParent(None)

    def report(self, name: str, argument: object = None) -> None:
        """Emit ``news``, or keep it until the map is shown."""
        if self._is_shown:
            self.news.emit(name, argument)
        else:
            self._unseen.append((name, argument))

    def set_shown(self, shown: bool) -> None:  # noqa: FBT001  # as Qt's setters
        """Take note whether the map is shown; news that waited are emitted in their order."""
        self._is_shown = shown
        while shown and self._unseen:
            self.news.emit(*self._unseen.pop(0))

    @property
    def overwrites(self) -> bool:
        """Whether a save would overwrite changes by another program."""
        if self.document.path is None:
            return False
        content = file_content(self.document.path)
        return content is not None and content != self.file_watch.own_content

    def keep_mine(self) -> None:
        """Let the next save overwrite the present content of the file."""
        if self.document.path is not None:
            self.file_watch.own_content = file_content(self.document.path)

    def save(self, target: Path | None) -> Path:
        """Save the document, to ``target`` if given; return its path.

        Raises
        ------
        FileError
            When it cannot be written; the old file is intact.
        ScenarioError
            When it has no file yet and ``target`` is None.
        """
        before = self.document.path
        written = self.document.save(target)
        # The save may have written the ruleset too.
        self._ruleset_watch.follow(self.document.scenario)
        path = target or before
        assert path is not None  # noqa: S101  # it was saved there
        self.file_watch.follow(path)
        # Another program may already have changed it again.
        self.file_watch.own_content = written
        self.report("file_matched")
        if path != before:
            self.report("saved_elsewhere")
            self.file_watch.check_claim()
        return path

    def reload(self) -> None:
        """Reload the document's file, as a step that can be undone; do nothing without a file.

        Raises
        ------
        FileError
            When it cannot be read; the document stays as it is.
        """
        if self.document.path is None:
            return
        file = read_file(self.document.path)
        self.document.reload(file.scenario, digest_of(file.content))
        self.file_watch.accept(file.content)
        self.report("file_matched")
        if file.dropped_comments:
            self.report("comments_at_risk", file.dropped_comments)

    def _moved(self) -> None:
        self.file_watch.follow(self.document.path)
        self._ruleset_watch.follow(self.document.scenario)
        self.moved.emit()
        self.title_changed.emit()

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged) and event.field == "ruleset":
            self._ruleset_watch.follow(self.document.scenario)

    def _ruleset_changed(self) -> None:
        """Use the changed ruleset; with errors, the previous rules stay, and findings report the errors."""
        fault: RulesetError | None = None
        try:
            self.document.refresh_rules()
        except RulesetError as error:
            fault = error
            self._ruleset_watch.follow(self.document.scenario)
        self.report("rules_changed", fault)

    def _journal_failed(self, sentence: str) -> None:
        self.report("journal_failed", sentence)

    def _journal_repaired(self) -> None:
        self.report("journal_repaired")

    def _changed_outside(self, exists: bool) -> None:  # noqa: FBT001  # slot of a signal
        self.report("changed_outside", exists)

    def _matched(self) -> None:
        self.report("file_matched")

    def _open_elsewhere(self, name: str) -> None:
        self.report("open_elsewhere", name)

    def _history_cut(self) -> None:
        self.report("history_cut")


def digest_of(content: bytes | None) -> str:
    """Return the digest of the content of a file; empty without one."""
    return hashlib.sha256(content).hexdigest() if content is not None else ""


def is_same_file(one: Path | None, other: Path) -> bool:
    """Return whether two paths name one existing file, or are equal."""
    if one is None:
        return False
    try:
        return one == other or one.samefile(other)
    except OSError:
        return False
