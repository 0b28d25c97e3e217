"""The steps of opening, saving and closing files, which never lose unsaved changes unasked."""

from __future__ import annotations

import os
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog

from fairground.core.errors import FairgroundError
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr, trn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from PySide6.QtWidgets import QWidget

    from fairground.core.scenario.document import Scenario
    from fairground.editor.app.settings import LastMap
    from fairground.editor.document.document import Document
    from fairground.editor.features.board.new_map import NewMap
    from fairground.editor.jobs.formats import Formats
    from fairground.editor.jobs.map_import import ImportOutcome
    from fairground.editor.session.open_map import OpenMap
    from fairground.editor.session.session import Session

_SCENARIOS = (".yaml", ".yml")
_FILTER = tr("Scenarios (*.yaml *.yml);;All files (*)")


class FileFlow(QObject):
    """The steps behind the file menu.

    Dialogs do not block the event loop; the next step is called with their answer. ``before_save`` is called before a save
    or a reload reads the scenario, ``before_show`` before an opened file is shown.
    """

    #: The name of an imported file, and the list of findings of the import.
    imported = Signal(str, list)
    #: The names of the maps of the last session that could not be opened.
    not_reopened = Signal(str)

    def __init__(
        self,
        session: Session,
        window: QWidget,
        *,
        before_save: Callable[[], object],
        before_show: Callable[[], object],
    ) -> None:
        super().__init__(window)
        self._session = session
        self._window = window
        self._before_save, self._before_show = before_save, before_show

    # -- opening --------------------------------------------------------------------------------------------

    def new(self) -> None:
        """Ask for a new map, and create it."""
        from fairground.editor.features.board.new_map import NewMapDialog

        dialog = NewMapDialog(self._window, name=self._unused_name())
        dialog.chosen.connect(self._make)
        dialog.open()

    def ask_open(self) -> None:
        """Ask for a file, and open it."""
        self._ask_file(tr("Open scenario"), _FILTER, self.open)

    def open(self, path: Path) -> None:
        """Open a file beside the other maps, or show the map that has it open.

        It is read in one turn of the event loop, its tiles in another, and then shown.
        """

        def read() -> None:
            loaded = self._session.read(path)
            next_turn(self, self._before_show)
            next_turn(self, partial(_read_tiles, loaded.scenario))
            next_turn(self, partial(self._session.show, loaded))

        self._guarded(read, path)

    def open_copy(self, path: Path) -> None:
        """Open a copy of a shipped scenario, without a file."""
        from fairground.core.files import load, with_images_embedded

        def copied() -> None:
            # Not to be saved among the program's own files.
            scenario = with_images_embedded(load(path))
            scenario.folder = None
            self._session.adopt(scenario)

        self._guarded(copied, path)

    def reopen(self, maps: Sequence[LastMap], shown: int, journals: AbstractSet[Path] = frozenset()) -> None:
        """Reopen maps in their order, one in each turn of the event loop, and show one of them.

        Those with one of ``journals`` are recovered with their unsaved work. Files that are missing are reported.
        """
        missing: list[str] = []
        opened: dict[int, Document] = {}

        def open_one(index: int, it: LastMap) -> None:
            try:
                if it.journal in journals:
                    opened[index] = self._session.recover(it.journal, behind=True)
                elif it.path is not None:
                    opened[index] = self._session.show(self._session.read(it.path), behind=True)
            except FairgroundError:
                missing.append(it.path.name if it.path is not None else it.journal.name)

        def show() -> None:
            documents = list(opened.values())
            wanted = opened.get(shown, documents[-1] if documents else None)
            for it in self._session.maps:
                if it.document is wanted:
                    self._session.activate(it)
            if missing:
                self.not_reopened.emit(", ".join(missing))

        for index, it in enumerate(maps):
            next_turn(self, partial(open_one, index, it))
        next_turn(self, show)

    def ask_import(self) -> None:
        """Ask for a map of another program, and import it."""
        formats = self._session.formats
        dialog = self._ask_file(tr("Import map"), _every_map(formats), self.import_map)

        def offer() -> None:
            dialog.setNameFilters(_every_map(formats).split(";;"))

        # The formats may arrive while the dialog is open.
        formats.ready.connect(offer)
        dialog.finished.connect(lambda _result: formats.ready.disconnect(offer))
        formats.wish()

    def import_map(self, path: Path) -> None:
        """Preview a map of another program, and open it as a scenario without a file."""
        from fairground.editor.features.importing.dialog import ImportDialog

        def opened(outcome: ImportOutcome) -> None:
            if outcome.scenario is not None:
                self._session.adopt(outcome.scenario, is_unsaved=True)
                self.imported.emit(path.name, list(outcome.losses))

        dialog = ImportDialog(path, self._session.importer, self._session.formats, self._window)
        dialog.chosen.connect(opened)
        dialog.open()

    def open_or_import(self, path: Path) -> None:
        """Open a scenario; import a file with another ending."""
        if path.suffix.lower() in _SCENARIOS:
            self.open(path)
        else:
            self.import_map(path)

    def recover(self, journal: Path) -> None:
        """Open the document of a journal."""
        self._guarded(lambda: self._session.recover(journal), journal)

    def reload(self) -> None:
        """Read the open file again, as a step that can be undone."""
        self._before_save()
        document = self._session.document
        if document is not None and document.path is not None:
            self._guarded(self._session.reload, document.path)

    # -- saving ---------------------------------------------------------------------------------------------

    def save(self, then: Callable[[], object] | None = None) -> None:
        """Save the document, asking for a file where it has none; ``then`` is called when it is saved."""
        self._before_save()
        document = self._session.document
        if document is None:
            return
        if document.path is None:
            self.save_as(then)
        else:
            self._save(None, then)

    def save_as(self, then: Callable[[], object] | None = None) -> None:
        """Ask for a file, and save the document there."""
        self._before_save()
        document = self._session.document
        if document is None:
            return
        dialog = QFileDialog(self._window, tr("Save scenario as"), str(self.suggested(".yaml")), _FILTER)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("yaml")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self._save(Path(name), then))
        dialog.open()

    # -- closing --------------------------------------------------------------------------------------------

    def is_safe(self) -> bool:
        """Whether all maps can be closed without losing changes."""
        self._before_save()
        return not any(it.document.is_dirty for it in self._session.maps)

    def leave(self, wanted: OpenMap, then: Callable[[], object]) -> None:
        """Call ``then`` once a map is saved or its changes are discarded; unsaved changes are shown before."""
        self._before_save()
        document = wanted.document
        if not document.is_dirty:
            then()
            return
        self._session.activate(wanted)
        from fairground.editor.shell.dialogs.unsaved_changes import UnsavedChoice, UnsavedDialog

        def decided(choice: UnsavedChoice) -> None:
            if choice is UnsavedChoice.SAVE:
                self.save(then)
            elif choice is UnsavedChoice.DISCARD:
                then()

        dialog = UnsavedDialog(document.title, self._window)
        dialog.decided.connect(decided)
        dialog.open()

    def leave_all(self, then: Callable[[], object]) -> None:
        """Call ``then`` once each map is saved or its changes are discarded; a map stays open until then."""
        waiting = [*self._session.maps]

        def leave_next() -> None:
            if waiting:
                self.leave(waiting.pop(0), leave_next)
            else:
                then()

        leave_next()

    def close(self, wanted: OpenMap | None = None) -> None:
        """Close a map, by default the one that is shown; after the last one comes the welcome page."""
        closed = wanted or self._session.shown
        if closed is not None:
            self.leave(closed, partial(self._session.close, closed))

    # -- problems -------------------------------------------------------------------------------------------

    def tell(self, error: FairgroundError, path: Path | None = None) -> None:
        """Show the problems of a file; where part of it is readable, offer that as a copy."""
        from fairground.editor.shell.dialogs.unsaved_changes import FileProblemsDialog

        findings = tuple(getattr(error, "problems", ()))
        scenario = self._readable(path) if findings and path is not None else None
        message = f"{error}"
        if findings:
            # The error repeats the first of them.
            name = path.name if path is not None else tr("The file")
            text = trn("{name} has {n} problem:", "{name} has {n} problems:", len(findings))
            message = text.format(name=name, n=len(findings))
        dialog = FileProblemsDialog(message, findings, readable=scenario is not None, parent=self._window)
        if scenario is not None:
            dialog.accepted.connect(lambda: self._session.adopt(scenario, is_unsaved=True))
        dialog.open()

    def _readable(self, path: Path) -> Scenario | None:
        from fairground.core.files import read

        try:
            return read(path).scenario
        except FairgroundError:
            return None

    def _make(self, wanted: NewMap) -> None:
        self._guarded(
            lambda: self._session.new(
                wanted.name,
                layout=wanted.layout,
                size=wanted.size,
                ruleset=wanted.ruleset,
                sides=wanted.sides,
            )
        )

    def _save(self, path: Path | None, then: Callable[[], object] | None) -> None:
        if path is None and self._session.overwrites:
            self._ask_before_overwriting(then)
            return
        try:
            self._session.save(path)
        except FairgroundError as error:
            self._tell_unsaved(error, then)
            return
        if then is not None:
            then()

    def _tell_unsaved(self, error: FairgroundError, then: Callable[[], object] | None) -> None:
        """Report why the document could not be saved, and offer to save it elsewhere."""
        from fairground.editor.shell.dialogs.unsaved_changes import NotSavedDialog

        dialog = NotSavedDialog(f"{error}", self._window)
        dialog.elsewhere.connect(lambda: self.save_as(then))
        dialog.open()

    def _ask_before_overwriting(self, then: Callable[[], object] | None) -> None:
        """Ask before another program's changes to the file are overwritten."""
        document = self._session.document
        if document is None:
            return
        from fairground.editor.shell.dialogs.unsaved_changes import ChangedOutsideDialog, OverwriteChoice

        def decided(choice: OverwriteChoice) -> None:
            if choice is OverwriteChoice.OVERWRITE:
                self._session.keep_mine()
                self._save(None, then)
            elif choice is OverwriteChoice.SAVE_AS:
                self.save_as(then)

        dialog = ChangedOutsideDialog(document.title, self._window)
        dialog.decided.connect(decided)
        dialog.open()

    def _guarded(self, work: Callable[[], object], path: Path | None = None) -> None:
        try:
            work()
        except FairgroundError as error:
            self.tell(error, path)

    def suggested(self, ending: str) -> Path:
        """Return a path for a file made from the document with the given ending. Default: its own."""
        document = self._session.document
        if document is not None and document.path is not None:
            return document.path.with_suffix(ending) if ending else document.path
        return _free(self._folder() / f"{_stem(document.scenario.name if document else '')}{ending}")

    def _unused_name(self) -> str:
        """Return a name for a new map that no open map has, and no file where it will first be saved."""
        from fairground.core.files.untrusted_files import is_there

        folder, names = self._latest_folder(), {it.document.scenario.name for it in self._session.maps}
        numbered = (tr("New arena {number}").format(number=number) for number in count(2))
        every = chain((tr("New arena"),), numbered)
        return next(it for it in every if it not in names and not is_there(folder / f"{_stem(it)}.yaml"))

    def _folder(self) -> Path:
        """Return the first folder of dialogs: that of the open file, of its source, or of the latest file."""
        document = self._session.document
        if document is not None and document.path is not None:
            return document.path.parent
        source_folder = document.scenario.folder if document is not None else None
        if source_folder is not None and os.access(source_folder, os.W_OK):
            return source_folder
        return self._latest_folder()

    def _latest_folder(self) -> Path:
        return next((path.parent for path in self._session.recent), Path(QDir.homePath()))

    def _ask_file(self, title: str, files: str, then: Callable[[Path], object]) -> QFileDialog:
        dialog = QFileDialog(self._window, title, str(self._folder()), files)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: then(Path(name)))
        dialog.open()
        return dialog


