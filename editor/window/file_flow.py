"""Everything that opens, saves and closes: the dialogs one after the other, and never a change lost on the way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog

from fairground.core.errors import FairgroundError

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from fairground.core.scenario.document import Scenario
    from fairground.editor.dialogs.new_map import NewMap
    from fairground.editor.session import Session

_FILTER = "Scenarios (*.yaml *.yml);;All files (*)"


class FileFlow(QObject):
    """The steps behind the file menu.

    Dialogs belong to the window and do not block the event loop; what comes after them is called when they are
    answered. ``before_save`` is called before a save looks at the scenario.
    """

    def __init__(self, session: Session, window: QWidget, *, before_save: Callable[[], object]) -> None:
        super().__init__(window)
        self._session = session
        self._window = window
        self._before_save = before_save

    # -- opening --------------------------------------------------------------------------------------------

    def new(self) -> None:
        """Ask for a new map, and make it."""
        from fairground.editor.dialogs.new_map import NewMapDialog  # noqa: PLC0415  # dialogs load when used

        dialog = NewMapDialog(self._window)
        dialog.chosen.connect(lambda wanted: self.leave(lambda: self._make(wanted)))
        dialog.open()

    def ask_open(self) -> None:
        """Ask for a file, and open it."""
        document = self._session.document
        folder = (
            document.path.parent
            if document and document.path
            else next((path.parent for path in self._session.recent), Path.home())
        )
        dialog = QFileDialog(self._window, "Open a scenario", str(folder), _FILTER)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.open(Path(name)))
        dialog.open()

    def open(self, path: Path) -> None:
        """Open a file, after what is open was saved or given up."""
        self.leave(lambda: self._guarded(lambda: self._session.open(path), path))

    def open_copy(self, path: Path) -> None:
        """Open what is in a file as a scenario without a file."""
        from fairground.core.files import load  # noqa: PLC0415  # loaded when used

        def copied() -> None:
            scenario = load(path)
            self._session.adopt(scenario)

        self.leave(lambda: self._guarded(copied, path))

    def recover(self, journal: Path) -> None:
        """Open what a journal holds."""
        self.leave(lambda: self._guarded(lambda: self._session.recover(journal), journal))

    def reload(self) -> None:
        """Read the open file again, giving up what was not saved."""
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
        dialog = QFileDialog(self._window, "Save the scenario as", str(self._suggested(".yaml")), _FILTER)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("yaml")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self._save(Path(name), then))
        dialog.open()

    def export(self) -> None:
        """Ask for a format and a file, and export."""
        self._before_save()
        from fairground.editor.dialogs.export import ExportDialog  # noqa: PLC0415  # dialogs load when used

        if self._session.document is not None:
            ExportDialog(self._session.document.scenario, self._suggested(""), self._window).open()

    # -- closing --------------------------------------------------------------------------------------------

    def is_safe(self) -> bool:
        """Whether the document can go without a loss."""
        self._before_save()
        return self._session.document is None or not self._session.document.is_dirty

    def leave(self, then: Callable[[], object]) -> None:
        """Call ``then`` when the document can go: it is saved, or its changes are given up."""
        document = self._session.document
        if document is None or self.is_safe():
            then()
            return
        from fairground.editor.dialogs.unsaved import Choice, UnsavedDialog  # noqa: PLC0415  # dialogs load when used

        def decided(choice: Choice) -> None:
            if choice is Choice.SAVE:
                self.save(then)
            elif choice is Choice.DISCARD:
                then()

        dialog = UnsavedDialog(document.title, self._window)
        dialog.decided.connect(decided)
        dialog.open()

    def close(self) -> None:
        """Close the document and show the welcome page."""
        self.leave(self._session.close)

    # -- problems -------------------------------------------------------------------------------------------

    def tell(self, error: FairgroundError, path: Path | None = None) -> None:
        """Show what is wrong with a file; where part of it could be read, offer that as a copy."""
        from fairground.editor.dialogs.file_problems import FileProblemsDialog  # noqa: PLC0415  # dialogs load when used

        findings = tuple(getattr(error, "problems", ()))
        scenario = self._readable(path) if findings and path is not None else None
        dialog = FileProblemsDialog(f"{error}", findings, readable=scenario is not None, parent=self._window)
        if scenario is not None:
            dialog.accepted.connect(lambda: self._session.adopt(scenario))
        dialog.open()

    def _readable(self, path: Path) -> Scenario | None:
        from fairground.core.files import read  # noqa: PLC0415  # loaded when used

        try:
            return read(path).scenario
        except FairgroundError:
            return None

    def _make(self, wanted: NewMap) -> None:
        self._guarded(
            lambda: self._session.new(
                wanted.name, layout=wanted.layout, size=wanted.size, ruleset=wanted.ruleset
            )
        )

    def _save(self, path: Path | None, then: Callable[[], object] | None) -> None:
        try:
            self._session.save(path)
        except FairgroundError as error:
            self.tell(error)
            return
        if then is not None:
            then()

    def _guarded(self, work: Callable[[], object], path: Path | None = None) -> None:
        try:
            work()
        except FairgroundError as error:
            self.tell(error, path)

    def _suggested(self, ending: str) -> Path:
        document = self._session.document
        if document is not None and document.path is not None:
            return document.path.with_suffix(ending) if ending else document.path
        name = document.scenario.name if document else ""
        stem = "-".join("".join(c if c.isalnum() else " " for c in name).lower().split()) or "arena"
        folder = next((path.parent for path in self._session.recent), Path.home())
        return folder / f"{stem}{ending}"
