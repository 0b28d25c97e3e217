"""The what-if: a list of changes to a copy of the open document, to undo, discard or apply to the map."""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from fairground.core.scenario.shapes import listed
from fairground.editor.app.texts import tr, trn
from fairground.editor.document.scenario_patches import state_patches
from fairground.editor.document.what_if_copy import WhatIfCopy
from fairground.editor.features.whatif.job import WhatIfJob
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.shapes import Listed
    from fairground.core.whatif.changes import Change
    from fairground.editor.document.document import Document
    from fairground.editor.features.whatif.job import Tried, WhatIfOutcome, WhatIfReply
    from fairground.editor.jobs.job_scenario import JobScenario
    from fairground.editor.jobs.worker import Worker

    Changes = tuple[Change, ...]
    #: Returns the new list of changes for the current one; the same list if there is nothing to do.
    Edit = Callable[[Changes], Changes]


class WhatIfStep(NamedTuple):
    """A step in the history of the copy: all changes up to it, and the outcome of each."""

    changes: Changes
    outcomes: tuple[WhatIfOutcome, ...]


class WhatIf(QObject):
    """Has the worker compute changes, and makes each one a step of the copy; one at a time.

    Only ``apply_to_map`` changes the open document. When the document changes otherwise, for example because its ruleset file
    did, the changes are repeated on a new copy.
    """

    #: The copy to show, or None for the document.
    copy_changed = Signal(object)
    #: The changes, or whether an answer is pending, have changed.
    changed = Signal()
    #: Why something was refused.
    refused = Signal(str)
    #: An edit of the copy was attempted.
    edit_refused = Signal()

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.copy: WhatIfCopy | None = None
        self._original: Document | None = None
        self._steps = [WhatIfStep((), ())]
        self._pending: deque[Edit] = deque()
        self._asked: Changes = ()
        self._is_taking = False
        self._inquiry = ScenarioLatestAnswer(worker, self)
        self._inquiry.answered.connect(self._take)
        self._inquiry.failed.connect(self._fail)
        # One change of the document may emit several events.
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self._begin_again)

    @property
    def is_on(self) -> bool:
        """Whether there is a copy."""
        return self.copy is not None

    @property
    def is_waiting(self) -> bool:
        """Whether an answer is pending."""
        return self._inquiry.is_waiting or self._again.isActive()

    @property
    def changes(self) -> Changes:
        """The changes up to the current step."""
        return self._now.changes

    @property
    def replies(self) -> tuple[WhatIfReply, ...]:
        """Sentences about the effects of the last change."""
        outcomes = self._now.outcomes
        return outcomes[-1].replies if outcomes else ()

    @property
    def rounds(self) -> int:
        """The number of rounds that have passed."""
        from fairground.core.whatif.changes import PassRounds

        return sum(it.rounds for it in self.changes if isinstance(it, PassRounds))

    @property
    def description(self) -> str:
        """The changes as text; empty for none."""
        text = ", ".join(map(str, self.changes))
        return self._original.scenario.board.hex_names.restyle(text) if self._original is not None else text

    @property
    def _now(self) -> WhatIfStep:
        at = self.copy.undo_stack.index() if self.copy is not None else 0
        return self._steps[min(at, len(self._steps) - 1)]

    # -- opening and closing --------------------------------------------------------------------------------

    def begin(self, document: Document, changes: Changes = ()) -> None:
        """Open a what-if of a document, with some changes to begin with."""
        self._drop()
        self._original = document
        document.changed.connect(self._original_changed)
        self._make_copy()
        if changes:
            self._change(lambda _now: changes)

    def leave(self) -> None:
        """Discard copy and changes."""
        if self.copy is not None:
            self._drop()
            self.copy_changed.emit(None)
            self.changed.emit()

    def close(self) -> None:
        """Discard copy and changes without signals, since the document is closed."""
        self._drop()

    def apply_to_map(self) -> bool:
        """Apply the changes to the document as one undo step, and close the what-if; return whether that was done."""
        copy, document = self.copy, self._original
        if copy is None or document is None:
            return False
        if self.is_waiting or self._pending:
            self.refused.emit(tr("Still calculating the last change. Try again in a moment."))
            return False
        patches = state_patches(document.scenario, copy.scenario)
        if not patches:
            self.refused.emit(tr("Nothing to apply: the what-if is the same as the map."))
            return False
        title = tr("What if: {changes}").format(changes=self.description)
        self.leave()
        document.edit(title, patches)
        return True

    def _make_copy(self) -> None:
        if self._original is None:
            return
        self.copy = WhatIfCopy(self._original, self)
        self.copy.refused.connect(self.edit_refused)
        self.copy.undo_stack.indexChanged.connect(self._moved)
        self._steps = [WhatIfStep((), ())]
        self.copy_changed.emit(self.copy)
        self.changed.emit()

    def _drop(self) -> None:
        self._again.stop()
        self._pending.clear()
        self._inquiry.forget()
        if self._original is not None:
            self._original.changed.disconnect(self._original_changed)
        copy, self.copy, self._original = self.copy, None, None
        if copy is not None:
            copy.undo_stack.indexChanged.disconnect(self._moved)
            copy.deleteLater()
        self._steps = [WhatIfStep((), ())]

    def _original_changed(self, _event: object) -> None:
        self._again.start()

    def _begin_again(self) -> None:
        """Repeat the changes on the changed document."""
        changes, before = self.changes, self.copy
        if before is None:
            return
        self._pending.clear()
        self._inquiry.forget()
        before.undo_stack.indexChanged.disconnect(self._moved)
        self._make_copy()
        before.deleteLater()
        if changes:
            self._change(lambda _now: changes)
        self.refused.emit(tr("The map changed, so the what-if changes were applied again to the new map."))

    def _moved(self, _index: int) -> None:
        """Drop pending changes after an undo or redo."""
        if not self._is_taking:
            self._pending.clear()
            self._inquiry.forget()
            self.changed.emit()

    # -- changes --------------------------------------------------------------------------------------------

    def _change(self, edit: Edit) -> None:
        """Change the list of changes; ``edit`` is called when those before it are done."""
        if self.copy is not None:
            self._pending.append(edit)
            self._send_next()

    def destroy(self, hexes: Collection[Hex]) -> None:
        """Destroy the terrain of hexes."""
        from fairground.core.whatif.changes import Destroy

        self._add(Destroy, hexes)

    def restore(self, hexes: Collection[Hex]) -> None:
        """Restore hexes destroyed by a change; others stay as they are."""
        self._change(lambda now: self._without(now, frozenset(hexes)))

    def is_destroyed(self, at: Hex) -> bool:
        """Whether a change destroys a hex."""
        return self._without(self.changes, frozenset((at,))) != self.changes

    def put_effect(self, effect: str, hexes: Collection[Hex]) -> None:
        """Place an effect on hexes."""
        from fairground.core.whatif.changes import AddEffect

        self._add(partial(AddEffect, effect), hexes)

    def take_effect(self, effect: str, hexes: Collection[Hex]) -> None:
        """Remove an effect from hexes."""
        from fairground.core.whatif.changes import RemoveEffect

        self._add(partial(RemoveEffect, effect), hexes)

    def _add(self, create: Callable[[Listed], Change], hexes: Collection[Hex]) -> None:
        """Add a change of some hexes."""
        if self.copy is not None and hexes:
            change = create(listed(self.copy.scenario.board.layout, hexes))
            self._change(lambda now: (*now, change))

    def set_weather(self, weather: str) -> None:
        """Change the weather; replaces a change of weather right before."""
        self._change(lambda now: self._with_weather(now, weather))

    def pass_round(self, seed: int) -> None:
        """End the round; ``seed`` is that of the dice."""
        from fairground.core.whatif.changes import PassRounds

        self._change(lambda now: (*now, PassRounds(1, seed)))

    def _without(self, changes: Changes, hexes: frozenset[Hex]) -> Changes:
        """Return the changes without the destruction of some hexes."""
        from fairground.core.whatif.changes import Destroy

        if self.copy is None:
            return changes
        board = self.copy.scenario.board
        remaining: list[Change] = []
        for change in changes:
            if isinstance(change, Destroy):
                mask = change.where.mask(board)
                spared = mask & board.mask(hexes)
                if spared.any():
                    left = board.hexes_of(mask & ~spared)
                    if left:
                        remaining.append(Destroy(listed(board.layout, left)))
                    continue
            remaining.append(change)
        return tuple(remaining)

    def _with_weather(self, changes: Changes, weather: str) -> Changes:
        from fairground.core.whatif.changes import SetWeather

        if self.copy is None or weather == self.copy.scenario.weather:
            return changes
        if changes and isinstance(changes[-1], SetWeather):
            changes = changes[:-1]
        return (*changes, SetWeather(weather))

    # -- requests -------------------------------------------------------------------------------------------

    def _send_next(self) -> None:
        """Send the next pending change, once the one before is answered."""
        while self._pending and not self._inquiry.is_waiting and self._original is not None:
            wanted = self._pending.popleft()(self.changes)
            if wanted != self.changes:
                self._asked = wanted
                self._inquiry.ask_about(self._original, self._job)
        self.changed.emit()

    def _job(self, tag: tuple[int, ...], subject: JobScenario) -> WhatIfJob:
        return WhatIfJob(tag, subject, self._asked)

    def _take(self, tried: Tried) -> None:
        from fairground.core.whatif.changes import PassRounds

        copy, before = self.copy, self.changes
        if copy is None:
            return
        is_one_more = self._asked[:-1] == before
        if is_one_more and tried.outcomes[-1].is_idle and not isinstance(self._asked[-1], PassRounds):
            replies = tried.outcomes[-1].replies
            self.refused.emit(" ".join(it.text for it in replies[:_MOST_REASONS]))
        else:
            patches = state_patches(copy.scenario, tried.scenario)
            index = copy.undo_stack.index()
            self._steps[index + 1 :] = [WhatIfStep(self._asked, tried.outcomes)]
            self._is_taking = True
            copy.take(_step_title(before, self._asked), patches)
            self._is_taking = False
            if is_one_more:
                refusals = [it.text for it in tried.outcomes[-1].replies if it.is_refusal]
                if refusals:
                    self.refused.emit(" ".join(refusals[:_MOST_REASONS]))
        self._send_next()

    def _fail(self, sentence: str) -> None:
        self._pending.clear()
        text = tr("Could not calculate the what-if: {failure}.")
        self.refused.emit(text.format(failure=sentence.removesuffix(".")))
        self.changed.emit()


#: The most reasons shown for a refused change.
_MOST_REASONS = 2


def _step_title(before: Changes, after: Changes) -> str:
    """Return the title of a step of the history."""
    if after and after[:-1] in (before, before[:-1]):
        return str(after[-1])
    undone = [it for it in before if it not in after]
    if len(after) <= len(before) and undone:
        return tr("undone: {change}").format(change=", ".join(map(str, undone)))
    return trn("{n} change", "{n} changes", len(after)).format(n=len(after))
