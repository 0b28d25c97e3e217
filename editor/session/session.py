"""The session: the open document with its journal, its file and its ruleset."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from datetime import UTC, datetime
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
from fairground.editor.session.recent_files import add_recent_file, recent_files

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.document import Scenario


@dataclass(frozen=True, slots=True)
class Recoverable:
    """A journal with unsaved work of a dead editor."""

    journal: Path
    title: str
    when: datetime


class LeftWork(NamedTuple):
    """What dead editors left: recoverable journals, the oldest first, and damaged ones, which were just renamed."""

    recoverable: list[Recoverable]
    damaged: list[Path]


class ReadFile(NamedTuple):
    """A file that was read, and how many of its comments a save would lose.

    ``content`` is the one right before reading, to detect later changes by others.
    """

    path: Path
    scenario: Scenario
    dropped_comments: int
    content: bytes | None


class Session(QObject):
    """At most one open document, with its journal, workers and watches."""

    #: The open ``Document``, or None.
    document_changed = Signal(object)
    #: Another program has changed the document's file; false if it was removed.
    changed_outside = Signal(bool)
    #: The document's file has this session's content again.
    file_matched = Signal()
    #: The document was saved as another file.
    saved_elsewhere = Signal()
    #: The paths of images that were copied beside the document's new file.
    images_carried = Signal(object)
    #: The name of the document's file, which another editor on this machine has open too.
    open_elsewhere = Signal(str)
    #: The name of the file that was just opened and is read-only.
    opened_read_only = Signal(str)
    #: A file of the ruleset has changed: the error in it, or None if the new rules are in use.
    rules_changed = Signal(object)
    #: The oldest steps of the history were forgotten to save memory.
    history_cut = Signal()
    #: How many comments of the file that was just opened a save would lose.
    comments_at_risk = Signal(int)
    #: A sentence: the journal cannot be written.
    journal_failed = Signal(str)
    #: The journal is complete again.
    journal_repaired = Signal()
    #: A sentence: the end of the recovered work is missing.
    journal_damaged = Signal(str)
    #: The list of recent files changed.
    recent_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self.worker = Worker(self)
        #: The worker for self-play, which takes minutes.
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

    def new(
        self, name: str, *, layout: Layout, size: tuple[int, int], ruleset: str, sides: int | None = None
    ) -> Document:
        """Open a new scenario without a file: a rectangle, or a hexagon for a number of ``sides``.

        Raises
        ------
        FairgroundError
            When the size is out of bounds or the ruleset is unknown.
        """
        from fairground.core.scenario.blank import blank_hexagon, blank_scenario

        if sides is None:
            return self.adopt(blank_scenario(name, layout=layout, size=size, ruleset=ruleset))
        along = (size[0] + 1) // 2
        return self.adopt(blank_hexagon(name, layout=layout, along=along, sides=sides, ruleset=ruleset))

    def open(self, path: Path) -> Document:
        """Open a file.

        Raises
        ------
        FileError
            With all problems, when it cannot be read; the present document stays open.
        """
        return self.show(self.read(path))

    def read(self, path: Path) -> ReadFile:
        """Read a file for ``show``; large files are opened in two turns of the event loop.

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

    def show(self, file: ReadFile) -> Document:
        """Open a file that was read."""
        document = Document(file.scenario, file.path)
        document.on_disk = _digest(file.content)
        self._open(document)
        self._file_watch.own_content = file.content
        if not all(os.access(it, os.W_OK) for it in (file.path, file.path.parent)):
            self.opened_read_only.emit(file.path.name)
        if file.dropped_comments:
            self.comments_at_risk.emit(file.dropped_comments)
        return document

    def adopt(self, scenario: Scenario) -> Document:
        """Open a scenario without a file, such as a copy of a shipped one."""
        return self._open(Document(scenario))

    def recover(self, journal: Path) -> Document:
        """Open the document of a journal, history included, as unsaved.

        Raises
        ------
        FileError
            When the journal cannot be read.
        """
        recovered = recover(journal)
        document = self._open(recovered.document, continued=recovered)
        if document.on_disk and document.on_disk != _digest(self._file_watch.own_content):
            # The file has changed since the dead editor last read or wrote it.
            self._file_watch.own_content = None
        if recovered.is_damaged:
            self.journal_damaged.emit(
                tr(
                    "The recovery journal was damaged. Your work was recovered up to that point, and the "
                    "rest was saved next to the journal."
                )
            )
        return document

    def recoverable(self) -> LeftWork:
        """Return what dead editors left."""
        left = orphans(journal_folder())
        recoverable = []
        for journal in left.journals:
            when = datetime.fromtimestamp(journal.stat().st_mtime, UTC).astimezone()
            recoverable.append(Recoverable(journal, title_of(journal), when))
        return LeftWork(recoverable, [path for path, _ in left.damaged])

    def forget(self, journal: Path) -> None:
        """Discard a journal."""
        discard(journal)

    def close(self) -> None:
        """Close the document, saved or not, and discard its journal."""
        if self.document is not None:
            self._let_go()
            self.document_changed.emit(None)

    def _let_go(self) -> None:
        """Detach the session from the document."""
        if self.document is None:
            return
        self.validation_watch.watch(None)
        # Without a parent, document and journal are freed when they are no longer used.
        if self._journal is not None:
            self._journal.close()
            self._journal.setParent(None)
            self._journal = None
        self._watch(None)
        self._ruleset_watch.follow(None)
        self.document.setParent(None)
        self.document = None

    def end(self) -> None:
        """Close document and workers."""
        self.close()
        self.validation_watch.close()
        self.worker.close()
        self.player.close()

    def flush(self) -> None:
        """Sync the journal to disk, for an emergency."""
        if self._journal is not None:
            self._journal.sync()

    def _open(self, document: Document, *, continued: Recovered | None = None) -> Document:
        # Views need not be emptied before they show the next document.
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

    def save(self, path: Path | None = None) -> None:
        """Save the document, to ``path`` if given.

        Raises
        ------
        FileError
            When it cannot be written; the old file is intact.
        ScenarioError
            When it has no file yet and ``path`` is None.
        """
        if self.document is not None:
            before = self.document.path
            written = self.document.save(path.absolute() if path else None)
            self._watch(self.document.path)
            # Another program may already have changed it again.
            self._file_watch.own_content = written
            self.file_matched.emit()
            if self.document.path != before:
                self.saved_elsewhere.emit()
                self._file_watch.check_claim()
            if self.document.carried_images:
                self.images_carried.emit(self.document.carried_images)

    @property
    def overwrites(self) -> bool:
        """Whether a save would overwrite changes by another program."""
        if self.document is None or self.document.path is None:
            return False
        content = file_content(self.document.path)
        return content is not None and content != self._file_watch.own_content

    def keep_mine(self) -> None:
        """Let the next save overwrite the present content of the file."""
        if self.document is not None and self.document.path is not None:
            self._file_watch.own_content = file_content(self.document.path)

    def reload(self) -> None:
        """Reload the document's file, as a step that can be undone.

        Raises
        ------
        FileError
            When it cannot be read; the document stays as it is.
        """
        document = self.document
        if document is None or document.path is None:
            return
        file = self.read(document.path)
        document.reload(file.scenario, _digest(file.content))
        self._file_watch.accept(file.content)
        self.file_matched.emit()
        if file.dropped_comments:
            self.comments_at_risk.emit(file.dropped_comments)

    def _watch(self, path: Path | None) -> None:
        """Follow a file, and add it to the recent files."""
        self._file_watch.follow(path)
        if path is not None:
            self._remember(path)

    def _moved(self) -> None:
        """Follow the document to another path, where its own ruleset may be missing."""
        if self.document is not None:
            self._watch(self.document.path)
            self._ruleset_watch.follow(self.document.scenario)
            self.validation_watch.look_again()

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged) and event.field == "ruleset" and self.document is not None:
            self._ruleset_watch.follow(self.document.scenario)

    def _ruleset_changed(self) -> None:
        """Use the changed ruleset; with errors, the previous rules stay, and findings report the errors."""
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

    @property
    def recent(self) -> list[Path]:
        """The existing recent files, newest first."""
        return recent_files(self.settings)

    def _remember(self, path: Path) -> None:
        add_recent_file(self.settings, path)
        self.recent_changed.emit()


def _digest(content: bytes | None) -> str:
    return hashlib.sha256(content).hexdigest() if content is not None else ""
