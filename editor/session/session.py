"""The session: the open maps, the one that is shown, and their workers."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from fairground.core.errors import FileError
from fairground.editor.app.paths import journal_folder, settings_file
from fairground.editor.app.settings import (
    LastMap,
    Settings,
    add_recent_file,
    last_maps,
    recent_files,
    remember_last_maps,
)
from fairground.editor.app.texts import tr
from fairground.editor.document.document import Document
from fairground.editor.document.journal import discard
from fairground.editor.document.recovery import LeftWork, Recovered, left_work, recover
from fairground.editor.jobs.formats import Formats
from fairground.editor.jobs.latest_answer import Importer
from fairground.editor.jobs.validation_watch import ValidationWatch
from fairground.editor.jobs.worker import Worker
from fairground.editor.session.open_map import OpenMap, digest_of, is_same_file, read_file

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.grid.layout import Layout
    from fairground.core.scenario.document import Scenario
    from fairground.editor.session.open_map import ReadFile


class Session(QObject):
    """The open maps, each with its document, its journal and its watches, of which one is shown."""

    #: The ``Document`` that is shown, or None.
    document_changed = Signal(object)
    #: Maps were opened, closed or moved, another one is shown, or one has another title or is saved.
    maps_changed = Signal()
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
        #: The open maps, in the order of their tabs.
        self.maps: list[OpenMap] = []
        #: The map that is shown; None without one.
        self.shown: OpenMap | None = None
        self.worker = Worker(self)
        #: The worker for self-play, which takes minutes.
        self.player = Worker(self, has_helpers=True)
        self.validation_watch = ValidationWatch(self.worker, self)
        self.importer = Importer(self.worker, self)
        self.formats = Formats(self.worker, self)
        self.settings = Settings(settings_file(), self)

    @property
    def document(self) -> Document | None:
        """The document of the map that is shown."""
        return self.shown.document if self.shown is not None else None

    # -- opening --------------------------------------------------------------------------------------------

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
        """Open a file, as ``show``.

        Raises
        ------
        FileError
            With all problems, when it cannot be read; the other maps stay open.
        """
        return self.show(self.read(path))

    def read(self, path: Path) -> ReadFile:
        """Read a file for ``show``; large files are opened in two turns of the event loop.

        Raises
        ------
        FileError
            With all problems, when it cannot be read.
        """
        return read_file(path)

    def map_of(self, path: Path) -> OpenMap | None:
        """Return the map that has a file open; None if none has."""
        return next((it for it in self.maps if is_same_file(it.document.path, path)), None)

    def show(self, file: ReadFile, *, behind: bool = False) -> Document:
        """Open a file that was read, and show its map unless it is to stay ``behind``.

        A map that has the file open already is shown as it is; without unsaved changes it is replaced if the file has changed.
        """
        already = self.map_of(file.path)
        digest = digest_of(file.content)
        if already is not None and (already.document.is_dirty or already.document.on_disk == digest):
            self._remember(file.path)
            if not behind:
                self.activate(already)
            return already.document
        document = Document(file.scenario, file.path)
        document.on_disk = digest
        opened = self._open(document, instead=already, behind=behind)
        opened.file_watch.own_content = file.content
        if not all(os.access(it, os.W_OK) for it in (file.path, file.path.parent)):
            opened.report("opened_read_only", file.path.name)
        if file.dropped_comments:
            opened.report("comments_at_risk", file.dropped_comments)
        return document

    def adopt(self, scenario: Scenario, *, is_unsaved: bool = False) -> Document:
        """Open a scenario without a file, such as a copy of a shipped one; ``is_unsaved`` if it would be lost."""
        document = Document(scenario)
        self._open(document)
        if is_unsaved:
            document.mark_unsaved()
        return document

    def _open(
        self,
        document: Document,
        *,
        continued: Recovered | None = None,
        instead: OpenMap | None = None,
        behind: bool = False,
    ) -> OpenMap:
        """Open a document as the last map, or ``instead`` of another one, and show it unless it stays ``behind``."""
        opened = OpenMap(document, continued=continued, parent=self)
        opened.news.connect(self._pass_on)
        opened.title_changed.connect(self.maps_changed)
        opened.moved.connect(self._moved)
        if instead is None:
            self.maps.append(opened)
        else:
            self.maps[self.maps.index(instead)] = opened
            self._release(instead)
        if document.path is not None:
            self._remember(document.path)
        if behind:
            self._list_changed()
        else:
            self.activate(opened)
        return opened

    def _pass_on(self, name: str, argument: object) -> None:
        """Emit the signal that news of the shown map are for."""
        signal = getattr(self, name)
        if name == "rules_changed" and argument is not None:
            self.validation_watch.look_again()
        if argument is None and name != "rules_changed":
            signal.emit()
        else:
            signal.emit(argument)

    # -- the order of the maps, and closing -----------------------------------------------------------------

    def activate(self, wanted: OpenMap) -> None:
        """Show another map."""
        if wanted is self.shown:
            return
        if self.shown is not None:
            self.shown.set_shown(False)  # as Qt's setters
        self.shown = wanted
        self._show()

    def _show(self) -> None:
        """Announce the map that is shown now."""
        document = self.document
        self.document_changed.emit(document)
        self.validation_watch.watch(document)
        self._list_changed()
        if self.shown is not None:
            self.shown.set_shown(True)  # as Qt's setters

    def activate_next(self, by: int = 1) -> None:
        """Show the next map, or the previous one (-1); after the last one comes the first."""
        if self.shown is not None:
            self.activate(self.maps[(self.maps.index(self.shown) + by) % len(self.maps)])

    def move(self, before: int, after: int) -> None:
        """Move a map to another place in the order."""
        self.maps.insert(after, self.maps.pop(before))
        self._list_changed()

    def _list_changed(self) -> None:
        entries = tuple(LastMap(it.document.path, it.journal.path) for it in self.maps)
        shown = self.maps.index(self.shown) if self.shown is not None else 0
        remember_last_maps(self.settings, entries, shown)
        self.maps_changed.emit()

    def close(self, closed: OpenMap | None = None) -> None:
        """Close a map, by default the one that is shown, saved or not, and discard its journal.

        If it was shown, the next map is shown instead, or else the previous one.
        """
        closed = closed or self.shown
        if closed is None:
            return
        place = self.maps.index(closed)
        self.maps.remove(closed)
        if closed is self.shown:
            self.shown = self.maps[min(place, len(self.maps) - 1)] if self.maps else None
            self.validation_watch.watch(None)
            closed.close()
            self._show()
        else:
            closed.close()
            self._list_changed()

    def _release(self, replaced: OpenMap) -> None:
        """Close a map that another one has replaced."""
        if replaced is self.shown:
            # Views need not be emptied before they show the next document.
            self.shown = None
            self.validation_watch.watch(None)
        replaced.close()

    def close_all(self) -> None:
        """Close all maps, saved or not; the next session may reopen them."""
        was_shown = self.shown is not None
        self.shown, closed, self.maps = None, self.maps, []
        self.validation_watch.watch(None)
        for it in closed:
            it.close()
        if was_shown:
            self.document_changed.emit(None)
        self.maps_changed.emit()

    def another_worker(self) -> Worker:
        """Return another worker, which its user closes."""
        return Worker(self)

    def end(self) -> None:
        """Close maps and workers."""
        self.close_all()
        self.validation_watch.close()
        self.worker.close()
        self.player.close()

    def flush(self) -> None:
        """Sync the journals to disk, for an emergency."""
        for it in self.maps:
            it.journal.sync()

    # -- recovery -------------------------------------------------------------------------------------------

    def recover(self, journal: Path, *, behind: bool = False) -> Document:
        """Open the document of a journal, history included, as unsaved; it replaces a saved map of the same file.

        Raises
        ------
        FileError
            When the journal cannot be read.
        """
        recovered = recover(journal)
        document = recovered.document
        already = self.map_of(document.path) if document.path is not None else None
        instead = already if already is not None and not already.document.is_dirty else None
        opened = self._open(document, continued=recovered, instead=instead, behind=behind)
        if document.on_disk and document.on_disk != digest_of(opened.file_watch.own_content):
            # The file has changed since the dead editor last read or wrote it.
            opened.file_watch.own_content = None
        if recovered.is_damaged:
            opened.report(
                "journal_damaged",
                tr(
                    "The recovery journal was damaged. Your work was recovered up to that point, and the "
                    "rest was saved next to the journal."
                ),
            )
        return document

    def recoverable(self) -> LeftWork:
        """Return what dead editors left."""
        return left_work(journal_folder())

    def forget(self, journal: Path) -> None:
        """Discard a journal."""
        discard(journal)

    def last_maps(self) -> tuple[tuple[LastMap, ...], int]:
        """Return the maps that were open when the last session ended, and the index of the one that was shown."""
        return last_maps(self.settings)

    # -- the file of the map that is shown ------------------------------------------------------------------

    def save(self, path: Path | None = None) -> None:
        """Save the document, to ``path`` if given.

        Raises
        ------
        FileError
            When it cannot be written, or another map has that file open; the old file is intact.
        ScenarioError
            When it has no file yet and ``path`` is None.
        """
        target = path.absolute() if path else None
        if self.shown is None:
            return
        if target is not None and self.map_of(target) not in (None, self.shown):
            raise FileError(
                tr("{name} is open in another tab. Close it there, or choose another file").format(
                    name=target.name
                )
            )
        self._remember(self.shown.save(target))
        if self.shown.document.carried_images:
            self.images_carried.emit(self.shown.document.carried_images)

    @property
    def overwrites(self) -> bool:
        """Whether a save would overwrite changes by another program."""
        return self.shown is not None and self.shown.overwrites

    def keep_mine(self) -> None:
        """Let the next save overwrite the present content of the file."""
        if self.shown is not None:
            self.shown.keep_mine()

    def reload(self) -> None:
        """Reload the document's file, as a step that can be undone.

        Raises
        ------
        FileError
            When it cannot be read; the document stays as it is.
        """
        if self.shown is not None:
            self.shown.reload()

    def _moved(self) -> None:
        """Take note that the shown document has another path, where its own ruleset may be missing."""
        self.validation_watch.look_again()
        self._list_changed()

    @property
    def recent(self) -> list[Path]:
        """The existing recent files, newest first."""
        return recent_files(self.settings)

    def _remember(self, path: Path) -> None:
        add_recent_file(self.settings, path)
        self.recent_changed.emit()
