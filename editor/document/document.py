"""The document: a scenario that only edits can change, with undo and events."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, ClassVar, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from fairground.core.errors import ScenarioError
from fairground.editor.app.texts import tr
from fairground.editor.document.board_patch import STILL, BoardPatch
from fairground.editor.document.edit import DocumentEdit, HistoryBound
from fairground.editor.document.events import (
    BoardMoved,
    CellsChanged,
    Event,
    FieldChanged,
    HexsidesChanged,
    together,
)
from fairground.editor.document.patches import CellPatch, HexsidePatch
from fairground.editor.document.scenario_patches import reload_patches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch


def follow(before: Document | None, after: Document | None, slot: Callable[[Event], None]) -> None:
    """Connect ``slot`` to the changes of one document instead of another's."""
    if before is not None:
        before.changed.disconnect(slot)
    if after is not None:
        after.changed.connect(slot)


class Recorder(Protocol):
    """Keeps what is done to a document, so that it can be done again after a crash."""

    def edited(self, text: str, patches: tuple[Patch, ...], stroke: int | None) -> None:
        """Record an edit."""
        ...

    def stepped(self, index: int) -> None:
        """Record that undo or redo moved to a place in the history."""
        ...

    def taken_back(self, stroke: int) -> None:
        """Record that the last step, which is of that stroke, was taken back."""
        ...

    def saved(self, path: Path) -> None:
        """Record that the document was written to its file."""
        ...


