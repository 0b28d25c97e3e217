"""The reach: in which turn a unit that sets out from the hex under the pointer, or a pinned one, can be where."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.pictures.colours import INK, PAPER
from fairground.core.pictures.fan_overlay import origin_ring
from fairground.core.pictures.reach_overlay import OPACITY, VEIL, shade
from fairground.editor.app.texts import hex_count, tr, turn_count
from fairground.editor.canvas.array_window import around, cut
from fairground.editor.canvas.map_items_painter import paint_objectives, paint_units
from fairground.editor.document.mover_choice import mover_words, nothing_moves
from fairground.editor.jobs.movement import Reached, ReachJob
from fairground.editor.overlays import fan_signs, reach_colours
from fairground.editor.overlays.earlier_state import of_kinds
from fairground.editor.overlays.overlay import LegendEntry
from fairground.editor.overlays.regions import (
    FarCells,
    FarEdges,
    colour_number,
    paint_edges,
    paint_signs,
    paint_tints,
)
from fairground.editor.overlays.worker_overlay import AskedOverlay, OverlayOrigin

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
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
        self._far, self._far_edges = FarCells(), FarEdges()
        #: Turns from 1, then what is not reached; 0 is left as it is.
        self._kinds = np.zeros((0, 0), np.int16)

    # -- what it says of itself -----------------------------------------------------------------------------

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

    def legend(self) -> tuple[LegendEntry, ...]:
        """Return the turns in which something is reached, with the number of hexes."""
        shown: Reached | None = self.shown
        if shown is None or self.document is None:
            return ()
        hexagon, first = self.hexagon, shown.turns
        ground = fan_signs.ground(hexagon)
        found = [LegendEntry((*ground, *origin_ring(0.0, 0.0, 0.85)), tr("start"))]
        for turn in range(1, shown.limit + 1):
            if count := int((first == turn).sum()):
                words = tr("in turn {turn}: {hexes}").format(turn=turn, hexes=hex_count(count))
                sample = (
                    reach_colours.number_aside(turn, 1.7)
                    if self.is_over
                    else reach_colours.sample(hexagon, turn)
                )
                found.append(LegendEntry((*ground, *sample), words))
        if count := int(((first < 0) & ~self.document.scenario.board.void).sum()):
            words = tr("not within {turns}: {hexes}").format(
                turns=turn_count(shown.limit), hexes=hex_count(count)
            )
            sample = () if self.is_over else fan_signs.beyond(hexagon)
            found.append(LegendEntry((*ground, *sample), words))
        return tuple(found)

    # -- working it out -------------------------------------------------------------------------------------

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

    def keep(self, found: Reached) -> None:
        """Tell apart what is drawn apart."""
        self._kinds = np.where(found.turns < 0, np.int16(found.limit + 1), found.turns)
        if self.document is not None and self._fits(found):
            self._kinds[self.document.scenario.board.void] = 0

    # -- drawing --------------------------------------------------------------------------------------------

    def paint_found(self, frame: Frame, found: Reached) -> None:
        """Draw tints, lines and numbers, over them what stands on the board, and the ring."""
        shades = [shade(turn) for turn in range(1, found.limit + 1)]
        if frame.camera.is_near:
            shown = cut(self._kinds, frame.cells)
            if not self.is_over:
                paint_tints(frame, shown, [*((colour, OPACITY) for colour in shades), (PAPER, VEIL)])
            self._paint_edges(frame, found.turns)
            if frame.pitch >= _NUMBERS_FROM:
                number = reach_colours.number_aside if self.is_over else reach_colours.number
                signs = [partial(number, turn) for turn in range(1, found.limit + 1)]
                reached = np.where(shown <= found.limit, shown, 0)
                paint_signs(frame, reached, ("reach-number", self.is_over), signs, least=1.4)
            paint_objectives(frame)
            paint_units(frame)
        elif self.is_over:
            self._far_edges.paint(frame, self._kinds, (0, *[colour_number(INK, 0.85)] * (found.limit + 1)))
        else:
            colours = (*(colour_number(colour, OPACITY) for colour in shades), colour_number(PAPER, VEIL))
            self._far.paint(frame, self._kinds, (0, *colours))
        self._origin.paint(frame, found.origin)

    def _paint_edges(self, frame: Frame, turns: NDArray[np.int16]) -> None:
        """Draw a line between hexes and those that are reached later, or not at all."""
        never = np.iinfo(turns.dtype).max
        when = np.where(turns < 0, never, turns)
        own = cut(when, frame.cells)
        inside = np.zeros(own.shape, np.uint8)
        for direction, beside in enumerate(around(when, frame.cells, frame.facts.board.layout, off=0)):
            inside |= (beside <= own).astype(np.uint8) << np.uint8(direction)
        paint_edges(frame, inside, (own < never) & (inside != 63), reach_colours.EDGE)
