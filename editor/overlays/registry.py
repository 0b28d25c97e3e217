"""The registry of all overlays: those described in core, and those with code of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal

from fairground.core.pictures.colours import INK, PAPER
from fairground.core.pictures.overlay_list import measured_overlays
from fairground.editor.app.texts import tr
from fairground.editor.canvas.art import OutlineStyle
from fairground.editor.canvas.item_painter import paint_tag
from fairground.editor.canvas.map_items_painter import paint_names
from fairground.editor.jobs.job_scenario import MeasureOverlayJob
from fairground.editor.overlays.change_signs import PLACES, ChangePainter, change_legend
from fairground.editor.overlays.chokepoints import ChokepointsOverlay
from fairground.editor.overlays.earlier_state import Earlier, of_kinds
from fairground.editor.overlays.exposure import ExposureOverlay
from fairground.editor.overlays.fairness import FairnessOverlay
from fairground.editor.overlays.fan import FanOverlay
from fairground.editor.overlays.reach import ReachOverlay
from fairground.editor.overlays.regions import FarCells, colour_number, paint_border
from fairground.editor.overlays.territory import TerritoryOverlay
from fairground.editor.overlays.worker_overlay import OLD_OPACITY, AskedOverlay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.pictures.board_overlay import MeasuredOverlay
    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.overlays.earlier_state import AnswerDifference, Moment
    from fairground.editor.overlays.overlay import Overlay
    from fairground.editor.tools.tool_state import ToolState
    from fairground.editor.widgets.legend_rows import LegendEntry


class CoreOverlay(AskedOverlay["NDArray[np.integer]"]):
    """Draws a ``MeasuredOverlay`` of core; there is a subclass for each."""

    kind: ClassVar[type[MeasuredOverlay]]

    def _ask(self, document: Document) -> bool:
        scenario = document.scenario
        self._request.ask(lambda tag: MeasureOverlayJob(self.id, tag, scenario))
        return True

    def _describe(self, scenario: Scenario, answer: NDArray[np.integer]) -> MeasuredOverlay:
        return self.kind(scenario, answer)

    def _differ(self, before: NDArray[np.integer], after: NDArray[np.integer]) -> AnswerDifference:
        return of_kinds(before, after)


def core_overlays() -> Iterator[type[CoreOverlay]]:
    """Yield an overlay class for each ``MeasuredOverlay`` of core."""
    for kind in measured_overlays():
        yield type(kind.__name__, (CoreOverlay,), {"kind": kind, "id": kind.id, "title": kind.title})


#: The line around the hexes of an entry of a legend, and their tint in the far view.
_HIGHLIGHT = OutlineStyle("highlight", ((PAPER, 5.0, 0.95, ()), (INK, 2.6, 1.0, ())), inset=2.4)
_FAR_HIGHLIGHT = 0.75
#: In drawing order, the lowest first: of two fills the first here is filled, the other outlined.
OVERLAYS: tuple[type[Overlay], ...] = (
    ExposureOverlay,
    TerritoryOverlay,
    ReachOverlay,
    FanOverlay,
    FairnessOverlay,
    ChokepointsOverlay,
)


class KeptOverlays(NamedTuple):
    """The overlays that were on for a state of a document, with their answers, kept while another map is shown.

    An answer is None where it was outdated or about another state.
    """

    answers: dict[str, object]
    pinned: str
    state: int
    moment: Moment | None


class Overlays(QObject):
    """All overlays by their ids, drawn on the canvas as one cover.

    One fill is on at a time: a second one switches off the first, unless that is pinned. The colours, outlines and hatches of
    more than two would run together, so only one can be pinned.
    """

    #: Something must be drawn again.
    redrawn = Signal()
    #: The id of the overlay that was switched, or whose title, legend or status has changed.
    changed = Signal(str)
    #: A sentence: an overlay was switched off to make room for another.
    displaced = Signal(str)

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._overlays: dict[str, Overlay] = {
            kind.id: kind(state, worker, self) for kind in (*core_overlays(), *OVERLAYS)
        }
        self._changes = {name: ChangePainter() for name in self._overlays}
        #: The ids of the fills that are on.
        self._fills: list[str] = []
        #: The id of the fill that stays when another one is switched on; empty for none.
        self.pinned = ""
        #: The id of an overlay and the ``about`` of an entry of its legend; None for none.
        self._highlighted: tuple[str, object] | None = None
        self._far = FarCells()
        self._document: Document | None = None
        self.earlier = Earlier(self)
        self.earlier.changed.connect(self._compare)
        for it in self:
            it.redrawn.connect(self.redrawn)
            it.changed.connect(lambda it=it: self._follow(it))
            it.changed.connect(lambda name=it.id: self.changed.emit(name))

    def __iter__(self) -> Iterator[Overlay]:
        return iter(self._overlays.values())

    def __getitem__(self, name: str) -> Overlay:
        return self._overlays[name]

    @property
    def shown(self) -> list[Overlay]:
        """The overlays that are on."""
        return [it for it in self if it.is_on]

    def set_document(self, document: Document | None) -> None:
        """Follow another document, with all off and no earlier state; for a what-if, both may stay."""
        before, self._document = self._document, document
        if before is None or document is None or before.origin is not document.origin:
            self.earlier.drop()
        for it in self:
            it.set_document(document)

    def remember(self) -> KeptOverlays | None:
        """Return which overlays are on, with their answers; fairness is left to its own panel."""
        document = self._document
        if document is None:
            return None
        answers = {
            it.id: it.latest if it.is_current and not document.is_what_if else None
            for it in self.shown
            if it.id != FairnessOverlay.id
        }
        moment = None if document.is_what_if else self.earlier.moment
        return KeptOverlays(answers, self.pinned, document.state, moment)

    def recall(self, kept: KeptOverlays) -> None:
        """Switch the same overlays on again, with their answers if the document is as it was."""
        self.earlier.moment = kept.moment
        for name in sorted(kept.answers, key=lambda it: it != kept.pinned):
            self[name].set_on(True)  # as Qt's setters
            if name == kept.pinned:
                self.pin(name)
            if self._document is not None and self._document.state == kept.state:
                self[name].resume(kept.answers[name])

    def point_at(self, at: Hex | None) -> None:
        """Pass on the hex under the pointer."""
        for it in self:
            it.point_at(at)

    def all_off(self) -> bool:
        """Switch all off; return whether any was on."""
        shown = self.shown
        for it in shown:
            it.set_on(False)  # as Qt's setters
        return bool(shown)

    def keep_earlier(self, words: str = "") -> None:
        """Save the answers of the overlays that are on, for comparison with later ones; as ``Earlier.keep``.

        An answer that is still being computed is saved when it arrives, unless the map is changed first.
        """
        if self._document is not None:
            self.earlier.keep(self._document, words)
            for it in self.shown:
                self._offer(it)

    def put_earlier(self, overlay: Overlay, answer: object) -> None:
        """Compare an overlay with an answer about the earlier state that was computed separately."""
        self.earlier.put(overlay.id, answer)
        overlay.compare(answer, shown=self.earlier.is_shown)

    def slot(self, overlay: Overlay) -> int:
        """Return the index in ``change_signs.PLACES`` where the signs of an overlay's changes are drawn."""
        shown = self.shown
        return min(shown.index(overlay), len(PLACES) - 1) if overlay in shown else 0

    def legend(self, overlay: Overlay) -> tuple[LegendEntry, ...]:
        """Return the legend of an overlay and of its changes."""
        entries = overlay.legend()
        if overlay.shows_earlier or overlay.difference is None:
            return entries
        slot = self.slot(overlay)
        return *entries, *change_legend(overlay.hexagon, overlay.difference, overlay.changes, slot)

    def _compare(self) -> None:
        for it in self:
            it.compare(self.earlier.answer(it.id), shown=self.earlier.is_shown)

    def _offer(self, overlay: Overlay) -> None:
        """Save the answer of an overlay if it is about the earlier state."""
        if (
            self._document is not None
            and overlay.is_on
            and overlay.is_current
            and overlay.latest is not None
            and self.earlier.offer(overlay.id, overlay.latest, self._document)
        ):
            overlay.compare(self.earlier.answer(overlay.id), shown=self.earlier.is_shown)

    def _follow(self, overlay: Overlay) -> None:
        is_what_if = self._document is not None and self._document.is_what_if
        if self.earlier.is_shown and not self.shown and not is_what_if:
            # Overlays switched on later show the present state. Before a what-if the map may be shown without any.
            self.earlier.flip()
        self._offer(overlay)
        if overlay.is_fill:
            self._make_room(overlay)

    def pin(self, name: str) -> None:
        """Keep a fill when another one is switched on; empty for none."""
        before, self.pinned = self.pinned, name
        for changed in {before, name} - {""}:
            self.changed.emit(changed)

    def _make_room(self, overlay: Overlay) -> None:
        """Switch off the fill that is not pinned, and set which overlays are over a fill."""
        if overlay.is_on == (overlay.id in self._fills):
            return
        if not overlay.is_on:
            self._fills.remove(overlay.id)
            if self.pinned == overlay.id:
                self.pin("")
        else:
            others = [name for name in self._fills if name != self.pinned]
            self._fills.append(overlay.id)
            for name in others:
                self[name].set_on(False)  # as Qt's setters
                self.displaced.emit(
                    tr('Turned off "{title}". Pin an overlay to keep it on with the next one.').format(
                        title=self[name].title
                    )
                )
        fills = [it for it in self if it.id in self._fills]
        for it in self:
            it.place(over=it in fills[1:] or (not it.is_fill and bool(fills)))

    def describe_hex(self, at: Hex) -> str:
        """Return the values of a hex in the overlays that are on."""
        return ", ".join(filter(None, (it.describe_hex(at) for it in self.shown)))

    def highlight(self, overlay: Overlay, about: object) -> None:
        """Outline the hexes that an entry of an overlay's legend is about; None for none."""
        wanted = None if about is None else (overlay.id, about)
        if wanted != self._highlighted:
            self._highlighted = wanted
            self.redrawn.emit()

    @property
    def highlighted(self) -> NDArray[np.bool_] | None:
        """The hexes that are outlined, ``[rows, columns]``; None for none."""
        if self._highlighted is None or not self[self._highlighted[0]].is_on:
            return None
        return self[self._highlighted[0]].hexes_about(self._highlighted[1])

    def _paint_highlight(self, frame: Frame) -> None:
        mask = self.highlighted
        if mask is None or mask.shape != frame.facts.board.terrain.shape:
            return
        if frame.camera.is_near:
            paint_border(frame, mask, _HIGHLIGHT, at_edge=True)
        else:
            self._far.paint(frame, mask.astype(np.uint8), (0, colour_number(INK, _FAR_HIGHLIGHT)))

    def paint(self, frame: Frame) -> None:
        """Draw the overlays that are on, then the names of places, then changes since the earlier state."""
        shown = self.shown
        for it in shown:
            it.paint(frame)
        if shown and frame.camera.is_near:
            frame.painter.setOpacity(1.0)
            paint_names(frame)
        compared = [it for it in shown if not it.shows_earlier and it.difference is not None]
        for it in compared:
            if it.difference is not None:
                frame.painter.setOpacity(1.0 if it.is_current else OLD_OPACITY)
                self._changes[it.id].paint(frame, it.difference, self.slot(it))
        if compared or len(self._fills) > 1:
            for it in shown:
                it.paint_numbers(frame)
        frame.painter.setOpacity(1.0)
        self._paint_highlight(frame)
        if self.earlier.is_shown and shown:
            middle, ratio = frame.camera.width / 2, frame.camera.ratio
            paint_tag(
                frame,
                tr("Earlier state: {words}").format(words=self.earlier.words),
                (middle, 20.0 * ratio),
                bold=True,
            )