class Document(QObject):
    """One open scenario.

    ``scenario`` is read by everyone and written by ``edit``, ``undo`` and ``redo`` alone. ``revision`` grows with
    every change; results of slow work carry the revision they belong to.
    """

    #: Whether it is a copy that somebody asks "what if" of, which is never saved.
    is_what_if: ClassVar[bool] = False

    #: The most memory that the history takes, in bytes.
    most_history: ClassVar[int] = 2**28

    #: An ``Event``.
    changed = Signal(object)
    #: Whether there is anything to save.
    dirty_changed = Signal(bool)
    #: The file has another place, or now has one.
    path_changed = Signal()
    #: The history takes so much memory that its oldest steps were forgotten; told once.
    history_cut = Signal()

    def __init__(self, scenario: Scenario, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.scenario = scenario
        self.path = path
        #: The digest of what the file held when it was last read or written here; empty where that is not known.
        self.on_disk = ""
        self.revision = 0
        self.recorder: Recorder | None = None
        self._recovered = False
        #: Whether a journal does what was done already.
        self.is_replayed = False
        self.undo_stack = QUndoStack(self)
        self._bound = HistoryBound(self.undo_stack, self.most_history)
        # The stack's own signal would come even while both are being destroyed, and crash.
        self._was_dirty = False
        #: What is to be told when a walk through the history has come to its end; None while there is none.
        self._untold: list[Event] | None = None

    @property
    def is_dirty(self) -> bool:
        """Whether the scenario differs from its file, or has none and was changed."""
        return self._recovered or not self.undo_stack.isClean()

    @property
    def title(self) -> str:
        """The file's name, or the scenario's where there is no file yet."""
        return self.path.name if self.path else self.scenario.name or tr("Untitled")

    @property
    def origin(self) -> Document:
        """The document that this is a state of: itself, where it is no copy of another."""
        return self

    @property
    def opening(self) -> str:
        """What its history begins with, in a word or two."""
        return tr("Opened") if self.path else tr("Started")

    # -- changing -------------------------------------------------------------------------------------------

    def edit(self, text: str, patches: Iterable[Patch | None], *, stroke: int | None = None) -> bool:
        """Make a change as one step named ``text``; return whether there was anything to change.

        Edits with the same ``stroke`` number in a row become one step.
        """
        wanted = tuple(patch for patch in patches if patch is not None)
        if not wanted:
            return False
        if self.recorder:
            self.recorder.edited(text, wanted, stroke)
        self.push(text, wanted, stroke)
        return True

    def push(self, text: str, patches: tuple[Patch, ...], stroke: int | None = None) -> None:
        """Put a step on the history, and so make it; for ``edit`` and the subclasses alone."""
        index = self.undo_stack.index()
        last = self._last_of(stroke)
        if last is None:
            self.undo_stack.push(DocumentEdit(self, text, patches, stroke))
        else:
            # Qt would merge two commands by itself, and delete the second; Python would keep that for ever.
            last.extend(patches)
            self.undo_stack.indexChanged.emit(index)
        self._bound.pushed(index)
        # A recovery goes all the way again, whatever was forgotten while it was gone the first time.
        if not self.is_replayed:
            self._keep_bound()
        self._tell_dirty()

    def _last_of(self, stroke: int | None) -> DocumentEdit | None:
        """Return the last step where it is of a stroke and more of that may be put to it; None where a new one begins."""
        stack = self.undo_stack
        at = stack.index()
        # What the file holds stays a step of its own.
        if stroke is None or at < stack.count() or at == stack.cleanIndex():
            return None
        last = stack.command(at - 1)
        return last if isinstance(last, DocumentEdit) and last.stroke == stroke else None

    @property
    def earliest(self) -> int:
        """The earliest place in the history that can be gone back to: 0, unless steps were forgotten."""
        return self._bound.earliest

    def _keep_bound(self) -> None:
        is_first = not self._bound.earliest
        if self._bound.keep() and is_first:
            self.history_cut.emit()

    def undo(self) -> None:
        """Take back the last step; nothing happens at the beginning of the history."""
        self.go_to(self.undo_stack.index() - 1)

    def redo(self) -> None:
        """Do the next step again; nothing happens at the end of the history."""
        self.go_to(self.undo_stack.index() + 1)

    def go_to(self, index: int) -> None:
        """Undo or redo up to a place in the history; places outside it do nothing.

        However many steps it is, the views are told once, at the end.
        """
        if not self.earliest <= index <= self.undo_stack.count() or index == self.undo_stack.index():
            return
        if self.recorder:
            self.recorder.stepped(index)
        events: list[Event] = []
        self._untold = events
        try:
            self.undo_stack.setIndex(index)
        finally:
            self._untold = None
            for event in together(events):
                self.changed.emit(event)
        self._tell_dirty()

    def take_back(self, stroke: int) -> None:
        """Undo the last step and forget it, if it is of that stroke: the stroke was given up halfway."""
        index = self.undo_stack.index()
        last = self.undo_stack.command(index - 1) if index else None
        if not isinstance(last, DocumentEdit) or last.stroke != stroke:
            return
        if self.recorder:
            self.recorder.taken_back(stroke)
        last.is_given_up = True
        self.undo_stack.undo()
        self._tell_dirty()

    def apply(self, patches: tuple[Patch, ...], *, forward: bool) -> None:
        """Apply patches and tell the views; for ``DocumentEdit`` alone."""
        for patch in patches if forward else reversed(patches):
            patch.apply(self.scenario, forward=forward)
        self.revision += 1
        events: list[Event] = []
        for patch in patches:
            events.append(event_of(patch))
            if isinstance(patch, BoardPatch) and patch.moved != STILL:
                events.append(BoardMoved(patch.moved if forward else patch.moved.inverse))
        if self._untold is not None:
            self._untold += events
            return
        for event in events:
            self.changed.emit(event)

    def refresh_rules(self) -> None:
        """Read the ruleset again, after its file was changed, and tell the views; there is nothing to undo or save.

        Raises
        ------
        RulesetError
            When it cannot be read or has faults now; the rules from before stay, and so does all else.
        """
        self.scenario.refresh_rules()
        self.revision += 1
        self.changed.emit(FieldChanged("ruleset"))

    # -- the file -------------------------------------------------------------------------------------------

    def save(self, path: Path | None = None) -> bytes:
        """Write the file, at ``path`` from now on when one is given; return what was written.

        Raises
        ------
        FileError
            When it cannot be written; the old file is whole and the document still dirty.
        ScenarioError
            When there is no path yet.
        """
        target = path or self.path
        if target is None:
            raise ScenarioError(tr("the scenario has no file yet; choose one"))
        from fairground.core.files import to_bytes, write_bytes

        written = to_bytes(self.scenario)
        write_bytes(target, written)
        if target != self.path:
            self.path = target
            self.scenario.folder = target.parent
            self.path_changed.emit()
        self._match_file(target, hashlib.sha256(written).hexdigest())
        return written

    def reload(self, scenario: Scenario, digest: str) -> None:
        """Make the scenario what its file holds now, as one step: undo brings the unsaved work back.

        ``digest`` is that of the file's content, as in ``on_disk``.

        Raises
        ------
        ScenarioError
            When there is no path yet.
        """
        if self.path is None:
            raise ScenarioError(tr("the scenario has no file yet; choose one"))
        self.edit(tr("Reload {name}").format(name=self.path.name), reload_patches(self.scenario, scenario))
        # They belong to the file, not to the history.
        self.scenario.newline, self.scenario.byte_order_mark = scenario.newline, scenario.byte_order_mark
        self._match_file(self.path, digest)

    def _match_file(self, path: Path, digest: str) -> None:
        """Take note that the file holds what the document is now."""
        self.on_disk = digest
        self._recovered = False
        if self.recorder:
            self.recorder.saved(path)
        self.undo_stack.setClean()
        self._tell_dirty()

    def mark_recovered(self) -> None:
        """Hold the document for unsaved, whatever its history says."""
        self._recovered = True
        self.is_replayed = False
        self._keep_bound()
        self._tell_dirty()

    def _tell_dirty(self) -> None:
        if self.is_dirty != self._was_dirty:
            self._was_dirty = self.is_dirty
            self.dirty_changed.emit(self._was_dirty)


def event_of(patch: Patch) -> Event:
    """Return what a document tells when a patch was applied."""
    if isinstance(patch, CellPatch):
        return CellsChanged(patch.layer, patch.cells)
    if isinstance(patch, HexsidePatch):
        return HexsidesChanged(patch.sides)
    if isinstance(patch, BoardPatch):
        return FieldChanged("board")
    return FieldChanged(patch.field)
