"""The board with marks on it: selection, previews, findings, and covers such as overlays and lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from fairground.editor.canvas.frame import rect_of, region_of
from fairground.editor.canvas.hexside_items import parts
from fairground.editor.canvas.map_marks import (
    CHOSEN,
    HOVER,
    LOCKED,
    PREVIEW,
    SELECTION,
    HexOutline,
    SideMarks,
    markers,
    paint_markers,
)
from fairground.editor.canvas.view import BoardView

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from PySide6.QtWidgets import QWidget

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.editor.canvas.art import OutlineStyle
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.canvas.hexside_items import Parts
    from fairground.editor.canvas.layers import LayerModel
    from fairground.editor.canvas.map_marks import BaseRing
    from fairground.editor.document.document import Document


class CanvasCover(Protocol):
    """Something drawn over the board, into frames that may be parts of the view."""

    def paint(self, frame: Frame) -> None:
        """Draw it."""
        ...


class FloatingCover(CanvasCover, Protocol):
    """A cover that may need several paints to be complete."""

    @property
    def is_whole(self) -> bool:
        """Whether the last paint drew all of it."""
        ...


class MarkedView(BoardView):
    """A view of a board with marks; only marks that changed are redrawn."""

    def __init__(self, document: Document | None, layers: LayerModel, parent: QWidget | None = None) -> None:
        self._outlines: dict[OutlineStyle, HexOutline] = {}
        self._marked: Mapping[str, str] = {}
        self._signs: Parts[str] = parts(())
        self._sides = SideMarks()
        self._ring: BaseRing | None = None
        self._covers: tuple[Sequence[CanvasCover], Sequence[CanvasCover]] = ((), ())
        self._floating: FloatingCover | None = None
        self._marks: Sequence[CanvasCover] = ()
        super().__init__(document, layers, parent)

    def set_document(self, document: Document | None) -> None:
        """Show all of another document without marks, or another state of the same document without findings."""
        if not self.is_state(document):
            self._outlines.clear()
            self._sides = SideMarks()
            self._ring = None
        self._marked, self._signs = {}, parts(())
        super().set_document(document)

    def set_preview(self, hexes: AbstractSet[Hex]) -> None:
        """Outline what a click would change."""
        self._set_outline(PREVIEW, hexes)

    def set_side_preview(self, sides: frozenset[Hexside]) -> None:
        """Mark the hexsides that a click would change."""
        if self.camera is None or sides == self._sides.sides:
            return
        before, self._sides = self._sides, SideMarks(sides)
        for marks in (before, self._sides):
            for rect in marks.rects(self.camera):
                self.update_pixels(rect)

    def set_selection(self, hexes: AbstractSet[Hex]) -> None:
        """Outline the selected hexes."""
        self._set_outline(SELECTION, hexes)

    def set_pointed_at(self, at: Hex | None) -> None:
        """Outline the hex under the pointer."""
        self._set_outline(HOVER, frozenset() if at is None else frozenset((at,)))

    def set_chosen(self, hexes: frozenset[Hex]) -> None:
        """Outline the chosen unit or objective."""
        self._set_outline(CHOSEN, hexes)

    def set_chosen_base(self, ring: BaseRing | None) -> None:
        """Draw a ring around the base of the chosen unit, or none."""
        before, self._ring = self._ring, ring
        if before != ring and self.camera is not None:
            for it in (before, ring):
                if it is not None:
                    self.update_pixels(it.rect(self.camera))

    def set_locked(self, hexes: frozenset[Hex]) -> None:
        """Outline the hexes that are locked against suggestions."""
        self._set_outline(LOCKED, hexes)

    def _set_outline(self, style: OutlineStyle, hexes: AbstractSet[Hex]) -> None:
        before = self._outlines.get(style)
        if self.document is None or self.camera is None or (before.hexes if before else frozenset()) == hexes:
            return
        after = self._outlines[style] = HexOutline(self.document.scenario.board, style, hexes)
        for outline in (before, after):
            if outline is not None:
                self.update_pixels(rect_of(self.camera, outline.cells))

    def set_marked(self, marked: Mapping[str, str]) -> None:
        """Show the signs of findings: severities by label."""
        if self.document is None or marked == self._marked:
            return
        before, after = self._signs, markers(self.document.scenario.board, marked)
        self._marked, self._signs = dict(marked), after
        if self.camera is not None:
            places = before.differing(after)
            self.update_pixels(
                region_of(self.camera, places[:, 0], places[:, 1], reach=1.6 + 12 / self.camera.pitch)
            )

    def set_covers(self, below: Sequence[CanvasCover], above: Sequence[CanvasCover]) -> None:
        """Draw covers over the board, below and above the selection, the previews and the findings.

        Update the canvas after a cover has changed.
        """
        self._covers = below, above
        self.update()

    def set_floating(self, floating: FloatingCover | None) -> None:
        """Draw a floating cover below the selection and the previews; as ``set_covers``."""
        self._floating = floating
        self.update()

    def set_marks(self, marks: Sequence[CanvasCover]) -> None:
        """Draw additional marks of tools above all covers; as ``set_covers``."""
        self._marks = marks
        self.update()

    @property
    def is_settled(self) -> bool:
        """Whether board and floating cover are completely painted."""
        return super().is_settled and (self._floating is None or self._floating.is_whole)

    def settle(self) -> None:
        """Paint board and floating cover completely now."""
        super().settle()
        while self._floating is not None and not self._floating.is_whole:
            # This also works while the view is hidden.
            self.grab()

    def paint_over(self, frame: Frame) -> None:
        """Draw covers, findings, selection, previews and the hex under the pointer."""
        below, above = self._covers
        for cover in below:
            cover.paint(frame)
        paint_markers(frame, self._signs)
        if self._floating is not None:
            self._floating.paint(frame)
            if not self._floating.is_whole:
                self.update()
        frame.painter.setOpacity(1.0)
        for style in (LOCKED, CHOSEN, SELECTION, HOVER, PREVIEW):
            if style in self._outlines:
                self._outlines[style].paint(frame)
        self._sides.paint(frame)
        if self._ring is not None:
            self._ring.paint(frame)
        for cover in (*above, *self._marks):
            cover.paint(frame)

    def _replaced(self) -> None:
        super()._replaced()
        if self.document is not None:
            board = self.document.scenario.board
            self._outlines = {
                style: HexOutline(board, style, it.hexes) for style, it in self._outlines.items()
            }
            self._signs = markers(board, self._marked)
