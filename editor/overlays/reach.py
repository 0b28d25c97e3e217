"""The reach: in which turn a unit that sets out from the hex under the pointer, or a pinned one, can be where."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.pictures.reach_overlay import EDGE, ReachDrawing, number_amid, number_aside
from fairground.editor.app.texts import tr, turn_count
from fairground.editor.canvas.array_window import around, cut
from fairground.editor.document.mover_choice import mover_words, nothing_moves
from fairground.editor.jobs.movement import Reached, ReachJob
from fairground.editor.overlays.earlier_state import of_kinds
from fairground.editor.overlays.regions import outline_style, paint_edges, paint_signs
from fairground.editor.overlays.worker_overlay import AskedOverlay, OverlayOrigin

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.overlay import BoardOverlay
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.overlays.earlier_state import AnswerDifference
    from fairground.editor.tools.state import ToolState

_NUMBERS_FROM = 16.0


class ReachOverlay(AskedOverlay[Reached]):
    """Tints what is reached in each turn, and bleaches what is not reached at all; over a fill, lines and numbers."""

    id = "reach"
    title = tr("Reach by turn")
    rest = 0
    options = frozenset(("pin", "mover", "reach_turns"))
    changes = (tr("reached now, not before"), tr("reached before, not now"), tr("reached in another turn"))

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(state, worker, parent)
        self._origin = OverlayOrigin(state)

    @property
    def refusal(self) -> str:
        """Why nothing is reached."""
        return nothing_moves(self.document.scenario) if self.document else ""

    @property
    def heading(self) -> str:
        """The title with the hex."""
        shown: Reached | None = self.shown
        at = self._origin.hex(self.document) if shown is None else shown.origin
        if at is None or self.document is None:
            return self.title
        return tr("Reach from {name}").format(name=self._origin.name(self.document.scenario.board, at))

    @property
    def summary(self) -> str:
        """Who moves, and for how long."""
        shown: Reached | None = self.shown
        if self.document is None or shown is None:
            return ""
        mover = self.state.mover.mover(self.document.scenario)
        return f"{mover_words(mover)}, {turn_count(shown.limit)}"

    @property
    def wanting(self) -> str:
        """What to do while there is no hex to set out from."""
        return "" if self._origin.hex(self.document) is not None else tr("Point at a hex.")

    def point_at(self, at: Hex | None) -> None:
        """Set out from the hex under the pointer, unless one is pinned."""
        if self._origin.point_at(at):
            self.refresh_soon()

    def ask(self, document: Document) -> bool:
        """Ask how far one gets."""
        origin, choice, limit = self._origin.hex(document), self.state.mover, self.state.reach_turns
        if origin is None:
            return False
        self._inquiry.ask_about(document, lambda tag, subject: ReachJob(tag, subject, origin, choice, limit))
        return True

    def shape_of(self, found: Reached) -> tuple[int, ...]:
        """Return the shape of the turns."""
        return found.turns.shape

    def differ(self, before: Reached, after: Reached) -> AnswerDifference:
        """Tell what is reached now alone, before alone, and in another turn."""
        return of_kinds(before.turns + 1, after.turns + 1)

    def describe(self, found: Reached) -> ReachDrawing | None:
        """Describe the turns."""
        if self.document is None:
            return None
        return ReachDrawing(self.document.scenario, found.turns, (found.origin,), found.limit)

    def paint_found(self, frame: Frame, drawing: BoardOverlay) -> None:
        """Draw tints, lines and numbers, over them what stands on the board, and the ring."""
        super().paint_found(frame, drawing)
        shown: Reached | None = self.shown
        if shown is not None:
            self._origin.paint(frame, shown.origin)

    def paint_signs(self, frame: Frame) -> None:
        """Draw a line between hexes and those that are reached later, or not at all; and the numbers of turns."""
        shown: Reached | None = self.shown
        if shown is None:
            return
        never = np.iinfo(shown.turns.dtype).max
        when = np.where(shown.turns < 0, never, shown.turns)
        own = cut(when, frame.cells)
        inside = np.zeros(own.shape, np.uint8)
        for direction, beside in enumerate(around(when, frame.cells, frame.facts.board.layout, off=0)):
            inside |= (beside <= own).astype(np.uint8) << np.uint8(direction)
        paint_edges(frame, inside, (own < never) & (inside != 63), outline_style(EDGE))
        if frame.pitch >= _NUMBERS_FROM:
            number = number_aside if self.is_over else number_amid
            signs = [partial(number, turn) for turn in range(1, shown.limit + 1)]
            reached = np.maximum(cut(shown.turns, frame.cells), 0)
            paint_signs(frame, reached, ("reach-number", self.is_over), signs, least=1.4)
