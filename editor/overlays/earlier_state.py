"""The earlier state: what the overlays told at some moment, kept to be compared with what they tell now.

What two answers about one board differ in, hex by hex.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple
from weakref import ref

import numpy as np
from PySide6.QtCore import QObject, Signal

from fairground.editor.app.texts import hex_count, tr

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fairground.editor.document.document import Document


class HexChange(IntEnum):
    """What has become of a hex."""

    SAME = 0
    #: It has now what it had not before, or more of it.
    GAINED = 1
    #: It has no more what it had before, or less of it.
    LOST = 2
    #: It has something else.
    OTHER = 3


@dataclass(frozen=True, slots=True, eq=False)
class AnswerDifference:
    """What has become of every hex: a ``HexChange`` each, uint8 ``[rows, columns]``."""

    cells: NDArray[np.uint8]

    def count(self, change: HexChange) -> int:
        """Return how many hexes have changed so."""
        return int((self.cells == change).sum())

    @property
    def words(self) -> str:
        """How many hexes have changed: ``+12 hexes, -3 hexes, 1 hex otherwise``."""
        gained, lost, other = (self.count(it) for it in (HexChange.GAINED, HexChange.LOST, HexChange.OTHER))
        told = [
            text
            for number, text in (
                (gained, f"+{hex_count(gained)}"),
                (lost, f"-{hex_count(lost)}"),
                (other, tr("{hexes} differ").format(hexes=hex_count(other))),
            )
            if number
        ]
        return ", ".join(told) or tr("no hex has changed")


def of_kinds(before: NDArray[np.integer], after: NDArray[np.integer]) -> AnswerDifference:
    """Return what has become of hexes that are of some kind each, 0 for none; both arrays are ``[rows, columns]``.

    Gained is a hex that was of none, lost one that is of none now.

    >>> of_kinds(np.array([[0, 1, 1, 1]]), np.array([[1, 0, 2, 1]])).cells.tolist()
    [[1, 2, 3, 0]]
    """
    cells = np.where(before == after, HexChange.SAME, HexChange.OTHER)
    cells[(before == 0) & (after != 0)] = HexChange.GAINED
    cells[(before != 0) & (after == 0)] = HexChange.LOST
    return AnswerDifference(cells.astype(np.uint8))


def of_counts(before: NDArray[np.integer], after: NDArray[np.integer]) -> AnswerDifference:
    """Return what has become of hexes with a number each; both arrays are ``[rows, columns]``.

    Gained is a hex with a larger number than before, lost one with a smaller.

    >>> of_counts(np.array([[4, 4, 4]]), np.array([[5, 3, 4]])).cells.tolist()
    [[1, 2, 0]]
    """
    cells = np.zeros(before.shape, np.uint8)
    cells[after > before] = HexChange.GAINED
    cells[after < before] = HexChange.LOST
    return AnswerDifference(cells)


class Moment(NamedTuple):
    """A moment of a document with what was told then, to be put back later."""

    document: ref[Document]
    revision: int
    words: str
    answers: dict[str, object]


class Earlier(QObject):
    """Remembers a moment of a document, and the answers that overlays had then, by their ids.

    Whoever else can be compared listens to ``changed`` and asks ``is_kept`` and ``is_shown``.
    """

    #: A moment was kept or forgotten, or is shown in place of now, or no longer.
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        #: Whether the overlays show the earlier state instead of what is now.
        self.is_shown = False
        self._moment: Moment | None = None

    @property
    def is_kept(self) -> bool:
        """Whether there is an earlier state."""
        return self._moment is not None

    @property
    def words(self) -> str:
        """Which state it is: ``step 3, Paint``; empty while none is kept."""
        return self._moment.words if self._moment is not None else ""

    @property
    def moment(self) -> Moment | None:
        """What is kept; None for nothing. Setting it puts back what was kept before."""
        return self._moment

    @moment.setter
    def moment(self, moment: Moment | None) -> None:
        self._moment = moment
        self.is_shown = False
        self.changed.emit()

    def keep(self, document: Document, words: str = "") -> None:
        """Keep this moment in place of any other; the answers are handed in with ``offer``.

        ``words`` say which moment it is; without them it is called by its step.
        """
        self.moment = Moment(ref(document), document.revision, words or _step_words(document), {})

    def flip(self) -> None:
        """Show the earlier state instead of what is now, or the other way round; nothing happens without one."""
        if self.is_kept:
            self.is_shown = not self.is_shown
            self.changed.emit()

    def drop(self) -> None:
        """Forget the earlier state."""
        if self.is_kept:
            self.moment = None

    def offer(self, name: str, answer: object, document: Document) -> bool:
        """Hand in the answer of an overlay about a document as it is now; return whether it is the one that is kept.

        It is, when it is about the moment that is kept and the first about it: slow answers come a while later.
        """
        kept = self._moment
        if kept is None or kept.document() is not document or kept.revision != document.revision:
            return False
        if name in kept.answers:
            return False
        kept.answers[name] = answer
        return True

    def put(self, name: str, answer: object) -> None:
        """Have an overlay have told something at the moment that is kept, whatever it told before."""
        if self._moment is not None:
            self._moment.answers[name] = answer

    def answer(self, name: str) -> object | None:
        """Return what an overlay told at that moment; None when it told nothing."""
        return self._moment.answers.get(name) if self._moment is not None else None


def _step_words(document: Document) -> str:
    stack = document.undo_stack
    name = f", {stack.undoText()}" if stack.undoText() else ""
    if not stack.index() and document.is_what_if:
        return tr("the current map")
    if not stack.index():
        return tr("the map when it was opened")
    return tr("step {index}{name}").format(index=stack.index(), name=name)