def _every_map(formats: Formats) -> str:
    """Return the filters of a file dialog: maps of all formats, those of each, all files."""
    patterns = sorted({pattern for it in formats.read for pattern in it.pattern.split()})
    every = [tr("Maps ({endings})").format(endings=" ".join(patterns))] if patterns else []
    each = sorted(f"{it.title} ({it.pattern})" for it in formats.read)
    return ";;".join([*every, *each, tr("All files (*)")])


def _read_tiles(scenario: Scenario) -> None:
    """Read the tiles of the board into the cache."""
    from fairground.core.pictures.looks import Looks

    looks, board = Looks(scenario), scenario.board
    for palette, tile in ((board.palette, looks.terrain), (board.effects_palette, looks.effect)):
        for entry in palette:
            for kind in entry.kinds:
                tile(kind)


def _stem(name: str) -> str:
    """Return a file name without its ending for the name of a map."""
    return "-".join("".join(c if c.isalnum() else " " for c in name).lower().split()) or "arena"


def _free(path: Path) -> Path:
    """Return an unused path, with a number added to the name if necessary."""
    from fairground.core.files.untrusted_files import is_there

    names = (path, *(path.with_stem(f"{path.stem}-{number}") for number in range(2, 100)))
    return next((name for name in names if not is_there(name)), path)
