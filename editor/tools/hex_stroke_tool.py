"""The base of tools that edit the hexes under a drag."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt

from fairground.core.grid.lines import straightened
from fairground.editor.app.texts import tr
from fairground.editor.tools.shapes.shapes import DragDrawing, DragShape, footprint
from fairground.editor.tools.stroke_tool import StrokeTool

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool import Pointer

#: The largest preview in hexes; for more, only the hex under the pointer is shown.
MAX_PREVIEW = 4000


class HexStrokeTool(StrokeTool):
    """Edits the hexes that a brush covers, with their mirror images.

    While a shape is drawn, a drag only previews it, and the release edits; Shift keeps a line to the six directions.
    """

    #: Whether it draws shapes; otherwise it ignores the chosen shape.
    draws_shapes: ClassVar[bool] = True

    _is_released = False
    _last: tuple[object, NDArray[np.bool_]] | None = None

    # -- for subclasses -------------------------------------------------------------------------------------

    def changes(self, mask: NDArray[np.bool_], p: Pointer) -> tuple[str, Iterable[Patch | None]]:
        """Return the name of the step and its patches for the hexes of ``mask``, without their mirror images."""
        raise NotImplementedError

    def covered(self, hexes: tuple[Hex, ...]) -> NDArray[np.bool_]:
        """Return the hexes that a stroke over ``hexes`` edits, without mirror images, ``[rows, columns]``."""
        return footprint(self.board, hexes, radius=self.state.radius, bar=self.state.bar)

    def reached(self, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the hexes of ``mask`` with their mirror images."""
        return self._mirroring.orbit(self.board, mask)

    # -- strokes --------------------------------------------------------------------------------------------

    def release(self, p: Pointer) -> None:
        """End the stroke when its button is released, and draw the shape."""
        self._at = p
        self._is_released = True
        super().release(p)
        self._is_released = False
        self.refresh_preview()

    def cancel(self) -> None:
        """Undo the stroke, or cancel the shape."""
        super().cancel()
        self.refresh_preview()

    def edit(self, p: Pointer) -> tuple[str, Iterable[Patch | None]]:
        """Return the name of the step and the patches for the hexes passed, or for the finished shape."""
        drawing = self._drawing(self._at or p)
        if drawing is not None and not self._is_released:
            return "", ()
        mask = self._mask(drawing) if drawing is not None else self.covered(p.hexes)
        if self._mirroring.leaves(self.board, mask):
            self.report_images()
        return self.changes(mask, p) if mask.any() else ("", ())

    def reach(self, p: Pointer) -> frozenset[Hex]:
        """Return the hexes that a click would edit, or those of the current shape."""
        drawing = self._drawing(p)
        mask = self.covered((p.hex,)) if drawing is None else self._mask(drawing)
        if drawing is not None and mask.sum() > MAX_PREVIEW:
            mask = drawing.rim(self.board)
        mask = self.reached(mask)
        return self.board.hexes_of(mask) if mask.sum() <= MAX_PREVIEW else super().reach(p)

    def words(self, p: Pointer) -> str:
        """Return the current shape and its number of hexes, with images unless there are too many."""
        drawing = self._drawing(p)
        if drawing is None:
            return ""
        mask = self._mask(drawing)
        count = int(mask.sum())
        reached = int(self.reached(mask).sum()) if count <= MAX_PREVIEW else count
        images = tr(", {reached} with mirror images").format(reached=reached) if reached != count else ""
        return drawing.words(self.board, count) + images

    def _drawing(self, p: Pointer) -> DragDrawing | None:
        """Return the shape drawn up to ``p``; None while none is."""
        shape = self.state.shape
        if (
            not self.draws_shapes
            or shape is DragShape.FREEHAND
            or self._stroke is None
            or self._pressed is None
        ):
            return None
        start, end = self._pressed.hex, p.hex
        if shape is DragShape.LINE and p.holds(Qt.KeyboardModifier.ShiftModifier):
            end = straightened(start, end)
        return DragDrawing(shape, start, end, self.state.filled)

    def _mask(self, drawing: DragDrawing) -> NDArray[np.bool_]:
        """Return the hexes that a shape covers; cached, since a move needs them several times."""
        key = (drawing, self.state.radius, self.state.bar, self.board.terrain.shape, self.board.layout)
        if self._last is None or self._last[0] != key:
            mask = drawing.covers(self.board, radius=self.state.radius, bar=self.state.bar)
            self._last = key, mask
        return self._last[1]
