"""The board with marks on it: selection, previews, findings, and covers such as overlays and lines."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPen

from fairground.core.errors import GridError
from fairground.core.grid.labels import parse_label
from fairground.core.pictures.colours import INK, PAPER
from fairground.core.scenario.shapes import MarkedHexes
from fairground.editor.canvas.art import OutlineStyle
from fairground.editor.canvas.camera import VisibleCells, cut, side_masks
from fairground.editor.canvas.facts import Parts, parts
from fairground.editor.canvas.frame import rect_of, region_of
from fairground.editor.canvas.item_painter import smooth
from fairground.editor.canvas.layers import MapLayer
from fairground.editor.canvas.view import BoardView

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from PySide6.QtWidgets import QWidget

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.core.scenario.board import Board
    from fairground.editor.canvas.camera import Camera
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.canvas.layers import LayerModel
    from fairground.editor.canvas.sprites import Sprite
    from fairground.editor.document.document import Document

#: From the edge of the base to the ring, in logical pixels.
_OFF = 3.0


class BaseRing(NamedTuple):
    """A ring around a base; its place and radius are in sizes of a hex."""

    x: float
    y: float
    radius: float

    def rect(self, camera: Camera) -> QRect:
        """Return the device pixels that the ring covers."""
        more = (_OFF + 4.0) * camera.ratio
        return self._box(camera).adjusted(-more, -more, more, more).toAlignedRect()

    def paint(self, frame: Frame) -> None:
        """Draw the ring in the style of ``CHOSEN``."""
        painter, ratio = frame.painter, frame.camera.ratio
        with smooth(painter):
            off = _OFF * ratio
            box = self._box(frame.camera).adjusted(-off, -off, off, off)
            for colour, width, opacity, dash in CHOSEN.strokes:
                ink = QColor(colour)
                ink.setAlphaF(opacity)
                pen = QPen(ink, width * ratio)
                if dash:
                    pen.setDashPattern([it / width for it in dash])
                painter.setPen(pen)
                painter.drawEllipse(box)

    def _box(self, camera: Camera) -> QRectF:
        across, down = camera.scale
        middle = QPointF(*camera.to_view(self.x, self.y))
        box = QRectF(0.0, 0.0, 2 * self.radius * across, 2 * self.radius * down)
        box.moveCenter(middle)
        return box


_ACCENT = "#1565c0"
SELECTION = OutlineStyle("selection", ((PAPER, 2.6, 0.95, ()), (INK, 1.5, 1.0, (4.5, 3.0))), inset=1.5)
#: The chosen unit or objective.
CHOSEN = OutlineStyle("chosen", ((PAPER, 4.2, 0.9, ()), (_ACCENT, 2.6, 1.0, (7.0, 3.0))), inset=1.0)
#: Hexes that are locked against suggestions.
LOCKED = OutlineStyle("locked", ((PAPER, 3.4, 0.9, ()), (INK, 1.8, 1.0, (1.0, 3.2))), inset=3.2)
PREVIEW = OutlineStyle("preview", ((PAPER, 3.6, 0.9, ()), (_ACCENT, 2.0, 1.0, ())), inset=2.0)
HOVER = OutlineStyle("hover", ((PAPER, 2.8, 0.75, ()), (INK, 1.2, 0.9, ())), inset=1.4)
_MARKERS_AT_SIDE_FROM = 26.0
_NOWHERE = VisibleCells(0, 0, 0, 0)


class HexOutline:
    """A set of hexes and the line around it; hexes off the board are ignored."""

    def __init__(self, board: Board, style: OutlineStyle, hexes: Collection[Hex] = ()) -> None:
        self.hexes = hexes if isinstance(hexes, frozenset | MarkedHexes) else frozenset(hexes)
        self._style = style
        self._mask = np.zeros((0, 0), np.bool_)
        #: The smallest window that holds the set.
        self.cells = _NOWHERE
        if not hexes:
            return
        mask = board.mask(self.hexes)
        rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        if len(rows):
            self._mask = mask
            self.cells = VisibleCells(int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1)

    def paint(self, frame: Frame) -> None:
        """Draw the line."""
        own, seen = self.cells, frame.cells
        cells = VisibleCells(
            max(own.top, seen.top),
            min(own.bottom, seen.bottom),
            max(own.left, seen.left),
            min(own.right, seen.right),
        )
        if cells.top >= cells.bottom or cells.left >= cells.right:
            return
        inside = side_masks(self._mask, cells, frame.facts.board.layout)
        where = cut(self._mask, cells) & (inside != 63)
        art, style = frame.scale.art, self._style

        def outline(mask: int) -> tuple[Hashable, Callable[[], Sprite]]:
            return (style.name, mask), lambda: art.outline(style, mask)

        rows, columns = np.nonzero(where)
        centres = frame.camera.centres(columns + cells.left, rows + cells.top)
        sprites = frame.scale.sprites("outline", inside[where].astype(np.int64), outline)
        frame.scale.sheet.stamp(frame.painter, sprites, centres)


class SideMarks:
    """A set of hexsides, each under a thick line."""

    def __init__(self, sides: Collection[Hexside] = ()) -> None:
        self.sides = frozenset(sides)

    def rects(self, camera: Camera) -> list[QRect]:
        """Return the device pixels that the lines cover."""
        width = math.ceil(max(width for _, width, _ in self._strokes(camera)))
        rects = []
        for side in self.sides:
            box = QRectF(*(QPointF(*end) for end in camera.side(side))).normalized()
            rects.append(box.adjusted(-width, -width, width, width).toAlignedRect())
        return rects

    def paint(self, frame: Frame) -> None:
        """Draw the lines."""
        if not self.sides:
            return
        painter = frame.painter
        with smooth(painter):
            lines = [QLineF(*(QPointF(*end) for end in frame.camera.side(side))) for side in self.sides]
            for colour, width, opacity in self._strokes(frame.camera):
                painter.setOpacity(opacity)
                painter.setPen(QPen(QColor(colour), width, c=Qt.PenCapStyle.RoundCap))
                painter.drawLines(lines)

    def _strokes(self, camera: Camera) -> tuple[tuple[str, float, float], ...]:
        """Return colour, width in device pixels and opacity of the strokes, the lowest first."""
        width = camera.ratio * min(max(0.1 * camera.pitch, 3.0), 9.0)
        return (PAPER, width + 3.2 * camera.ratio, 0.8), (_ACCENT, width, 0.8)


def markers(board: Board, marked: Mapping[str, str]) -> Parts[str]:
    """Return the signs of findings from labels and severities; labels off the board are ignored."""
    items = []
    for name, severity in marked.items():
        try:
            column, row = parse_label(name)
        except GridError:
            continue
        if column < board.columns and row < board.rows:
            items.append((column, row, str(severity), str(severity)))
    return parts(items)


def paint_markers(frame: Frame, signs: Parts[str]) -> None:
    """Draw the signs of findings at the upper right of their hexes, in the middle of small hexes."""
    if not len(signs.keys) or not frame.use(MapLayer.FINDINGS):
        return
    across, down = frame.camera.scale
    at_side = frame.pitch >= _MARKERS_AT_SIDE_FROM
    offset = (0.48 * across, -0.5 * down) if at_side else (0.0, 0.0)
    art = frame.scale.art
    frame.stamp_parts(signs, "marker", lambda _, severity: art.marker(severity), margin=2, offset=offset)


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
