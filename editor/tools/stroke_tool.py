"""The bases of tools that edit during a drag: press, drag and release are one stroke, of anything or of hexes."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt

from fairground.core.grid.lines import straightened
from fairground.editor.app.texts import tr
from fairground.editor.tools.mirroring import Mirroring, mirroring
from fairground.editor.tools.obstacles import locked
from fairground.editor.tools.shapes import DragDrawing, DragShape, footprint
from fairground.editor.tools.tool import Tool

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.grid.hexsides import Hexside
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool import Pointer

#: Stroke numbers are unique for ever, since journals outlive the editor.
_strokes = count(time.time_ns())
_BUTTONS = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton)


def new_stroke() -> int:
    """Return a new stroke number."""
    return next(_strokes)


class StrokeTool(Tool):
    """Turns presses and drags into edits of one stroke, which is one step of the document; Ctrl+click picks instead.

    A subclass defines which layers it edits and how. A second button during a stroke does nothing.
    """

    #: The layers it edits, as the layer list names them.
    edits: ClassVar[tuple[str, ...]]

    #: The remark to show at the end of the stroke.
    _remark = ""
    #: The press, whose button and modifiers apply to the whole stroke.
    _pressed: Pointer | None = None
    _stroke: int | None = None
    _mirroring = Mirroring(None, "")
    _has_reported_images = False

    # -- for subclasses -------------------------------------------------------------------------------------

    def edit(self, p: Pointer) -> tuple[str, Iterable[Patch | None]]:
        """Return the name of the step and the patches of moving to ``p``, which has button and keys of the press."""
        raise NotImplementedError

    def pick(self, p: Pointer) -> None:
        """Choose in the options what is under the pointer, whose hex is on the board."""
        raise NotImplementedError

    def layers(self, p: Pointer) -> tuple[str, ...]:  # noqa: ARG002  # some tools edit more with a modifier
        """Return the names of the layers that a press would edit."""
        return self.edits

    def obstacle(self, p: Pointer) -> str:
        """Return why a press is refused; empty when it is not."""
        return locked(self.state, self.layers(p)) or self._mirroring.refusal

    def begin(self, p: Pointer) -> None:
        """Prepare for a stroke that begins at ``p``."""

    # -- the mouse ------------------------------------------------------------------------------------------

    def press(self, p: Pointer) -> None:
        """Begin a stroke, or pick with Ctrl."""
        if self._pressed is not None or p.button not in _BUTTONS:
            return
        self._at = p
        if p.holds(Qt.KeyboardModifier.ControlModifier):
            self._pressed = p
            if self.board.contains(p.hex):
                self.pick(p)
            return
        self._mirroring = mirroring(self.state.symmetry, self.board, self.state.symmetry_centre)
        sentence = self.obstacle(p)
        if sentence:
            self.refused.emit(sentence)
            return
        self._pressed = p
        self._stroke = new_stroke()
        self.begin(p)
        self._continue(p)

    def move(self, p: Pointer) -> None:
        """Edit what the pointer passed."""
        self._at = p
        self._continue(p)

    def release(self, p: Pointer) -> None:
        """End the stroke when its button is released."""
        if self._pressed is not None and p.button in (self._pressed.button, Qt.MouseButton.NoButton):
            self.move(p)
            self._end()
            remark, self._remark = self._remark, ""
            if remark:
                self.remarked.emit(remark)

    def cancel(self) -> None:
        """Undo the stroke without a step in the history."""
        if self._stroke is not None:
            self.document.take_back(self._stroke)
        self._remark = ""
        self._end()

    def deactivate(self) -> None:
        """End the stroke as it is."""
        self._end()
        super().deactivate()

    # -- the preview ----------------------------------------------------------------------------------------

    def preview(self, p: Pointer) -> frozenset[Hex]:
        """Return the hexes that a click would reach; none where it would be refused."""
        return self.reach(p) if self._is_open(p) else frozenset()

    def preview_sides(self, p: Pointer) -> frozenset[Hexside]:
        """Return the hexsides that a click would reach; none where it would be refused."""
        return self.reach_sides(p) if self._is_open(p) else frozenset()

    def reach(self, p: Pointer) -> frozenset[Hex]:
        """Return the hexes that a click would reach were it not refused."""
        return frozenset(super().preview(p))

    def reach_sides(self, p: Pointer) -> frozenset[Hexside]:
        """Return the hexsides that a click would reach were it not refused."""
        return super().preview_sides(p)

    def _is_open(self, p: Pointer) -> bool:
        if self._stroke is None:
            self._mirroring = mirroring(self.state.symmetry, self.board, self.state.symmetry_centre)
        return not self.obstacle(p)

    # -- strokes --------------------------------------------------------------------------------------------

    def _continue(self, p: Pointer) -> None:
        if self._stroke is not None and self._pressed is not None:
            p = replace(p, button=self._pressed.button, modifiers=self._pressed.modifiers)
            text, patches = self.edit(p)
            self.document.edit(text, patches, stroke=self._stroke)
        self.refresh_preview()

    def report_images(self) -> None:
        """Remark that mirror images are off the board; only once."""
        if not self._has_reported_images:
            self._has_reported_images = True
            self.remarked.emit(tr("Mirror images off the board are left out."))

    def _end(self) -> None:
        self._stroke = None
        self._pressed = None

    def _option_changed(self, what: str) -> None:
        if what == "document":
            self._end()
        super()._option_changed(what)


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
