"""Tools that edit the hexes which the pointer is dragged over: a press, a drag and a release are one stroke."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt

from fairground.editor.tools.footprint import footprint
from fairground.editor.tools.mirroring import Mirroring, mirroring
from fairground.editor.tools.obstacles import locked
from fairground.editor.tools.tool import Tool

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.pointer import Pointer

#: Stroke numbers are unique for good, for journals live longer than the editor.
_strokes = count(time.time_ns())
_BUTTONS = (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton)
#: The largest preview, in hexes; of more than that, only the hex under the pointer is shown.
MAX_PREVIEW = 4000


class StrokeTool(Tool):
    """Turns presses and drags into edits of one stroke, which the document keeps as one step.

    With Ctrl held, a click picks what lies on the hex instead. A subclass says which layers it edits and what an edit
    consists of. A second button during a stroke does nothing.
    """

    #: The layers it edits, as the layer list names them.
    edits: ClassVar[tuple[str, ...]]

    #: Where the button went down; its button and modifiers hold for the whole stroke.
    _pressed: Pointer | None = None
    _stroke: int | None = None
    _mirroring = Mirroring(None, "")

    # -- what a subclass says -------------------------------------------------------------------------------

    def changes(self, mask: NDArray[np.bool_], p: Pointer) -> tuple[str, Iterable[Patch | None]]:
        """Return the name of the step and its patches for the hexes of ``mask``, without their mirror images."""
        raise NotImplementedError

    def pick(self, p: Pointer) -> None:
        """Take over into the options what lies on the hex, which is on the board."""
        raise NotImplementedError

    def layers(self, p: Pointer) -> tuple[str, ...]:  # noqa: ARG002  # some tools edit more with a modifier
        """Return the names of the layers that a press would edit."""
        return self.edits

    def obstacle(self, p: Pointer) -> str:
        """Return the sentence that says why a press does nothing; empty when it does something."""
        return locked(self.state, self.layers(p)) or self._mirroring.refusal

    def covered(self, hexes: tuple[Hex, ...]) -> NDArray[np.bool_]:
        """Return the hexes that a stroke over ``hexes`` edits, without mirror images, ``[rows, columns]``."""
        return footprint(self.board, hexes, radius=self.state.radius)

    def reached(self, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the hexes of ``mask`` with their mirror images."""
        return self._mirroring.orbit(self.board, mask)

    def begin(self) -> None:
        """Get ready for a stroke."""

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
        self._mirroring = mirroring(self.state.symmetry, self.board)
        sentence = self.obstacle(p)
        if sentence:
            self.refused.emit(sentence)
            return
        self._pressed = p
        self._stroke = next(_strokes)
        self.begin()
        self._go_on(p)

    def move(self, p: Pointer) -> None:
        """Edit what the pointer was dragged over."""
        self._at = p
        self._go_on(p)

    def release(self, p: Pointer) -> None:
        """End the stroke when its button went up."""
        if self._pressed is not None and p.button in (self._pressed.button, Qt.MouseButton.NoButton):
            self.move(p)
            self._end()

    def cancel(self) -> None:
        """Take back the stroke; the history does not keep it."""
        if self._stroke is not None:
            self.document.take_back(self._stroke)
        self._end()

    def deactivate(self) -> None:
        """End the stroke as it is."""
        self._end()
        super().deactivate()

    def preview(self, p: Pointer) -> frozenset[Hex]:
        """Return what a click would reach; nothing where it would be refused."""
        if self._stroke is None:
            self._mirroring = mirroring(self.state.symmetry, self.board)
        if self.obstacle(p):
            return frozenset()
        mask = self.reached(self.covered((p.hex,)))
        return self.board.hexes_of(mask) if mask.sum() <= MAX_PREVIEW else super().preview(p)

    def _go_on(self, p: Pointer) -> None:
        if self._stroke is not None and self._pressed is not None:
            mask = self.covered(p.hexes)
            if mask.any():
                p = replace(p, button=self._pressed.button, modifiers=self._pressed.modifiers)
                text, patches = self.changes(mask, p)
                self.document.edit(text, patches, stroke=self._stroke)
        self.refresh_preview()

    def _end(self) -> None:
        self._stroke = None
        self._pressed = None

    def _option_changed(self, what: str) -> None:
        if what == "document":
            self._end()
        super()._option_changed(what)
