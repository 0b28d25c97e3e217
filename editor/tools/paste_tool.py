"""The paste tool: a clip floats under the pointer until it is placed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal

from fairground.core.errors import FairgroundError
from fairground.core.grid.symmetry import BoardSymmetry, Symmetry
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import hex_count, tr
from fairground.editor.document.clip_patches import paste_patches
from fairground.editor.tools.mirroring import mirroring
from fairground.editor.tools.tool import Pointer, Tool

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from PySide6.QtCore import QObject

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.transform.clip import Clip, ClipCells
    from fairground.core.scenario.transform.paste import ClipLayer
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch
    from fairground.editor.tools.tool_state import ToolState

#: The most hexes that are outlined.
_MAX_PREVIEW = 4000
#: Above this many hexes, images included, the patches are computed in one turn of the event loop and applied in the next.
_AT_ONCE = 2000


class PasteTool(Tool):
    """Holds a clip, turned and mirrored, with its anchor on the hex under the pointer.

    A click places the clip and ends; with Shift or the right button, the clip stays. Without a clip it does nothing.
    """

    id = "paste"
    title = tr("Paste")
    options = ("paste", "symmetry")
    hint = tr("Click or press Return to paste; with Shift, paste more than once. Escape cancels.")
    puts_down = True

    #: The clip or its place has changed.
    floated = Signal()
    #: Pasting has ended.
    ended = Signal()

    def __init__(self, state: ToolState, parent: QObject | None = None) -> None:
        super().__init__(state, parent)
        self.clip: Clip | None = None
        self._name = tr("Paste")

    # -- the clip -------------------------------------------------------------------------------------------

    def take(self, clip: Clip, at: Hex | None, name: str = tr("Paste")) -> None:
        """Hold a clip with its anchor on ``at``; ``name`` is the name of the step that places it."""
        self.clip, self._name = clip, name
        self._at = Pointer(at, (at,)) if at is not None else None
        self._float()

    def become(self, clip: Clip) -> None:
        """Replace the clip, in the same place."""
        self.clip = clip
        self._float()

    @property
    def at(self) -> Hex | None:
        """The hex of the anchor; None before the pointer is on the map."""
        return self._at.hex if self._at is not None else None

    def turn(self, steps: int) -> bool:
        """Turn the clip by steps of 60 degrees clockwise."""
        return self._transform(Symmetry(turn=steps))

    def mirror(self) -> bool:
        """Mirror the clip, left to right."""
        return self._transform(BoardSymmetry.LEFT_RIGHT.linear(self.board.layout))

    @property
    def layers(self) -> frozenset[ClipLayer]:
        """The layers to paste: the chosen ones without locked layers."""
        return frozenset(it for it in self.state.paste_layers if it.value not in self.state.locked_layers)

    @property
    def cells(self) -> ClipCells | None:
        """The target hexes of the clip; None without one."""
        if self.clip is None or self.at is None or self.state.document is None:
            return None
        return self.clip.cells_on(self.board, self.at)

    def place(self, *, stay: bool = False) -> None:
        """Place the clip as one step, and end unless it is to ``stay``."""
        cells = self.cells
        if self.clip is None or self.at is None or cells is None:
            return
        refusal = self._refusal(len(cells.places))
        if refusal:
            self.refused.emit(refusal)
            return
        chosen = mirroring(self.state.symmetry, self.board, self.state.symmetry_centre)
        try:
            patches = paste_patches(self.board, self.clip, self.at, layers=self.layers, images=chosen.powers)
        except FairgroundError as error:
            self.refused.emit(tr("Cannot paste: {error}.").format(error=error))
            return
        step = f"{self._name} {hex_count(len(cells.places))}"
        if len(cells.places) * (1 + len(chosen.powers)) > _AT_ONCE:
            next_turn(self, partial(self._edit, self.document, self.document.revision, step, patches))
        else:
            self.document.edit(step, patches)
        if lost := cells.off_board + cells.void:
            self.remarked.emit(
                tr("Left out {hexes} that would be off the board.").format(hexes=hex_count(lost))
            )
        if stay:
            self._float()
        else:
            self._end()

    def _edit(self, document: Document, revision: int, step: str, patches: list[Patch]) -> None:
        if document is not self.state.document:
            return
        if document.revision == revision:
            document.edit(step, patches)
        else:
            self.refused.emit(
                tr("The map changed in the meantime, so {step} was not carried out.").format(step=step)
            )

    def _refusal(self, count: int) -> str:
        chosen = mirroring(self.state.symmetry, self.board, self.state.symmetry_centre)
        if not self.state.paste_layers:
            return tr("Choose what to paste: terrain, levels, effects, hexsides or names.")
        if not self.layers:
            return tr("The layers to paste into are locked. Unlock them in the Layers panel.")
        return chosen.refusal or ("" if count else tr("The pasted hexes would all be off the board here."))

    def _transform(self, symmetry: Symmetry) -> bool:
        if self.clip is None:
            return False
        self.clip = self.clip.transformed(symmetry)
        self._float()
        return True

    def _float(self) -> None:
        self.floated.emit()
        self.refresh_preview()

    def _end(self) -> None:
        if self.clip is not None:
            self.clip = None
            self._float()
            self.ended.emit()

    # -- the mouse and the keys -----------------------------------------------------------------------------

    def press(self, p: Pointer) -> None:
        """Place the clip."""
        self.hover(p)
        self.place(stay=p.is_right or p.holds(Qt.KeyboardModifier.ShiftModifier))

    def move(self, p: Pointer) -> None:
        """Move the clip to the pointer."""
        self.hover(p)

    def hover(self, p: Pointer | None) -> None:
        """Move the clip to the pointer; keep it in place when that leaves the canvas."""
        if p is None and self.clip is not None:
            return
        is_elsewhere = p is not None and p.hex != self.at
        super().hover(p)
        if is_elsewhere:
            self.floated.emit()

    def escape(self) -> bool:
        """Drop the clip."""
        had = self.clip is not None
        self._end()
        return had

    def deactivate(self) -> None:
        """Drop the clip: another tool was chosen."""
        self.clip = None
        super().deactivate()
        self.floated.emit()

    def preview(self, p: Pointer) -> AbstractSet[Hex]:  # noqa: ARG002  # the clip has its own place
        """Return the hexes of the board that would be written, without images."""
        cells = self.cells
        if cells is None or len(cells.places) > _MAX_PREVIEW:
            return frozenset()
        mask = np.zeros(self.board.terrain.shape, np.bool_)
        mask[cells.rows, cells.columns] = True
        return self.board.marked(mask)

    def words(self, p: Pointer) -> str:  # noqa: ARG002  # the clip has its own place
        """Return how many hexes would be written, and how many are off the board."""
        cells = self.cells
        if cells is None:
            return ""
        lost = cells.off_board + cells.void
        return hex_count(len(cells.places)) + (tr(", {lost} off the board").format(lost=lost) if lost else "")

    def _option_changed(self, what: str) -> None:
        if what == "document":
            self._end()
        elif what in ("paste_layers", "locked_layers"):
            self.floated.emit()
        super()._option_changed(what)
