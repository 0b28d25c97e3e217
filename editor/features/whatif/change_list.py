"""What if: a list of changes to a copy of the open document, which can be gone through, dropped, or taken over."""

from __future__ import annotations

from collections import deque
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
    from fairground.core.whatif.changes import Change
    from fairground.editor.document.document import Document
    from fairground.editor.features.whatif.job import Tried, WhatIfOutcome, WhatIfReply
    from fairground.editor.jobs.job_scenario import JobScenario
    from fairground.editor.jobs.worker import Worker

    Changes = tuple[Change, ...]
    #: Makes of the changes that there are those that are wanted; the same when there is nothing to do.
    Wish = Callable[[Changes], Changes]


class WhatIfStep(NamedTuple):
    """A place in the history of the copy: all changes up to there, and what came of each."""

    changes: Changes
    outcomes: tuple[WhatIfOutcome, ...]


class WhatIf(QObject):
    """Asks the worker what comes of changes, and makes each a step of the copy.

    What is wanted while an answer is awaited waits for its turn. The open document is never touched but by ``apply_to_map``.
    When it changes by itself, as when the file of its ruleset does, there is another copy with the same changes.
    """

    #: The copy, as another one or None; views go over to it, or back to the document.
    copy_changed = Signal(object)
    #: The changes, or what is awaited, are others.
    changed = Signal()
    #: A sentence: why something was not done.
    refused = Signal(str)
    #: Somebody tried to edit the copy as if it were the map.
    edit_refused = Signal()

    def __init__(self, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.copy: WhatIfCopy | None = None
        self._original: Document | None = None
        self._steps = [WhatIfStep((), ())]
        self._wishes: deque[Wish] = deque()
        self._asked: Changes = ()
        self._is_taking = False
        self._inquiry = ScenarioLatestAnswer(worker, self)
        self._inquiry.answered.connect(self._take)
        self._inquiry.failed.connect(self._fail)
        # One change of the document may tell of several.
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self._begin_again)

    # -- what there is --------------------------------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether there is a copy."""
        return self.copy is not None

    @property
    def is_waiting(self) -> bool:
        """Whether an answer is to come."""
        return self._inquiry.is_waiting or self._again.isActive()

    @property
    def changes(self) -> Changes:
        """The changes that made the copy what it is now."""
        return self._now.changes

    @property
    def told(self) -> tuple[WhatIfReply, ...]:
        """What came of the last change, in sentences."""
        outcomes = self._now.outcomes
        return outcomes[-1].told if outcomes else ()

    @property
    def rounds(self) -> int:
        """How many rounds have passed."""
        from fairground.core.whatif.changes import PassRounds

        return sum(it.rounds for it in self.changes if isinstance(it, PassRounds))

    @property
    def words(self) -> str:
        """The changes in words; empty while there are none."""
        return ", ".join(map(str, self.changes))

    @property
    def _now(self) -> WhatIfStep:
        at = self.copy.undo_stack.index() if self.copy is not None else 0
        return self._steps[min(at, len(self._steps) - 1)]

    # -- life -----------------------------------------------------------------------------------------------

    def begin(self, document: Document, changes: Changes = ()) -> None:
        """Make a copy of a document, with some changes to begin with."""
        self._drop()
        self._original = document
        document.changed.connect(self._original_changed)
        self._make_copy()
        if changes:
            self.want(lambda _now: changes)

    def leave(self) -> None:
        """Forget copy and changes."""
        if self.copy is not None:
            self._drop()
            self.copy_changed.emit(None)
            self.changed.emit()

    def close(self) -> None:
        """Forget copy and changes, and tell nobody: the document is not the open one any more."""
        self._drop()

    def apply_to_map(self) -> bool:
        """Make what the copy has become one step of the document, and forget the copy; return whether it was done."""
        copy, document = self.copy, self._original
        if copy is None or document is None:
            return False
        if self.is_waiting or self._wishes:
            self.refused.emit(tr("Still calculating the last change. Try again in a moment."))
            return False
        patches = state_patches(document.scenario, copy.scenario)
        if not patches:
            self.refused.emit(tr("Nothing to apply: the what-if is the same as the map."))
            return False
        words = self.words
        self.leave()
        document.edit(tr("What if: {changes}").format(changes=words), patches)
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
        self._wishes.clear()
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
        """Do the changes again on the document as it has become."""
        changes, before = self.changes, self.copy
        if before is None:
            return
        self._wishes.clear()
        self._inquiry.forget()
        before.undo_stack.indexChanged.disconnect(self._moved)
        self._make_copy()
        before.deleteLater()
        if changes:
            self.want(lambda _now: changes)
        self.refused.emit(tr("The map changed, so the what-if was repeated on it with the same changes."))

    def _moved(self, _index: int) -> None:
        """Hear that the history was gone through: what was wanted before is not any more."""
        if not self._is_taking:
            self._wishes.clear()
            self._inquiry.forget()
            self.changed.emit()

    # -- changes --------------------------------------------------------------------------------------------

    def want(self, wish: Wish) -> None:
        """Have other changes; a wish is asked what they are when its turn comes."""
        if self.copy is not None:
            self._wishes.append(wish)
            self._go_on()

    def add(self, change: Change) -> None:
        """Have one more change."""
        self.want(lambda now: (*now, change))

    def destroy(self, hexes: Collection[Hex]) -> None:
        """Destroy the terrain of hexes."""
        from fairground.core.whatif.changes import Destroy

        if self.copy is not None and hexes:
            self.add(Destroy(listed(self.copy.scenario.board.layout, hexes)))

    def restore(self, hexes: Collection[Hex]) -> None:
        """Have hexes not destroyed after all; nothing happens to others."""
        self.want(lambda now: self._without(now, frozenset(hexes)))

    def is_destroyed(self, at: Hex) -> bool:
        """Whether a hex is among those that a change destroys."""
        return self._without(self.changes, frozenset((at,))) != self.changes

    def put_effect(self, effect: str, hexes: Collection[Hex]) -> None:
        """Put an effect on hexes."""
        from fairground.core.whatif.changes import AddEffect

        if self.copy is not None and hexes:
            self.add(AddEffect(effect, listed(self.copy.scenario.board.layout, hexes)))

    def take_effect(self, effect: str, hexes: Collection[Hex]) -> None:
        """Take an effect from hexes."""
        from fairground.core.whatif.changes import RemoveEffect

        if self.copy is not None and hexes:
            self.add(RemoveEffect(effect, listed(self.copy.scenario.board.layout, hexes)))

    def set_weather(self, weather: str) -> None:
        """Have another weather, in place of one that was chosen right before."""
        self.want(lambda now: self._with_weather(now, weather))

    def pass_round(self, seed: int) -> None:
        """End the round; ``seed`` is what the dice are thrown by."""
        from fairground.core.whatif.changes import PassRounds

        self.add(PassRounds(1, seed))

    def _without(self, changes: Changes, hexes: frozenset[Hex]) -> Changes:
        """Return the changes, with those that destroy hexes sparing some; what is left with none goes."""
        from fairground.core.whatif.changes import Destroy

        if self.copy is None:
            return changes
        board = self.copy.scenario.board
        found: list[Change] = []
        for change in changes:
            if isinstance(change, Destroy):
                mask = change.where.mask(board)
                spared = mask & board.mask(hexes)
                if spared.any():
                    left = board.hexes_of(mask & ~spared)
                    if left:
                        found.append(Destroy(listed(board.layout, left)))
                    continue
            found.append(change)
        return tuple(found)

    def _with_weather(self, changes: Changes, weather: str) -> Changes:
        from fairground.core.whatif.changes import SetWeather

        if self.copy is None or weather == self.copy.scenario.weather:
            return changes
        if changes and isinstance(changes[-1], SetWeather):
            changes = changes[:-1]
        return (*changes, SetWeather(weather))

    # -- asking ---------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Ask for the next wish, once the one before is answered."""
        while self._wishes and not self._inquiry.is_waiting and self._original is not None:
            wanted = self._wishes.popleft()(self.changes)
            if wanted != self.changes:
                self._asked = wanted
                self._inquiry.ask_about(self._original, self._job)
        self.changed.emit()

    def _job(self, tag: tuple[int, ...], subject: JobScenario) -> WhatIfJob:
        return WhatIfJob(tag, subject, self._asked)

    def _take(self, tried: Tried) -> None:
        copy, before = self.copy, self.changes
        if copy is None:
            return
        is_one_more = self._asked[:-1] == before
        if is_one_more and tried.outcomes[-1].is_idle and not _is_time(self._asked[-1]):
            told = tried.outcomes[-1].told
            self.refused.emit(" ".join(it.text for it in told[:_MOST_REASONS]))
        else:
            patches = state_patches(copy.scenario, tried.scenario)
            index = copy.undo_stack.index()
            self._steps[index + 1 :] = [WhatIfStep(self._asked, tried.outcomes)]
            self._is_taking = True
            copy.take(_step_words(before, self._asked), patches)
            self._is_taking = False
            if is_one_more:
                refusals = [it.text for it in tried.outcomes[-1].told if it.is_refusal]
                if refusals:
                    self.refused.emit(" ".join(refusals[:_MOST_REASONS]))
        self._go_on()

    def _fail(self, sentence: str) -> None:
        self._wishes.clear()
        self.refused.emit(
            tr("Could not find the path: {failure}.").format(failure=sentence.removesuffix("."))
        )
        self.changed.emit()


#: How many reasons are told at once of a change that cannot be.
_MOST_REASONS = 2


def _is_time(change: Change) -> bool:
    from fairground.core.whatif.changes import PassRounds

    return isinstance(change, PassRounds)


def _step_words(before: Changes, after: Changes) -> str:
    """Return what a step of the history is called."""
    if after and after[:-1] in (before, before[:-1]):
        return str(after[-1])
    gone = [it for it in before if it not in after]
    if len(after) <= len(before) and gone:
        return tr("undo: {change}").format(change=", ".join(map(str, gone)))
    return trn("{n} change", "{n} changes", len(after)).format(n=len(after))
