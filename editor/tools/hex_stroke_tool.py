"""Tools that edit the hexes which the pointer is dragged over."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt

from fairground.core.grid.lines import straightened
from fairground.editor.app.texts import tr
from fairground.editor.tools.shapes.footprint import footprint
from fairground.editor.tools.shapes.shapes import DragDrawing, DragShape
from fairground.editor.tools.stroke_tool import StrokeTool

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool import Pointer

#: The largest preview, in hexes; of more than that, only the hex under the pointer is shown.
MAX_PREVIEW = 4000


class HexStrokeTool(StrokeTool):
    """Edits the hexes that a brush covers, with their mirror images; a subclass says what happens to them.

    When a shape is to be drawn, a drag only shows it, and the release edits; Shift held meanwhile keeps a line to the
    six directions.
    """

    #: Whether it draws shapes; otherwise it edits what it is dragged over, whatever shape is chosen.
    draws_shapes: ClassVar[bool] = True

    _is_released = False
    _last: tuple[object, NDArray[np.bool_]] | None = None

    # -- what a subclass says -------------------------------------------------------------------------------

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
        """End the stroke when its button went up, and leave the shape that was drawn."""
        self._at = p
        self._is_released = True
        super().release(p)
        self._is_released = False
        self.refresh_preview()

    def cancel(self) -> None:
        """Take back the stroke, or give up the shape."""
        super().cancel()
        self.refresh_preview()

    def edit(self, p: Pointer) -> tuple[str, Iterable[Patch | None]]:
        """Return the name of the step and the patches for what the pointer passed, or for the shape when it is done."""
        drawing = self._drawing(self._at or p)
        if drawing is not None and not self._is_released:
            return "", ()
        mask = self._mask(drawing) if drawing is not None else self.covered(p.hexes)
        if self._mirroring.leaves(self.board, mask):
            self.tell_of_images()
        return self.changes(mask, p) if mask.any() else ("", ())

    def reach(self, p: Pointer) -> frozenset[Hex]:
        """Return the hexes that a click would edit, or those of the shape that is being drawn."""
        drawing = self._drawing(p)
        mask = self.covered((p.hex,)) if drawing is None else self._mask(drawing)
        if drawing is not None and mask.sum() > MAX_PREVIEW:
            mask = drawing.rim(self.board)
        mask = self.reached(mask)
        return self.board.hexes_of(mask) if mask.sum() <= MAX_PREVIEW else super().reach(p)

    def words(self, p: Pointer) -> str:
        """Return what shape is being drawn and of how many hexes; of those that are not too many, with images too."""
        drawing = self._drawing(p)
        if drawing is None:
            return ""
        mask = self._mask(drawing)
        count = int(mask.sum())
        reached = int(self.reached(mask).sum()) if count <= MAX_PREVIEW else count
        images = tr(", {reached} with mirror images").format(reached=reached) if reached != count else ""
        return drawing.words(self.board, count) + images

    def _drawing(self, p: Pointer) -> DragDrawing | None:
        """Return the shape that is being drawn up to ``p``; None while none is."""
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
        """Return the hexes that a shape covers; the last answer is kept, for it is asked for several times a move."""
        key = (drawing, self.state.radius, self.state.bar, self.board.terrain.shape, self.board.layout)
        if self._last is None or self._last[0] != key:
            mask = drawing.covers(self.board, radius=self.state.radius, bar=self.state.bar)
            self._last = key, mask
        return self._last[1]
