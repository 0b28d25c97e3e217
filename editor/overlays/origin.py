"""The hex that an overlay is about: the pinned one, else that under the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fairground.core.pictures.fan_overlay import origin_ring
from fairground.editor.canvas.sprites import Fit, Sprite

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board
    from fairground.editor.canvas.frame import Frame
    from fairground.editor.document.document import Document
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
        ring = frame.scale.sheet.index(
            "origin", lambda: Sprite(tuple(origin_ring(0.0, 0.0, 1.0)), fit=Fit.FIGURE, scale=scale)
        )
        frame.scale.sheet.stamp(frame.painter, ring, np.array([frame.camera.centre(at)]))
