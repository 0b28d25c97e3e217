"""The hexes behind a measure of fairness, the hex of a suggestion that improves it, and the edits of a repair, each with what it becomes."""

from __future__ import annotations

from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.pictures.colours import GOLD, INK, MEASURED_HEXES, PAPER
from fairground.core.pictures.display_list import Join, Polygon
from fairground.editor.app.texts import hex_count, tr
from fairground.editor.canvas.art import OutlineStyle
from fairground.editor.canvas.camera import cut
from fairground.editor.canvas.item_painter import paint_tag, place_tag
from fairground.editor.canvas.map_items_painter import paint_objectives, paint_units
from fairground.editor.document.mover_choice import nothing_moves
from fairground.editor.overlays.overlay import Overlay
from fairground.editor.overlays.regions import FarCells, colour_number, paint_border, paint_tints
from fairground.editor.overlays.territory import no_two_zones
from fairground.editor.overlays.worker_overlay import OLD_OPACITY
from fairground.editor.widgets.legend_rows import Freshness, LegendEntry, plain_ground

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject, QRectF

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
    from fairground.editor.jobs.fairness import MeasureHexes
    from fairground.editor.jobs.worker import Worker
    from fairground.editor.tools.tool_state import ToolState

_TINT, _FAR_TINT = 0.26, 0.6
_BORDER = OutlineStyle("fairness", ((PAPER, 4.2, 0.9, ()), (MEASURED_HEXES, 2.4, 1.0, ())), inset=1.2)
_SUGGESTED = OutlineStyle(
    "fairness-suggested",
    ((INK, 5.4, 0.9, ()), (GOLD, 3.4, 1.0, ())),
    inset=2.6,
)


class Behind(NamedTuple):
    """The hexes that a measure blames, its title, and whether it is up to date."""

    title: str
    hexes: MeasureHexes
    freshness: Freshness


class FairnessOverlay(Overlay):
    """Draws the hexes of the measure that is chosen in the fairness panel, and the hex of a suggestion."""

    id = "fairness"
    title = tr("Fairness")
    is_fill = False

    def __init__(self, state: ToolState, worker: Worker, parent: QObject | None = None) -> None:
        super().__init__(state, worker, parent)
        self.behind: Behind | None = None
        self.suggested: Hex | None = None
        self._far = FarCells()
        self._mask = np.zeros((0, 0), np.bool_)
        self._kinds = self._mask.astype(np.int8)

    def blame(self, behind: Behind | None) -> None:
        """Show the hexes of another measure; None for none."""
        if behind == self.behind:
            return
        self.behind = behind
        self._mask = behind.hexes.mask() if behind is not None else np.zeros((0, 0), np.bool_)
        self._kinds = self._mask.astype(np.int8)
        self._update()

    def suggest(self, at: Hex | None) -> None:
        """Mark the hex of a suggestion; None for none."""
        self.suggested = at
        self.redrawn.emit()

    def _refusal(self, scenario: Scenario) -> str:
        return nothing_moves(scenario) or no_two_zones(scenario, tr("Fairness"))

    @property
    def heading(self) -> str:
        """The measure."""
        return f"{self.title}: {self.behind.title}" if self.behind is not None else self.title

    @property
    def freshness(self) -> Freshness:
        """Whether the measure belongs to the board as it is now."""
        return self.behind.freshness if self.behind is not None else Freshness.WAITING

    @property
    def status(self) -> str:
        """How many hexes are involved, and whether that is up to date."""
        if self.behind is None:
            return tr("Choose a measure in the Fairness panel.")
        count = int(self._mask.sum())
        text = tr("{hexes} involved").format(hexes=hex_count(count)) if count else tr("No specific hexes")
        if self.freshness is Freshness.CURRENT and self.document is not None and self.document.is_what_if:
            return f"{text}. {self._state_text}"
        return f"{text}, {self.freshness.words}."

    def legend(self) -> tuple[LegendEntry, ...]:
        """Return the meaning of the outline."""
        hexagon = self.hexagon
        inner = tuple((0.86 * x, 0.86 * y) for x, y in hexagon)
        sign = (
            Polygon(hexagon, fill=MEASURED_HEXES, opacity=_TINT),
            Polygon(inner, stroke=PAPER, width=2.6, join=Join.ROUND),
            Polygon(inner, stroke=MEASURED_HEXES, width=1.5, join=Join.ROUND),
        )
        text = self.behind.title if self.behind is not None else tr("hexes involved")
        return (LegendEntry((*plain_ground(hexagon), *sign), text),)

    def set_document(self, document: Document | None) -> None:
        """Follow another document."""
        super().set_document(document)
        self.behind = self.suggested = None

    def paint(self, frame: Frame) -> None:
        """Draw the hexes, faint while they are outdated, and the suggestion."""
        board = frame.facts.board
        if self.behind is not None and self._mask.shape == board.terrain.shape:
            is_true = self.freshness in (Freshness.CURRENT, Freshness.EARLIER)
            frame.painter.setOpacity(1.0 if is_true else OLD_OPACITY)
            if frame.camera.is_near:
                paint_tints(frame, cut(self._kinds, frame.cells), [(MEASURED_HEXES, _TINT)])
                paint_border(frame, self._mask, _BORDER, at_edge=True)
                paint_objectives(frame)
                paint_units(frame)
            else:
                self._far.paint(frame, self._kinds, (0, colour_number(MEASURED_HEXES, _FAR_TINT)))
            frame.painter.setOpacity(1.0)
        if self.suggested is not None and board.contains(self.suggested):
            paint_border(frame, board.mask((self.suggested,)), _SUGGESTED, at_edge=True)


