"""The base of overlays that the worker works out.

The hex that an overlay is about: the pinned one, else that under the pointer.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from fairground.core.pictures.overlay import origin_ring
from fairground.editor.app.texts import tr
from fairground.editor.canvas.map_items_painter import paint_objectives, paint_units
from fairground.editor.canvas.sprites import Fit, Sprite
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
from fairground.editor.overlays.overlay import Freshness, Overlay
from fairground.editor.overlays.regions import HexPainter

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.overlay import BoardOverlay
    from fairground.core.scenario.board import Board
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.tools.state import ToolState


class OverlayOrigin:
    """Follows the pointer, and stays where ``ToolState.pin`` is while there is one."""

    def __init__(self, state: ToolState) -> None:
        self._state = state
        self._pointed: Hex | None = None

    def point_at(self, at: Hex | None) -> bool:
        """Hear of the hex under the pointer, None off the board; return whether that matters."""
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
        """Return the name of a hex that the picture belongs to, and whether it is pinned."""
        return f"{board.place_name(at)}{' (pinned)' if self._state.pin == at else ''}"

    def paint(self, frame: Frame, at: Hex) -> None:
        """Draw the ring around a hex."""
        art = frame.scale.art
        scale = max(art.unit, 0.8 * art.ratio)
        ring = frame.scale.sheet.index("origin", lambda: Sprite(origin_ring(), fit=Fit.FIGURE, scale=scale))
        frame.scale.sheet.stamp(frame.painter, ring, np.array([frame.camera.centre(at)]))


Found = TypeVar("Found")

#: What is said where the earlier state has nothing of an overlay.
NOT_KEPT = tr("This overlay was off when the earlier state was saved.")
#: How strong what belongs to an earlier state is drawn.
OLD_OPACITY = 0.45


class AskedOverlay(Overlay, Generic[Found]):
    """Asks the worker; until it answers, what it answered last stays, faint, for it belongs to an earlier state.

    A sentence for an answer is the reason why there is nothing to show.
    """

    rest = 150

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(state, worker, parent)
        #: What the worker found last; None before, and where that is of a board of another size.
        self.found: Found | None = None
        self._failure = ""
        self._is_old = False
        self.painter = HexPainter()
        self._inquiry = ScenarioLatestAnswer(worker, self)
        self._inquiry.answered.connect(self._take)
        self._inquiry.failed.connect(self._fail)

    @abstractmethod
    def ask(self, document: Document) -> bool:
        """Ask the worker; return whether there was anything to ask."""

    @abstractmethod
    def shape_of(self, found: Found) -> tuple[int, ...]:
        """Return the rows and columns of the board that something was found on."""

    def paint_found(self, frame: Frame, drawing: BoardOverlay) -> None:
        """Draw the answer; the painter is as strong as that is current."""
        self.painter.paint(frame, drawing, over=self.is_over)
        if frame.camera.is_near:
            self.paint_signs(frame)
            paint_objectives(frame)
            paint_units(frame)

    def paint_signs(self, frame: Frame) -> None:
        """Draw lines and signs between the hexes and what stands on them, on a map that is near."""

    @property
    def summary(self) -> str:
        """What was found, in a few words without a full stop."""
        return self.title

    @property
    def wanting(self) -> str:
        """What has to be done before there is anything to ask; empty when that is done."""
        return ""

    @property
    def status(self) -> str:
        """What is shown, and whether it is up to date."""
        if self.shows_kept:
            return (
                NOT_KEPT
                if self.shown is None
                else tr("{summary}. Earlier state.").format(summary=self.summary)
            )
        if self._failure:
            return tr("Could not find the path: {failure}.").format(failure=self._failure.removesuffix("."))
        if self.wanting:
            return self.wanting
        if self.found is None:
            return tr("Computing…")
        is_of = self.is_of if self.is_current else tr("Of an earlier state; recalculating…")
        alike = tr(" All hexes are alike.") if self.drawing is not None and self.drawing.is_uniform else ""
        return f"{self.summary}.{alike} {is_of}"

    @property
    def standing(self) -> Freshness:
        """Whether it shows what is true now."""
        if self.shows_kept:
            return Freshness.EARLIER
        if self._failure or self.wanting:
            return Freshness.WAITING
        if self.found is None:
            return Freshness.COMPUTING
        if not self.is_current:
            return Freshness.OLD
        return Freshness.PARTIAL if self.left_out else Freshness.CURRENT

    @property
    def latest(self) -> Found | None:
        """What the worker found last."""
        return self.found

    @property
    def is_current(self) -> bool:
        """Whether what was found belongs to the document and the options as they are now."""
        return self.found is not None and not self._is_old

    @property
    def strength(self) -> float:
        """How strong what is shown is drawn: what is old is faint."""
        return 1.0 if self.is_current or self.shows_kept else OLD_OPACITY

    def outdate(self) -> None:
        """Show at once that what was found is old; of a board of another size nothing is left."""
        # An answer that is under way is about what was.
        self._inquiry.forget()
        self._failure = ""
        self._is_old = True
        self._drop_misfit()
        self.changed.emit()
        self.redrawn.emit()

    def clear(self) -> None:
        """Forget what was found."""
        self.found = None
        self._failure = ""
        self._is_old = False
        self._inquiry.forget()

    def refresh(self) -> None:
        """Have it worked out anew."""
        if self.document is None:
            return
        self._failure = ""
        if not self.ask(self.document):
            self.clear()
            self.redrawn.emit()
        self.changed.emit()

    def _take(self, found: Found | str) -> None:
        if not self.is_on:
            return
        if isinstance(found, str):
            self.found = None
            self._fail(found)
        else:
            self.found = found
            self._is_old = False
            self._drop_misfit()
            if self.shown is not None:
                self.keep(self.shown)
            self.changed.emit()
        self.redrawn.emit()

    def _fail(self, sentence: str) -> None:
        self._failure = sentence
        self.changed.emit()

    def _drop_misfit(self) -> None:
        if (
            self.found is not None
            and self.document is not None
            and self.shape_of(self.found) != self.document.scenario.board.terrain.shape
        ):
            self.found = None

    def paint(self, frame: Frame) -> None:
        """Draw what was found, faint while it is old."""
        found: Found | None = self.shown
        drawing = self.drawing
        if found is None or drawing is None or self.shape_of(found) != frame.facts.board.terrain.shape:
            return
        if not drawing.is_uniform:
            frame.painter.setOpacity(self.strength)
            self.paint_found(frame, drawing)
            frame.painter.setOpacity(1.0)
