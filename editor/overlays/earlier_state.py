"""The earlier state: saved answers of overlays, and their differences from the present ones, hex by hex."""

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
    """How a hex has changed."""

    SAME = 0
    #: It has something new, or more of it.
    GAINED = 1
    #: It no longer has something, or less of it.
    LOST = 2
    #: It has something else.
    OTHER = 3


@dataclass(frozen=True, slots=True, eq=False)
class AnswerDifference:
    """How every hex has changed: a ``HexChange`` each, uint8 ``[rows, columns]``."""

    cells: NDArray[np.uint8]

    def count(self, change: HexChange) -> int:
        """Return how many hexes have changed that way."""
        return int((self.cells == change).sum())

    @property
    def words(self) -> str:
        """How many hexes have changed: ``+12 hexes, -3 hexes, 1 hex otherwise``."""
        gained, lost, other = (self.count(it) for it in (HexChange.GAINED, HexChange.LOST, HexChange.OTHER))
        counts = [
            text
            for number, text in (
                (gained, f"+{hex_count(gained)}"),
                (lost, f"-{hex_count(lost)}"),
                (other, tr("{hexes} different").format(hexes=hex_count(other))),
            )
            if number
        ]
        return ", ".join(counts) or tr("no hex has changed")


def of_kinds(before: NDArray[np.integer], after: NDArray[np.integer]) -> AnswerDifference:
    """Return the changes of the kinds of hexes, 0 for none; both arrays are ``[rows, columns]``.

    Gained are hexes that had no kind before, lost are those that have none now.

    >>> of_kinds(np.array([[0, 1, 1, 1]]), np.array([[1, 0, 2, 1]])).cells.tolist()
    [[1, 2, 3, 0]]
    """
    cells = np.where(before == after, HexChange.SAME, HexChange.OTHER)
    cells[(before == 0) & (after != 0)] = HexChange.GAINED
    cells[(before != 0) & (after == 0)] = HexChange.LOST
    return AnswerDifference(cells.astype(np.uint8))


def of_counts(before: NDArray[np.integer], after: NDArray[np.integer]) -> AnswerDifference:
    """Return the changes of the numbers of hexes; both arrays are ``[rows, columns]``.

    Gained are hexes with a larger number than before, lost are those with a smaller one.

    >>> of_counts(np.array([[4, 4, 4]]), np.array([[5, 3, 4]])).cells.tolist()
    [[1, 2, 0]]
    """
    cells = np.zeros(before.shape, np.uint8)
    cells[after > before] = HexChange.GAINED
    cells[after < before] = HexChange.LOST
    return AnswerDifference(cells)


class Moment(NamedTuple):
    """A state of a document with the answers at that time, by the ids of overlays."""

    document: ref[Document]
    state: int
    words: str
    answers: dict[str, object]


class Earlier(QObject):
    """Saves a state of a document with the answers of overlays, for comparison.

    Other panels that compare follow ``changed`` and read ``is_kept`` and ``is_shown``.
    """

    #: A state was saved or dropped, or is shown instead of the present one, or no longer.
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        #: Whether the overlays show the earlier state instead of the present one.
        self.is_shown = False
        self._moment: Moment | None = None

    @property
    def is_kept(self) -> bool:
        """Whether there is an earlier state."""
        return self._moment is not None

    @property
    def words(self) -> str:
        """The name of the state: ``step 3, Paint``; empty without one."""
        return self._moment.words if self._moment is not None else ""

    @property
    def moment(self) -> Moment | None:
        """The saved state; None without one."""
        return self._moment

    @moment.setter
    def moment(self, moment: Moment | None) -> None:
        self._moment = moment
        self.is_shown = False
        self.changed.emit()

    def keep(self, document: Document, words: str = "") -> None:
        """Save the present state; answers follow with ``offer``. ``words`` name it, by default its step."""
        self.moment = Moment(ref(document), document.state, words or _step_name(document), {})

    def flip(self) -> None:
        """Switch between the earlier and the present state; do nothing without an earlier one."""
        if self.is_kept:
            self.is_shown = not self.is_shown
            self.changed.emit()

    def drop(self) -> None:
        """Forget the earlier state."""
        if self.is_kept:
            self.moment = None

    def offer(self, name: str, answer: object, document: Document) -> bool:
        """Save the answer of an overlay if it is the first about the earlier state; return whether it is."""
        saved = self._moment
        if saved is None or saved.document() is not document or saved.state != document.state:
            return False
        if name in saved.answers:
            return False
        saved.answers[name] = answer
        return True

    def put(self, name: str, answer: object) -> None:
        """Replace the saved answer of an overlay."""
        if self._moment is not None:
            self._moment.answers[name] = answer

    def answer(self, name: str) -> object | None:
        """Return the saved answer of an overlay; None without one."""
        return self._moment.answers.get(name) if self._moment is not None else None


def _step_name(document: Document) -> str:
    stack = document.undo_stack
    name = f", {stack.undoText()}" if stack.undoText() else ""
    if not stack.index() and document.is_what_if:
        return tr("the current map")
    if not stack.index():
        return tr("the map when it was opened")
    return tr("step {index}{name}").format(index=stack.index(), name=name)
