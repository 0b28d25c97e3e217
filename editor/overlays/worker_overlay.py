"""The bases of overlays that the worker computes, and of overlays of lines of sight."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

import numpy as np

from fairground.core.pictures.board_overlay import origin_ring
from fairground.editor.app.texts import tr
from fairground.editor.canvas.map_items_painter import paint_objectives, paint_units
from fairground.editor.canvas.sprites import Fit, Sprite
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
from fairground.editor.overlays.overlay import Overlay
from fairground.editor.overlays.regions import HexPainter
from fairground.editor.widgets.legend_rows import Freshness

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.board_overlay import BoardOverlay
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.tools.tool_state import ToolState


class OverlayOrigin:
    """The hex that an overlay is about: the pinned one, else the one under the pointer."""

    def __init__(self, state: ToolState) -> None:
        self._state = state
        self._pointed: Hex | None = None

    def point_at(self, at: Hex | None) -> bool:
        """Take note of the hex under the pointer, None off the board; return whether it matters."""
        self._pointed = at
        return self._state.pin is None

    def hex(self, document: Document | None) -> Hex | None:
        """Return the hex; None when the pointer is off the board and nothing is pinned."""
        wanted = self._state.pin or self._pointed
        if document is None or wanted is None:
            return None
        board = document.scenario.board
        return wanted if board.contains(wanted) and not board.void[board.cell(wanted)] else None

    def name(self, board: Board, at: Hex) -> str:
        """Return the name of a hex, and whether it is pinned."""
        return f"{board.hex_name(at)}{' (pinned)' if self._state.pin == at else ''}"

    def paint(self, frame: Frame, at: Hex) -> None:
        """Draw the ring around a hex."""
        art = frame.scale.art
        scale = max(art.unit, 0.8 * art.ratio)
        ring = frame.scale.sheet.index("origin", lambda: Sprite(origin_ring(), fit=Fit.FIGURE, scale=scale))
        frame.scale.sheet.stamp(frame.painter, ring, np.array([frame.camera.centre(at)]))


Answer = TypeVar("Answer")

#: The status where the earlier state has no answer of an overlay.
NO_EARLIER = tr("This overlay was off when the earlier state was saved.")
FAILED = tr("Could not calculate this overlay: {failure}.")
#: The opacity of an outdated answer.
OLD_OPACITY = 0.45


class RangedOverlay(Overlay):
    """An overlay of lines of sight; on boards of more than ``most_whole`` hexes they go ``large_range`` hexes far."""

    most_whole: ClassVar[int]
    large_range: ClassVar[int]
    options = frozenset(("sight_range", "sight_heights"))

    @property
    def reach(self) -> int | None:
        """How many hexes far lines go; None to the edge of the board."""
        wanted = self.state.sight_range
        if self.document is None or self.document.scenario.board.terrain.size <= self.most_whole:
            return wanted
        return self.large_range if wanted is None else min(self.large_range, wanted)

    def _left_out(self, scenario: Scenario) -> str:
        wanted, size = self.state.sight_range, scenario.board.terrain.size
        if self.reach == wanted:
            return ""
        return tr(
            "Incomplete: only hexes within {large_range} are checked. This board has {size:,} hexes; only "
            "boards of up to {most:,} are checked in full."
        ).format(large_range=self.large_range, size=size, most=self.most_whole)


class AskedOverlay(Overlay, Generic[Answer]):
    """Asks the worker; until it answers, the previous answer stays, faint because it is outdated.

    An answer that is a sentence is the reason why there is nothing to show.
    """

    rest = 150
    latest: Answer | None

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(state, worker, parent)
        self._failure = ""
        self._is_old = False
        self._painter = HexPainter()
        self._request = ScenarioLatestAnswer(worker, self)
        self._request.answered.connect(self._take)
        self._request.failed.connect(self._fail)

    # -- for subclasses -------------------------------------------------------------------------------------

    @abstractmethod
    def _ask(self, document: Document) -> bool:
        """Ask the worker; return whether there was anything to ask."""

    def _summary(self, scenario: Scenario) -> str:  # noqa: ARG002
        """Return what is shown, in a few words without a full stop."""
        return self.title

    def _invitation(self) -> str:
        """Return what to do before there is anything to ask; empty when that is done."""
        return ""

    def _paint_answer(self, frame: Frame, drawing: BoardOverlay) -> None:
        """Draw the answer; the opacity of the painter is set."""
        self._painter.paint(frame, drawing, over=self.is_over)
        if frame.camera.is_near:
            self._paint_signs(frame)
            paint_objectives(frame)
            paint_units(frame)

    def _paint_uniform(self, frame: Frame) -> None:
        """Draw what is left when all hexes are alike: nothing, or where it starts."""

    def _paint_signs(self, frame: Frame) -> None:
        """Draw lines and signs above the fill and below objectives and units, in the near view."""

    # -- state ----------------------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        """What is shown, and whether it is up to date."""
        summary = self._summary(self.document.scenario) if self.document is not None else ""
        if self.shows_earlier:
            return (
                NO_EARLIER if self.shown is None else tr("{summary}. Earlier state.").format(summary=summary)
            )
        if self._failure:
            return FAILED.format(failure=self._failure.removesuffix("."))
        if invitation := self._invitation():
            return invitation
        if self.latest is None:
            return tr("Computing…")
        state = self._state_text if self.is_current else tr("Outdated; recalculating…")
        is_uniform = self.drawing is not None and self.drawing.is_uniform
        alike = tr(" All hexes are the same, so nothing is drawn.") if is_uniform else ""
        return f"{summary}.{alike} {state}"

    @property
    def freshness(self) -> Freshness:
        """Whether it shows what is true now."""
        if self.shows_earlier:
            return Freshness.EARLIER
        if self._failure or self._invitation():
            return Freshness.WAITING
        if self.latest is None:
            return Freshness.COMPUTING
        if not self.is_current:
            return Freshness.OLD
        return Freshness.PARTIAL if self.left_out else Freshness.CURRENT

    @property
    def is_current(self) -> bool:
        """Whether the latest answer belongs to the document and the options as they are now."""
        return self.latest is not None and not self._is_old

    @property
    def _opacity(self) -> float:
        return 1.0 if self.is_current or self.shows_earlier else OLD_OPACITY

    def outdate(self) -> None:
        """Show at once that the latest answer is outdated; drop it on a board of another size."""
        # An answer under way is about the previous state.
        self._request.forget()
        self._failure = ""
        self._is_old = True
        self._drop_misfit()
        self._update()

    def clear(self) -> None:
        """Forget the answer."""
        self.latest = None
        self._failure = ""
        self._is_old = False
        self._request.forget()

    def refresh(self) -> None:
        """Ask the worker again."""
        if self.document is None:
            return
        self._failure = ""
        if not self._ask(self.document):
            self.clear()
            self.redrawn.emit()
        self.changed.emit()

    def _take(self, answer: Answer | str) -> None:
        if not self.is_on:
            return
        if isinstance(answer, str):
            self.latest = None
            self._fail(answer)
        else:
            self.latest = answer
            self._is_old = False
            self._drop_misfit()
            if self.shown is not None:
                self._prepare(self.shown)
            self.changed.emit()
        self.redrawn.emit()

    def resume(self, answer: Answer | None) -> None:
        """Show a current answer again, until the worker has confirmed it."""
        if answer is not None and self.latest is None:
            self._take(answer)

    def _fail(self, sentence: str) -> None:
        self._failure = sentence
        self.changed.emit()

    def _drop_misfit(self) -> None:
        if self.document is not None and not self._fits(self.latest):
            self.latest = None

    def paint(self, frame: Frame) -> None:
        """Draw the answer, faint while it is outdated."""
        answer: Answer | None = self.shown
        drawing = self.drawing
        if answer is None or drawing is None or self._shape_of(answer) != frame.facts.board.terrain.shape:
            return
        frame.painter.setOpacity(self._opacity)
        if drawing.is_uniform:
            self._paint_uniform(frame)
        else:
            self._paint_answer(frame, drawing)
        frame.painter.setOpacity(1.0)
