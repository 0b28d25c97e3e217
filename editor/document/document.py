"""The document: a scenario that only edits change, with undo and events."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, ClassVar, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from fairground.core.errors import ScenarioError
from fairground.editor.app.texts import tr
from fairground.editor.document.board_patch import STILL, BoardPatch
from fairground.editor.document.events import (
    BoardMoved,
    CellsChanged,
    Event,
    FieldChanged,
    HexsidesChanged,
    merged_events,
)
from fairground.editor.document.part_patches import fit_missions
from fairground.editor.document.patches import CellPatch, HexsidePatch
from fairground.editor.document.scenario_patches import reload_patches
from fairground.editor.document.undo_steps import DocumentEdit, HistoryBound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from fairground.core.grid.labels import LabelStyle
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.patches import Patch


def follow(before: Document | None, after: Document | None, slot: Callable[[Event], None]) -> None:
    """Connect ``slot`` to the changes of one document instead of another's."""
    if before is not None:
        before.changed.disconnect(slot)
    if after is not None:
        after.changed.connect(slot)


class Recorder(Protocol):
    """Records the changes of a document for recovery after a crash."""

    def edited(self, text: str, patches: tuple[Patch, ...], stroke: int | None) -> None:
        """Record an edit."""
        ...

    def stepped(self, index: int) -> None:
        """Record that undo or redo moved to a place in the history."""
        ...

    def taken_back(self, stroke: int) -> None:
        """Record that the last step, of that stroke, was taken back."""
        ...

    def saved(self, path: Path) -> None:
        """Record that the document was written to its file."""
        ...


