"""An open map: its document, its journal, and the watches on its file and its ruleset."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from fairground.core.errors import RulesetError
from fairground.editor.app.paths import journal_folder
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.journal import Journal
from fairground.editor.session.file_watch import FileWatch, RulesetWatch, file_content

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.document.recovery import Recovered


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