_EVERY = OutlineStyle(
    "repair", ((PAPER, 4.4, 0.95, ()), (INK, 2.8, 1.0, ()), (GOLD, 1.8, 1.0, (3.0, 2.0))), inset=1.6
)
_CHOSEN = OutlineStyle("repair-chosen", ((INK, 5.4, 0.95, ()), (GOLD, 3.6, 1.0, ())), inset=2.4)


class RepairMarks:
    """Marks the edits that are shown; draws nothing without any."""

    def __init__(self) -> None:
        self._steps: tuple[tuple[tuple[Hex, str], ...], ...] = ()
        self._chosen: int | None = None

    @property
    def marks(self) -> tuple[tuple[Hex, str], ...]:
        """The hexes that are marked, with what each becomes."""
        return tuple(chain.from_iterable(self._steps))

    def show(self, steps: Sequence[Sequence[tuple[Hex, str]]], chosen: int | None) -> bool:
        """Mark the hexes of edits with texts, one of the edits chosen by its index; return whether anything has changed."""
        wanted = tuple(map(tuple, steps)), chosen
        if wanted == (self._steps, self._chosen):
            return False
        self._steps, self._chosen = wanted
        return True

    def paint(self, frame: Frame) -> None:
        """Draw outlines, and a tag for each text of an edit; the chosen one last, over the others."""
        board = frame.facts.board
        steps = [
            (index, [it for it in marks if board.contains(it[0])]) for index, marks in enumerate(self._steps)
        ]
        if not any(marks for _, marks in steps):
            return
        frame.painter.setOpacity(1.0)
        ordered = sorted(steps, key=lambda it: it[0] == self._chosen)
        for index, marks in ordered:
            for at, _ in marks:
                style = _CHOSEN if index == self._chosen else _EVERY
                paint_border(frame, board.mask((at,)), style, at_edge=True)
        # Places are found in the order of the edits, for bold letters: choosing another edit moves no tag.
        taken: list[QRectF] = []
        tags = []
        for index, marks in steps:
            # Of many hexes that become the same, one is enough.
            for text, at in {text: at for at, text in reversed(marks)}.items():
                tag = f"{index + 1} {text}" if frame.camera.is_near else str(index + 1)
                place = place_tag(frame, tag, frame.camera.centre(at), bold=True, taken=taken)
                tags.append((index == self._chosen, tag, place))
        for is_chosen, tag, place in sorted(tags, key=itemgetter(0)):
            paint_tag(frame, tag, place, bold=is_chosen)
