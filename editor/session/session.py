"""The session: which document is open, its journal, and what happens to its file outside."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from fairground.core.errors import RulesetError
from fairground.editor.app.paths import journal_folder, settings_file
from fairground.editor.app.settings import Settings
from fairground.editor.app.texts import tr
from fairground.editor.document.document import Document
from fairground.editor.document.events import FieldChanged
from fairground.editor.document.journal import Journal, discard
from fairground.editor.document.recovery import Recovered, orphans, recover, title_of
from fairground.editor.jobs.formats import Formats
from fairground.editor.jobs.latest_answer import Importer
from fairground.editor.jobs.validation_watch import ValidationWatch
from fairground.editor.jobs.worker import Worker
from fairground.editor.session.file_watch import FileWatch, RulesetWatch, file_content

if TYPE_CHECKING:
    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.document import Scenario

_RECENT = "recent"
_MOST_RECENT = 10


@dataclass(frozen=True, slots=True)
class Recoverable:
    """A journal with unsaved work of an editor that is gone."""

    journal: Path
    title: str
    when: datetime


class LeftWork(NamedTuple):
    """What editors that are gone left behind: what can be recovered, oldest first, and journals that cannot be read.

    Those were set aside, and are told of once.
    """

    recoverable: list[Recoverable]
    damaged: list[Path]


class ReadFile(NamedTuple):
    """A file that was read: where it is, what it holds, and how many of its comments a save would lose.

    ``content`` is what was in it right before: what has come to it since is somebody else's.
    """

    path: Path
    scenario: Scenario
    dropped_comments: int
    content: bytes | None


class Session(QObject):
    """At most one open document, with everything that has to follow it around."""

    #: The open ``Document``, or None.
    document_changed = Signal(object)
    #: The open document's file was changed by someone else; false when it is gone.
    changed_outside = Signal(bool)
    #: The open document's file holds what this session last read from it or wrote to it.
    file_matched = Signal()
    #: The open document was saved as another file.
    saved_elsewhere = Signal()
    #: The name of the open document's file, which another editor on this machine has open as well.
    open_elsewhere = Signal(str)
    #: The name of the file that was just opened, which cannot be written.
    opened_read_only = Signal(str)
    #: A file of the ruleset was changed by someone else: None when it was taken over, what is wrong with it when not.
    rules_changed = Signal(object)
    #: The oldest steps of the history were forgotten, for it takes too much memory.
    history_cut = Signal()
    #: How many comments of the file that was just opened have no place in what a save writes.
    comments_at_risk = Signal(int)
    #: A sentence: what is done is no longer kept for a recovery.
    journal_failed = Signal(str)
    #: What was done is kept for a recovery again, all of it.
    journal_repaired = Signal()
    #: A sentence: the end of what was recovered is missing.
    journal_damaged = Signal(str)
    #: The list of recent files changed.
    recent_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self.worker = Worker(self)
        #: Plays games, which take minutes: nothing else waits for them.
        self.player = Worker(self, has_helpers=True)
        self.validation_watch = ValidationWatch(self.worker, self)
        self.importer = Importer(self.worker, self)
        self.formats = Formats(self.worker, self)
        self.settings = Settings(settings_file(), self)
        self._journal: Journal | None = None
        self._file_watch = FileWatch(self)
        self._file_watch.changed_outside.connect(self.changed_outside)
        self._file_watch.matched.connect(self.file_matched)
        self._file_watch.open_elsewhere.connect(self.open_elsewhere)
        self._ruleset_watch = RulesetWatch(self)
        self._ruleset_watch.changed.connect(self._ruleset_changed)

    # -- opening and closing --------------------------------------------------------------------------------

    def new(
        self, name: str, *, layout: Layout, size: tuple[int, int], ruleset: str, sides: int | None = None
    ) -> Document:
        """Open a new scenario without a file: a rectangle, or where ``sides`` are given the hexagon in it for as many.

        Raises
        ------
        FairgroundError
            When the size is out of bounds or there is no such ruleset.
        """
        from fairground.core.scenario.blank import (
            blank_hexagon,
            blank_scenario,
        )

        if sides is None:
            return self.adopt(blank_scenario(name, layout=layout, size=size, ruleset=ruleset))
        along = (size[0] + 1) // 2
        return self.adopt(blank_hexagon(name, layout=layout, along=along, sides=sides, ruleset=ruleset))

    def open(self, path: Path) -> Document:
        """Open a file.

        Raises
        ------
        FileError
            With all problems, when it cannot be read; the document that was open stays open.
        """
        return self.show(self.read(path))

    def read(self, path: Path) -> ReadFile:
        """Return what a file holds, for ``show``: whoever opens a large one may do so in two turns.

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

    def show(self, found: ReadFile) -> Document:
        """Open what was read from a file."""
        document = Document(found.scenario, found.path)
        document.on_disk = _digest(found.content)
        self._open(document)
        self._file_watch.own_content = found.content
        if not all(os.access(it, os.W_OK) for it in (found.path, found.path.parent)):
            self.opened_read_only.emit(found.path.name)
        if found.dropped_comments:
            self.comments_at_risk.emit(found.dropped_comments)
        return document

    def adopt(self, scenario: Scenario) -> Document:
        """Open a scenario that has no file yet, such as a copy of a shipped one."""
        return self._open(Document(scenario))

    def recover(self, journal: Path) -> Document:
        """Open what a journal holds, history included; it is unsaved.

        Raises
        ------
        FileError
            When the journal cannot be read.
        """
        found = recover(journal)
        document = self._open(found.document, continued=found)
        if document.on_disk and document.on_disk != _digest(self._file_watch.own_content):
            # Somebody else has written to the file since the editor that is gone has looked at it.
            self._file_watch.own_content = None
        if found.is_damaged:
            self.journal_damaged.emit(
                tr(
                    "The journal was damaged. Your work was recovered up to that point, and the rest was "
                    "saved beside it."
                )
            )
        return document

    def recoverable(self) -> LeftWork:
        """Return what editors that are gone left behind."""
        left = orphans(journal_folder())
        found = []
        for journal in left.journals:
            when = datetime.fromtimestamp(journal.stat().st_mtime, UTC).astimezone()
            found.append(Recoverable(journal, title_of(journal), when))
        return LeftWork(found, [path for path, _ in left.damaged])

    def forget(self, journal: Path) -> None:
        """Throw away what a journal holds."""
        discard(journal)

    def close(self) -> None:
        """Close the open document, saved or not; its journal goes too."""
        if self.document is not None:
            self._let_go()
            self.document_changed.emit(None)

    def _let_go(self) -> None:
        """Follow the open document no longer."""
        if self.document is None:
            return
        self.validation_watch.watch(None)
        # Parents keep their children: without one, document and journal go as soon as nobody looks at them any more.
        if self._journal is not None:
            self._journal.close()
            self._journal.setParent(None)
            self._journal = None
        self._watch(None)
        self._ruleset_watch.follow(None)
        self.document.setParent(None)
        self.document = None

    def end(self) -> None:
        """Close everything, the workers too."""
        self.close()
        self.validation_watch.close()
        self.worker.close()
        self.player.close()

    def flush(self) -> None:
        """Force the journal to the disk; nothing else (for an emergency)."""
        if self._journal is not None:
            self._journal.sync()

    def _open(self, document: Document, *, continued: Recovered | None = None) -> Document:
        # The next one takes its place: all that shows it need not be emptied first.
        self._let_go()
        document.setParent(self)
        self.document = document
        self._journal = Journal(document, journal_folder(), continued=continued, later=True, parent=self)
        self._journal.failed.connect(self.journal_failed)
        self._journal.repaired.connect(self.journal_repaired)
        document.path_changed.connect(self._moved)
        document.changed.connect(self._changed)
        document.history_cut.connect(self.history_cut)
        self._watch(document.path)
        self._ruleset_watch.follow(document.scenario)
        self.document_changed.emit(document)
        self.validation_watch.watch(document)
        if self._journal.failure:
            self.journal_failed.emit(self._journal.failure)
        self._file_watch.check_claim()
        return document

    # -- the file -------------------------------------------------------------------------------------------

    def save(self, path: Path | None = None) -> None:
        """Save the open document, at ``path`` when one is given.

        Raises
        ------
        FileError
            When it cannot be written; the old file is whole.
        ScenarioError
            When it has no file yet and ``path`` is None.
        """
        if self.document is not None:
            before = self.document.path
            written = self.document.save(path.absolute() if path else None)
            self._watch(self.document.path)
            # Somebody else may have written to it since, in no time.
            self._file_watch.own_content = written
            self.file_matched.emit()
            if self.document.path != before:
                self.saved_elsewhere.emit()
                self._file_watch.check_claim()

    @property
    def overwrites(self) -> bool:
        """Whether a save would overwrite what somebody else has written since: another editor, another program."""
        if self.document is None or self.document.path is None:
            return False
        content = file_content(self.document.path)
        return content is not None and content != self._file_watch.own_content

    def keep_mine(self) -> None:
        """Let the next save overwrite what the file holds now."""
        if self.document is not None and self.document.path is not None:
            self._file_watch.own_content = file_content(self.document.path)

    def reload(self) -> None:
        """Read the open document's file again, as a step that can be undone.

        Raises
        ------
        FileError
            When it cannot be read; the document stays as it is.
        """
        document = self.document
        if document is None or document.path is None:
            return
        found = self.read(document.path)
        document.reload(found.scenario, _digest(found.content))
        self._file_watch.accept(found.content)
        self.file_matched.emit()
        if found.dropped_comments:
            self.comments_at_risk.emit(found.dropped_comments)

    def _watch(self, path: Path | None) -> None:
        """Follow a file, and list it among the recent ones."""
        self._file_watch.follow(path)
        if path is not None:
            self._remember(path)

    def _moved(self) -> None:
        """Follow the document to another place: a ruleset of its own may not be there."""
        if self.document is not None:
            self._watch(self.document.path)
            self._ruleset_watch.follow(self.document.scenario)
            self.validation_watch.look_again()

    # -- the ruleset ----------------------------------------------------------------------------------------

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged) and event.field == "ruleset" and self.document is not None:
            self._ruleset_watch.follow(self.document.scenario)

    def _ruleset_changed(self) -> None:
        """Take over the ruleset as it is now; with faults, what was read before stays, and the findings tell them."""
        if self.document is None:
            return
        fault: RulesetError | None = None
        try:
            self.document.refresh_rules()
        except RulesetError as error:
            fault = error
            self._ruleset_watch.follow(self.document.scenario)
            self.validation_watch.look_again()
        self.rules_changed.emit(fault)

    # -- recent files ---------------------------------------------------------------------------------------

    @property
    def recent(self) -> list[Path]:
        """The files opened last, newest first, as far as they still exist."""
        stored = self.settings.value(_RECENT, [])
        names = stored if isinstance(stored, list) else [stored]
        return [Path(it) for it in names if isinstance(it, str) and it and _is_there(it)]

    def _remember(self, path: Path) -> None:
        names = [str(path), *(str(it) for it in self.recent if it != path)]
        self.settings.setValue(_RECENT, names[:_MOST_RECENT])
        self.recent_changed.emit()


def _digest(content: bytes | None) -> str:
    return hashlib.sha256(content).hexdigest() if content is not None else ""


def _is_there(name: str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:  # in a folder that may not be looked into, or no name at all
        return False