class Document(QObject):
    """One open scenario.

    Only ``edit``, ``undo`` and ``redo`` change ``scenario``. ``revision`` grows with every change. ``state`` numbers what the
    document is like: undo and redo give it the number that it had then; results of slow work carry the state they belong to.
    """

    #: Whether it is the copy of a what-if, which is never saved.
    is_what_if: ClassVar[bool] = False

    #: An ``Event``.
    changed = Signal(object)
    #: Whether there is anything to save.
    dirty_changed = Signal(bool)
    #: The path has changed.
    path_changed = Signal()
    #: The ways to win that an edit dropped, since it removed what they name: a tuple of ``Raiders: destroy Wagon``.
    wins_dropped = Signal(object)
    #: The oldest steps were forgotten to save memory; emitted once.
    history_cut = Signal()

    def __init__(self, scenario: Scenario, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.scenario = scenario
        self.path = path
        #: The digest of the file's content when it was last read or written here; empty if unknown.
        self.on_disk = ""
        #: The paths of the images that the latest save copied to the folder of the file.
        self.carried_images: tuple[str, ...] = ()
        #: The contents that saves have written to the ruleset file.
        self._own_rules: set[bytes] = set()
        self.revision = 0
        self.state = 0
        #: The revision at which the rules were last read; earlier states were under other rules.
        self._rules_revision = 0
        self.recorder: Recorder | None = None
        #: Whether it has unsaved content besides its edits: recovered work, or an import.
        self._is_unsaved = False
        #: Whether a journal is being replayed.
        self.is_replayed = False
        self.undo_stack = QUndoStack(self)
        self._bound = HistoryBound(self.undo_stack)
        # The stack's own signal is emitted even while both are being destroyed, which crashes.
        self._was_dirty = False
        #: Events to emit at the end of a walk through the history; None outside one.
        self._pending: list[Event] | None = None

    @property
    def is_dirty(self) -> bool:
        """Whether the scenario differs from its file, or was changed without one."""
        return self._is_unsaved or not self.undo_stack.isClean()

    @property
    def title(self) -> str:
        """The file's name, or the scenario's where there is no file yet."""
        return self.path.name if self.path else self.scenario.name or tr("Untitled")

    @property
    def origin(self) -> Document:
        """The document that this is a state of; itself unless it is a copy."""
        return self

    @property
    def opening(self) -> str:
        """The first entry of the history."""
        return tr("Opened") if self.path else tr("Started")

    def edit(self, text: str, patches: Iterable[Patch | None], *, stroke: int | None = None) -> bool:
        """Make a change as one step named ``text``; return whether there was anything to change.

        Ways to win lose what the change removes. Consecutive edits with the same ``stroke`` number become one step.
        """
        wanted = tuple(patch for patch in patches if patch is not None)
        fit, gone = fit_missions(self.scenario, wanted)
        is_edited = self._edit(text, (*wanted, fit) if fit else wanted, stroke)
        if gone:
            self.wins_dropped.emit(gone)
        return is_edited

    def _edit(self, text: str, patches: tuple[Patch, ...], stroke: int | None = None) -> bool:
        if not patches:
            return False
        if self.recorder:
            self.recorder.edited(text, patches, stroke)
        self.push(text, patches, stroke)
        return True

    def push(self, text: str, patches: tuple[Patch, ...], stroke: int | None = None) -> None:
        """Make a change as a step of the history; for ``edit`` and subclasses only."""
        index = self.undo_stack.index()
        last = self._last_of(stroke)
        if last is None:
            self.undo_stack.push(DocumentEdit(self, text, patches, stroke))
        else:
            # If Qt merged two commands it would delete the second, which Python would keep for ever.
            last.extend(patches)
            self.undo_stack.indexChanged.emit(index)
        self._bound.pushed(index)
        # A recovery needs all steps.
        if not self.is_replayed:
            self._keep_bound()
        self._update_dirty()

    def _last_of(self, stroke: int | None) -> DocumentEdit | None:
        """Return the last step if an edit of the stroke extends it; None if the edit is a new step."""
        stack = self.undo_stack
        at = stack.index()
        # The saved state stays a step of its own.
        if stroke is None or at < stack.count() or at == stack.cleanIndex():
            return None
        last = stack.command(at - 1)
        return last if isinstance(last, DocumentEdit) and last.stroke == stroke else None

    @property
    def earliest(self) -> int:
        """The earliest index of the history that can be restored: 0, unless steps were forgotten."""
        return self._bound.earliest

    def _keep_bound(self) -> None:
        is_first = not self._bound.earliest
        if self._bound.keep() and is_first:
            self.history_cut.emit()

    def undo(self) -> None:
        """Undo the last step, if there is one."""
        self.go_to(self.undo_stack.index() - 1)

    def redo(self) -> None:
        """Redo the next step, if there is one."""
        self.go_to(self.undo_stack.index() + 1)

    def go_to(self, index: int) -> None:
        """Undo or redo up to an index of the history, if it exists; events are merged and emitted at the end."""
        if not self.earliest <= index <= self.undo_stack.count() or index == self.undo_stack.index():
            return
        if self.recorder:
            self.recorder.stepped(index)
        events: list[Event] = []
        self._pending = events
        try:
            self.undo_stack.setIndex(index)
        finally:
            self._pending = None
            for event in merged_events(events):
                self.changed.emit(event)
        self._update_dirty()

    def take_back(self, stroke: int) -> None:
        """Undo and forget the last step if it is of that stroke, which was cancelled."""
        index = self.undo_stack.index()
        last = self.undo_stack.command(index - 1) if index else None
        if not isinstance(last, DocumentEdit) or last.stroke != stroke:
            return
        if self.recorder:
            self.recorder.taken_back(stroke)
        last.is_cancelled = True
        self.undo_stack.undo()
        self._update_dirty()

    def apply(self, patches: tuple[Patch, ...], *, forward: bool, state: int = -1) -> None:
        """Apply patches, which bring a former ``state`` back unless it is -1, and emit events; for ``DocumentEdit`` only."""
        for patch in patches if forward else reversed(patches):
            patch.apply(self.scenario, forward=forward)
        self.revision += 1
        self.state = state if state >= self._rules_revision else self.revision
        events: list[Event] = []
        for patch in patches:
            events.append(event_of(patch))
            if isinstance(patch, BoardPatch) and patch.moved != STILL:
                events.append(BoardMoved(patch.moved if forward else patch.moved.inverse))
        if self._pending is not None:
            self._pending += events
            return
        for event in events:
            self.changed.emit(event)

    def show_labels(self, style: LabelStyle | None) -> None:
        """Name hexes in the style that the user prefers; None for that of the scenario. This is no edit."""
        if self.scenario.board.shown_style is not style:
            self.scenario.board.shown_style = style
            self.changed.emit(FieldChanged("board.shown_style"))

    def refresh_rules(self) -> None:
        """Read the ruleset again, after its file was changed.

        Raises
        ------
        RulesetError
            When it cannot be read or has errors; the previous rules stay.
        """
        from fairground.core.files.own_rules import adopt_saved_draft

        saved = adopt_saved_draft(self.scenario)
        if saved is not None:
            self._own_rules.add(saved)
        self.scenario.refresh_rules()
        self.revision += 1
        self.state = self._rules_revision = self.revision
        self.changed.emit(FieldChanged("ruleset"))

    def save(self, path: Path | None = None) -> bytes:
        """Write the file, to a new ``path`` if given; return its content.

        Raises
        ------
        FileError
            When it cannot be written; the old file is intact and the document still dirty.
        ScenarioError
            When there is no path.
        """
        target = path or self.path
        if target is None:
            raise ScenarioError(tr("the scenario has not been saved yet; choose a file"))
        from fairground.core.files import carry_images, to_bytes, write_bytes
        from fairground.core.files.own_rules import save_draft

        rules = save_draft(self.scenario, target.parent, known=self._own_rules)
        if rules is not None:
            self._own_rules.add(rules)
        written = to_bytes(self.scenario)
        self.carried_images = carry_images(self.scenario, target.parent)
        write_bytes(target, written)
        if target != self.path:
            self.path = target
            self.scenario.folder = target.parent
            self.path_changed.emit()
        self._match_file(target, hashlib.sha256(written).hexdigest())
        return written

    def reload(self, scenario: Scenario, digest: str) -> None:
        """Replace the scenario by that of its file, as one step; undo restores unsaved work.

        ``digest`` is that of the file's content, as ``on_disk``.

        Raises
        ------
        ScenarioError
            When there is no path.
        """
        if self.path is None:
            raise ScenarioError(tr("the scenario has not been saved yet; choose a file"))
        text = tr("Reload {name}").format(name=self.path.name)
        self._edit(text, tuple(reload_patches(self.scenario, scenario)))
        self.scenario.newline, self.scenario.byte_order_mark = scenario.newline, scenario.byte_order_mark
        self._match_file(self.path, digest)

    def _match_file(self, path: Path, digest: str) -> None:
        """Take note that the file has the present state."""
        self.on_disk = digest
        self._is_unsaved = False
        if self.recorder:
            self.recorder.saved(path)
        self.undo_stack.setClean()
        self._update_dirty()

    def mark_recovered(self) -> None:
        """Mark the document as unsaved, once its journal is replayed."""
        self.is_replayed = False
        self._keep_bound()
        self.mark_unsaved()

    def mark_unsaved(self) -> None:
        """Mark the document as unsaved although it was not edited, such as an import."""
        self._is_unsaved = True
        self._update_dirty()

    def _update_dirty(self) -> None:
        if self.is_dirty != self._was_dirty:
            self._was_dirty = self.is_dirty
            self.dirty_changed.emit(self._was_dirty)


def event_of(patch: Patch) -> Event:
    """Return the event of a patch."""
    if isinstance(patch, CellPatch):
        return CellsChanged(patch.layer, patch.cells)
    if isinstance(patch, HexsidePatch):
        return HexsidesChanged(patch.sides)
    if isinstance(patch, BoardPatch):
        return FieldChanged("board")
    return FieldChanged(patch.field)
